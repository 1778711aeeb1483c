// What the search of chess says of itself: it allocates when it is made, in prepare() and for its
// reports, so not while it runs without them.
#include "engine/chess/search.h"

#include <doctest/doctest.h>

#include "engine/chess/rules/game.h"
#include "engine/chess/transposition_table.h"
#include "engine/chess/weights.h"
#include "engine/core/limits.h"
#include "engine/core/search_control.h"
#include "tests/faults/fault_injection.h"

namespace trivium::faults {
namespace {

TEST_CASE("a search of chess without reports allocates nothing") {
  const auto weights = chess::Weights::load_default();
  const chess::SearchParameters parameters;
  const chess::TablebaseOptions no_tables;
  const ReportSink<chess::Move> nobody;
  const SearchControl control;
  Limits limits;
  limits.depth = 8;
  chess::TranspositionTable table(1);
  chess::NodeCounter counter;
  chess::SearchContext context{table, parameters, no_tables, control, limits, nobody, chess::TimeManager(limits, Milliseconds(0))};
  context.counters = {&counter, 1};
  chess::Searcher searcher(counter, 0);
  searcher.set_weights(*weights);
  const chess::Game game;
  searcher.prepare(game, chess::legal_moves(game.position()), context);
  CHECK(count_allocations([&] { searcher.run(); }) == 0);
  CHECK(searcher.root_moves()[0].depth == 8);
}

}  // namespace
}  // namespace trivium::faults
