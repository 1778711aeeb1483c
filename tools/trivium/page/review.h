// A review of a finished game: the winning chance after each move, the mistakes, and the terms of
// the evaluation that a mistake changed.
//
// Every position of the game is searched with the same number of nodes. The loss of a move is the
// winning chance before it minus the chance after it, both for the side that moves, and at least 0.
// Both chances are estimates, so a loss can also be an error of the search.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "tools/trivium/page/board_page.h"

namespace trivium::tools::page {

/// Minimum loss of winning chance of an inaccuracy, a mistake and a blunder.
constexpr double kInaccuracy = 0.05;
constexpr double kMistake = 0.10;
constexpr double kBlunder = 0.20;

struct ReviewedMove {
  std::string move;        ///< as in Line::moves
  std::string notation;    ///< in the usual notation of records
  bool first_side = true;  ///< made by the side that moves first in the game's usual start
  std::string best;        ///< notation of the best move before it
  double chance = 0.5;     ///< of the first side after the move, in [0, 1]
  double loss = 0;         ///< of winning chance, for the side that made it
  /// For mistakes: the terms of the evaluation that differ most from those after the best move,
  /// largest difference first; from the first side's view.
  std::vector<ValueTerm> changes{};
  std::optional<double> style_probability{};
};

struct Review {
  std::string game;
  Line line;
  double start_chance = 0.5;  ///< of the first side before the first move
  std::vector<ReviewedMove> moves{};
};

struct ReviewOptions {
  std::uint64_t nodes = 20'000;  ///< of each position
  std::string style{};           ///< empty: none
};

/// Reviews the game in `text`, a record in any format that page.parse() accepts. Calls `progress`
/// with the number of positions searched so far and the total. Blocks. Throws a Refusal; when
/// `stop` is requested, with the code "canceled".
Review review_game(const BoardPage& page, const std::string& text, const ReviewOptions& options,
                   const std::function<void(std::size_t done, std::size_t all)>& progress,
                   const std::stop_token& stop);

/// Returns "blunder", "mistake", "inaccuracy", or an empty text.
const char* mark_of(const ReviewedMove& move) noexcept;

/// {"game", "start", "start_chance", "moves": [{"number", "move", "played", "best", "chance",
/// "loss", "mark", "side", "changes": [{"name", "value"}], "style_probability"}]}
nlohmann::json to_json(const Review& review);

}  // namespace trivium::tools::page
