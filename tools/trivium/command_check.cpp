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
#include <string_view>
#include <system_error>

#include "engine/chess/rules/epd.h"
#include "engine/chess/rules/pgn.h"
#include "engine/connect6/rules/record_reader.h"
#include "engine/core/input_file.h"
#include "engine/poker/rules/game_definition.h"
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

/// Statistics of one file.
struct Tally {
  long records = 0;
  long faults = 0;
  long moves = 0;
  long notes = 0;
  ReadProgress* progress = nullptr;

  /// Prints a note about a corrected text that is not a fault.
  void note(const std::string& message) {
    if (++notes <= kShownFaults) print("note: " + message);
  }
  void fault(const std::string& message) {
    if (++faults <= kShownFaults) print(message);
  }

 private:
  void print(const std::string& message) const {
    progress->erase();
    fmt::print(stderr, "{}\n", message);
  }
};

Tally check_pgn(std::istream& in, ReadProgress& progress) {
  Tally tally{.progress = &progress};
  chess::PgnReader reader(in);
  while (const auto game = reader.next()) {
    ++tally.records;
    progress.update();
    if (!*game) {
      tally.fault(game->error().message);
      continue;
    }
    tally.moves += static_cast<long>((*game)->moves.size());
    for (const Error& fault : (*game)->faults) tally.fault(fault.message);
    for (const std::string& note : (*game)->notes) tally.note(note);
  }
  return tally;
}

Tally check_epd(std::istream& in, ReadProgress& progress) {
  Tally tally{.progress = &progress};
  chess::EpdReader reader(in);
  while (const auto record = reader.next()) {
    ++tally.records;
    progress.update();
    if (!*record) {
      tally.fault(record->error().message);
    } else if (!(*record)->note.empty()) {
      tally.note(fmt::format("EPD: line {}: {}", reader.line(), (*record)->note));
    }
  }
  return tally;
}

Tally check_connect6(std::istream& in, ReadProgress& progress, std::FILE* tables) {
  const connect6::ReplayReport report = connect6::replay_report(in, [&] { progress.update(); });
  progress.erase();
  for (const std::string& problem : report.problems) fmt::print(stderr, "{}\n", problem);
  fmt::print(
      tables,
      "black won {}, white won {}, drawn {}, unfinished {}; {} with another winner than stated\n",
      report.black_wins, report.white_wins, report.draws, report.unfinished, report.disagreeing);
  return {report.games, report.unreadable + report.disagreeing, report.stones};
}

Tally check_poker(input::Stream& in, const poker::GameDefinition& game, ReadProgress& progress) {
  constexpr std::size_t kMaxLine = std::size_t{1} << 20;
  Tally tally{.progress = &progress};
  PokerLogChecker checker(game);
  std::string line;
  for (long number = 1;; ++number) {
    const Result<bool> more = in.next_line(line, kMaxLine);
    if (!more && in.status()) tally.fault(fmt::format("line {}: {}", number, more.error().message));
    if (!more || !*more) break;
    if (Status status = checker.take(line); !status)
      tally.fault(fmt::format("line {}: {}", number, status.error().message));
    progress.update();
  }
  tally.records = checker.hands();
  tally.moves = checker.actions();
  return tally;
}

struct CheckOptions {
  std::string format;
  std::string path;
  std::string game = "nolimit";
  Reporting reporting;
};

Tally check(input::Stream& in, const CheckOptions& options, const poker::GameDefinition& game,
            ReadProgress& progress) {
  if (options.format == "pgn") return check_pgn(in, progress);
  if (options.format == "epd") return check_epd(in, progress);
  if (options.format == "poker") return check_poker(in, game, progress);
  return check_connect6(in, progress, options.reporting.tables());
}

void print_text(const Tally& tally) {
  const auto s = [](auto number) { return number == 1 ? "" : "s"; };
  fmt::print("{} record{}, {} move{}, {} fault{}\n", tally.records, s(tally.records), tally.moves,
             s(tally.moves), tally.faults, s(tally.faults));
}

void print_json(const Tally& tally) {
  const nlohmann::ordered_json report{
      {"records", tally.records}, {"moves", tally.moves}, {"faults", tally.faults}};
  fmt::print("{}\n", report.dump());
}

int run_check(const CheckOptions& options) {
  const auto game = poker::game_named(options.game);
  if (!game) throw UsageError("--game", game.error());
  const std::unique_ptr<input::Stream> in = format::or_throw(input::Stream::open(options.path));
  ReadProgress progress(*in, options.path, options.reporting);
  const auto start = std::chrono::steady_clock::now();
  const Tally tally = check(*in, options, *game, progress);
  progress.update();
  progress.erase();
  format::or_throw(in->status());
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (options.reporting.json) {
    print_json(tally);
  } else {
    print_text(tally);
  }
  fmt::print(stderr, "{:.2f} s, {:.0f} records a second\n", seconds.count(),
             static_cast<double>(tally.records) / seconds.count());
  return tally.faults == 0 ? 0 : 1;
}

}  // namespace

void add_check(Command& app, int& status) {
  Command* command =
      app.add_subcommand("check", "Replay recorded games by our rules and report every fault");
  auto options = std::make_shared<CheckOptions>();
  command
      ->add_option("FORMAT", options->format,
                   "pgn and epd (chess), connect6 (SGF, paper form, or CSV: game_id,moves,winner), "
                   "poker (ACPC log)")
      ->required()
      ->check(one_of({"pgn", "epd", "connect6", "poker"}));
  command->add_option("FILE", options->path, "The file, or - for standard input")
      ->required()
      ->type_name("FILE");
  add_game_option(*command, "--game", options->game);
  add_reporting(*command, options->reporting);
  command->callback([options, &status] { status = run_check(*options); });
}

}  // namespace trivium::tools
