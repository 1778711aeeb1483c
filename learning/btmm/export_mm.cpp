#include "learning/btmm/export_mm.h"

#include <fmt/format.h>
#include <vector>

#include "models/format/load_error.h"
#include "models/format/part_file.h"

namespace trivium::learning::btmm {

namespace {

using connect6::Cell;

/// Returns the team of the next stone on `cell` as a line: its features, separated by spaces.
std::string team_line(const connect6::PatternBoard& board,
                      const std::vector<std::vector<std::uint32_t>>& passing, Cell cell) {
  const connect6::PatternLayout& layout = board.layout();
  std::string line;
  for (std::size_t place = 0; place < layout.standing().size(); ++place)
    line += fmt::format("{} ", board.feature(cell, place, board.view()));
  for (std::size_t place = 0; place < passing.size(); ++place) {
    line += fmt::format(
        "{} ", layout.set().offset(layout.passing()[place], board.view()) + passing[place][cell]);
  }
  line.back() = '\n';
  return line;
}

}  // namespace

void export_mm(const records::GameSet& games, const connect6::PatternLayout& layout,
               const std::filesystem::path& path) {
  games.require_states();
  const connect6::PatternSet& set = layout.set();
  format::PartFile out(path);
  std::string head = fmt::format("! {}\n{}\n", set.features(), set.tables().size());
  for (const connect6::PatternTable& table : set.tables()) {
    if (table.groups.size() > 1)
      throw format::LoadError(
          "patterns.table.shared",
          fmt::format("mm has no groups that share a table, as {} do", table.name));
    head += fmt::format("{} {}\n", table.features(), table.name);
  }
  out.write(head + "!\n");
  connect6::PatternBoard board(layout);
  std::vector<std::vector<std::uint32_t>> passing(
      layout.passing().size(),
      std::vector<std::uint32_t>(static_cast<std::size_t>(layout.cells())));
  games.visit(Shards(1, 1), 0, records::Role::kTrain, [&](const records::Connect6Game& game) {
    board.clear();
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      if (game.is_learned(i)) {
        for (std::size_t place = 0; place < passing.size(); ++place)
          board.passing_codes(place, passing[place]);
        std::string text = "#\n" + team_line(board, passing, game.moves[i]);
        for (int cell = 0; cell < layout.cells(); ++cell) {
          if (board.is_empty(static_cast<Cell>(cell)))
            text += team_line(board, passing, static_cast<Cell>(cell));
        }
        out.write(text);
      }
      board.place(game.moves[i]);
    }
  });
  out.finish();
}

}  // namespace trivium::learning::btmm
