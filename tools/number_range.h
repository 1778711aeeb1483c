// What a numeric option takes.
//
// CLI11's own range takes "nan", as no comparison with it holds, and where an option is unsigned
// CLI11 takes "-1" for 2^64 - 1 and so all that is larger: a typing error would be a run that
// learns nothing or does not end. These take none of it. Help and manual page show the bounds.
#pragma once

#include "tools/command.h"

namespace trivium::tools {

/// Accepts numbers from `least` to `most`, both included. `T`: int, unsigned, std::int64_t,
/// std::uint64_t or double.
template <class T>
Check number_range(T least, T most);

/// Whole numbers from 0 to the largest `T`: for seeds. `T`: std::uint64_t.
template <class T>
Check any_natural_number();

}  // namespace trivium::tools
