// Field-by-field addition of structs that hold sums over positions, decisions or games.
#pragma once

namespace trivium::learning::statistics {

/// Adds the named fields of `more` to those of `sums`, and returns `sums`.
template <class Sums, class... Field>
constexpr Sums& add_fields(Sums& sums, const Sums& more, Field Sums::*... fields) noexcept {
  ((sums.*fields += more.*fields), ...);
  return sums;
}

}  // namespace trivium::learning::statistics
