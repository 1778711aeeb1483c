// `trivium check`: replays games and positions by our rules and reports faults.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <istream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <vector>

#include "engine/chess/rules/epd.h"
#include "engine/chess/rules/pgn.h"
#include "engine/connect6/rules/record_reader.h"
#include "engine/core/input_file.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/reversi/rules/obf.h"
#include "engine/reversi/rules/record_reader.h"
#include "engine/reversi/rules/wthor.h"
#include "learning/harness/progress.h"
#include "models/format/load_error.h"
#include "tools/common_options.h"
#include "tools/poker_options.h"
#include "tools/trivium/commands.h"
#include "tools/trivium/poker_log.h"

namespace trivium::tools {
namespace {

/// Maximum number of printed faults, and of printed notes. All faults are counted.
constexpr long kShownFaults = 20;

/// Size in bytes of a regular file; 0 if it is not known.
std::uint64_t size_of(const std::string& path) {
  std::error_code failure;
  const std::uintmax_t size = std::filesystem::file_size(path, failure);
  return failure ? 0 : size;
}

/// Reports how much of a file has been read.
class ReadProgress {
 public:
  ReadProgress(input::Stream& in, const std::string& path, const Reporting& reporting)
      : in_(in), progress_("bytes", size_of(path), reporting.delayed_progress()) {}

  /// Call after each record and at the end.
  void update() {
    const std::streamoff place = in_.rdbuf()->pubseekoff(0, std::ios_base::cur, std::ios_base::in);
    progress_.update(static_cast<std::uint64_t>(place) + in_.mark());
  }
  /// Clears the progress line for other output on a terminal.
  void erase() { progress_.erase(); }

 private:
  input::Stream& in_;
  learning::Progress progress_;
};

/// Statistics of one file, or of all.
struct Tally {
  long records = 0;
  long faults = 0;
  long moves = 0;
  long notes = 0;
  ReadProgress* progress = nullptr;
  std::string place{};  ///< "FILE: " if there are several files

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
    fmt::print(stderr, "{}{}\n", place, message);
  }
  void add(const Tally& file) {
    records += file.records;
    faults += file.faults;
    moves += file.moves;
  }
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

void check_connect6(std::istream& in, Tally& tally, std::FILE* tables) {
  const connect6::ReplayReport report =
      connect6::replay_report(in, [&tally] { tally.progress->update(); });
  for (const std::string& problem : report.problems) tally.print(problem);
  fmt::print(
      tables,
      "black won {}, white won {}, drawn {}, unfinished {}; {} with another winner than stated\n",
      report.black_wins, report.white_wins, report.draws, report.unfinished, report.disagreeing);
  tally.records = report.games;
  tally.faults = report.unreadable + report.disagreeing;
  tally.moves = report.stones;
}

void check_poker(input::Stream& in, const poker::GameDefinition& game, Tally& tally) {
  constexpr std::size_t kMaxLine = std::size_t{1} << 20;
  PokerLogChecker checker(game);
  std::string line;
  for (long number = 1;; ++number) {
    const Result<bool> more = in.next_line(line, kMaxLine);
    if (!more && in.status()) tally.fault(fmt::format("line {}: {}", number, more.error().message));
    if (!more || !*more) break;
    if (Status status = checker.take(line); !status)
      tally.fault(fmt::format("line {}: {}", number, status.error().message));
    tally.progress->update();
  }
  tally.records = checker.hands();
  tally.moves = checker.actions();
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
    if (tally.progress != nullptr) tally.progress->update();
  }
  for (const std::string& problem : report.problems) tally.print(problem);
  tally.records = report.games;
  tally.faults = report.faults();
  tally.moves = report.moves;
  all += report;
}

void check_wthor(const std::string& path, Tally& tally, reversi::ReplayReport& all) {
  constexpr std::uint64_t kMaxFile = std::uint64_t{1} << 28;  // 3.9 million games
  const std::vector<std::byte> bytes =
      format::or_throw(input::read_bytes(path, kMaxFile, input::Pipes::kAll));
  Result<reversi::WthorReader> reader = reversi::WthorReader::open(bytes);
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
  reversi::ReplayReport reversi;  ///< games of Reversi
};

void check_text(input::Stream& in, const CheckOptions& options, const poker::GameDefinition& game,
                Tally& tally, Totals& totals) {
  if (options.format == "pgn") return check_pgn(in, tally);
  if (options.format == "epd") return check_epd(in, tally);
  if (options.format == "obf") return check_obf(in, tally);
  if (options.format == "poker") return check_poker(in, game, tally);
  if (options.format == "connect6") return check_connect6(in, tally, options.reporting.tables());
  reversi::RecordReader reader(in);
  check_reversi([&reader](reversi::GameRecord& record) { return reader.next(record); }, tally,
                totals.reversi);
}

void check_file(const std::string& path, const CheckOptions& options,
                const poker::GameDefinition& game, Totals& totals) {
  Tally tally;
  if (options.paths.size() > 1) tally.place = input::shown_name(path) + ": ";
  if (options.format == "wthor") {
    check_wthor(path, tally, totals.reversi);
  } else {
    const std::unique_ptr<input::Stream> in = format::or_throw(input::Stream::open(path));
    ReadProgress progress(*in, path, options.reporting);
    tally.progress = &progress;
    check_text(*in, options, game, tally, totals);
    progress.update();
    progress.erase();
    format::or_throw(in->status());
  }
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
        "move, {} with another score than stated\n",
        games.black_wins, games.white_wins, games.draws, games.unfinished, games.passes,
        games.illegal, games.disagreeing);
  }
  const auto s = [](auto number) { return number == 1 ? "" : "s"; };
  const Tally& tally = totals.tally;
  fmt::print("{} record{}, {} move{}, {} fault{}\n", tally.records, s(tally.records), tally.moves,
             s(tally.moves), tally.faults, s(tally.faults));
}

void print_json(const Totals& totals, const CheckOptions& options) {
  const Tally& tally = totals.tally;
  nlohmann::ordered_json report{
      {"records", tally.records}, {"moves", tally.moves}, {"faults", tally.faults}};
  if (is_reversi(options)) {
    const reversi::ReplayReport& games = totals.reversi;
    report.update({{"black_wins", games.black_wins},
                   {"white_wins", games.white_wins},
                   {"draws", games.draws},
                   {"stopped_early", games.unfinished},
                   {"passes", games.passes},
                   {"illegal", games.illegal},
                   {"score_mismatches", games.disagreeing}});
  }
  fmt::print("{}\n", report.dump());
}

int run_check(const CheckOptions& options) {
  const auto game = poker::game_named(options.game);
  if (!game) throw UsageError("--game", game.error());
  Totals totals;
  const auto start = std::chrono::steady_clock::now();
  for (const std::string& path : options.paths) check_file(path, options, *game, totals);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (options.reporting.json) {
    print_json(totals, options);
  } else {
    print_text(totals, options);
  }
  fmt::print(stderr, "{:.2f} s, {:.0f} records a second\n", seconds.count(),
             static_cast<double>(totals.tally.records) / seconds.count());
  return totals.tally.faults == 0 ? 0 : 1;
}

}  // namespace

void add_check(Command& app, int& status) {
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
  command->callback([options, &status] { status = run_check(*options); });
}

}  // namespace trivium::tools
