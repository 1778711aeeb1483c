// Games for the learner of move choice: players, ratings, dates and moves, and a filter of
// decisions.
//
// Stores moves (two bytes each) instead of positions, because replaying moves costs less than
// evaluating the positions. Moves, games (32 bytes each) and unusual start positions are in
// temporary files (learning/harness/spool.h), about 200 bytes per game. Only distinct names are in
// memory, about 100 bytes each.
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

/// GameRecord::start of games that begin with the usual start position.
inline constexpr std::uint32_t kUsualStart = std::numeric_limits<std::uint32_t>::max();

/// A game without its moves.
struct GameRecord {
  std::array<std::uint32_t, 2> players{};  ///< numbers of the names, by color
  std::array<std::uint16_t, 2> elos{};     ///< ratings by color; 0 if unknown
  std::int32_t date = 0;                   ///< as 20260131; unknown months, days and dates are 0
  std::uint64_t first = 0;                 ///< index of the first move
  std::uint32_t count = 0;                 ///< number of moves
  std::uint32_t start = kUsualStart;       ///< kUsualStart, or index of the start position
};

/// Filter of decisions. All bounds are inclusive. Unknown ratings and dates pass only the default
/// bounds.
struct DecisionFilter {
  std::vector<std::string> players;   ///< names of movers; empty for all
  bool all_but_players = false;       ///< inverts `players`
  std::optional<chess::Color> color;  ///< color of the mover
  int min_elo = 0;                    ///< bounds of the mover's rating
  int max_elo = std::numeric_limits<int>::max();
  int first_date = 0;  ///< as in GameRecord
  int last_date = std::numeric_limits<int>::max();
  int first_ply = 0;  ///< number of half-moves at the start of a game that are not decisions
  /// Bounds of chess::game_phase() before the move: 100 in the opening, 0 with pawns and kings
  /// only.
  int min_phase = 0;
  int max_phase = 100;
  /// If set, only positions of this class. Requires: outlives this object.
  const chess::PositionClasses* classes = nullptr;
  std::size_t position_class = 0;
};

/// Const functions are thread-safe.
class Records {
 public:
  /// Number of each name, from 0.
  using Names = std::map<std::string, std::uint32_t, std::less<>>;

  /// Adds a game unless it has no moves. Invalidates spans. Throws format::LoadError if the disk is
  /// full.
  void add(const chess::PgnGame& game);

  std::span<const GameRecord> games() const noexcept { return games_.values(); }
  const Names& names() const noexcept { return numbers_; }
  /// Returns the name with this number.
  const std::string& name(std::uint32_t number) const noexcept { return *names_[number]; }
  std::span<const chess::Move> moves(const GameRecord& game) const noexcept {
    return moves_.values().subspan(game.first, game.count);
  }
  /// Returns a hash of the start position and the moves.
  std::uint64_t hash_of(const GameRecord& game) const noexcept;

  /// Calls visit(position, legal moves, index of the move played) for each decision of a game that
  /// passes `filter` and has more than one legal move. Requires: `visit` undoes moves that it makes
  /// in the position.
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
  /// True if the mover's decisions in a game can pass the filter.
  bool is_asked(const GameRecord& game, chess::Color mover,
                const DecisionFilter& filter) const noexcept;
  static bool is_in_phase(const chess::Position& position, const DecisionFilter& filter) noexcept {
    if (filter.min_phase <= 0 && filter.max_phase >= 100) return true;
    const int phase = chess::game_phase(position);
    return phase >= filter.min_phase && phase <= filter.max_phase;
  }
  static bool is_in_class(const chess::Position& position, std::size_t legal_moves,
                          const DecisionFilter& filter) noexcept {
    return filter.classes == nullptr ||
           filter.classes->class_of(position, legal_moves) == filter.position_class;
  }
  /// Returns the number of a name, which is added if it is new.
  std::uint32_t number_of(std::string_view name);

  Spool<GameRecord> games_;
  Spool<chess::Move> moves_;
  Spool<chess::Position> starts_;
  Names numbers_;
  std::vector<const std::string*> names_;  ///< keys of numbers_, by number
};

}  // namespace trivium::learning::choice
