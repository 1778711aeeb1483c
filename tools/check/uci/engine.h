// A UCI engine under examination: the words that the checks of UCI are made of.
//
// Our own rules of chess follow every position that the engine is given, so that each bestmove of each check is judged.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/rules/position.h"
#include "protocols/client/uci_option.h"
#include "tools/check/checked_program.h"

namespace trivium::check {

/// A middle game with much to think about on either side.
inline constexpr std::string_view kMiddleGame = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

/// For searches with a limit that no engine needs a second for.
inline constexpr std::chrono::seconds kSearchPatience{4};

/// What an engine says to `uci`.
struct UciGreeting {
  std::string name;
  std::string author;
  std::vector<client::UciOption> options;
  std::vector<std::string> unreadable;  ///< why lines of options cannot be read
  std::vector<std::string> lines;       ///< all, without uciok
};

struct UciSearch {
  std::vector<std::string> infos;  ///< its info lines
  std::vector<std::string> noise;  ///< lines of any other kind
  std::string best;                ///< the word after "bestmove"
  std::string expected;            ///< the word after "ponder"; empty: none
  Clock::duration elapsed{};       ///< from what was sent last until the bestmove
  Clock::duration own{};           ///< elapsed, without what the machine took from it
};

class CheckedUciEngine final : public CheckedProgram {
 public:
  explicit CheckedUciEngine(const CheckOptions& options) : CheckedProgram("UCI", options) {}

  /// Says `uci` and reads until `uciok`.
  UciGreeting greet();
  /// What it said in the last handshake.
  const UciGreeting& greeting() const noexcept { return greeting_; }
  /// Null where it has no such option.
  const client::UciOption* option(std::string_view name) const noexcept;
  /// "setoption name NAME value VALUE"; not undone before the process ends.
  void set_option(std::string_view name, std::string_view value);
  /// Castling is king takes rook from now on.
  void set_chess960();
  /// isready, readyok. Returns what it said before that.
  std::vector<std::string> ready();
  /// Whether it still answers isready after `text`, lines that nobody should send. A new process is needed where it does not.
  bool survives(std::string_view text);

  /// `fen` empty: the start position. Both must be right: they are ours.
  void position(std::string_view fen, std::string_view moves = {});
  const chess::Position& board() const noexcept { return board_; }

  /// Sends `go` and reads until the bestmove. None within `patience` is an error.
  UciSearch search(std::string_view go, Clock::duration patience = kSearchPatience);
  /// About `nodes` of the position: by `go nodes`, or by a few milliseconds where the engine was seen not to keep to nodes.
  UciSearch search_little(std::int64_t nodes);
  /// `go nodes` is not to be relied on from now on.
  void distrust_nodes() noexcept { keeps_nodes_ = false; }
  bool keeps_nodes() const noexcept { return keeps_nodes_; }
  /// Sends `go`, and no more.
  void begin(std::string_view go);
  /// Sends `request`, which must bring the bestmove of a search that has begun.
  UciSearch finish(std::string_view request, Clock::duration patience = kPrompt);
  /// The bestmove of a search that has begun, with all that came since its beginning; nothing when there is none within `patience`.
  std::optional<UciSearch> answer(Clock::duration patience);
  /// Listens for `time`; a bestmove meanwhile is an error, as `why` says, and the end of the check.
  void expect_no_move(Clock::duration time, std::string_view why);

 private:
  void handshake() override;
  void settle() override;
  std::optional<UciSearch> answer_in_own_time(Clock::duration patience);
  void judge_move(const UciSearch& search);

  UciGreeting greeting_;
  chess::Position board_;
  bool chess960_ = false;
  bool keeps_nodes_ = true;  ///< as far as is known
  std::string asked_;        ///< the last go
  UciSearch search_;         ///< as far as it has been heard
  Clock::duration waited_before_{};
};

}  // namespace trivium::check
