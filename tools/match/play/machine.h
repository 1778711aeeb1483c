// The speed of the machine of a runner, for the list of runners of a shared tournament.
#pragma once

namespace trivium::match {

/// Measures the speed of this machine: thousands of chess positions that one processor generates in
/// a second, the best of three runs. Takes about 50 ms. Other load makes it less.
double machine_speed();

}  // namespace trivium::match
