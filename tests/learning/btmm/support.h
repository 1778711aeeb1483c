// Games, files of games and their expansion into competitions, for the tests of BTMM.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "engine/connect6/patterns/pattern_board.h"
#include "engine/core/rng.h"
#include "learning/records/game_set.h"
#include "tests/engine/connect6/patterns/pattern_reference.h"
#include "tests/learning/btmm/competitions.h"

namespace trivium::learning::btmm::test {

/// A definition with every kind of group and setting, and with lines that fit on small boards.
inline constexpr std::string_view kEverything =
    "line row 3\nedge outside\nline column 2\nedge clipped\nturn yes\nline rising+falling "
    "3\nplayer no\nmakes\nparries\nanswers\n"
    "distance 1 9\nturn no\nplayer yes\ndistance 2 5\n";

/// A definition without groups that depend on the player or the turn; the learner's fastest path.
inline constexpr std::string_view kLines = "line row 4\nline column 3\nline rising+falling 2\n";

inline connect6::PatternSet set_of(std::string_view text) {
  return *connect6::PatternSet::parse(text);
}

/// Returns legal games on boards of `size` in which most stones are close to the one before. Some
/// have an opening.
inline std::vector<records::Connect6Game> random_games(std::size_t count, int size = 9,
                                                       int stones = 24, std::uint64_t seed = 1) {
  Rng rng(seed);
  std::vector<records::Connect6Game> games;
  while (games.size() < count) {
    connect6::Board board(size);
    records::Connect6Game game;
    game.size = size;
    while (board.stones() < stones && !board.over()) {
      const auto near = [&](int middle) { return middle + static_cast<int>(rng.below(5)) - 2; };
      const connect6::Cell last =
          board.stones() > 0 ? board.history().back() : board.cell(size / 2, size / 2);
      const int column = near(board.column(last));
      const int row = near(board.row(last));
      if (board.contains(column, row) && board.is_legal(board.cell(column, row))) {
        board.do_move(board.cell(column, row));
      } else if (rng.below(8) == 0) {
        break;
      }
    }
    if (board.stones() < 3) continue;
    game.moves = board.history();
    game.opening = static_cast<int>(rng.below(3));
    game.result = connect6::board_result(board);
    games.push_back(game);
  }
  return games;
}

inline std::filesystem::path write_games(const std::filesystem::path& folder,
                                         const std::vector<records::Connect6Game>& games) {
  const std::filesystem::path path = folder / "games.c6";
  records::Connect6GameWriter writer(path);
  for (const records::Connect6Game& game : games) writer.add(game);
  writer.finish();
  return path;
}

/// All competitions of the games, expanded from the boards alone.
inline std::vector<Competition> expand(const std::vector<records::Connect6Game>& games,
                                       const connect6::PatternSet& set) {
  std::vector<Competition> all;
  for (const records::Connect6Game& game : games) {
    connect6::Board board(game.size);
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      if (game.is_learned(i)) {
        Competition& one = all.emplace_back();
        for (int at = 0; at < board.cells(); ++at) {
          const auto cell = static_cast<connect6::Cell>(at);
          if (board.at(cell) != connect6::Stone::kEmpty) continue;
          if (cell == game.moves[i]) one.winner = one.teams.size();
          auto& team = one.teams.emplace_back();
          for (const connect6::PatternGroup& group : set.groups()) {
            team.push_back(connect6::reference::pattern_feature(board, set, group, cell));
          }
        }
      }
      board.do_move(game.moves[i]);
    }
  }
  return all;
}

}  // namespace trivium::learning::btmm::test
