// Network dealer for one match: `trivium-dealer` without its command line. It follows the ACPC
// server `dealer`, but always plays the match to its end.
//
// Players receive what the ACPC server sends: the state after every action; the last state of a
// hand shows the cards. Comments ("# WARNING: ...") are sent only to a player that broke a rule.
// A state for a player that is not to act may be held back for up to a millisecond, so that it can
// be sent together with the next state that this player must answer. That halves packets and
// wake-ups; bytes and their order are the same.
//
// Unlike the ACPC server, this one never aborts. If a player passes a time limit, its connection is
// closed for good. If a connection is lost, the player may reconnect to the same port; it is sent
// the present state and plays again from its next decision. The dealer waits for neither: for each
// decision they miss it checks or, if that is not free, folds. All hands are played, logged and
// scored.
//
// A seat can also be played by a function in this process. Its time is counted but not limited.
//
// One thread, one io_context; deadlines are timers. The rules of a match are in dealer_match.h, its
// files in dealer_journal.h.
#pragma once

#include <bitset>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "boost/asio/io_context.hpp"
#include "boost/asio/steady_timer.hpp"

#include "engine/core/result.h"
#include "protocols/acpc/dealer_match.h"
#include "protocols/acpc/dealer_messages.h"
#include "protocols/acpc/dealer_seat.h"
#include "protocols/acpc/dealer_witness.h"

namespace trivium::acpc {

struct DealerConfig {
  std::string address = "127.0.0.1";  ///< numeric address to listen on
  std::vector<std::uint16_t> ports;   ///< by seat; 0 or missing: the system chooses
  /// Time limit for all players to connect at the start; nothing: no limit.
  std::optional<std::chrono::milliseconds> start_patience;
  bool start_without = false;  ///< at that limit, give up missing players and begin
  /// Time limit for the version line of one client; 0: no limit.
  std::chrono::milliseconds version_patience{10'000};
};

/// Checks that `address` is a numeric IPv4 or IPv6 address. The error names it. Opens nothing.
Status check_address(const std::string& address);

/// A player in this process: returns a legal action for the player to act in `hand`. `hand` holds
/// all cards; the function must use only those of the player to act and the board so far.
using LocalPlayer = std::function<poker::Action(const poker::Hand& hand)>;

class Dealer final : SeatHost {
 public:
  /// `match` and `messages` must outlive the dealer.
  Dealer(const DealerConfig& config, Match& match, Messages& messages);

  /// Lets `player` play the seat, which then has no port. Requires: listen() was not called yet.
  void seat_local(int seat, LocalPlayer player);

  /// Opens the ports. The error names address, port and cause.
  Status listen();
  /// Returns the ports by seat, 0 for local players. Requires: listen() succeeded.
  std::vector<std::uint16_t> ports() const;

  /// Waits for the players (unless the match is already over) and plays the match to its end.
  /// Blocks. Returns an error if not all hands could be played: a seat stayed free until the start
  /// patience ran out, the witness failed, or interrupt() was called.
  Status run(Witness& witness);
  /// Makes run() return soon, with an error. Thread-safe while the dealer lives.
  void interrupt();
  /// Stops waiting for a player at this seat: if it is free, its port closes. Thread-safe while the
  /// dealer lives.
  void give_up(int seat);
  /// True if a player was late, lost or absent for some decision of the match, also before a
  /// resumption. Requires: run() has returned.
  bool any_missed() const noexcept { return missed_ || match_.any_late(); }

 private:
  using Clock = std::chrono::steady_clock;

  /// The decision that the dealer waits for.
  struct Question {
    int seat = 0;
    std::string shown;         ///< the state, without line end
    Clock::time_point asked;   ///< on the monotonic clock, for the time used
    Timestamp asked_at;        ///< on the wall clock, for the transaction file
    Microseconds allowance{};  ///< time left for the response
  };

  void seat_taken(int seat) override;
  void seat_sent(int seat, std::string_view line) override;
  void seat_left(int seat) override;
  void seat_remark(int seat, const std::string& text) override;

  bool all_seats_taken() const;
  void wait_for_players();
  void begin_without_missing();
  void do_without(int seat);
  void start();
  void play_on();
  std::string show(int seat);
  std::string show_all();
  void ask(int seat, std::string shown);
  void ask_local(int seat);
  void handle_answer(std::string_view line);
  Microseconds time_used() const;
  void run_out_of_time(std::string_view said);
  void miss(int seat, Timestamp time);
  void take(int seat, poker::Action action, Timestamp sent, Timestamp received);
  void end_hand();
  void end_match();
  void watch_deadline();
  void check_deadline();
  void flush_soon();
  void check(const Status& written);
  void stop(Status result);

  const DealerConfig config_;
  Match& match_;
  Messages& messages_;
  Witness* witness_ = nullptr;  ///< while run() runs
  boost::asio::io_context io_{1};
  std::vector<std::unique_ptr<DealerSeat>> seats_;
  std::vector<LocalPlayer> locals_;  ///< by seat; empty for network players
  boost::asio::steady_timer start_timer_;
  boost::asio::steady_timer deadline_timer_;
  boost::asio::steady_timer flush_timer_;
  bool started_ = false;
  bool stopped_ = false;
  bool deadline_armed_ = false;
  bool flushing_soon_ = false;
  bool missed_ = false;
  std::bitset<poker::kMaxPlayers> given_up_;
  /// Seats without a player that missed the start or a decision. The absence is reported once.
  std::bitset<poker::kMaxPlayers> lost_;
  std::optional<Question> question_;
  Status result_;
};

}  // namespace trivium::acpc
