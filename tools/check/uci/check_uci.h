// Protocol test of a UCI engine, without playing games: commands of graphical interfaces and
// tournaments, and misuse.
//
// Source of the rules: Meyer-Kahlen and Huber, "Description of the universal chess interface"
// (2004), with later conventions (UCI_Chess960, `bestmove (none)`, wdl). Where the text is silent
// the rule states what other programs need, and a violation is a warning.
//
// This header also has the building blocks of the checks, which the other files of this folder use:
// the engine under test, and the tables of checks. Our chess rules follow every position sent to
// the engine, so that each bestmove is checked.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/rules/position.h"
#include "protocols/client/uci_info.h"
#include "protocols/client/uci_option.h"
#include "tools/check/checked_program.h"

namespace trivium::check {

/// Returns all rules in the order of checking.
std::vector<CheckRule> uci_rules();

/// Checks all selected rules; blocks: about 20 s for a quick test, at most 40 s; minutes with the
/// slow checks. Started programs end with the calling thread at the latest.
CheckReport check_uci(const CheckOptions& options);

/// Middle game with many plausible moves for both sides.
inline constexpr std::string_view kMiddleGame =
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

/// Time limit of searches that take any engine less than a second.
inline constexpr std::chrono::seconds kSearchPatience{4};

/// The engine's answer to `uci`.
struct UciGreeting {
  std::string name;
  std::string author;
  std::vector<client::UciOption> options;
  std::vector<std::string> unreadable;  ///< errors of unreadable option lines
  std::vector<std::string> lines;       ///< all lines, without a banner before them and uciok
};

/// Output of one search.
struct UciSearch {
  std::vector<std::string> infos;  ///< info lines
  std::vector<std::string> noise;  ///< other lines
  std::string best;                ///< the word after "bestmove"
  std::string expected;            ///< the word after "ponder"; empty: none
  Clock::duration elapsed{};       ///< from the last line sent to the bestmove
  Clock::duration own{};           ///< `elapsed` less the machine's delay
  /// Returns the fields of `infos`, with views into them.
  std::vector<client::UciInfo> parsed() const;
};

class CheckedUciEngine final : public CheckedProgram {
 public:
  explicit CheckedUciEngine(const CheckOptions& options) : CheckedProgram("UCI", options) {}

  /// Sends `uci` and reads until `uciok`. It is an error if that does not come in time.
  UciGreeting greet();
  /// Returns the answer of the last handshake.
  const UciGreeting& greeting() const noexcept { return greeting_; }
  /// Returns the engine's option of this name, in any case of letters; nullptr if there is none.
  const client::UciOption* option(std::string_view name) const noexcept;
  /// Sends "setoption name NAME value VALUE". The option stays set until the process ends; the next
  /// check gets a new one.
  void set_option(std::string_view name, std::string_view value);
  /// Sets UCI_Chess960, so that castling is written as king takes rook.
  void set_chess960();
  /// Sends isready and reads until readyok. Returns the lines before that.
  std::vector<std::string> ready();
  /// Sends the invalid lines `text`. Returns whether the engine still answers isready. The next
  /// check gets a new process.
  bool survives(std::string_view text);

  /// Sends ucinewgame and calls ready().
  std::vector<std::string> new_game();
  /// Sends a position and moves from it; an empty `fen` means the start position. Requires: both
  /// are valid. Returns this object, for a search from there.
  CheckedUciEngine& position(std::string_view fen, std::string_view moves = {});
  /// Returns the last position sent.
  const chess::Position& board() const noexcept { return board_; }

  /// Sends `go` and reads until the bestmove. It is an error if that takes longer than `patience`
  /// and the machine's delay.
  UciSearch search(std::string_view go, Clock::duration patience = kSearchPatience);
  /// Searches about `nodes` nodes: by `go nodes`, or by a few milliseconds if the engine ignores
  /// nodes.
  UciSearch search_little(std::int64_t nodes);
  /// Stores that the engine ignores `go nodes`.
  void distrust_nodes() noexcept { keeps_nodes_ = false; }
  bool keeps_nodes() const noexcept { return keeps_nodes_; }
  /// Sends `go` and reads nothing.
  void begin(std::string_view go);
  /// Starts an infinite search of the middle game, which must not end by itself at once.
  void begin_infinite();
  /// Sends `request` and reads until the bestmove of the running search, which it must cause.
  UciSearch finish(std::string_view request, Clock::duration patience = kPrompt);
  /// Reads until the bestmove of the running search. Returns all its output since its start; empty
  /// after `patience`.
  std::optional<UciSearch> answer(Clock::duration patience);
  /// Reads for `time`. A bestmove is an error that ends the check; its text is "a bestmove " and
  /// `why`.
  void expect_no_move(Clock::duration time, std::string_view why);
  /// Plays a new game from `moves` against itself until it has `max_moves` more, by searches of
  /// about `nodes` nodes; every position is sent as moves from the start.
  void play_game(std::string moves, int max_moves, std::int64_t nodes);

 private:
  void handshake() override;
  void reset_after_check() override;
  std::optional<UciSearch> answer_in_own_time(Clock::duration patience);
  void judge_move(const UciSearch& search);

  UciGreeting greeting_;
  chess::Position board_;
  bool chess960_ = false;
  bool keeps_nodes_ = true;          ///< false once it has ignored go nodes
  std::string asked_;                ///< last go command
  UciSearch search_;                 ///< the running search so far
  Clock::duration waited_before_{};  ///< waited() when the last request was sent
};

// Tables of checks, one for each theme.
using UciCheck = Check<CheckedUciEngine>;

std::span<const UciCheck> uci_handshake_checks();
std::span<const UciCheck> uci_option_checks();
std::span<const UciCheck> uci_limit_checks();     ///< depth, nodes, time
std::span<const UciCheck> uci_search_checks();    ///< stop, infinite, ponder, MultiPV
std::span<const UciCheck> uci_move_checks();      ///< legality and form of moves
std::span<const UciCheck> uci_info_checks();      ///< info lines
std::span<const UciCheck> uci_robust_checks();    ///< invalid input
std::span<const UciCheck> uci_lifetime_checks();  ///< new games, end of the process, memory

}  // namespace trivium::check
