// Names and ranges of the search parameters.
#include "engine/reversi/search/search_parameters.h"

#include <array>

namespace trivium::reversi {

namespace {

constexpr auto kParameterTable = std::to_array<Parameter<SearchParameters>>({
    {"aspiration", &SearchParameters::aspiration, 1, kMaxValue},
    {"priors_depth", &SearchParameters::priors_depth, 1, 100},
    {"probcut", &SearchParameters::probcut, 0, 1000},
    {"solve_reserve", &SearchParameters::solve_reserve, 0, 30},
    {"solve_search", &SearchParameters::solve_search, 0, 100},
    {"time_solved", &SearchParameters::time_solved, 0, 30},
    {"time_begin", &SearchParameters::time_begin, 1, 100},
});
static_assert(kParameterTable.size() * sizeof(int) == sizeof(SearchParameters),
              "every parameter is in the table");

}  // namespace

std::span<const Parameter<SearchParameters>> search_parameter_table() noexcept {
  return kParameterTable;
}

Result<SearchParameters> parse_search_parameters(std::string_view text,
                                                 const SearchParameters& defaults) {
  return parse_parameters(search_parameter_table(), text, defaults);
}

}  // namespace trivium::reversi
