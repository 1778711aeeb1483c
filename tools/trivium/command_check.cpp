// `trivium check`: replays games and positions by our rules and reports faults.
#include <fmt/format.h>
#include <istream>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/chess/rules/epd.h"
#include "engine/chess/rules/pgn.h"
#include "engine/connect6/rules/record_reader.h"
#include "engine/core/add_fields.h"
#include "engine/core/readers/input_file.h"
#include "engine/core/result.h"
#include "engine/core/stopwatch.h"
#include "engine/core/text.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/poker/rules/records.h"
#include "engine/reversi/rules/obf.h"
#include "engine/reversi/rules/record_reader.h"
#include "engine/reversi/rules/wthor.h"
#include "models/format/load_error.h"
#include "tools/common_options.h"
#include "tools/poker_options.h"
#include "tools/trivium/commands.h"
#include "tools/trivium/read_progress.h"

namespace trivium::tools {

namespace {

/// Maximum number of printed faults, and of printed notes. All faults are counted.
constexpr long kShownFaults = 20;

/// Statistics of one file, or of all.
struct Tally {
  long records = 0;
  long faults = 0;
  long moves = 0;
  long notes = 0;
  ReadProgress* progress = nullptr;
  std::string place{};  ///< "FILE: "
  Reporting reporting{};

  /// Prints a note about a corrected text that is not a fault.
  void note(const std::string& message) {
    if (++notes <= kShownFaults) print("note: " + message);
  }
  void fault(const std::string& message) {
    if (++faults <= kShownFaults) print(message);
  }
  /// Prints a fault or a note.
  void print(const std::string& message) const {
    if (progress != nullptr) progress->erase();
    reporting.note("{}{}", place, message);
  }
  void add(const Tally& file) {
    add_fields(*this, file, &Tally::records, &Tally::faults, &Tally::moves);
  }
};

// Replays the hands of an ACPC match log, and checks its actions, payoffs and scores by our rules.

/// Precision of a log: six decimals.
bool same_chips(double a, double b) {
  return a == b || poker::payoff_text(a) == poker::payoff_text(b);
}

class PokerLogChecker {
 public:
  /// Counts in `tally` the lines that are checked as hands, also invalid ones, and the actions of
  /// those that can be read. Requires: both outlive the checker.
  PokerLogChecker(const poker::GameDefinition& game, Tally& tally) noexcept
      : game_(game), tally_(tally) {}

  /// Checks the next line of the log, without its line end. Skips comments ('#', ';') and empty
  /// lines. A STATE line must be a finished hand with the payoffs that our rules give, to six
  /// decimals; a SCORE line must state the winnings since the previous SCORE line. After an error
  /// the next line can be checked.
  Status take(std::string_view line) {
    if (line.empty() || line.front() == '#' || line.front() == ';') return {};
    if (line.starts_with("SCORE")) return take_score(line);
    return take_hand(line);
  }

 private:
  Status take_hand(std::string_view line) {
    ++tally_.records;
    const auto record = poker::parse_state(line, game_);
    if (!record) return record.error();
    tally_.moves += std::ssize(record->hand.actions());
    if (record->payoffs.empty())
      return Error("poker.log.payoffs", "STATE: the payoffs are missing");
    if (!record->hand.decided())
      return Error("poker.log.cards", "STATE: the cards of a player at the showdown are missing");
    const poker::Payoffs payoffs = record->hand.payoffs();
    for (std::size_t i = 0; i < record->payoffs.size(); ++i) won_[record->names[i]] += payoffs[i];
    for (std::size_t i = 0; i < record->payoffs.size(); ++i) {
      if (same_chips(record->payoffs[i], payoffs[i])) continue;
      return Error("poker.log.payoffs", "STATE: hand {}: position {} won {}, the line states {}",
                   record->hand.id(), i, poker::payoff_text(payoffs[i]),
                   poker::payoff_text(record->payoffs[i]));
    }
    return {};
  }

  Status take_score(std::string_view line) {
    const auto score = poker::parse_score(line, game_);
    if (!score) return score.error();
    // Two seats may have the same name; then only their sum is known.
    std::map<std::string, double, std::less<>> stated;
    for (std::size_t i = 0; i < score->names.size(); ++i)
      stated[score->names[i]] += score->chips[i];
    const auto won = std::exchange(won_, {});
    for (const auto& [name, chips] : stated) {
      const auto player = won.find(name);
      const double ours = player == won.end() ? 0.0 : player->second;
      if (!same_chips(chips, ours)) {
        return Error("poker.log.score", "SCORE: {} won {}, the line states {}",
                     text::quoted(name, 32), poker::payoff_text(ours), poker::payoff_text(chips));
      }
    }
    return {};
  }

  const poker::GameDefinition& game_;
  Tally& tally_;
  std::map<std::string, double, std::less<>> won_;  ///< by player, since the last SCORE line
};

void check_pgn(std::istream& in, Tally& tally) {
  chess::PgnReader reader(in);
  while (const auto game = reader.next()) {
    ++tally.records;
    tally.progress->update();
    if (!*game) {
      tally.fault(game->error().message);
      continue;
    }
    tally.moves += static_cast<long>((*game)->moves.size());
    for (const Error& fault : (*game)->faults) tally.fault(fault.message);
    for (const std::string& note : (*game)->notes) tally.note(note);
  }
}

void check_epd(std::istream& in, Tally& tally) {
  chess::EpdReader reader(in);
  while (const auto record = reader.next()) {
    ++tally.records;
    tally.progress->update();
    if (!*record) {
      tally.fault(record->error().message);
    } else if (!(*record)->note.empty()) {
      tally.note(fmt::format("EPD: line {}: {}", reader.line(), (*record)->note));
    }
  }
}

/// Adds the games of `in` to `tally`, and their results to `all`. Prints the results of this file.
void check_connect6(std::istream& in, Tally& tally, connect6::ReplayReport& all) {
  const connect6::ReplayReport report =
      connect6::replay_report(in, [&tally] { tally.progress->update(); });
  for (const std::string& problem : report.problems) tally.print(problem);
  tally.reporting.table(
      "black won {}, white won {}, drawn {}, unfinished {}; {} with another winner than stated\n",
      report.black_wins, report.white_wins, report.draws, report.unfinished, report.disagreeing);
  tally.records = report.games;
  tally.faults = report.unreadable + report.disagreeing;
  tally.moves = report.stones;
  using Replayed = connect6::ReplayReport;
  add_fields(all, report, &Replayed::black_wins, &Replayed::white_wins, &Replayed::draws,
             &Replayed::unfinished, &Replayed::disagreeing, &Replayed::unreadable);
}

void check_poker(input::Stream& in, const poker::GameDefinition& game, Tally& tally) {
  constexpr std::size_t kMaxLine = std::size_t{1} << 20;
  PokerLogChecker checker(game, tally);
  std::string line;
  for (long number = 1;; ++number) {
    const Result<bool> more = in.next_line(line, kMaxLine);
    if (!more && in.status()) tally.fault(fmt::format("line {}: {}", number, more.error().message));
    if (!more || !*more) break;
    if (Status status = checker.take(line); !status)
      tally.fault(fmt::format("line {}: {}", number, status.error().message));
    tally.progress->update();
  }
}

/// Adds the games that `next` reads to `tally`, and their results to `all`.
template <class Next>
void check_reversi(const Next& next, Tally& tally, reversi::ReplayReport& all) {
  reversi::ReplayReport report;
  reversi::GameRecord record;
  for (;;) {
    const Result<bool> read = next(record);
    if (read && !*read) break;
    report.add(read, record);
    tally.progress->update();
  }
  for (const std::string& problem : report.problems) tally.print(problem);
  tally.records = report.games;
  tally.faults = report.faults();
  tally.moves = report.moves;
  all += report;
}

void check_wthor(input::Stream& in, Tally& tally, reversi::ReplayReport& all) {
  const std::string bytes = format::or_throw(in.read_all(reversi::kMaxWthorBytes));
  Result<reversi::WthorReader> reader = reversi::WthorReader::open(std::as_bytes(std::span(bytes)));
  if (!reader) return tally.fault(reader.error().message);
  const auto next = [&reader](reversi::GameRecord& record) -> Result<bool> {
    reversi::WthorGame game;
    const Result<bool> read = reader->next(game);
    if (read && *read) record = game.record();
    return read;
  };
  check_reversi(next, tally, all);
}

void check_obf(std::istream& in, Tally& tally) {
  reversi::ObfReader reader(in);
  reversi::Problem problem;
  for (;;) {
    const Result<bool> read = reader.next(problem);
    if (read && !*read) break;
    ++tally.records;
    tally.progress->update();
    if (read) {
      tally.moves += static_cast<long>(problem.moves.size());
    } else {
      tally.fault(read.error().message);
    }
  }
}

struct CheckOptions {
  std::string format;
  std::vector<std::string> paths;
  std::string game = "nolimit";
  Reporting reporting;
};

/// The results of all files.
struct Totals {
  Tally tally;
  connect6::ReplayReport connect6;  ///< games of Connect-6
  reversi::ReplayReport reversi;    ///< games of Reversi
};

void check_text(input::Stream& in, const CheckOptions& options, const poker::GameDefinition& game,
                Tally& tally, Totals& totals) {
  if (options.format == "pgn") return check_pgn(in, tally);
  if (options.format == "epd") return check_epd(in, tally);
  if (options.format == "obf") return check_obf(in, tally);
  if (options.format == "poker") return check_poker(in, game, tally);
  if (options.format == "wthor") return check_wthor(in, tally, totals.reversi);
  if (options.format == "connect6") return check_connect6(in, tally, totals.connect6);
  if (reversi::is_wthor(in)) return tally.fault("a WTHOR file, which `trivium check wthor` checks");
  reversi::RecordReader reader(in);
  check_reversi([&reader](reversi::GameRecord& record) { return reader.next(record); }, tally,
                totals.reversi);
}

void check_file(const std::string& path, const CheckOptions& options,
                const poker::GameDefinition& game, Totals& totals) {
  Tally tally;
  tally.place = input::shown_name(path) + ": ";
  tally.reporting = options.reporting;
  const std::unique_ptr<input::Stream> in = format::or_throw(input::Stream::open(path));
  ReadProgress progress(*in, options.reporting.delayed_progress());
  tally.progress = &progress;
  check_text(*in, options, game, tally, totals);
  progress.update();
  progress.erase();
  format::or_throw(in->status());
  totals.tally.add(tally);
}

bool is_reversi(const CheckOptions& options) {
  return options.format == "wthor" || options.format == "reversi";
}

void print_text(const Totals& totals, const CheckOptions& options) {
  if (is_reversi(options)) {
    const reversi::ReplayReport& games = totals.reversi;
    fmt::print(
        "black won {}, white won {}, drawn {}, stopped early {}; {} passes; {} with an illegal "
        "move, {} with another score than stated, {} unreadable\n",
        games.black_wins, games.white_wins, games.draws, games.unfinished, games.passes,
        games.illegal, games.disagreeing, games.unreadable);
  }
  const Tally& tally = totals.tally;
  fmt::print("{}, {}, {}\n", text::counted(tally.records, "record"),
             text::counted(tally.moves, "move"), text::counted(tally.faults, "fault"));
}

void print_json(const Totals& totals, const CheckOptions& options) {
  const Tally& tally = totals.tally;
  nlohmann::ordered_json report{
      {"records", tally.records}, {"moves", tally.moves}, {"faults", tally.faults}};
  if (options.format == "connect6") {
    const connect6::ReplayReport& games = totals.connect6;
    report.update({{"black_wins", games.black_wins},
                   {"white_wins", games.white_wins},
                   {"draws", games.draws},
                   {"unfinished", games.unfinished},
                   {"winner_mismatches", games.disagreeing},
                   {"unreadable", games.unreadable}});
  }
  if (is_reversi(options)) {
    const reversi::ReplayReport& games = totals.reversi;
    report.update({{"black_wins", games.black_wins},
                   {"white_wins", games.white_wins},
                   {"draws", games.draws},
                   {"stopped_early", games.unfinished},
                   {"passes", games.passes},
                   {"illegal", games.illegal},
                   {"score_mismatches", games.disagreeing},
                   {"unreadable", games.unreadable}});
  }
  fmt::print("{}\n", report.dump());
}

void run_check(const CheckOptions& options) {
  const auto game = or_usage_error("--game", poker::game_named(options.game));
  Totals totals;
  const Stopwatch watch;
  for (const std::string& path : options.paths) check_file(path, options, game, totals);
  const double seconds = watch.seconds();
  options.reporting.json ? print_json(totals, options) : print_text(totals, options);
  options.reporting.note("{:.2f} s, {:.0f} records a second", seconds,
                         static_cast<double>(totals.tally.records) / seconds);
  if (totals.tally.faults > 0) throw Finished{1};
}

}  // namespace

void add_check(Command& app) {
  Command* command =
      app.add_subcommand("check", "Replay recorded games by our rules and report every fault");
  auto options = std::make_shared<CheckOptions>();
  command
      ->add_option("FORMAT", options->format,
                   "pgn and epd (chess), connect6 (SGF, paper form, or CSV: game_id,moves,winner), "
                   "reversi (SGF, GGF or transcripts), wthor and obf (Reversi), poker (ACPC log)")
      ->required()
      ->check(one_of({"pgn", "epd", "connect6", "reversi", "wthor", "obf", "poker"}));
  command->add_option("FILE", options->paths, "The files; - is standard input")
      ->required()
      ->type_name("FILE");
  add_game_option(*command, "--game", options->game);
  add_reporting(*command, options->reporting);
  command->callback([options] { run_check(*options); });
}

}  // namespace trivium::tools
