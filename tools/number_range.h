// Checks of numeric options.
//
// CLI11's own range accepts "nan", since no comparison with it is true, and for unsigned options it
// reads "-1" as 2^64 - 1. A typing error would then give a run that learns nothing or does not end.
// These checks reject both. Help and manual page show the bounds.
#pragma once

#include "tools/command.h"

namespace trivium::tools {

/// Accepts numbers from `minimum` to `maximum`, both included. `T`: int, unsigned, std::int64_t,
/// std::uint64_t or double.
template <class T>
Check number_range(T minimum, T maximum);

/// Accepts whole numbers from 0 to the maximum of `T`, for seeds. `T`: std::uint64_t.
template <class T>
Check any_natural_number();

}  // namespace trivium::tools
