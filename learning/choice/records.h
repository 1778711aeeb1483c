// Games for the learner of move choice: players, ratings, dates, and the moves played.
//
// Stores moves, two bytes each, not positions: replaying them costs less than evaluating the
// positions. Moves, games (32 bytes each) and unusual starts are in temporary files
// (learning/harness/spool.h), about 200 bytes a game. Only distinct names are in memory, about 100
// bytes each. A walk keeps the games' numbers, four bytes each (fit.h, Decisions).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/choice/position_classes.h"
#include "engine/chess/evaluation/features.h"
#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/pgn.h"
#include "engine/chess/rules/position.h"
#include "learning/harness/spool.h"

namespace trivium::learning::choice {

inline constexpr std::uint32_t kUsualStart = std::numeric_limits<std::uint32_t>::max();

/// A game without its moves.
struct GameRecord {
  std::array<std::uint32_t, 2> players{};  ///< by color: numbers of names
  std::array<std::uint16_t, 2> elos{};     ///< by color; 0: not known
  std::int32_t date =
      0;  ///< 20260131; months and days that are not known are 0, and so is a date that is not
  std::uint64_t first = 0;  ///< of its moves
  std::uint32_t count = 0;
  std::uint32_t start = kUsualStart;  ///< or which of the positions that are not the usual one
};

/// Filter of decisions. Unknown values pass only the widest bounds.
struct DecisionFilter {
  std::vector<std::string> players;   ///< players whose moves count; empty: all
  bool all_but_players = false;       ///< inverts `players`
  std::optional<chess::Color> color;  ///< of the mover
  int least_elo = 0;                  ///< of the mover
  int most_elo = std::numeric_limits<int>::max();
  int first_date = 0;  ///< as in GameRecord
  int last_date = std::numeric_limits<int>::max();
  int first_ply = 0;  ///< of the game; from 0
  int least_phase =
      0;  ///< chess::game_phase() before the move: 100 is the opening, 0 pawns and kings
  int most_phase = 100;
  /// If set, only positions of this class. Requires: outlives this object.
  const chess::PositionClasses* classes = nullptr;
  std::size_t position_class = 0;
};

class Records {
 public:
  /// Returns the numbers of the games, from 0.
  using Names = std::map<std::string, std::uint32_t, std::less<>>;

  /// Adds a game; ignored without moves. Invalidates spans. Throws format::LoadError if the disk is
  /// full.
  void add(const chess::PgnGame& game);

  std::span<const GameRecord> games() const noexcept { return games_.values(); }
  const Names& names() const noexcept { return numbers_; }
  const std::string& name(std::uint32_t number) const noexcept { return *names_[number]; }
  std::span<const chess::Move> moves(const GameRecord& game) const noexcept {
    return moves_.values().subspan(game.first, game.count);
  }
  /// Returns a hash of start and moves, equal for equal games.
  std::uint64_t hash_of(const GameRecord& game) const noexcept;

  /// Calls `visit(position, legal moves, index of the move played)` for each decision of a game
  /// that passes `filter` and has more than one legal move. `visit` must undo moves that it makes.
  template <class Visit>
  void visit(const GameRecord& game, const DecisionFilter& filter, const Visit& visit) const {
    const std::array<bool, 2> asked = {is_asked(game, chess::Color::kWhite, filter),
                                       is_asked(game, chess::Color::kBlack, filter)};
    if (!asked[0] && !asked[1]) return;
    chess::Position position = start_of(game);
    int ply = 0;
    for (const chess::Move played : moves(game)) {
      if (asked[static_cast<std::size_t>(chess::index(position.side_to_move()))] &&
          ply >= filter.first_ply && is_in_phase(position, filter)) {
        const chess::MoveList legal = chess::legal_moves(position);
        std::size_t choice = 0;
        while (legal[choice] != played) ++choice;
        if (legal.size() > 1 && is_in_class(position, legal.size(), filter))
          visit(position, legal, choice);
      }
      chess::Undo undo;
      position.do_move(played, undo);
      ++ply;
    }
  }

 private:
  chess::Position start_of(const GameRecord& game) const;
  bool is_asked(const GameRecord& game, chess::Color mover,
                const DecisionFilter& filter) const noexcept;
  static bool is_in_phase(const chess::Position& position, const DecisionFilter& filter) noexcept {
    if (filter.least_phase <= 0 && filter.most_phase >= 100) return true;
    const int phase = chess::game_phase(position);
    return phase >= filter.least_phase && phase <= filter.most_phase;
  }
  static bool is_in_class(const chess::Position& position, std::size_t legal_moves,
                          const DecisionFilter& filter) noexcept {
    return filter.classes == nullptr ||
           filter.classes->class_of(position, legal_moves) == filter.position_class;
  }
  std::uint32_t number_of(std::string_view name);

  Spool<GameRecord> games_;
  Spool<chess::Move> moves_;
  Spool<chess::Position> starts_;
  Names numbers_;
  std::vector<const std::string*> names_;  ///< in numbers_
};

}  // namespace trivium::learning::choice
