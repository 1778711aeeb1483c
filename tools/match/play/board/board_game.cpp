#include "tools/match/play/board/board_game.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fmt/format.h"

#include "tools/match/play/board/adjudicator.h"
#include "tools/match/play/board/referee.h"
#include "tools/match/setup/time_control.h"

namespace trivium::match {
namespace {

using Clock = std::chrono::steady_clock;
using client::Fallible;
using client::Fault;
using client::FaultKind;
using client::MoveReply;

Outcome loss_of(int side) noexcept { return side == 0 ? Outcome::kLoss : Outcome::kWin; }

/// Maps a fault to the ending of a game. Interruptions do not end a game.
Ending ending_of(FaultKind kind) noexcept {
  // By FaultKind.
  constexpr std::array kEndings{Ending::kCannotStart, Ending::kCrash,       Ending::kDisconnect,
                                Ending::kStall,       Ending::kIllegalMove, Ending::kStall};
  return kEndings[static_cast<std::size_t>(kind)];
}

double in_milliseconds(Microseconds time) noexcept {
  return static_cast<double>(time.count()) / 1000;
}

class BoardGame {
 public:
  BoardGame(const BoardGameOptions& options, const std::array<Contestant, 2>& sides,
            std::unique_ptr<Referee> referee)
      : options_(options),
        sides_(sides),
        referee_(std::move(referee)),
        adjudicator_(options.adjudication),
        clocks_{GameClock(sides[0].spec.time), GameClock(sides[1].spec.time)} {
    record_.engines = {sides[0].spec.name, sides[1].spec.name};
    record_.setup = options.opening.setup;
    record_.opening = options.opening.name;
    record_.closest_call.fill(Microseconds::max());
  }

  Status place_opening() {
    for (const std::string& word : options_.opening.moves) {
      const int mover = referee_->to_move();
      Result<std::string> move = referee_->play(word);
      if (!move) return at_place("the opening", move.error());
      record_.moves.push_back({*move, true, {}, {}});
      add_move(*std::move(move), mover);
    }
    if (const auto end = referee_->end())
      return Error{"match.opening.over", "the opening ends the game: " + end->reason};
    return {};
  }

  /// Empty if interrupted.
  std::optional<PlayedGame> play() && {
    record_.started = std::chrono::duration_cast<std::chrono::seconds>(
                          std::chrono::system_clock::now().time_since_epoch())
                          .count();
    const Clock::time_point begun = Clock::now();
    prepare(0);
    prepare(1);
    while (state_ == State::kRunning) play_move();
    if (state_ == State::kInterrupted) return std::nullopt;
    record_.duration = std::chrono::duration_cast<Microseconds>(Clock::now() - begun);
    for (const Contestant& contestant : sides_) contestant.engine.idle();
    return std::move(record_);
  }

 private:
  enum class State : std::uint8_t { kRunning, kOver, kInterrupted };

  struct Moment {
    Clock::time_point time;
    std::optional<std::chrono::nanoseconds> waited;  ///< Engine::waiting_time()
    std::optional<std::chrono::nanoseconds> worked;  ///< Engine::processor_time()
  };

  /// Makes sure that the engine runs and has received the start of the game, or ends the game.
  void prepare(int side) {
    if (state_ != State::kRunning) return;
    const Contestant& contestant = this->side(side);
    if (contestant.engine.running()) {
      const Fallible fault = contestant.engine.new_game(options_.opening.setup);
      if (!fault) return;
      const bool has_ended =
          fault->kind == FaultKind::kCrash || fault->kind == FaultKind::kDisconnect;
      if (!has_ended || !contestant.may_start) return lose_by(side, *fault, ending_of(fault->kind));
      if (options_.warn)
        options_.warn(fmt::format("{}: before its first move: {}; it is restarted",
                                  contestant.spec.name, fault->text));
    } else if (!contestant.may_start) {
      return lose(side, Ending::kCannotStart,
                  name(side) + " was lost in an earlier game and is not started again", {});
    }
    if (const Fallible fault = contestant.engine.start())
      return lose_by(side, *fault, Ending::kCannotStart);
    if (const Fallible fault = contestant.engine.new_game(options_.opening.setup))
      lose_by(side, *fault, ending_of(fault->kind));
  }

  void play_move() {
    if (const std::optional<std::string> forced = referee_->forced_move())
      return play_forced(*forced);
    const int mover = referee_->to_move();
    const Moment asked = now(mover);
    const client::MoveAnswer answer = side(mover).engine.move(situation(mover), budget(mover));
    if (const auto* fault = std::get_if<Fault>(&answer))
      return lose_by(mover, *fault, ending_of(fault->kind));
    const auto& reply = std::get<MoveReply>(answer);
    if (in_time(mover, reply.elapsed, asked)) judge_move(mover, reply);
  }

  /// Plays a move that no engine chooses. It takes no time, and adjudication does not count it.
  void play_forced(const std::string& forced) {
    const int mover = referee_->to_move();
    static_cast<void>(referee_->play(forced));
    record_.moves.push_back({forced, false, {}, {}});
    add_move(forced, mover);
    if (const auto end = referee_->end()) end_with(Ending::kRules, *end);
  }

  void judge_move(int side, const MoveReply& reply) {
    if (reply.resigns)
      return end_with(Ending::kResignation, {loss_of(side), name(side) + " resigns"});
    Result<std::string> move = referee_->play(reply.move);
    if (!move)
      return lose(side, Ending::kIllegalMove,
                  name(side) + " makes an illegal move: " + move.error().message,
                  this->side(side).engine.evidence());
    record_.moves.push_back({*move, false, reply.search, reply.elapsed});
    record_.thinking[static_cast<std::size_t>(side)] += {1, reply.elapsed};
    look_at_nodes(side, reply.search.nodes);
    add_move(*std::move(move), side);
    if (options_.moved) options_.moved(record_);
    if (const auto end = referee_->end()) return end_with(Ending::kRules, *end);
    if (const auto end = adjudicator_.after_move(side, reply.search.score, *referee_))
      return end_with(Ending::kAdjudicated, *end);
    ponder(side, reply.expected);
  }

  /// Charges the clock. Returns false, with the game lost, if the overrun cannot be excused.
  bool in_time(int side, Microseconds used, const Moment& asked) {
    const auto at = static_cast<std::size_t>(side);
    const std::optional<Microseconds> left = clocks_[at].charge(used);
    if (!left) return true;
    record_.closest_call[at] = std::min(record_.closest_call[at], *left);
    const Milliseconds margin = this->side(side).spec.time.margin;
    if (*left + margin >= Microseconds(0)) return true;
    const Microseconds delay = machine_delay(side, used, asked);
    if (options_.grace && *left + margin + delay >= Microseconds(0)) {
      ++record_.excused[at];
      return true;
    }
    lose(side, Ending::kTimeLoss,
         fmt::format(
             "{} loses on time: {:.1f} ms over (margin {} ms, delay of the machine {:.1f} ms{})",
             name(side), in_milliseconds(-*left), margin.count(), in_milliseconds(delay),
             options_.grace ? "" : ", no grace"),
         this->side(side).engine.evidence());
    return false;
  }

  /// Warns about an engine that ignores node limits. Programs that check the limit only now and
  /// then exceed small ones.
  void look_at_nodes(int side, std::uint64_t searched) const {
    constexpr std::uint64_t kFarPast = 10;
    constexpr std::uint64_t kMany = 10'000;
    const EngineSpec& spec = this->side(side).spec;
    if (!options_.warn_once || !spec.time.nodes || searched <= kMany ||
        searched / kFarPast <= *spec.time.nodes)
      return;
    options_.warn_once(fmt::format("{}: ignores nodes={}: it reports more than {} times as many",
                                   spec.name, *spec.time.nodes, kFarPast));
  }

  /// Lets the mover ponder if the user and the engine want it and a reply is predicted.
  void ponder(int side, const std::string& expected) {
    if (!this->side(side).spec.ponder || expected.empty() || referee_->to_move() == side) return;
    const std::unique_ptr<Referee> trial = referee_->clone();
    const int opponent = trial->to_move();
    Result<std::string> move = trial->play(expected);
    if (!move || trial->end() || trial->to_move() != side) return;
    add_move(*std::move(move), opponent);
    this->side(side).engine.ponder(situation(side), budget(side));
    moves_.pop_back();
    movers_.pop_back();
  }

  client::MoveBudget budget(int side) const {
    const GameClock& own = clocks_[static_cast<std::size_t>(side)];
    const GameClock& other = clocks_[static_cast<std::size_t>(1 - side)];
    const TimeControl& control = own.control();
    client::MoveBudget budget;
    if (control.clock) {
      budget.clocks.emplace();
      (*budget.clocks)[static_cast<std::size_t>(side)] = own.state();
      // Programs expect two clocks; an opponent without one gets the mover's.
      (*budget.clocks)[static_cast<std::size_t>(1 - side)] =
          other.control().clock ? other.state() : own.state();
    }
    budget.move_time = control.move_time;
    budget.depth = control.depth;
    budget.nodes = control.nodes;
    budget.patience = options_.untimed_patience;
    if (const std::optional<Microseconds> available = own.available())
      budget.patience =
          std::chrono::ceil<Milliseconds>(*available) + control.margin + options_.stall_patience;
    return budget;
  }

  client::Situation situation(int side) const {
    return {options_.opening.setup, moves_, movers_, side};
  }
  /// Appends a move of `side` to the list sent to the engines.
  void add_move(std::string move, int side) {
    moves_.push_back(std::move(move));
    movers_.push_back(static_cast<std::uint8_t>(side));
  }

  BoardGame::Moment now(int side) const {
    const bool timed = clocks_[static_cast<std::size_t>(side)].available().has_value();
    if (!timed) return {Clock::now(), std::nullopt, std::nullopt};
    const client::Engine& engine = this->side(side).engine;
    const auto waited = engine.waiting_time();
    return {Clock::now(), waited, engine.processor_time()};
  }

  /// Returns the machine's delay during a move that took `used`: as measured or as counted by the
  /// kernel.
  Microseconds machine_delay(int side, Microseconds used, const Moment& asked) const {
    const Microseconds measured =
        options_.machine_delay ? options_.machine_delay(asked.time, Clock::now()) : Microseconds(0);
    return std::max(measured, kernel_delay(side, used, asked));
  }

  /// Average waiting time of the searching threads. An engine that had its processors for the whole
  /// move was not delayed by others.
  Microseconds kernel_delay(int side, Microseconds used, const Moment& asked) const {
    const client::Engine& engine = this->side(side).engine;
    const auto waited = engine.waiting_time();
    if (!waited || !asked.waited) return Microseconds(0);
    const int threads = searching_threads(this->side(side).spec);
    std::chrono::nanoseconds lacked = used;
    const auto worked = engine.processor_time();
    if (worked && asked.worked) lacked -= (*worked - *asked.worked) / threads;
    const std::chrono::nanoseconds of_one = (*waited - *asked.waited) / threads;
    return std::max(std::chrono::duration_cast<Microseconds>(std::min(of_one, lacked)),
                    Microseconds(0));
  }

  void end_with(Ending ending, const RuleEnd& end) {
    state_ = State::kOver;
    record_.ending = ending;
    record_.for_first = end.for_first;
    record_.reason = end.reason;
  }

  void lose(int side, Ending ending, const std::string& reason, std::vector<std::string> evidence) {
    end_with(ending, {loss_of(side), reason});
    record_.culprit = side;
    record_.evidence = std::move(evidence);
    record_.evidence.push_back("position: " + referee_->position());
  }

  void lose_by(int side, const Fault& fault, Ending ending) {
    if (fault.kind == FaultKind::kInterrupted) {
      state_ = State::kInterrupted;
    } else {
      lose(side, ending, name(side) + ": " + fault.text, fault.evidence);
    }
  }

  const Contestant& side(int side) const { return sides_[static_cast<std::size_t>(side)]; }
  std::string name(int side) const { return std::string(referee_->side_name(side)); }

  const BoardGameOptions& options_;
  const std::array<Contestant, 2>& sides_;
  std::unique_ptr<Referee> referee_;
  Adjudicator adjudicator_;
  std::array<GameClock, 2> clocks_;
  std::vector<std::string> moves_;    ///< all moves, as sent to the engines
  std::vector<std::uint8_t> movers_;  ///< side of each move
  State state_ = State::kRunning;
  PlayedGame record_;
};

}  // namespace

Result<std::optional<PlayedGame>> play_board_game(const BoardGameOptions& options,
                                                  const std::array<Contestant, 2>& sides) {
  Result<std::unique_ptr<Referee>> referee = make_referee(options.game, options.opening.setup);
  if (!referee) return referee.error();
  BoardGame game(options, sides, *std::move(referee));
  if (Status placed = game.place_opening(); !placed) return placed.error();
  return std::move(game).play();
}

}  // namespace trivium::match
