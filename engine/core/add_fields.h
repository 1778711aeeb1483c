// Sums of objects, such as counts and measures, field by field.
#pragma once

namespace trivium {

/// Adds the named fields of `more` to those of `sums`, and returns `sums`.
template <class Sums, class... Field>
constexpr Sums& add_fields(Sums& sums, const Sums& more, Field Sums::*... fields) noexcept {
  ((sums.*fields += more.*fields), ...);
  return sums;
}

}  // namespace trivium
