#include "tools/match/play/runner.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "learning/harness/manifest.h"
#include "learning/statistics/sprt.h"
#include "models/format/load_error.h"
#include "protocols/line/log_file.h"
#include "tools/match/play/board/load_monitor.h"
#include "tools/match/play/finished_game.h"
#include "tools/match/play/game_source.h"
#include "tools/match/play/journal_facts.h"
#include "tools/match/play/table.h"
#include "tools/match/record/export.h"
#include "tools/match/record/ledger.h"
#include "tools/match/record/live_games.h"
#include "tools/match/setup/journal_place.h"
#include "tools/match/setup/tournament_identity.h"

namespace trivium::match {

namespace {

using format::or_throw;
using learning::statistics::SprtVerdict;

// Log of all lines to and from engines, with timestamps, in one file:
//
//   2026-11-21T10:04:31.123Z 12 Trivium > go nodes 1000
//
// The number is that of the game, from 1, since games can run in parallel; 0 before the first game.
// '>' marks lines to the engine, '<' lines from it.

class TrafficLog {
 public:
  /// Opens `file` for appending. Throws format::LoadError, which names the file.
  explicit TrafficLog(const std::filesystem::path& file)
      : out_(file, std::ios::app | std::ios::binary) {
    if (!out_)
      throw format::LoadError("file.write", "{}: cannot be opened for writing: {}", file.string(),
                              std::strerror(errno));
  }

  /// Adds a row. Thread-safe. Rows reach the file when the buffer is full and at the end.
  void write(const std::string& engine, std::uint64_t game, char direction, std::string_view line) {
    const std::string row =
        fmt::format("{} {} {} {} {}\n", line::utc_text(std::chrono::system_clock::now()), game,
                    engine, direction, line);
    const std::lock_guard lock(mutex_);
    out_ << row;
  }

 private:
  std::mutex mutex_;
  std::ofstream out_;
};

std::string why(RunEnd end) {
  constexpr std::array kWords{"all games played", "SPRT: H0 accepted", "SPRT: H1 accepted",
                              "interrupted"};  // by RunEnd
  return kWords[static_cast<std::size_t>(end)];
}

/// True if an engine has a time limit.
bool is_timed(const Tournament& tournament) {
  return std::ranges::any_of(tournament.engines, [](const EngineSpec& engine) {
    return engine.time.clock || engine.time.move_time;
  });
}

/// Resources of all games, loaded before the first.
struct Stock {
  GameCodec codec;
  std::optional<OpeningBook> openings;  ///< board games
  std::optional<PokerRoom> room;        ///< poker
};

/// One run of a tournament: state shared by its tables, under one lock.
class Run {
 public:
  Run(const Tournament& tournament, Observer& observer, RunControl& control,
      std::unique_ptr<Ledger> ledger, Stock stock)
      : tournament_(tournament),
        observer_(observer),
        control_(control),
        stock_(std::move(stock)),
        context_{.tournament = tournament_,
                 .openings = stock_.openings ? &*stock_.openings : nullptr,
                 .poker = stock_.room ? &*stock_.room : nullptr,
                 .interrupt = control.interrupt(),
                 .stop = control.token(),
                 .load = load_,
                 .lost = std::vector<std::atomic<bool>>(tournament.engines.size()),
                 .hands_interval = observer.hands_interval()},
        ledger_(std::move(ledger)),
        standings_(ledger_->tournament().engines, tournament.schedule.games) {}

  /// Call it once, before play(). Throws format::LoadError.
  void prepare() {
    context_.warn = [this](const std::string& text) {
      const std::lock_guard lock(mutex_);
      observer_.warning(text);
    };
    context_.warn_once = [this](const std::string& text) {
      const std::lock_guard lock(mutex_);
      if (warned_.insert(text).second) observer_.warning(text);
    };
    context_.hands_played = [this](const ScheduledGame& game, std::uint32_t hands) {
      const std::lock_guard lock(mutex_);
      observer_.hands_played(game, hands, progress_);
    };
    context_.moved = [this](const ScheduledGame& game, const PlayedGame& so_far) {
      if (live_games_) live_games_->moved(game.number, so_far);
    };
    if (!tournament_.log.empty()) {
      traffic_.emplace(tournament_.log);
      context_.log = [this](const std::string& engine, std::uint64_t game, char direction,
                            std::string_view line) {
        traffic_->write(engine, game, direction, line);
      };
    }
    const std::size_t paired = or_throw(stock_.codec.add_all(standings_, *ledger_));
    source_ = or_throw(GameSource::make(tournament_.schedule, *ledger_, standings_, paired));
    progress_.finished = progress_.resumed = ledger_->games();
    progress_.total = std::max(source_->size(), progress_.finished);
    const Schedule& schedule = source_->schedule();
    if (!schedule.options().part.is_whole()) progress_.of_all_parts = schedule.size();
    keep_part(*ledger_, schedule.options().part, schedule.size());
    if (!tournament_.record.empty()) {
      record_ = or_throw(
          RecordFile::open(tournament_.record, *ledger_,
                           {usual_format(tournament_.game), tournament_.event, tournament_.site}));
    }
    update_journal();
    decide();
    if (record_ && !over()) or_throw(record_->takes_games());
  }

  /// Throws format::LoadError.
  RunOutcome play() {
    if (!over()) {
      or_throw(try_engines(context_));
      warn_of_load();
      warn_of_repetition();
    }
    if (!ledger_->file().empty()) live_games_.emplace(ledger_->file(), progress_.total);
    observer_.tournament_started(tournament_, progress_);
    if (record_ && !record_->note().empty()) observer_.warning(record_->note());
    {
      std::jthread others;
      if (ledger_->sharing() != nullptr)
        others = std::jthread([this](const std::stop_token& ended) { follow_others(ended); });
      std::vector<std::jthread> tables;
      for (int table = 0; table < tournament_.concurrency; ++table)
        tables.emplace_back([this] { work(); });
    }
    if (record_) {
      if (const Status written = record_->finish(); !written && !failure_)
        failure_ = written.error();
    }
    live_games_.reset();
    observer_.tournament_ended(standings_, progress_, failure_ ? failure_->message : why(end()));
    if (failure_) throw format::LoadError(*failure_);
    return {end(), standings_, progress_};
  }

 private:
  /// Stores facts for other readers or a later run.
  void update_journal() {
    keep_sprt(*ledger_, tournament_.sprt);
    if (tournament_.game == Game::kPoker) {
      keep_known_policies(*ledger_,
                          or_throw(known_policies(tournament_, stock_.codec.poker_game())));
    }
    known_lost_ = lost_engines(*ledger_);
    for (const int engine : known_lost_) context_.lost.at(static_cast<std::size_t>(engine)) = true;
  }

  /// Stores engines that were lost at these tables.
  void keep_lost() {
    std::vector<int> lost;
    for (std::size_t engine = 0; engine < context_.lost.size(); ++engine) {
      if (context_.lost[engine]) lost.push_back(static_cast<int>(engine));
    }
    if (lost == known_lost_) return;
    keep_lost_engines(*ledger_, lost);
    known_lost_ = std::move(lost);
  }

  bool over() const { return decided_ || progress_.finished >= progress_.total; }
  void warn_of_load() {
    int threads = 1;
    bool ponder = false;
    for (const EngineSpec& engine : tournament_.engines) {
      threads = std::max(threads, searching_threads(engine));
      ponder = ponder || engine.ponder;
    }
    const auto advice =
        oversubscription_warning(tournament_.concurrency, threads, ponder, available_processors());
    if (advice) observer_.warning(*advice);
  }

  void warn_of_repetition() {
    if (context_.openings == nullptr) return;
    constexpr std::uint32_t kEnoughForATest =
        5'000;  // rounds of a sequential test are only an upper limit
    const std::uint32_t rounds = tournament_.sprt
                                     ? std::min(tournament_.schedule.rounds, kEnoughForATest)
                                     : tournament_.schedule.rounds;
    const auto advice =
        repetition_warning(rounds, context_.openings->size(), is_timed(tournament_));
    if (advice) observer_.warning(*advice);
  }

  void work() {
    try {
      const Table table = make_table(context_);
      while (const std::optional<ScheduledGame> game = take()) {
        const Result<std::optional<FinishedGame>> finished = table(*game);
        if (finished && *finished) {
          enter(*game, **finished);
        } else {
          give_up();
          if (!finished) fail(finished.error());
        }
        rest();
      }
    } catch (const std::exception& unexpected) {
      fail(Error{"match.table.failed", "a table failed: {}", unexpected.what()});
    }
  }

  /// Waits between two games of a table, unless the run ends.
  void rest() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, control_.finishing_token(), tournament_.wait,
                      [this] { return over(); });
  }

  std::optional<ScheduledGame> take() {
    std::unique_lock lock(mutex_);
    while (!control_.finishing_token().stop_requested()) {
      Result<GameSource::Next> next = source_->next();
      if (!next) {
        fail_locked(next.error());
        break;
      }
      if (next->game) {
        ++progress_.running;
        observer_.game_started(*next->game, progress_);
        return *std::move(next->game);
      }
      if (!next->wait) break;
      changed_.wait(lock, control_.finishing_token(),
                    [&, played = progress_.finished, running = progress_.running, news = news_] {
                      return progress_.finished != played || progress_.running != running ||
                             news_ != news;
                    });
    }
    changed_.notify_all();
    return std::nullopt;
  }

  void enter(const ScheduledGame& game, const FinishedGame& finished) {
    const Status entered = format::or_error([&] {
      const std::lock_guard lock(mutex_);
      enter_locked(game, finished);
    });
    if (!entered) fail(entered.error());
    changed_.notify_all();
  }

  void enter_locked(const ScheduledGame& game, const FinishedGame& finished) {
    // First, so that a run killed in between starts with the engine lost and loses the game again.
    keep_lost();
    const Status stored = ledger_->record(stock_.codec.entry(game, finished, tournament_.seed));
    if (!stored && stored.error().code == kLateGame) {
      source_->returned();
      --progress_.running;
      return observer_.warning(stored.error().message);
    }
    or_throw(stored);
    if (live_games_) live_games_->ended(game.number);
    stock_.codec.add(standings_, game, finished);
    source_->returned();
    progress_.finished = ledger_->games();
    --progress_.running;
    if (record_) or_throw(record_->update());
    decide();
    observer_.game_finished(game, stock_.codec.result(finished), standings_, progress_);
    const std::optional<Ending> loss = engine_failure(finished);
    if (tournament_.recover || !loss) return;
    throw format::LoadError("match.engine.lost",
                            "an engine was lost in game {} ({}), and recover is off",
                            game.number + 1, to_string(*loss));
  }

  void give_up() {
    const std::lock_guard lock(mutex_);
    source_->returned();
    --progress_.running;
    changed_.notify_all();
  }

  void decide() {
    if (!tournament_.sprt) return;
    auto verdict = SprtVerdict::kContinue;
    if (standings_.games() > 0) verdict = standings_.sprt(*tournament_.sprt).verdict;
    // In a shared tournament the verdict of the runner that had one first.
    if (ledger_->sharing() != nullptr) verdict = keep_verdict(*ledger_, verdict);
    if (verdict == SprtVerdict::kContinue) return;
    decided_ = verdict;
    control_.stop();
  }

  /// Takes what other runners have entered until the tables of this one have ended.
  void follow_others(const std::stop_token& ended) {
    constexpr std::chrono::seconds kInterval{1};
    std::unique_lock lock(mutex_);
    while (!ended.stop_requested()) {
      changed_.wait_for(lock, ended, kInterval, [] { return false; });
      if (ended.stop_requested()) return;
      if (const Status taken = format::or_error([this] { take_news(); }); !taken)
        fail_locked(taken.error());
      ++news_;
      changed_.notify_all();
    }
  }

  void take_news() {
    const auto add = [this](const JournalEntry& entry) {
      stock_.codec.add(standings_, entry, or_throw(stock_.codec.read(entry)));
    };
    or_throw(ledger_->sharing()->refresh(add));
    progress_.finished = ledger_->games();
    for (const int engine : lost_engines(*ledger_))
      context_.lost.at(static_cast<std::size_t>(engine)) = true;
    if (record_) or_throw(record_->update());
    decide();
  }

  void fail(const Error& error) {
    const std::lock_guard lock(mutex_);
    fail_locked(error);
    changed_.notify_all();
  }

  void fail_locked(const Error& error) {
    if (!failure_) failure_ = error;
    control_.stop();
  }

  RunEnd end() const {
    if (decided_) return *decided_ == SprtVerdict::kH1 ? RunEnd::kSprtH1 : RunEnd::kSprtH0;
    return progress_.finished >= progress_.total ? RunEnd::kAllPlayed : RunEnd::kInterrupted;
  }

  const Tournament& tournament_;
  Observer& observer_;
  RunControl& control_;
  const Stock stock_;
  const LoadMonitor load_;
  std::optional<TrafficLog> traffic_;
  TableContext context_;

  std::mutex mutex_;
  std::condition_variable_any changed_;
  // Protected by mutex_ while tables play.
  std::unique_ptr<Ledger> ledger_;
  Standings standings_;
  std::optional<GameSource> source_;
  std::optional<LiveGames> live_games_;  ///< set while games are played
  std::optional<RecordFile> record_;
  std::set<std::string> warned_;
  std::vector<int> known_lost_;  ///< engines stored in the journal as lost
  RunProgress progress_;
  std::uint64_t news_ = 0;  ///< counts how often the games of other runners were taken
  std::optional<SprtVerdict> decided_;
  std::optional<Error> failure_;
};

/// Fills in values derived from other parts of the description.
void fill_in(Tournament& tournament, const GameCodec& codec) {
  ScheduleOptions& schedule = tournament.schedule;
  schedule.engines = static_cast<int>(tournament.engines.size());
  schedule.seats = 2;
  if (tournament.game == Game::kPoker) {
    schedule.seats = codec.poker_game().players;
    schedule.all_orders = tournament.poker.all_orders;
    if (schedule.games > 1) schedule.games = rotation_count(schedule.seats, schedule.all_orders);
  }
  tournament.openings.board_size = tournament.board_size;
  if (tournament.journal.empty()) tournament.journal = tournament.name + ".db";
}

/// Version of identities that the tournament has begun with.
int version_of(const Tournament& tournament) {
  const auto begun = read_ledger(tournament.journal, tournament.name);
  // What hinders reading is reported when the ledger is opened for writing.
  if (!begun || (*begun)->games() == 0) return kIdentityVersion;
  return identity_version((*begun)->tournament());
}

/// This run as a runner of a shared tournament.
RunnerOptions runner_options(const Tournament& tournament, Observer& observer,
                             const RunControl& control) {
  RunnerOptions runner;
  runner.games_per_encounter = tournament.schedule.games;
  runner.lease = tournament.lease;
  runner.host = host_name();
  runner.version = tournament.version;
  const std::filesystem::path program = std::filesystem::canonical("/proc/self/exe");
  runner.program = learning::describe_data(program, {}).sha256;
  runner.kernel = program.extension().string();
  runner.processors = std::thread::hardware_concurrency();
  runner.speed = machine_speed();
  runner.speed_rule = is_timed(tournament) || tournament.game == Game::kPoker
                          ? tournament.speed_rule
                          : SpeedRule::kAny;
  runner.stop = control.token();
  runner.warn = [&observer](const std::string& text) { observer.warning(text); };
  return runner;
}

/// Opens the ledger of the tournament with the identity that it began with.
std::unique_ptr<Ledger> take_ledger(const Tournament& tournament, Observer& observer,
                                    const RunControl& control) {
  const TournamentIdentity identity = or_throw(identify(tournament, version_of(tournament)));
  if (!is_url(tournament.journal.native()))
    return or_throw(open_ledger(tournament.journal, identity));
  return or_throw(
      open_ledger(tournament.journal, identity, runner_options(tournament, observer, control)));
}

Stock take_stock(const Tournament& tournament, GameCodec codec) {
  Stock stock{std::move(codec), {}, {}};
  if (tournament.game == Game::kPoker) {
    stock.room = or_throw(PokerRoom::open(tournament));
  } else {
    stock.openings =
        or_throw(OpeningBook::open(tournament.game, tournament.openings, tournament.seed));
  }
  return stock;
}

}  // namespace

Result<RunOutcome> run(Tournament tournament, Observer& observer, RunControl& control) {
  return format::or_error([&] {
    GameCodec codec = or_throw(GameCodec::make(tournament.game, tournament.poker.game));
    fill_in(tournament, codec);
    Stock stock = take_stock(tournament, std::move(codec));
    Run run(tournament, observer, control, take_ledger(tournament, observer, control),
            std::move(stock));
    run.prepare();
    return run.play();
  });
}

}  // namespace trivium::match
