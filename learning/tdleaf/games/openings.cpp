#include "learning/tdleaf/games/openings.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "engine/chess/rules/epd.h"
#include "engine/chess/rules/game.h"
#include "engine/chess/rules/notation.h"
#include "engine/chess/rules/pgn_file.h"
#include "learning/records/file_kind.h"
#include "models/format/load_error.h"

namespace trivium::learning::tdleaf {

namespace {

[[noreturn]] void fail_in_book(const std::filesystem::path& book, const std::string& fault) {
  throw format::LoadError("tdleaf.openings", "{}: {}", book.string(), fault);
}

void add_unless_over(const chess::Game& game, std::vector<records::PackedPosition>& positions) {
  if (!game.end()) positions.push_back(records::pack(game.position()));
}

std::vector<records::PackedPosition> positions_of_epd(input::Stream& in,
                                                      const std::filesystem::path& book) {
  std::vector<records::PackedPosition> positions;
  chess::EpdReader reader(in);
  for (auto record = reader.next(); record; record = reader.next()) {
    format::or_throw(in.status());
    if (!*record) fail_in_book(book, record->error().message);
    add_unless_over(chess::Game((*record)->position), positions);
  }
  format::or_throw(in.status());
  return positions;
}

std::vector<records::PackedPosition> positions_of_pgn(std::unique_ptr<input::Stream> in,
                                                      const std::filesystem::path& book,
                                                      int plies) {
  std::vector<records::PackedPosition> positions;
  chess::PgnFile games(std::move(in));
  while (const auto record = games.next()) {
    if (!*record) fail_in_book(book, record->error().message);
    const chess::PgnGame& moves = **record;
    chess::Game game(moves.start);
    const std::size_t played = std::min(moves.moves.size(), static_cast<std::size_t>(plies));
    for (std::size_t i = 0; i < played; ++i) game.do_move(moves.moves[i]);
    add_unless_over(game, positions);
  }
  format::or_throw(games.status());
  return positions;
}

}  // namespace

Openings::Openings() : positions_{records::pack(chess::start_position())} {}

Openings Openings::read(const std::filesystem::path& book, int plies) {
  std::unique_ptr<input::Stream> in = format::or_throw(input::Stream::open(book));
  Openings openings(records::kind_of(*in) == records::ChessRecord::kPgn
                        ? positions_of_pgn(std::move(in), book, plies)
                        : positions_of_epd(*in, book));
  if (openings.positions_.empty()) fail_in_book(book, "no position to begin a game from");
  return openings;
}

chess::Position Openings::draw(Rng& rng) const {
  return *records::unpack(draw_one(positions_, rng));
}

}  // namespace trivium::learning::tdleaf
