// Answers to JSON requests about positions of board games: legal moves, pasted records,
// explanations, heat maps and solutions. Each game has one BoardPage; all games share the methods.
//
// A position is a start and the moves from it, both as text. Functions throw a Refusal
// (tools/trivium/page/parameters.h) with the code "bad_request", "bad_position", "bad_move" or
// "unavailable".
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/evaluation/weights.h"
#include "engine/connect6/evaluation/knowledge.h"
#include "engine/connect6/rules/board.h"
#include "engine/reversi/evaluation/knowledge.h"
#include "protocols/web/json_session.h"
#include "tools/single/board_view.h"

namespace trivium::tools::page {

/// The moves of a game, in the form that requests have.
struct Line {
  std::string start;  ///< empty: the usual start
  std::vector<std::string> moves;
};

/// What a search finds in a position.
struct Assessment {
  double chance = 0.5;          ///< expected result of the side to move, in [0, 1]; a draw is 0.5
  bool over = false;            ///< the game is over, and `chance` is its result
  bool first_side = true;       ///< the side to move is the one that moves first in the usual start
  std::string best{};           ///< the best move, as in Line::moves; empty if the game is over
  std::string best_notation{};  ///< the same in the usual notation of records
};

/// A term of an evaluation, from the view of the side that moves first in the game's usual start.
struct ValueTerm {
  std::string name;
  double value = 0;  ///< in pawns, discs, or hundredths of the log-odds (Connect-6)
};

/// Searches the positions of a game one after the other.
class Assessor {
 public:
  virtual ~Assessor() = default;

  /// Searches the position after `line` with `nodes` nodes on one thread. The result depends on the
  /// earlier positions, but is reproducible unless `stop` ends the search.
  virtual Assessment assess(const Line& line, std::uint64_t nodes, const std::stop_token& stop) = 0;
};

/// Immutable and thread-safe.
class BoardPage {
 public:
  virtual ~BoardPage() = default;

  virtual std::string_view game() const = 0;  ///< "chess"
  virtual std::string_view name() const = 0;  ///< "Chess"
  /// The lines that begin an engine session of this game.
  virtual std::vector<std::string> first_lines() const = 0;

  /// Returns what the page shows of a position: squares, legal moves, notation, end of the game.
  virtual nlohmann::json position(const Line& line) const = 0;
  /// Returns start and moves of a record or position in any format of the game.
  virtual Line parse(const std::string& text) const = 0;
  /// Returns the game for a replay.
  virtual BoardView replay(const Line& line) const = 0;
  /// Explains the position as `trivium explain` does.
  virtual nlohmann::json explain(const Line& line, const web::Call& call) const = 0;
  /// Returns the searcher of a review. Throws std::bad_alloc, or std::runtime_error without
  /// weights.
  virtual std::unique_ptr<Assessor> assessor() const = 0;
  /// Returns the terms of the evaluation after `line`.
  virtual std::vector<ValueTerm> terms(const Line& line) const = 0;
  /// Returns the probability of the last move of `line` by a style; nothing if the game has no
  /// styles. An unknown style is an error.
  virtual std::optional<double> style_probability(const Line& line, const std::string& style) const;
  /// Returns the probability of each move before any search.
  virtual nlohmann::json heat(const Line& line, const web::Call& call) const;
  /// Searches for a proof or an exact result, for at most `seconds`.
  virtual nlohmann::json solve(const Line& line, double seconds, const web::Call& call) const;
};

/// Returns the file of the style with this name; empty if there is none. Thread-safe.
using FindStyle = std::function<std::filesystem::path(const std::string& name)>;

/// `weights` may be null.
std::unique_ptr<BoardPage> make_chess_page(std::shared_ptr<const chess::Weights> weights,
                                           FindStyle find_style);
std::unique_ptr<BoardPage> make_connect6_page(const connect6::Knowledge& knowledge);
std::unique_ptr<BoardPage> make_reversi_page(const reversi::Knowledge& knowledge);

/// Groups the stones of a Connect-6 game into turns: "j10", then "j9 k11" and so on. The last turn
/// may have only one stone.
std::vector<std::string> turns_of(const std::vector<connect6::Cell>& stones, int size);

/// Adds the methods position, parse, explain, heat, solve and review of these games.
void add_board_methods(web::Methods& methods, std::vector<std::shared_ptr<const BoardPage>> games);

}  // namespace trivium::tools::page
