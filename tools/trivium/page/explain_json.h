// Converts explanations to the JSON that `trivium explain GAME --json` prints and the page
// receives.
#pragma once

#include <nlohmann/json.hpp>

#include "engine/chess/choice/explain.h"
#include "engine/chess/explain.h"
#include "engine/connect6/explain.h"
#include "engine/poker/explain.h"
#include "engine/poker/range.h"
#include "engine/reversi/explain.h"

namespace trivium::tools::page {

/// Returns an array with `entry(item)` for each item.
template <class Items, class Entry>
nlohmann::json json_list(const Items& items, const Entry& entry) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& item : items) list.push_back(nlohmann::json(entry(item)));
  return list;
}

nlohmann::json to_json(const chess::Explanation& explanation);
/// Requires: `position` is the explained one.
nlohmann::json to_json(const chess::ChoiceExplanation& explanation,
                       const chess::Position& position);
nlohmann::json to_json(const connect6::Explanation& explanation,
                       const connect6::PlannedTurn& planned);
nlohmann::json to_json(const reversi::Explanation& explanation,
                       const reversi::PlannedMove& planned);
nlohmann::json to_json(const poker::Explanation& explanation);
/// Returns 13 rows of 13 cells in grid order.
nlohmann::json to_json(const poker::Range& range);

}  // namespace trivium::tools::page
