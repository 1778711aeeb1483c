#include "protocols/acpc/dealer.h"

#include <algorithm>
#include <fmt/format.h>
#include <thread>
#include <utility>

#include "boost/asio/ip/address.hpp"
#include "boost/asio/post.hpp"

#include "engine/core/text.h"
#include "engine/poker/rules/records.h"
#include "protocols/acpc/dealer_response.h"
#include "protocols/acpc/version.h"

namespace trivium::acpc {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

/// Maximum delay of states for players that are not to act, so that they can be sent together.
constexpr auto kFlushDelay = std::chrono::milliseconds(1);
/// Time for slow clients to read the last state.
constexpr auto kFarewell = std::chrono::seconds(3);
/// Number of hands after which the ACPC server prints the used times.
constexpr std::uint32_t kTimesEvery = 100;
constexpr std::size_t kQuotedAddress = 60;
/// Time for which the dealer polls for the next answer before it sleeps. Waking up takes longer
/// than all its work for an action, and simple players answer sooner.
constexpr auto kAlertness = std::chrono::microseconds(50);

/// Polls for at most kAlertness. Returns true if a handler has run.
bool run_awake(asio::io_context& io) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point end = Clock::now() + kAlertness;
  while (!io.stopped() && Clock::now() < end) {
    if (io.poll_one() > 0) return true;
  }
  return false;
}

/// Same as io.run(), with polling. With one processor, polling would only take time from the
/// players.
void run(asio::io_context& io) {
  const bool alert = std::thread::hardware_concurrency() > 1;
  while (!io.stopped()) {
    if (!alert || !run_awake(io)) io.run_one();
  }
}

Timestamp wall_clock() {
  return std::chrono::floor<Microseconds>(std::chrono::system_clock::now());
}

}  // namespace

Status check_address(const std::string& address) {
  error_code failure;
  static_cast<void>(asio::ip::make_address(address, failure));
  return failure ? Status(Error{"acpc.dealer.address", text::quoted(address, kQuotedAddress) +
                                                           " is not a numeric address"})
                 : Status();
}

Dealer::Dealer(const DealerConfig& config, Match& match, Messages& messages)
    : config_(config),
      match_(match),
      messages_(messages),
      start_timer_(io_),
      deadline_timer_(io_),
      flush_timer_(io_) {
  SeatHost& host = *this;
  for (int seat = 0; seat < match.players(); ++seat) {
    seats_.push_back(std::make_unique<DealerSeat>(io_, seat, host, config.version_patience));
  }
  locals_.resize(seats_.size());
}

void Dealer::seat_local(int seat, LocalPlayer player) {
  locals_[static_cast<std::size_t>(seat)] = std::move(player);
}

Status Dealer::listen() {
  if (const Status numeric = check_address(config_.address); !numeric) return numeric;
  const asio::ip::address address = asio::ip::make_address(config_.address);
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    if (locals_[i]) continue;
    const std::uint16_t port = i < config_.ports.size() ? config_.ports[i] : std::uint16_t{0};
    try {
      seats_[i]->listen({address, port});
    } catch (const boost::system::system_error& error) {
      return Error{"acpc.dealer.listen",
                   fmt::format("cannot listen on {} port {} for seat {}: {}", config_.address, port,
                               i + 1, error.code().message())};
    }
  }
  return {};
}

std::vector<std::uint16_t> Dealer::ports() const {
  std::vector<std::uint16_t> ports;
  for (const auto& seat : seats_) ports.push_back(seat->port());
  return ports;
}

Status Dealer::run(Witness& witness) {
  witness_ = &witness;
  missed_ = witness.missed();
  for (const std::string& line : log_header(match_.setup())) messages_.say(line);
  for (const std::string& remark : witness.remarks()) messages_.say("WARNING: " + remark);
  if (match_.over()) {
    end_match();
  } else {
    wait_for_players();
  }
  messages_.flush();
  acpc::run(io_);
  for (const auto& seat : seats_) seat->close();
  io_.restart();
  io_.run_for(kFarewell);
  messages_.flush();
  witness_ = nullptr;
  return result_;
}

void Dealer::interrupt() {
  asio::post(io_, [this] {
    if (!stopped_) stop(Error{"acpc.dealer.interrupted", "the match was interrupted"});
  });
}

void Dealer::give_up(int seat) {
  asio::post(io_, [this, seat] {
    const auto i = static_cast<std::size_t>(seat);
    if (stopped_ || given_up_.test(i)) return;
    given_up_.set(i);
    if (!seats_[i]->taken()) do_without(seat);
  });
}

void Dealer::stop(Status result) {
  result_ = std::move(result);
  stopped_ = true;
  question_.reset();
  start_timer_.cancel();
  deadline_timer_.cancel();
  flush_timer_.cancel();
  io_.stop();
}

void Dealer::check(const Status& written) {
  if (!written) stop(written.error());
}

bool Dealer::all_seats_taken() const {
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    if (!locals_[i] && !seats_[i]->taken() && !given_up_.test(i) &&
        !match_.late(static_cast<int>(i)))
      return false;
  }
  return true;
}

/// A seat that was late before the match was interrupted stays out.
void Dealer::wait_for_players() {
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    if (match_.late(static_cast<int>(i))) seats_[i]->close();
  }
  if (all_seats_taken()) return start();
  if (!config_.start_patience) return;
  start_timer_.expires_after(*config_.start_patience);
  start_timer_.async_wait([this](error_code cancelled) {
    if (!cancelled && !started_) begin_without_missing();
  });
}

void Dealer::begin_without_missing() {
  for (int seat = 0; seat < match_.players(); ++seat) {
    const auto i = static_cast<std::size_t>(seat);
    if (locals_[i] || seats_[i]->taken() || given_up_.test(i) || match_.late(seat)) continue;
    if (!config_.start_without)
      return stop(Error{"acpc.dealer.timeout",
                        fmt::format("timed out waiting for seat {} to connect", seat + 1)});
    given_up_.set(i);
    do_without(seat);
  }
}

/// Handles a seat that is free and given up.
void Dealer::do_without(int seat) {
  seats_[static_cast<std::size_t>(seat)]->close();
  if (started_) return;
  lost_.set(static_cast<std::size_t>(seat));
  messages_.say(
      fmt::format("ERROR: seat {} has not connected: the match begins without it", seat + 1));
  witness_->fault({seat, SeatFault::Kind::kAbsent, match_.hand().id(), "did not connect", {}, {}});
  if (all_seats_taken()) start();
  messages_.flush();
}

void Dealer::start() {
  started_ = true;
  start_timer_.cancel();
  messages_.note("STARTED at " + timestamp_text(wall_clock()));
  play_on();
}

void Dealer::seat_taken(int seat) {
  if (!started_) {
    if (all_seats_taken()) start();
    return;
  }
  lost_.reset(static_cast<std::size_t>(seat));
  messages_.say(fmt::format("seat {} is back and plays again", seat + 1));
  if (question_) show(seat);
  messages_.flush();
}

void Dealer::seat_left(int seat) {
  if (stopped_) return;
  if (!started_) {
    seat_remark(seat, "left before the match began; the seat waits for a player");
    if (given_up_.test(static_cast<std::size_t>(seat))) do_without(seat);
    return;
  }
  if (!question_ || question_->seat != seat) {
    messages_.say(fmt::format("seat {} has left", seat + 1));
    return messages_.flush();
  }
  const Timestamp asked_at = std::exchange(question_, std::nullopt)->asked_at;
  miss(seat, asked_at);
  messages_.flush();
  if (!stopped_) play_on();
}

void Dealer::seat_remark(int seat, const std::string& text) {
  messages_.warn(seat, text);
  messages_.flush();
}

void Dealer::seat_sent(int seat, std::string_view line) {
  if (stopped_) return;
  messages_.received(seat, wall_clock(), line);
  witness_->received(seat, line);
  if (is_comment(line)) return;
  if (question_ && question_->seat == seat) return handle_answer(line);
  seat_remark(seat, "it sent a line when it was not to act; the line is ignored");
}

/// Returns at least a microsecond: see miss().
Microseconds Dealer::time_used() const {
  return std::max(std::chrono::floor<Microseconds>(Clock::now() - question_->asked),
                  Microseconds(1));
}

void Dealer::handle_answer(std::string_view line) {
  const Microseconds used = time_used();
  if (used > question_->allowance) return run_out_of_time(line);
  const Response response = read_response(line, match_.hand(), question_->shown);
  const int seat = question_->seat;
  if (!response.action) return seat_remark(seat, response.fault + "; ignored");
  if (!response.fault.empty()) {
    messages_.warn(seat, response.fault);
    if (response.replaced)
      witness_->fault({seat, SeatFault::Kind::kBadAnswer, match_.hand().id(), response.fault,
                       question_->shown, std::string(line)});
    seats_[static_cast<std::size_t>(seat)]->queue(
        fmt::format("# WARNING: {}{}", response.fault, kLineEnd));
  }
  const Question question = *std::exchange(question_, std::nullopt);
  take(seat, *response.action, question.asked_at, question.asked_at + used);
  if (!stopped_) play_on();
}

/// The recorded time exceeds the allowance, so that the player is also late in a resumed match.
void Dealer::run_out_of_time(std::string_view said) {
  const Microseconds waited = time_used();
  const Question question = *std::exchange(question_, std::nullopt);
  const Microseconds used = std::max(waited, question.allowance + Microseconds(1));
  const std::string fault = fmt::format("ran out of time: {} ms were left for the response",
                                        question.allowance.count() / 1000);
  messages_.say(
      fmt::format("ERROR: seat {} {}; it checks or folds from now on", question.seat + 1, fault));
  const bool silent = said.empty() && question.allowance == match_.setup().limits.response;
  witness_->fault({question.seat, silent ? SeatFault::Kind::kSilent : SeatFault::Kind::kLate,
                   match_.hand().id(), fault, question.shown, std::string(said)});
  DealerSeat& seat = *seats_[static_cast<std::size_t>(question.seat)];
  seat.queue(fmt::format("# ERROR: {}{}", fault, kLineEnd));
  seat.close();
  take(question.seat, poker::check_or_fold(match_.hand().betting()), question.asked_at,
       question.asked_at + used);
  if (!stopped_) play_on();
}

/// Plays until the dealer must wait for a player, or the hand is over.
void Dealer::play_on() {
  while (!match_.hand().betting().finished()) {
    std::string shown = show_all();
    const int seat = match_.seat_to_act();
    if (seats_[static_cast<std::size_t>(seat)]->taken()) return ask(seat, std::move(shown));
    if (locals_[static_cast<std::size_t>(seat)]) {
      ask_local(seat);
    } else {
      miss(seat, wall_clock());
    }
    if (stopped_) return;
  }
  end_hand();
}

std::string Dealer::show(int seat) {
  std::string state = poker::write_match_state(match_.hand(), match_.position_of(seat));
  DealerSeat& player = *seats_[static_cast<std::size_t>(seat)];
  if (player.taken()) {
    player.queue(state);
    player.queue(kLineEnd);
    messages_.sent(seat, wall_clock(), state);
    witness_->sent(seat, state);
    flush_soon();
  }
  return state;
}

/// Returns the state that was sent to the seat to act, if any.
std::string Dealer::show_all() {
  const poker::Betting& betting = match_.hand().betting();
  const int to_act = betting.finished() ? -1 : match_.seat_to_act();
  std::string shown;
  for (int seat = 0; seat < match_.players(); ++seat) {
    std::string state = show(seat);
    if (seat == to_act) shown = std::move(state);
  }
  return shown;
}

void Dealer::ask(int seat, std::string shown) {
  seats_[static_cast<std::size_t>(seat)]->flush();
  question_ = Question{seat, std::move(shown), Clock::now(), wall_clock(), match_.allowance()};
  watch_deadline();
  messages_.flush();
}

void Dealer::ask_local(int seat) {
  const Timestamp asked_at = wall_clock();
  const Clock::time_point asked = Clock::now();
  const poker::Action action = locals_[static_cast<std::size_t>(seat)](match_.hand());
  const Microseconds used =
      std::max(std::chrono::floor<Microseconds>(Clock::now() - asked), Microseconds(1));
  take(seat, action, asked_at, asked_at + used);
}

void Dealer::take(int seat, poker::Action action, Timestamp sent, Timestamp received) {
  check(witness_->action({action, match_.hand().id(), sent, received}));
  if (stopped_) return;
  match_.act(action, received - sent);
  if (match_.late(seat)) seats_[static_cast<std::size_t>(seat)]->close();
}

/// Only actions for absent players take no time at all; a resumed match recognizes them by that.
void Dealer::miss(int seat, Timestamp time) {
  missed_ = true;
  const auto player = static_cast<std::size_t>(seat);
  if (!lost_.test(player) && !match_.late(seat)) {
    messages_.say(
        fmt::format("ERROR: seat {} is lost: it checks or folds until it is back", seat + 1));
    const std::string shown = poker::write_match_state(match_.hand(), match_.position_of(seat));
    witness_->fault(
        {seat, SeatFault::Kind::kLost, match_.hand().id(), "closed the connection", shown, {}});
  }
  lost_.set(player);
  take(seat, poker::check_or_fold(match_.hand().betting()), time, time);
}

void Dealer::end_hand() {
  check(witness_->hand_finished(match_));
  if (stopped_) return;
  show_all();
  if (match_.hand().id() % kTimesEvery == 0) {
    for (int seat = 0; seat < match_.players(); ++seat) {
      const auto seconds = std::chrono::floor<std::chrono::seconds>(match_.used(seat)).count();
      messages_.note(
          fmt::format("Seconds cumulatively spent in match for seat {}: {}", seat, seconds));
    }
  }
  messages_.flush();
  messages_.start_hand();
  match_.next_hand();
  if (match_.over()) return end_match();
  asio::post(io_, [this] {
    if (!stopped_) play_on();
  });
}

void Dealer::end_match() {
  messages_.note("FINISHED at " + timestamp_text(wall_clock()));
  messages_.say(score_line(match_));
  stop(witness_->match_over(match_));
}

/// Does not reset the timer if it expires before the deadline: most deadlines are never reached.
void Dealer::watch_deadline() {
  const Clock::time_point deadline = question_->asked + question_->allowance + Microseconds(1);
  if (deadline_armed_ && deadline_timer_.expiry() <= deadline) return;
  deadline_armed_ = true;
  deadline_timer_.expires_at(deadline);
  deadline_timer_.async_wait([this](error_code cancelled) {
    if (cancelled) return;
    deadline_armed_ = false;
    check_deadline();
  });
}

void Dealer::check_deadline() {
  if (!question_) return;
  if (time_used() > question_->allowance) return run_out_of_time({});
  watch_deadline();
}

void Dealer::flush_soon() {
  if (flushing_soon_) return;
  flushing_soon_ = true;
  flush_timer_.expires_after(kFlushDelay);
  flush_timer_.async_wait([this](error_code cancelled) {
    if (cancelled) return;
    flushing_soon_ = false;
    for (const auto& seat : seats_) seat->flush();
  });
}

}  // namespace trivium::acpc
