#include "engine/chess/book/book.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/chess/book/entry_bytes.h"
#include "engine/core/descriptor.h"

namespace trivium::chess {
namespace {

/// Returns the first fault in the order of the entries, or nothing.
std::optional<std::string> order_fault(int file, std::uint64_t entries) {
  constexpr std::uint64_t kAtOnce = 4096;
  std::vector<std::byte> block(kAtOnce * kPolyglotEntryBytes);
  std::uint64_t last = 0;
  for (std::uint64_t first = 0; first < entries; first += kAtOnce) {
    const std::size_t count = std::min(kAtOnce, entries - first);
    const std::span bytes = std::span(block).first(count * kPolyglotEntryBytes);
    if (read_at(file, bytes, first * kPolyglotEntryBytes) < bytes.size())
      return "cannot be read to its end";
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t key = detail::read_number(bytes.subspan(i * kPolyglotEntryBytes, 8));
      if (key < last)
        return fmt::format(
            "entry {} is out of order: this is not a Polyglot book, or a damaged one",
            first + i + 1);
      last = key;
    }
  }
  return std::nullopt;
}

std::string cause() { return std::strerror(errno); }

}  // namespace

Result<std::shared_ptr<const Book>> Book::open(const std::filesystem::path& path) {
  const auto fault = [&path](const char* code, const std::string& what) {
    return Error{code, path.string() + ": " + what};
  };
  // O_NONBLOCK: opening a pipe must not wait for its writer.
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return fault("file.open", cause());
  std::shared_ptr<Book> book(new Book(file, 0));  // closes the file on every path
  struct stat found {};
  if (fstat(file, &found) != 0) return fault("file.read", cause());
  if (S_ISDIR(found.st_mode)) return fault("file.folder", "is a folder; a book is a file");
  if (!S_ISREG(found.st_mode)) return fault("file.kind", "is not a regular file; a book is one");
  const auto size = static_cast<std::uint64_t>(found.st_size);
  if (size == 0) return fault("file.empty", "is empty");
  if (size % kPolyglotEntryBytes != 0) {
    return fault("book.size",
                 fmt::format("{} bytes are not a whole number of entries of {}: this is "
                             "no Polyglot book, or a damaged one",
                             size, kPolyglotEntryBytes));
  }
  book->entries_ = size / kPolyglotEntryBytes;
  if (const auto disorder = order_fault(file, book->entries_))
    return fault("book.order", *disorder);
  return std::shared_ptr<const Book>(std::move(book));
}

Book::~Book() { close(file_); }

std::optional<PolyglotEntry> Book::entry(std::uint64_t number) const noexcept {
  EntryBytes bytes{};
  if (read_at(file_, bytes, number * kPolyglotEntryBytes) < bytes.size()) return std::nullopt;
  return read_entry(bytes);
}

std::uint64_t Book::first_at_least(std::uint64_t key) const noexcept {
  std::uint64_t low = 0, high = entries_;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    const std::optional<PolyglotEntry> found = entry(middle);
    if (!found) return entries_;
    if (found->key < key) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

std::vector<BookMove> Book::moves(const Position& position, std::uint64_t key) const {
  std::vector<BookMove> moves;
  for (std::uint64_t number = first_at_least(key); number < entries_; ++number) {
    const std::optional<PolyglotEntry> found = entry(number);
    if (!found || found->key != key) break;
    const std::optional<Move> move = move_of_polyglot(position, found->move);
    const auto same = [&](const BookMove& known) { return known.move == *move; };
    if (move && std::ranges::none_of(moves, same))
      moves.push_back({*move, found->weight, found->learn});
  }
  std::ranges::stable_sort(moves, std::greater<>(), &BookMove::weight);
  return moves;
}

std::vector<BookMove> Book::moves(const Game& game) const {
  return moves(game.position(), polyglot_key(game));
}

std::optional<Move> Book::choose(const Game& game, BookChoice choice, Rng& rng) const {
  const std::vector<BookMove> known = moves(game);
  const auto add = [](std::uint32_t sum, const BookMove& move) { return sum + move.weight; };
  const std::uint32_t weights = std::accumulate(known.begin(), known.end(), std::uint32_t{0}, add);
  if (weights == 0) return std::nullopt;
  if (choice == BookChoice::kBest) return known.front().move;
  std::uint32_t drawn = rng.below(weights);
  for (const BookMove& move : known) {
    if (drawn < move.weight) return move.move;
    drawn -= move.weight;
  }
  return std::nullopt;  // never reached: the drawn number is below the sum
}

}  // namespace trivium::chess
