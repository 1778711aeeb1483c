// A UCI engine under test: the building blocks of the checks of UCI.
//
// Our chess rules follow every position sent to the engine, so that each bestmove is checked.
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

/// Middle game with many plausible moves for both sides.
inline constexpr std::string_view kMiddleGame =
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

/// Time limit of searches that no engine needs a second for.
inline constexpr std::chrono::seconds kSearchPatience{4};

/// The engine's answer to `uci`.
struct UciGreeting {
  std::string name;
  std::string author;
  std::vector<client::UciOption> options;
  std::vector<std::string> unreadable;  ///< errors of unreadable option lines
  std::vector<std::string> lines;       ///< all lines without uciok
};

struct UciSearch {
  std::vector<std::string> infos;  ///< info lines
  std::vector<std::string> noise;  ///< other lines
  std::string best;                ///< the word after "bestmove"
  std::string expected;            ///< the word after "ponder"; empty: none
  Clock::duration elapsed{};       ///< from the last line sent to the bestmove
  Clock::duration own{};           ///< elapsed without the machine's delay
};

class CheckedUciEngine final : public CheckedProgram {
 public:
  explicit CheckedUciEngine(const CheckOptions& options) : CheckedProgram("UCI", options) {}

  /// Sends `uci` and reads until `uciok`.
  UciGreeting greet();
  /// Answer of the last handshake.
  const UciGreeting& greeting() const noexcept { return greeting_; }
  /// nullptr if it has no such option.
  const client::UciOption* option(std::string_view name) const noexcept;
  /// Sends "setoption name NAME value VALUE"; stays set until the process ends.
  void set_option(std::string_view name, std::string_view value);
  /// Switches to castling as king takes rook.
  void set_chess960();
  /// Sends isready and reads until readyok. Returns the lines before that.
  std::vector<std::string> ready();
  /// Returns whether it still answers isready after the invalid lines `text`. If not, a new process
  /// is needed.
  bool survives(std::string_view text);

  /// Sends a position; `fen` empty: the start position. Requires: valid.
  void position(std::string_view fen, std::string_view moves = {});
  const chess::Position& board() const noexcept { return board_; }

  /// Sends `go` and reads until the bestmove. A timeout of `patience` is an error.
  UciSearch search(std::string_view go, Clock::duration patience = kSearchPatience);
  /// Searches about `nodes` nodes: by `go nodes`, or by a few milliseconds if the engine ignores
  /// nodes.
  UciSearch search_little(std::int64_t nodes);
  /// Marks `go nodes` as unreliable.
  void distrust_nodes() noexcept { keeps_nodes_ = false; }
  bool keeps_nodes() const noexcept { return keeps_nodes_; }
  /// Sends `go` only.
  void begin(std::string_view go);
  /// Sends `request`, which must produce the bestmove of the running search.
  UciSearch finish(std::string_view request, Clock::duration patience = kPrompt);
  /// Bestmove of the running search with all lines since its start; empty after `patience`.
  std::optional<UciSearch> answer(Clock::duration patience);
  /// Reads for `time`; a bestmove meanwhile is an error that ends the check; `why` completes its
  /// text.
  void expect_no_move(Clock::duration time, std::string_view why);

 private:
  void handshake() override;
  void settle() override;
  std::optional<UciSearch> answer_in_own_time(Clock::duration patience);
  void judge_move(const UciSearch& search);

  UciGreeting greeting_;
  chess::Position board_;
  bool chess960_ = false;
  bool keeps_nodes_ = true;  ///< false once it has ignored go nodes
  std::string asked_;        ///< last go command
  UciSearch search_;         ///< the running search so far
  Clock::duration waited_before_{};
};

}  // namespace trivium::check
