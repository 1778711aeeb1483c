// Construction of the attack tables.
#include "engine/chess/rules/attacks.h"

#include <bit>

namespace trivium::chess {
namespace {

struct Step {
  int file, rank;
};
constexpr std::array<Step, 4> kRookSteps{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
constexpr std::array<Step, 4> kBishopSteps{{{1, 1}, {-1, -1}, {-1, 1}, {1, -1}}};

constexpr bool on_board(int file, int rank) {
  return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

/// Returns the squares from (file, rank) along `step` up to and including the first blocker.
constexpr Bitboard ray(int file, int rank, Step step, Bitboard blockers) {
  Bitboard squares = 0;
  for (file += step.file, rank += step.rank; on_board(file, rank);
       file += step.file, rank += step.rank) {
    const Bitboard here = bit(make_square(file, rank));
    squares |= here;
    if (here & blockers) break;
  }
  return squares;
}

constexpr StepTables make_step_tables() {
  constexpr std::array<Step, 8> kKnightSteps{
      {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
  StepTables tables{};
  for (int square = 0; square < 64; ++square) {
    const auto at = static_cast<std::size_t>(square);
    const int file = square & 7, rank = square >> 3;
    const auto add = [&](Bitboard& board, Step step) {
      if (on_board(file + step.file, rank + step.rank))
        board |= bit(make_square(file + step.file, rank + step.rank));
    };
    for (const Step step : kKnightSteps) add(tables.knight[at], step);
    for (const Step step : kRookSteps) add(tables.king[at], step);
    for (const Step step : kBishopSteps) add(tables.king[at], step);
    for (const int side : {-1, 1}) {
      add(tables.pawn[0][at], {side, 1});
      add(tables.pawn[1][at], {side, -1});
    }
  }
  return tables;
}

constexpr void add_lines(LineTables& tables, int square, const std::array<Step, 4>& steps) {
  const int file = square & 7, rank = square >> 3;
  for (const Step step : steps) {
    const Bitboard whole = ray(file, rank, step, 0) | ray(file, rank, {-step.file, -step.rank}, 0) |
                           bit(static_cast<Square>(square));
    Bitboard passed = 0;
    for (int f = file + step.file, r = rank + step.rank; on_board(f, r);
         f += step.file, r += step.rank) {
      const auto target = static_cast<std::size_t>(8 * r + f);
      tables.between[static_cast<std::size_t>(square)][target] = passed;
      tables.line[static_cast<std::size_t>(square)][target] = whole;
      passed |= bit(make_square(f, r));
    }
  }
}

constexpr LineTables make_line_tables() {
  LineTables tables{};
  for (int square = 0; square < 64; ++square) {
    add_lines(tables, square, kRookSteps);
    add_lines(tables, square, kBishopSteps);
  }
  return tables;
}

constexpr RayTables make_ray_tables() {
  RayTables tables{};
  for (int square = 0; square < 64; ++square) {
    const auto at = static_cast<std::size_t>(square);
    const int file = square & 7, rank = square >> 3;
    tables.file[at] = ray(file, rank, {0, 1}, 0) | ray(file, rank, {0, -1}, 0);
    tables.diagonal[at] = ray(file, rank, {1, 1}, 0) | ray(file, rank, {-1, -1}, 0);
    tables.anti_diagonal[at] = ray(file, rank, {-1, 1}, 0) | ray(file, rank, {1, -1}, 0);
  }
  for (int file = 0; file < 8; ++file)
    for (std::size_t inner = 0; inner < 64; ++inner)
      tables.rank_attacks[static_cast<std::size_t>(file)][inner] = static_cast<std::uint8_t>(
          ray(file, 0, {1, 0}, inner << 1) | ray(file, 0, {-1, 0}, inner << 1));
  return tables;
}

#if defined(TRIVIUM_PEXT)

/// Returns the squares on which a piece changes the slider's attacks: its rays without their last
/// squares.
constexpr Bitboard relevant_blockers(int square, const std::array<Step, 4>& steps) {
  Bitboard mask = 0;
  for (const Step step : steps) {
    int file = square & 7, rank = square >> 3;
    for (file += step.file, rank += step.rank; on_board(file + step.file, rank + step.rank);
         file += step.file, rank += step.rank)
      mask |= bit(make_square(file, rank));
  }
  return mask;
}

using LineAttacks = Bitboard (*)(const RayTables& rays, Square square, Bitboard occupied);

/// Builds the attack sets of all squares and blockers, one square after the other. Enumerating the
/// subsets of a mask by (subset - mask) & mask gives the PEXT order.
template <std::size_t kSize>
constexpr std::array<Bitboard, kSize> make_attack_sets(const std::array<Step, 4>& steps,
                                                       LineAttacks attacks) {
  constexpr RayTables kRays = make_ray_tables();
  std::array<Bitboard, kSize> sets{};
  std::size_t next = 0;
  for (int square = 0; square < 64; ++square) {
    const Bitboard mask = relevant_blockers(square, steps);
    Bitboard blockers = 0;
    do {
      sets[next++] = attacks(kRays, static_cast<Square>(square), blockers);
      blockers = (blockers - mask) & mask;
    } while (blockers != 0);
  }
  return sets;
}

constexpr std::array<Bitboard, 5248> kBishopSets =
    make_attack_sets<5248>(kBishopSteps, bishop_attacks);
constexpr std::array<Bitboard, 102400> kRookSets =
    make_attack_sets<102400>(kRookSteps, rook_attacks);

constexpr std::array<SliderEntry, 64> make_entries(const std::array<Step, 4>& steps,
                                                   const Bitboard* sets) {
  std::array<SliderEntry, 64> entries{};
  for (int square = 0; square < 64; ++square) {
    const Bitboard mask = relevant_blockers(square, steps);
    entries[static_cast<std::size_t>(square)] = {mask, sets};
    sets += std::size_t{1} << std::popcount(mask);
  }
  return entries;
}

#endif

}  // namespace

constexpr StepTables kStepTables = make_step_tables();
constexpr LineTables kLineTables = make_line_tables();
#if defined(TRIVIUM_PEXT)
constexpr std::array<SliderEntry, 64> kBishopEntries =
    make_entries(kBishopSteps, kBishopSets.data());
constexpr std::array<SliderEntry, 64> kRookEntries = make_entries(kRookSteps, kRookSets.data());
#endif
constexpr RayTables kRayTables = make_ray_tables();

}  // namespace trivium::chess
