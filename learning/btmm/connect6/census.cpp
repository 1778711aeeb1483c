#include "learning/btmm/connect6/census.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/connect6/rules/board.h"
#include "engine/core/rng.h"
#include "engine/core/text.h"
#include "learning/records/game_set.h"

namespace trivium::learning::btmm {

namespace {

/// Returns the index of the cell's image under a symmetry. Bit 0 of `symmetry` mirrors columns, bit
/// 1 mirrors rows, and bit 2 then exchanges columns and rows.
std::uint64_t image(int column, int row, int size, unsigned symmetry) noexcept {
  if ((symmetry & 1) != 0) column = size - 1 - column;
  if ((symmetry & 2) != 0) row = size - 1 - row;
  if ((symmetry & 4) != 0) std::swap(column, row);
  return static_cast<std::uint64_t>(column + size * row);
}

/// Returns a hash of the first `stones` stones that is invariant under the eight symmetries and the
/// order of stones in a turn.
std::uint64_t opening_hash(const records::Connect6Game& game, std::size_t stones) noexcept {
  std::uint64_t minimum = ~std::uint64_t{0};
  for (unsigned symmetry = 0; symmetry < 8; ++symmetry) {
    // A sum of hashes of (cell, turn) does not depend on the order of stones in a turn.
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < std::min(stones, game.moves.size()); ++i) {
      const std::uint64_t turn = (i + 1) / 2;
      std::uint64_t key = (turn << 16) + image(game.moves[i] % game.size, game.moves[i] / game.size,
                                               game.size, symmetry);
      sum += splitmix64(key);
    }
    minimum = std::min(minimum, sum);
  }
  return minimum;
}

}  // namespace

bool Census::add(const records::Connect6Game& game) {
  if (!games_.insert(records::hash_of(game)).second) {
    ++duplicates_;
    return false;
  }
  if (lengths_.size() <= game.moves.size()) lengths_.resize(game.moves.size() + 1);
  ++lengths_[game.moves.size()];
  ++results_[static_cast<std::size_t>(game.result)];
  states_ += game.moves.size() - static_cast<std::size_t>(game.opening);
  if (game.moves.size() >= kOpeningStones) openings_.insert(opening_hash(game, kOpeningStones));
  return true;
}

std::size_t Census::length_at(double share) const noexcept {
  std::uint64_t so_far = 0;
  for (std::size_t length = 0; length < lengths_.size(); ++length) {
    so_far += lengths_[length];
    if (static_cast<double>(so_far) >= share * static_cast<double>(games())) return length;
  }
  return lengths_.size() - 1;
}

std::string Census::text() const {
  using connect6::GameResult;
  const auto share = [this](std::uint64_t part) {
    return 100.0 * static_cast<double>(part) /
           static_cast<double>(std::max<std::uint64_t>(games(), 1));
  };
  std::string words = fmt::format("{}, {} states, {} left out\n", text::counted(games(), "game"),
                                  states_, text::counted(duplicates_, "duplicate"));
  words += fmt::format("results   Black {:.1f} %, White {:.1f} %, drawn {:.1f} %\n",
                       share(results(GameResult::kBlackWins)),
                       share(results(GameResult::kWhiteWins)), share(results(GameResult::kDraw)));
  words += fmt::format("openings  {} of {} stones differ: {:.1f} %\n", openings(), kOpeningStones,
                       share(openings()));
  if (games() == 0) return words;
  double stones = 0.0;
  for (std::size_t length = 0; length < lengths_.size(); ++length)
    stones += static_cast<double>(length * lengths_[length]);
  words += fmt::format(
      "stones    mean {:.1f}; 5 % up to {}, a quarter up to {}, half up to {}, three quarters up "
      "to {}, 95 % up to {}\n",
      stones / static_cast<double>(games()), length_at(0.05), length_at(0.25), length_at(0.5),
      length_at(0.75), length_at(0.95));
  return words;
}

std::string Census::lengths_csv() const {
  std::string csv = "stones,games\n";
  for (std::size_t length = 0; length < lengths_.size(); ++length) {
    if (lengths_[length] > 0) csv += fmt::format("{},{}\n", length, lengths_[length]);
  }
  return csv;
}

}  // namespace trivium::learning::btmm
