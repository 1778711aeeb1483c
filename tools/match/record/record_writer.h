// Writes games of a journal in exchange formats: PGN, SGF, GGF, transcripts, poker logs, and JSON
// lines for scripts.
//
// - PGN: comments after moves as in cutechess-cli and fastchess, {+0.34/12 0.523s, n=4711}: score
//   from the mover's view in pawns (+M5: mate in five moves), depth, time, nodes; {book} for an
//   opening move; the last comment adds the reason of the end
// - SGF: one stone or disc per node (GM[511] in Connect-6, GM[2] in Reversi), with the same
//   comments
// - GGF: games of Reversi, with scores in discs and times. The result of a game that ended early is
//   "?", since GGF has only scores
// - transcript: the moves of a game of Reversi, one game per line, without names and result
// - STATE: the log of each block of deals in the form of an ACPC dealer; `trivium check poker`
//   reads it
// - JSON: {"number":1,"round":1,...,"engines":[by seat],"points":[by seat],"ending":"rules",
//   "game":{see played_game.h}}; in poker "log" instead of "game"; numbers start at 1
//
// Times are in UTC, so that a game has the same text on every machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "engine/chess/rules/pgn.h"
#include "engine/core/result.h"
#include "tools/match/record/ledger.h"
#include "tools/match/record/played_game.h"
#include "tools/match/setup/engine_spec.h"

namespace trivium::match {

enum class RecordFormat : std::uint8_t { kPgn, kSgf, kState, kJson, kGgf, kTranscript };
inline constexpr std::array<std::string_view, 6> kRecordFormatWords{"pgn",  "sgf", "state",
                                                                    "json", "ggf", "transcript"};
constexpr std::string_view to_string(RecordFormat format) noexcept {
  return kRecordFormatWords[static_cast<std::size_t>(format)];
}

struct RecordOptions {
  RecordFormat format = RecordFormat::kPgn;
  std::string event;  ///< empty: the tournament's name
  std::string site;   ///< may be empty
};

/// Returns the default format of records of `game`: PGN, SGF or STATE.
RecordFormat usual_format(Game game) noexcept;

/// Returns the start position and the moves of a game of chess; the error names an illegal one.
Result<chess::PgnGame> replayed_chess(const PlayedGame& played);

/// Writer for one tournament. Immutable; thread-safe.
class RecordWriter {
 public:
  /// Fails if the format is for another game, or if the tournament's rules do not name its game.
  static Result<RecordWriter> make(const TournamentIdentity& tournament,
                                   const RecordOptions& options);

  /// Returns the game with all its line ends. The error names the game and the problem of its body.
  Result<std::string> text(const JournalEntry& entry) const;

 private:
  RecordWriter(const TournamentIdentity& tournament, const RecordOptions& options)
      : tournament_(tournament), options_(options) {}

  // These functions throw format::LoadError.
  std::string pgn(const JournalEntry& entry, const PlayedGame& played) const;
  std::string connect6_game(const JournalEntry& entry, const PlayedGame& played) const;
  std::string reversi_game(const JournalEntry& entry, const PlayedGame& played) const;
  std::string json(const JournalEntry& entry) const;
  std::string time_control(const std::string& engine) const;

  TournamentIdentity tournament_;
  RecordOptions options_;
  Game game_ = Game::kChess;
  std::map<std::string, std::string>
      time_controls_;  ///< by engine; from the rules, if they name any
};

}  // namespace trivium::match
