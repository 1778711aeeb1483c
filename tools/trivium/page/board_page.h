// What the page asks about positions of board games: legal moves, pasted records, explanations,
// heat maps and solutions. One object a game; another game joins by one more.
//
// A position is a start and the moves from it, both as text. Errors have the codes "bad_request",
// "bad_position" and "bad_move".
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/evaluation/weights.h"
#include "engine/connect6/evaluation/knowledge.h"
#include "engine/connect6/rules/board.h"
#include "engine/core/result.h"
#include "engine/reversi/evaluation/knowledge.h"
#include "protocols/web/json_session.h"

namespace trivium::tools::page {

using Answer = web::Answer;

/// The moves of a game, as the page keeps them.
struct Line {
  std::string start;  ///< empty: the usual start
  std::vector<std::string> moves;
};

/// Immutable and thread-safe.
class BoardPage {
 public:
  virtual ~BoardPage() = default;

  virtual std::string_view game() const = 0;  ///< "chess"
  virtual std::string_view name() const = 0;  ///< "Chess"
  /// The lines that begin an engine session of this game.
  virtual std::vector<std::string> first_lines() const = 0;

  /// Returns what a board shows of the position: squares, legal moves, notation, end. Takes less
  /// than a millisecond.
  virtual Answer position(const Line& line) const = 0;
  /// Returns start and moves of a record or position in any format of the game.
  virtual Result<Line> parse(const std::string& text) const = 0;
  /// Explains the position as `trivium explain` does.
  virtual Answer explain(const Line& line, const web::Call& call) const = 0;
  /// Returns the probability of each move before any search.
  virtual Answer heat(const Line& line, const web::Call& call) const;
  /// Searches a proof or an exact result for `seconds`.
  virtual Answer solve(const Line& line, double seconds, const web::Call& call) const;
};

/// Style files by the name that a client selects.
using StyleFiles = std::map<std::string, std::filesystem::path>;

/// `weights` may be null.
std::unique_ptr<BoardPage> make_chess_page(std::shared_ptr<const chess::Weights> weights,
                                           StyleFiles styles);
std::unique_ptr<BoardPage> make_connect6_page(const connect6::Knowledge& knowledge);
std::unique_ptr<BoardPage> make_reversi_page(const reversi::Knowledge& knowledge);

/// Returns the stones of Connect-6 in turns: "j10", then "j9 k11" and so on. The last turn may have
/// one stone.
std::vector<std::string> turns_of(const std::vector<connect6::Cell>& stones, int size);

/// Adds the methods position, parse, explain, heat and solve of these games.
void add_board_methods(web::Methods& methods, std::vector<std::shared_ptr<const BoardPage>> games);

}  // namespace trivium::tools::page
