// A set of finished Reversi games for training, of which some are held out. The games are in memory
// as moves, 60 bytes each; their positions are replayed in every pass.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "engine/reversi/rules/position.h"
#include "learning/harness/shards.h"
#include "learning/records/reversi_games.h"
#include "learning/records/split.h"

namespace trivium::learning::btmm {

/// A position and the move that was chosen in it.
struct ReversiChoice {
  reversi::Position position;
  reversi::Bitboard legal = 0;  ///< all squares on which the side to move may place a disc
  reversi::Square chosen = 0;

  /// True if there was no other move. Such a position is not a state.
  bool is_forced() const noexcept { return (legal & (legal - 1)) == 0; }
};

/// States are positions with at least two legal moves, of the sides that are learned from.
class ReversiGameSet : public records::RoleCounts {
 public:
  /// Reads the files (records::read_reversi_games()) and assigns roles. Throws format::LoadError as
  /// that function does. Requires: at least one file.
  ReversiGameSet(std::span<const std::string> files, const records::Split& split);
  /// Creates the set from games that were already read. `source` names them in messages.
  ReversiGameSet(records::ReversiGames read, const records::Split& split, std::string source);

  /// Returns records::ReversiGames::summary().
  std::string summary() const { return read_.summary(); }
  const GamesLeftOut& left_out() const noexcept { return read_.left_out; }

  /// Throws format::LoadError if there is no training state.
  void require_states() const;
  /// Throws format::LoadError with the names of the files and `fault`.
  [[noreturn]] void fail(std::string code, std::string_view fault) const;

  /// Calls `visit(const ReversiChoice&)` for the positions of the games of `role` in the shard, in
  /// the order of the files. Skips passes, which are not choices, and the sides that are not
  /// learned from. Thread-safe.
  template <class Visit>
  void visit(const Shards& shards, std::size_t shard, records::Role role,
             const Visit& visit) const {
    const Range range = shards.range(shard, games());
    for (std::size_t i = range.begin; i < range.end; ++i) {
      if (roles_[i] == role) visit_game(read_.games[i], split_.used_in(role), visit);
    }
  }

 private:
  template <class Visit>
  static void visit_game(const records::ReversiGame& game, records::LearnFrom learn_from,
                         const Visit& visit) {
    ReversiChoice choice{reversi::Position::start()};
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      const int score = i % 2 == 0 ? game.score : -game.score;  // for the side to move
      const bool used = learn_from == records::LearnFrom::kBoth || score > 0;
      if (used && game.moves[i] != reversi::kPass) {
        choice.legal = choice.position.moves();
        choice.chosen = game.moves[i];
        visit(static_cast<const ReversiChoice&>(choice));
      }
      choice.position.do_move(game.moves[i]);
    }
  }

  void assign_roles();

  records::ReversiGames read_;
  records::Split split_;
  std::string source_;
};

}  // namespace trivium::learning::btmm
