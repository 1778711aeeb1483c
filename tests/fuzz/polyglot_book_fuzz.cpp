// Opening books: any bytes are rejected with a message, or are a book whose moves are legal.
#include "engine/chess/book/book.h"
#include "engine/chess/rules/movegen.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/memory_file.h"

namespace trivium::chess {

TRIVIUM_FUZZ_TARGET(polyglot_book) {
  const fuzz::MemoryFile file(input);
  const auto book = Book::open(file.path());
  if (!book) return fuzz::check_message(book.error().message);
  fuzz::check((*book)->entries() == input.size() / 16,
              "a book has as many entries as fit into its file");
  const Game game;
  const MoveList legal = legal_moves(game.position());
  for (const BookMove& found : (*book)->moves(game))
    fuzz::check(legal.contains(found.move), "a book's moves are legal");
  Rng rng(1);
  const auto chosen = (*book)->choose(game, BookChoice::kByWeight, rng);
  fuzz::check(!chosen || legal.contains(*chosen), "a move that is chosen is legal");
}

}  // namespace trivium::chess
