#include "learning/btmm/connect6/connect6_source.h"

#include <array>

#include "engine/connect6/patterns/pattern_weights.h"

namespace trivium::learning::btmm {

namespace {

using connect6::Cell;

constexpr std::array<std::size_t, 5> kPlaces = {1, 2, 5, 10, 20};

constexpr GameWords kWords{
    .game = "Connect-6",
    .move = "stone",
    .moves = "stones",
    .moves_first = "Stones",
    .played = "placed",
    .pieces = "stones",
    .candidate = "cell",
    .candidates = "empty cells",
    .team = "one of each group",
    .purpose = "The engine orders and samples its candidate stones by them.",
    .set_page = "engine/connect6/patterns/patterns.md",
    .matches = "`trivium-learn connect6 match` plays it against other gammas.",
    .places = kPlaces,
    .shown_places = {5, 20}};

std::vector<FeatureTable> tables_of(const connect6::PatternSet& set) {
  std::vector<FeatureTable> tables;
  for (const connect6::PatternTable& table : set.tables())
    tables.push_back({table.name, table.begin, table.codes, table.copies, table.groups.size()});
  return tables;
}

}  // namespace

Connect6Source::Connect6Source(const records::GameSet& games, const connect6::PatternLayout& layout)
    : SetSource(games, layout.set(), tables_of(layout.set())), layout_(layout) {}

const GameWords& Connect6Source::game_words() noexcept { return kWords; }

void Connect6Source::visit_states(const std::function<void(const Competition&)>& visit) const {
  connect6::PatternBoard board(layout_);
  // By passing group and cell: codes in the current state.
  std::vector<std::vector<std::uint32_t>> passing(
      layout_.passing().size(),
      std::vector<std::uint32_t>(static_cast<std::size_t>(layout_.cells())));
  const auto team = [&](Cell cell) {
    std::vector<FeatureId> features;
    for (std::size_t place = 0; place < layout_.standing().size(); ++place)
      features.push_back(board.feature(cell, place, board.view()));
    for (std::size_t place = 0; place < passing.size(); ++place) {
      features.push_back(set_.offset(layout_.passing()[place], board.view()) +
                         passing[place][cell]);
    }
    return features;
  };
  const auto state_before = [&](Cell chosen) {
    for (std::size_t place = 0; place < passing.size(); ++place)
      board.passing_codes(place, passing[place]);
    Competition state;
    for (int at = 0; at < layout_.cells(); ++at) {
      const auto cell = static_cast<Cell>(at);
      if (!board.is_empty(cell)) continue;
      if (cell == chosen) state.winner = state.teams.size();
      state.teams.push_back(team(cell));
    }
    return state;
  };
  games_.visit(Shards(1, 1), 0, records::Role::kTrain, [&](const records::Connect6Game& game) {
    board.clear();
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      if (game.is_learned(i)) visit(state_before(game.moves[i]));
      board.place(game.moves[i]);
    }
  });
}

format::WeightFile Connect6Source::weight_file(std::span<const double> gammas,
                                               std::span<const std::uint32_t> wins) const {
  return {.kind = std::string(connect6::kPatternKind),
          .schema = connect6::kPatternSchema,
          .tensors = connect6::pattern_tensors(layout_.set(), gammas, wins)};
}

}  // namespace trivium::learning::btmm
