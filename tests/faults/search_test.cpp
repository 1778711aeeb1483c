// Code that must not allocate while a search runs: the chess search, which allocates only when it
// is constructed, in prepare() and for its reports, and the Connect-6 board.
#include <doctest/doctest.h>

#include "engine/chess/evaluation/weights.h"
#include "engine/chess/rules/game.h"
#include "engine/chess/search/root_search.h"
#include "engine/chess/search/transposition_table.h"
#include "engine/connect6/rules/board.h"
#include "engine/core/deadline.h"
#include "engine/core/limits.h"
#include "engine/core/search_control.h"
#include "tests/faults/fault_injection.h"

namespace trivium::faults {
namespace {

TEST_CASE("a chess search without reports allocates nothing") {
  const auto weights = chess::Weights::load_default();
  const chess::SearchParameters parameters;
  const chess::TablebaseOptions no_tables;
  const ReportSink<chess::Move> nobody;
  const SearchControl control;
  Limits limits;
  limits.depth = 8;
  chess::TranspositionTable table(1);
  chess::SearchContext context{table, parameters, no_tables, control, limits, nobody, Deadline()};
  chess::RootSearch searcher(0);
  searcher.set_weights(*weights);
  const chess::Game game;
  searcher.prepare(game, chess::legal_moves(game.position()), context);
  CHECK(count_allocations([&] { searcher.run(); }) == 0);
  CHECK(searcher.root_moves()[0].depth == 8);
}

TEST_CASE("placing stones on a copied Connect-6 board allocates nothing") {
  const connect6::Board board;
  connect6::Board copy = board;
  CHECK(count_allocations([&] {
          for (connect6::Cell cell = 0; cell < 5; ++cell) copy.do_move(cell);
        }) == 0);
}

}  // namespace
}  // namespace trivium::faults
