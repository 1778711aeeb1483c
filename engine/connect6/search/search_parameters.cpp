// Names and ranges of the search parameters.
#include "engine/connect6/search/search_parameters.h"

#include <array>

namespace trivium::connect6 {

namespace {

constexpr auto kParameterTable = std::to_array<Parameter<SearchParameters>>({
    {"step", &SearchParameters::step, 1, 1024},
    {"max_rounds", &SearchParameters::max_rounds, 1, 100},
    {"least", &SearchParameters::minimum, 1, 1024},
    {"full", &SearchParameters::full, 1, 1024},
    {"slack", &SearchParameters::slack, 0, 1024},
    {"aspiration", &SearchParameters::aspiration, 1, 10000},
    {"root_cost", &SearchParameters::root_cost, 0, 1024},
    {"root_fewest", &SearchParameters::root_fewest, 1, 10000},
    {"root_most", &SearchParameters::root_most, 1, 10000},
    {"root_firsts", &SearchParameters::root_firsts, 1, 361},
    {"desperate_cost", &SearchParameters::desperate_cost, 0, 1024},
    {"desperate_fewest", &SearchParameters::desperate_fewest, 1, 10000},
    {"desperate_most", &SearchParameters::desperate_most, 1, 10000},
    {"desperate_firsts", &SearchParameters::desperate_firsts, 1, 361},
    {"inner_fewest", &SearchParameters::inner_fewest, 1, 10000},
    {"inner_most", &SearchParameters::inner_most, 1, 10000},
    {"inner_firsts", &SearchParameters::inner_firsts, 1, 361},
    {"futility_depth", &SearchParameters::futility_depth, 0, 1024},
    {"futility_margin", &SearchParameters::futility_margin, 0, 10000},
    {"rescues", &SearchParameters::rescues, 0, 100},
    {"rescue_plies", &SearchParameters::rescue_plies, 0, 100},
    {"leaf_nodes", &SearchParameters::leaf_nodes, 0, 100000},
    {"probe_turns", &SearchParameters::probe_turns, 0, 20},
    {"solver_nodes", &SearchParameters::solver_nodes, 0, 100000000},
    {"solver_per_cent", &SearchParameters::solver_percent, 0, 100},
    {"check_nodes", &SearchParameters::check_nodes, 0, 100000000},
    {"check_per_cent", &SearchParameters::check_percent, 0, 1000},
    {"time_turns", &SearchParameters::time_turns, 2, 1000},
    {"time_begin", &SearchParameters::time_begin, 1, 100},
});
constexpr auto kRetired = std::to_array<RetiredParameter>({{"bandit_per_cent", 10},
                                                           {"bandit_turns", 8},
                                                           {"bandit_margin", 40},
                                                           {"bandit_trust", 10},
                                                           {"bandit_prior", 100},
                                                           {"bandit_line", 1},
                                                           {"bandit_replies", 0},
                                                           {"bandit_first", 20000},
                                                           {"playout_turns", 8},
                                                           {"playout_sharpness", 3}});
static_assert(kParameterTable.size() * sizeof(int) == sizeof(SearchParameters),
              "every parameter is in the table");

}  // namespace

std::span<const Parameter<SearchParameters>> search_parameter_table() noexcept {
  return kParameterTable;
}

Result<SearchParameters> parse_search_parameters(std::string_view text,
                                                 const SearchParameters& defaults) {
  return parse_parameters(search_parameter_table(), text, defaults, kRetired);
}

}  // namespace trivium::connect6
