// A match on the network: `trivium-dealer` without its command line. Plays as the ACPC server `dealer` does, and to the end.
//
// Players see what the ACPC server sends: the state after every action, the last one of a hand with the cards shown. Only who broke a rule
// is sent comments ("# WARNING: ...") besides. The states for those who are not to act may come up to a millisecond later, together with
// the state they are asked about: half the packets and wake-ups, the same bytes in the same order.
//
// Where the ACPC server gives up, this one goes on. A player who passes a time limit is out: his connection is closed. One whose connection
// is lost may come back to the same port; he is shown the present state and plays again from his next decision. Nobody waits for either: in
// every decision they miss they check or, where that is not free, fold. All hands are played, logged and scored.
//
// A seat can also be taken by a player inside this process, who is simply called. His time is counted, but no limit holds for him.
//
// One thread, one io_context; deadlines are timers. The rules of a match are in dealer_match.h, its files in dealer_journal.h.
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
  std::string address = "127.0.0.1";  ///< to listen on, numeric
  std::vector<std::uint16_t> ports;   ///< by seat; where 0 or missing the system chooses
  /// In which every seat must be taken for the first time; nothing: no limit.
  std::optional<std::chrono::milliseconds> start_patience;
  bool start_without = false;                          ///< when it runs out, whoever is missing is given up and the match begins
  std::chrono::milliseconds version_patience{10'000};  ///< for the version line of one client; 0: no limit
  bool quiet = false;                                  ///< messages are warnings, errors and the result only
};

/// Whether a dealer can be told to listen on `address`: it must be numeric. The error names it.
Status check_address(const std::string& address);

/// A player in this process: the action, which must be legal, of whoever is to act in `hand`. He is handed all the cards and must look at
/// those of the actor and the board on the table only.
using LocalPlayer = std::function<poker::Action(const poker::Hand& hand)>;

class Dealer final : SeatHost {
 public:
  /// `match` and `messages` must outlive the dealer.
  Dealer(const DealerConfig& config, Match& match, Messages& messages);

  /// Before listen(). The seat has no port then.
  void seat_local(int seat, LocalPlayer player);

  /// Opens the ports. The error names address, port and cause.
  Status listen();
  /// By seat, after listen(); 0 where a local player sits.
  std::vector<std::uint16_t> ports() const;

  /// Waits for the players and plays the match to its end; a match that is over already waits for nobody. Blocks. The error says why not
  /// all hands could be played: a seat stayed free until the start patience ran out, the witness failed, or somebody interrupted.
  Status run(Witness& witness);
  /// Ends run() soon; that it was interrupted is its error. Any thread; while the dealer lives.
  void interrupt();
  /// Nobody will come to this seat any more: where it is free, nobody waits for it, and its port closes. Any thread; while the dealer
  /// lives.
  void give_up(int seat);
  /// A player was late, lost or absent for some decision of the match, before it was interrupted too. After run().
  bool anybody_missed() const noexcept { return missed_ || match_.anybody_late(); }

 private:
  using Clock = std::chrono::steady_clock;

  /// What the dealer waits for.
  struct Question {
    int seat = 0;
    std::string shown;  ///< the state, without line end
    Clock::time_point asked;
    Timestamp asked_at;
    Microseconds allowance{};
  };

  void seat_taken(int seat) override;
  void seat_said(int seat, std::string_view line) override;
  void seat_left(int seat) override;
  void seat_remark(int seat, const std::string& text) override;

  bool everybody_here() const;
  void wait_for_players();
  void begin_without_missing();
  void do_without(int seat);
  void start();
  void play_on();
  std::string show(int seat);
  std::string show_all();
  void ask(int seat, std::string shown);
  void ask_local(int seat);
  void hear_answer(std::string_view line);
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
  std::vector<LocalPlayer> locals_;  ///< by seat; empty where a player has to connect
  boost::asio::steady_timer start_timer_;
  boost::asio::steady_timer deadline_timer_;
  boost::asio::steady_timer flush_timer_;
  bool started_ = false;
  bool stopped_ = false;
  bool deadline_armed_ = false;
  bool flushing_soon_ = false;
  bool missed_ = false;
  std::bitset<poker::kMaxPlayers> given_up_;
  std::bitset<poker::kMaxPlayers> lost_;  ///< seats that have missed a decision since they were taken
  std::optional<Question> question_;
  Status result_;
};

}  // namespace trivium::acpc
