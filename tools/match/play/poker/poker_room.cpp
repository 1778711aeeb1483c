#include "tools/match/play/poker/poker_room.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bitset>
#include <chrono>
#include <cstddef>
#include <fmt/format.h>
#include <thread>
#include <utility>
#include <vector>

#include "engine/core/rng.h"
#include "engine/core/stop_wait.h"
#include "engine/core/text.h"
#include "engine/poker/player.h"
#include "engine/poker/policies/policies.h"
#include "learning/poker_measure/matches/all_in_expectation.h"
#include "protocols/acpc/dealer.h"
#include "protocols/acpc/dealer_records.h"
#include "protocols/client/child_process.h"
#include "protocols/client/conversation.h"

namespace trivium::match {

namespace {

// Processes of the programs at a poker table. They are started with the dealer's address appended
// to their arguments; their output and exit status are captured.
//
// The programs talk to the dealer over TCP. Their standard output and error are read too, so that
// no pipe fills up, and the last lines are kept as evidence. One thread of PokerPrograms starts
// them and waits for them, because a program is killed when the thread that started it ends
// (child_process.h). A program must stay in the foreground: when it ends, its children are killed.

/// How a program ended.
struct ProgramEnd {
  std::optional<std::string> not_started;   ///< reason why it could not be started
  std::optional<client::ExitStatus> ended;  ///< empty if it had to be killed or did not start
  std::vector<std::string> evidence;        ///< last lines of its output
};

/// Polling interval for output and exits of programs.
constexpr auto kLook = std::chrono::milliseconds(10);

/// A program to start.
struct ProgramStart {
  const EngineSpec* engine = nullptr;  ///< null for the seat of an internal player
  std::uint16_t port = 0;              ///< the dealer's port for this seat
};

client::ProgramSpec program_of(const ProgramStart& start) {
  client::ProgramSpec program{start.engine->command, start.engine->directory,
                              start.engine->environment};
  program.command.emplace_back("127.0.0.1");
  program.command.push_back(fmt::format("{}", start.port));
  return program;
}

class PokerPrograms {
 public:
  /// Starts the programs on another thread, which calls `on_end` with the seat of each program that
  /// ends or cannot be started. `starts` is by seat; its engines must outlive this object.
  PokerPrograms(std::vector<ProgramStart> starts, std::function<void(int seat)> on_end)
      : starts_(std::move(starts)),
        on_end_(std::move(on_end)),
        ends_(starts_.size()),
        thread_([this](const std::stop_token& finishing) { keep(finishing); }) {}

  /// Kills the programs that still run.
  ~PokerPrograms() = default;

  /// Waits up to `grace` for the programs to end, then kills the others. Returns how each ended, by
  /// seat. Call it once.
  std::vector<ProgramEnd> finish(std::chrono::milliseconds grace) {
    grace_ = grace;
    thread_.request_stop();
    thread_.join();
    return std::move(ends_);
  }

 private:
  /// Function of the thread.
  void keep(const std::stop_token& finishing) {
    client::Switchboard switchboard;
    std::vector<std::unique_ptr<client::Conversation>> running(starts_.size());
    for (std::size_t i = 0; i < starts_.size(); ++i) {
      if (starts_[i].engine == nullptr) continue;
      auto started = client::Conversation::start(program_of(starts_[i]), switchboard,
                                                 {starts_[i].engine->stderr_file, {}});
      if (started) {
        running[i] = *std::move(started);
      } else {
        ends_[i].not_started = started.error().message;
        on_end_(static_cast<int>(i));
      }
    }

    /// Polls all programs. Returns true if any still runs.
    const auto look = [&] {
      bool any = false;
      for (std::size_t i = 0; i < running.size(); ++i) {
        if (running[i] == nullptr || ends_[i].ended) continue;
        running[i]->listen();
        ends_[i].ended = running[i]->exit_status();
        if (ends_[i].ended) on_end_(static_cast<int>(i));
        any = any || !ends_[i].ended;
      }
      return any;
    };
    do {
      look();
    } while (wait_unless_stopped(finishing, kLook));
    const auto deadline = std::chrono::steady_clock::now() + grace_;
    while (look() && std::chrono::steady_clock::now() < deadline)
      std::this_thread::sleep_for(kLook);
    for (std::size_t i = 0; i < running.size(); ++i) {
      if (running[i] == nullptr) continue;
      if (!ends_[i].ended) running[i]->end(std::chrono::milliseconds(0));
      ends_[i].evidence = running[i]->evidence();
    }
  }

  std::vector<ProgramStart> starts_;
  std::function<void(int seat)> on_end_;
  std::chrono::milliseconds grace_{0};  ///< written before the stop request
  std::vector<ProgramEnd> ends_;
  std::jthread thread_;
};

using Clock = std::chrono::steady_clock;

/// Time for programs to exit after the last hand.
constexpr auto kLeave = std::chrono::milliseconds(1000);
constexpr std::size_t kQuoted = 40;
constexpr std::size_t kMaxPath = 4096;  // a truncated path would name no file
constexpr std::size_t kShownLine = 400;

/// Definition of an internal player, without its random seed for a match.
struct LocalEngine {
  std::shared_ptr<const poker::Policy> policy;
  std::uint64_t seed = 0;
};

Error fault_of(const EngineSpec& engine, const std::string& text) {
  return Error{"match.engine.poker", "engine {}: {}", text::quoted(engine.name, kQuoted), text};
}

Result<LocalEngine> make_local(const EngineSpec& engine, const poker::GameDefinition& game) {
  LocalEngine local;
  for (const auto& [name, value] : engine.options) {
    if (name == kPolicyOption) continue;
    if (name != "seed")
      return fault_of(engine, "no option " + text::quoted(name, kQuoted) +
                                  ": internal poker players have the options policy and seed");
    const auto seed = text::parse_number<decltype(local.seed)>(value);
    if (!seed)
      return fault_of(engine, "seed " + text::quoted(value, kQuoted) + " is not a whole number");
    local.seed = *seed;
  }
  Result<std::shared_ptr<const poker::Policy>> policy =
      poker::policy_named(local_policy(engine), game);
  if (!policy) return fault_of(engine, policy.error().message);
  local.policy = *std::move(policy);
  return local;
}

/// Returns an independent random seed for each player of each game of a tournament.
std::uint64_t player_seed(const LocalEngine& local, std::uint64_t tournament_seed,
                          std::uint64_t game, std::size_t seat) noexcept {
  std::uint64_t state = local.seed;
  for (const std::uint64_t part : {tournament_seed, game, std::uint64_t{seat}})
    state = splitmix64(state) ^ part;
  return splitmix64(state);
}

/// Records the hands of a match and the faults of its players.
class Recorder final : public acpc::Witness {
 public:
  /// Requires: all arguments outlive this object. `engines` are names by seat; `own` are the
  /// internal players, which observe each hand.
  Recorder(const std::vector<std::string>& engines, std::vector<std::optional<poker::Player>>& own,
           const PokerRoom::LineLog& log, const PokerRoom::HandCount& count)
      : engines_(engines), own_(own), log_(log), count_(count) {}

  Status action(const acpc::Transaction& /*transaction*/) override { return {}; }

  Status hand_finished(const acpc::Match& match) override {
    BlockHand hand{acpc::hand_line(match), by_seat(match.payoffs(), hands.size(), own_.size()), {}};
    hand.expected = hand.won;
    if (const poker::Hand& played = match.hand(); learning::poker_measure::ran_out(played)) {
      hand.expected =
          by_seat(learning::poker_measure::expected_payoffs(played), hands.size(), own_.size());
    }
    hands.push_back(std::move(hand));
    for (std::size_t seat = 0; seat < own_.size(); ++seat) {
      if (own_[seat]) own_[seat]->observe(match.hand(), match.position_of(static_cast<int>(seat)));
    }
    if (count_) count_(static_cast<std::uint32_t>(hands.size()));
    return {};
  }

  Status match_over(const acpc::Match& /*match*/) override { return {}; }

  void fault(const acpc::SeatFault& fault) override {
    const auto known = std::ranges::find_if(faults, [&](const Seen& seen) {
      return seen.first.seat == fault.seat && seen.first.kind == fault.kind;
    });
    if (known == faults.end()) {
      faults.push_back({fault, 1});
    } else {
      ++known->times;
    }
  }

  void sent(int seat, std::string_view line) override {
    came.set(static_cast<std::size_t>(seat));
    if (log_) log_(engines_[static_cast<std::size_t>(seat)], '>', line);
  }
  void received(int seat, std::string_view line) override {
    if (log_) log_(engines_[static_cast<std::size_t>(seat)], '<', line);
  }

  /// First fault of a kind and its count.
  struct Seen {
    acpc::SeatFault first;
    std::uint64_t times;
  };
  std::vector<BlockHand> hands;
  std::vector<Seen> faults;
  std::bitset<poker::kMaxPlayers> came;  ///< programs that have connected

 private:
  const std::vector<std::string>& engines_;
  std::vector<std::optional<poker::Player>>& own_;
  const PokerRoom::LineLog& log_;
  const PokerRoom::HandCount& count_;
};

/// Combines what the dealer observed with how the program ended.
BlockFault explain(const Recorder::Seen& seen, const ProgramEnd& end,
                   std::chrono::milliseconds start_patience) {
  using Kind = acpc::SeatFault::Kind;
  const acpc::SeatFault& first = seen.first;
  constexpr std::array kEndings{Ending::kCannotStart, Ending::kDisconnect, Ending::kTimeLoss,
                                Ending::kStall, Ending::kIllegalMove};  // by SeatFault::Kind
  const Ending ending = kEndings[static_cast<std::size_t>(first.kind)];
  BlockFault fault{first.seat, ending, first.hand, seen.times, first.text, {}};
  if (first.kind == Kind::kAbsent) {
    fault.text = end.not_started ? *end.not_started
                 : end.ended     ? end.ended->words() + " before it had connected"
                             : fmt::format("did not connect within {} ms", start_patience.count());
  } else if (first.kind == Kind::kLost && end.ended) {
    fault.text = end.ended->words();
    if (!end.ended->clean()) fault.kind = Ending::kCrash;
  }
  if (!first.shown.empty())
    fault.evidence.push_back("shown: " + text::printable(first.shown, kShownLine));
  if (!first.said.empty())
    fault.evidence.push_back("said: " + text::printable(first.said, kShownLine));
  fault.evidence.insert(fault.evidence.end(), end.evidence.begin(), end.evidence.end());
  return fault;
}

/// "ended with status 1 before it had connected (stderr: no such game)".
std::string last_words(const BlockFault& fault) {
  return fault.evidence.empty() ? fault.text
                                : fmt::format("{} ({})", fault.text, fault.evidence.back());
}

/// Plays a match between internal players.
void play_inside(const std::vector<std::optional<poker::Player>>& players, acpc::Match& match,
                 Recorder& recorder, const std::stop_token& stop) {
  for (; !match.over() && !stop.stop_requested(); match.next_hand()) {
    Clock::time_point asked = Clock::now();
    while (!match.hand().betting().finished()) {
      const poker::Action action =
          players[static_cast<std::size_t>(match.seat_to_act())]->choose(match.hand());
      const Clock::time_point answered = Clock::now();
      match.act(action, std::chrono::floor<acpc::Microseconds>(answered - asked));
      asked = answered;
    }
    static_cast<void>(recorder.hand_finished(match));  // only stores it in memory; cannot fail
  }
}

PlayedBlock block_of(const acpc::Match& match, std::vector<BlockHand> hands) {
  PlayedBlock block;
  block.header = acpc::log_header(match.setup());
  block.players = match.setup().names;
  block.hands = std::move(hands);
  for (int seat = 0; seat < match.players(); ++seat) block.used.push_back(match.used(seat));
  return block;
}

}  // namespace

struct PokerRoom::Impl {
  const Tournament& tournament;
  poker::GameDefinition game;
  std::vector<std::optional<LocalEngine>> locals;  ///< by engine; empty for programs
  mutable std::vector<std::atomic<bool>> came;     ///< programs that have connected in some block

  const EngineSpec& engine(const ScheduledGame& scheduled, std::size_t seat) const {
    return tournament.engines[static_cast<std::size_t>(scheduled.seats[seat])];
  }
  acpc::MatchSetup setup(const ScheduledGame& scheduled) const {
    const PokerTable& table = tournament.poker;
    acpc::MatchSetup setup;
    setup.name =
        fmt::format("{}-{}-{}", log_name(tournament.name), scheduled.encounter, scheduled.rotation);
    setup.game_name = table.game;
    setup.game = game;
    setup.hands = table.hands;
    setup.seed = deal_seed(tournament.seed, scheduled.opening);
    for (std::size_t seat = 0; seat < scheduled.seats.size(); ++seat)
      setup.names.push_back(log_name(engine(scheduled, seat).name));
    setup.limits.response = table.response_time;
    setup.limits.hand = table.response_time;
    setup.limits.match =
        std::min(acpc::Microseconds(table.hand_time), acpc::Microseconds::max() / table.hands) *
        table.hands;
    return setup;
  }

  /// By seat; empty for programs.
  std::vector<std::optional<poker::Player>> players(const ScheduledGame& scheduled) const {
    std::vector<std::optional<poker::Player>> seated;
    for (std::size_t seat = 0; seat < scheduled.seats.size(); ++seat) {
      const std::optional<LocalEngine>& local =
          locals[static_cast<std::size_t>(scheduled.seats[seat])];
      seated.emplace_back();
      if (local)
        seated.back().emplace(local->policy,
                              player_seed(*local, tournament.seed, scheduled.number, seat));
    }
    return seated;
  }

  /// Plays a match with programs. Returns how each program ended, by seat.
  Result<std::vector<ProgramEnd>> deal(const ScheduledGame& scheduled,
                                       const std::vector<std::optional<poker::Player>>& seated,
                                       acpc::Match& match, Recorder& recorder,
                                       const std::stop_token& stop) const {
    acpc::DealerConfig config;
    config.start_patience = tournament.poker.start_patience;
    config.start_without = true;
    acpc::Messages nobody(nullptr, true);
    acpc::Dealer dealer(config, match, nobody);
    for (std::size_t seat = 0; seat < seated.size(); ++seat) {
      if (!seated[seat]) continue;
      dealer.seat_local(static_cast<int>(seat), [&player = *seated[seat]](const poker::Hand& hand) {
        return player.choose(hand);
      });
    }
    if (const Status listening = dealer.listen(); !listening) return listening.error();

    std::vector<ProgramStart> starts(seated.size());
    const std::vector<std::uint16_t> ports = dealer.ports();
    for (std::size_t seat = 0; seat < seated.size(); ++seat) {
      if (!seated[seat]) starts[seat] = {&engine(scheduled, seat), ports[seat]};
    }
    PokerPrograms programs(std::move(starts), [&dealer](int seat) { dealer.give_up(seat); });
    const std::stop_callback interrupt(stop, [&dealer] { dealer.interrupt(); });
    const Status played = dealer.run(recorder);
    std::vector<ProgramEnd> ends = programs.finish(played ? kLeave : std::chrono::milliseconds(0));
    if (!played) return played.error();
    return ends;
  }
};

Result<PokerRoom> PokerRoom::open(const Tournament& tournament) {
  Result<poker::GameDefinition> game = poker::game_named(tournament.poker.game);
  if (!game) return game.error();
  const auto unfit = [&](const std::string& why) {
    return Error{"match.poker.game", "game {}: {}", text::quoted(tournament.poker.game, kMaxPath),
                 why};
  };
  if (game->big_blind() == 0) return unfit("it has no blind, the unit of winnings");
  if (std::ssize(tournament.engines) < game->players) {
    return unfit(fmt::format("it is for {} players, and there are {} engines", game->players,
                             tournament.engines.size()));
  }
  if (tournament.poker.hands == 0) return unfit("a block has at least one hand");
  std::vector<std::optional<LocalEngine>> locals;
  for (const EngineSpec& engine : tournament.engines) {
    if (engine.protocol == Protocol::kAcpc) {
      locals.emplace_back();
      continue;
    }
    if (engine.protocol != Protocol::kInternal)
      return fault_of(engine, "poker needs ACPC programs or internal players");
    Result<LocalEngine> local = make_local(engine, *game);
    if (!local) return local.error();
    locals.emplace_back(*std::move(local));
  }
  const std::size_t count = tournament.engines.size();
  return PokerRoom(std::shared_ptr<const Impl>(new Impl{
      tournament, *std::move(game), std::move(locals), std::vector<std::atomic<bool>>(count)}));
}

Result<std::optional<PlayedBlock>> PokerRoom::play(const ScheduledGame& scheduled,
                                                   const std::stop_token& stop, const LineLog& log,
                                                   const HandCount& count) const {
  const acpc::MatchSetup setup = impl_->setup(scheduled);
  acpc::Match match(setup);
  std::vector<std::optional<poker::Player>> seated = impl_->players(scheduled);
  Recorder recorder(setup.names, seated, log, count);
  std::vector<ProgramEnd> ends(seated.size());
  if (std::ranges::all_of(seated, [](const auto& player) { return player.has_value(); })) {
    play_inside(seated, match, recorder, stop);
  } else {
    Result<std::vector<ProgramEnd>> dealt = impl_->deal(scheduled, seated, match, recorder, stop);
    if (!dealt && !stop.stop_requested()) return dealt.error();
    if (dealt) ends = *std::move(dealt);
  }
  if (!match.over()) return std::optional<PlayedBlock>();
  for (std::size_t seat = 0; seat < ends.size(); ++seat) {
    if (recorder.came.test(seat))
      impl_->came[static_cast<std::size_t>(scheduled.seats[seat])] = true;
  }

  std::vector<BlockFault> faults;
  for (const Recorder::Seen& seen : recorder.faults) {
    const auto seat = static_cast<std::size_t>(seen.first.seat);
    faults.push_back(explain(seen, ends[seat], impl_->tournament.poker.start_patience));
    if (faults.back().kind == Ending::kCannotStart &&
        !impl_->came[static_cast<std::size_t>(scheduled.seats[seat])]) {
      return fault_of(impl_->engine(scheduled, seat), last_words(faults.back()));
    }
  }
  std::ranges::stable_sort(faults, {}, &BlockFault::seat);
  PlayedBlock block = block_of(match, std::move(recorder.hands));
  block.faults = std::move(faults);
  return std::optional(std::move(block));
}

std::uint32_t deal_seed(std::uint64_t tournament_seed, std::uint64_t block) noexcept {
  std::uint64_t state = tournament_seed;
  state = splitmix64(state) ^ block;
  return static_cast<std::uint32_t>(splitmix64(state) >> 32);
}

}  // namespace trivium::match
