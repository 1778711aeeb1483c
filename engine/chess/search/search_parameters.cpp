// Names and ranges of the search parameters.
#include "engine/chess/search/search_parameters.h"

namespace trivium::chess {

namespace {

constexpr auto kParameterTable = std::to_array<SearchParameterInfo>({
    {"aspiration_from_depth", &SearchParameters::aspiration_from_depth, 0, 64},
    {"aspiration_width", &SearchParameters::aspiration_width, 1, 1000},
    {"reverse_futility_depth", &SearchParameters::reverse_futility_depth, 0, 64},
    {"reverse_futility_margin", &SearchParameters::reverse_futility_margin, 0, 2000},
    {"null_move_depth", &SearchParameters::null_move_depth, 0, 64},
    {"null_move_reduction", &SearchParameters::null_move_reduction, 0, 10},
    {"null_move_depth_divisor", &SearchParameters::null_move_depth_divisor, 1, 100000},
    {"null_move_surplus", &SearchParameters::null_move_surplus, 1, 100000},
    {"null_move_most_surplus", &SearchParameters::null_move_most_surplus, 0, 10},
    {"null_move_shortfall", &SearchParameters::null_move_shortfall, 0, 2000},
    {"null_move_base", &SearchParameters::null_move_base, 0, 2000},
    {"internal_reduction_depth", &SearchParameters::internal_reduction_depth, 0, 64},
    {"probcut_depth", &SearchParameters::probcut_depth, 0, 64},
    {"probcut_margin", &SearchParameters::probcut_margin, 0, 2000},
    {"probcut_improving", &SearchParameters::probcut_improving, 0, 2000},
    {"probcut_reduction", &SearchParameters::probcut_reduction, 0, 10},
    {"move_count_depth", &SearchParameters::move_count_depth, 0, 64},
    {"move_count_base", &SearchParameters::move_count_base, 0, 2000},
    {"futility_depth", &SearchParameters::futility_depth, 0, 64},
    {"futility_base", &SearchParameters::futility_base, 0, 2000},
    {"futility_margin", &SearchParameters::futility_margin, 0, 2000},
    {"history_pruning_depth", &SearchParameters::history_pruning_depth, 0, 64},
    {"history_pruning_margin", &SearchParameters::history_pruning_margin, 0, 100000},
    {"quiet_exchange_depth", &SearchParameters::quiet_exchange_depth, 0, 64},
    {"quiet_exchange_margin", &SearchParameters::quiet_exchange_margin, 0, 2000},
    {"capture_exchange_depth", &SearchParameters::capture_exchange_depth, 0, 64},
    {"capture_exchange_margin", &SearchParameters::capture_exchange_margin, 0, 2000},
    {"singular_depth", &SearchParameters::singular_depth, 0, 64},
    {"singular_table_slack", &SearchParameters::singular_table_slack, 0, 64},
    {"singular_margin", &SearchParameters::singular_margin, 0, 2000},
    {"double_extension_margin", &SearchParameters::double_extension_margin, 0, 2000},
    {"double_extension_most", &SearchParameters::double_extension_most, 0, 64},
    {"multicut", &SearchParameters::multicut, 0, 1},
    {"negative_extension", &SearchParameters::negative_extension, 0, 10},
    {"reduction_depth", &SearchParameters::reduction_depth, 0, 64},
    {"reduction_move", &SearchParameters::reduction_move, 1, 64},
    {"reduction_base", &SearchParameters::reduction_base, 0, 8192},
    {"reduction_slope", &SearchParameters::reduction_slope, 0, 8192},
    {"reduction_pv", &SearchParameters::reduction_pv, 0, 8192},
    {"reduction_was_pv", &SearchParameters::reduction_was_pv, 0, 8192},
    {"reduction_cut", &SearchParameters::reduction_cut, 0, 8192},
    {"reduction_not_improving", &SearchParameters::reduction_not_improving, 0, 8192},
    {"reduction_table_capture", &SearchParameters::reduction_table_capture, 0, 8192},
    {"reduction_refutation", &SearchParameters::reduction_refutation, 0, 8192},
    {"reduction_check", &SearchParameters::reduction_check, 0, 8192},
    {"reduction_capture", &SearchParameters::reduction_capture, 0, 8192},
    {"reduction_history", &SearchParameters::reduction_history, 1, 100000},
    {"deeper_margin", &SearchParameters::deeper_margin, 0, 2000},
    {"shallower_margin", &SearchParameters::shallower_margin, 0, 2000},
    {"delta_margin", &SearchParameters::delta_margin, 0, 2000},
    {"quiescence_evasions", &SearchParameters::quiescence_evasions, 0, 64},
    {"history_slope", &SearchParameters::history_slope, 0, 16384},
    {"history_offset", &SearchParameters::history_offset, 0, 16384},
    {"history_most", &SearchParameters::history_most, 0, 16384},
    {"continuation_history", &SearchParameters::continuation_history, 0, 1},
    {"capture_history", &SearchParameters::capture_history, 0, 1},
    {"refutations", &SearchParameters::refutations, 0, 1},
    {"correction_pawns", &SearchParameters::correction_pawns, 0, 2000},
    {"correction_pieces", &SearchParameters::correction_pieces, 0, 2000},
    {"correction_moves", &SearchParameters::correction_moves, 0, 2000},
    {"time_moves", &SearchParameters::time_moves, 1, 200},
    {"time_increment", &SearchParameters::time_increment, 0, 100},
    {"time_maximum", &SearchParameters::time_maximum, 1, 100},
    {"time_largest", &SearchParameters::time_largest, 1, 90},
    {"time_last_moves", &SearchParameters::time_last_moves, 0, 180},
    {"time_reserve", &SearchParameters::time_reserve, 0, 10000},
    {"time_unsettled", &SearchParameters::time_unsettled, 100, 1000},
    {"time_stability", &SearchParameters::time_stability, 0, 100},
    {"time_settled", &SearchParameters::time_settled, 1, 100},
    {"time_drop", &SearchParameters::time_drop, 0, 1000},
    {"time_no_effort", &SearchParameters::time_no_effort, 100, 1000},
    {"time_effort", &SearchParameters::time_effort, 0, 1000},
    {"time_effort_most", &SearchParameters::time_effort_most, 100, 1000},
    {"time_effort_least", &SearchParameters::time_effort_least, 1, 100},
});
constexpr auto kRetired = std::to_array<RetiredParameter>({{"null_verification_depth", 0}});
static_assert(kParameterTable.size() * sizeof(int) == sizeof(SearchParameters),
              "the table has every parameter");

}  // namespace

std::span<const SearchParameterInfo> search_parameter_table() noexcept { return kParameterTable; }

Result<SearchParameters> parse_search_parameters(std::string_view text,
                                                 const SearchParameters& defaults) {
  return parse_parameters(search_parameter_table(), text, defaults, kRetired);
}

}  // namespace trivium::chess
