// `trivium check`: replays recorded games and positions by our rules and says what is wrong with them.
#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <istream>
#include <memory>
#include <string>
#include <string_view>

#include "engine/chess/rules/epd.h"
#include "engine/chess/rules/pgn.h"
#include "engine/connect6/rules/record_reader.h"
#include "engine/core/input_file.h"
#include "engine/poker/rules/game_definition.h"
#include "models/format/load_error.h"
#include "tools/command.h"
#include "tools/poker_options.h"
#include "tools/trivium/commands.h"
#include "tools/trivium/poker_log.h"

namespace trivium::tools {
namespace {

/// Maximum number of printed faults, and of printed notes. All faults are counted.
constexpr long kShownFaults = 20;

/// What one file held.
struct Tally {
  long records = 0;
  long faults = 0;
  long moves = 0;
  long notes = 0;

  /// Prints a correction of the text that is not a fault.
  void note(const std::string& message) {
    if (++notes <= kShownFaults) fmt::print(stderr, "note: {}\n", message);
  }
  void fault(const std::string& message) {
    if (++faults <= kShownFaults) fmt::print(stderr, "{}\n", message);
  }
};

Tally check_pgn(std::istream& in) {
  Tally tally;
  chess::PgnReader reader(in);
  while (const auto game = reader.next()) {
    ++tally.records;
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

Tally check_epd(std::istream& in) {
  Tally tally;
  chess::EpdReader reader(in);
  while (const auto record = reader.next()) {
    ++tally.records;
    if (!*record) {
      tally.fault(record->error().message);
    } else if (!(*record)->note.empty()) {
      tally.note(fmt::format("EPD: line {}: {}", reader.line(), (*record)->note));
    }
  }
  return tally;
}

Tally check_connect6(std::istream& in) {
  const connect6::ReplayReport report = connect6::replay_report(in);
  for (const std::string& problem : report.problems) fmt::print(stderr, "{}\n", problem);
  fmt::print("black won {}, white won {}, drawn {}, unfinished {}; {} with another winner than stated\n", report.black_wins,
             report.white_wins, report.draws, report.unfinished, report.disagreeing);
  return {report.games, report.unreadable + report.disagreeing, report.stones};
}

Tally check_poker(input::Stream& in, const poker::GameDefinition& game) {
  constexpr std::size_t kMaxLine = std::size_t{1} << 20;
  Tally tally;
  PokerLogChecker checker(game);
  std::string line;
  for (long number = 1;; ++number) {
    const Result<bool> more = in.next_line(line, kMaxLine);
    if (!more && in.status()) tally.fault(fmt::format("line {}: {}", number, more.error().message));
    if (!more || !*more) break;
    if (Status status = checker.take(line); !status) tally.fault(fmt::format("line {}: {}", number, status.error().message));
  }
  tally.records = checker.hands();
  tally.moves = checker.actions();
  return tally;
}

Tally check(const std::string& format, input::Stream& in, const poker::GameDefinition& game) {
  if (format == "pgn") return check_pgn(in);
  if (format == "epd") return check_epd(in);
  if (format == "poker") return check_poker(in, game);
  return check_connect6(in);
}

int run_check(const std::string& record_format, const std::string& path, const std::string& game_name) {
  const auto game = poker::game_named(game_name);
  if (!game) throw UsageError("--game", game.error());
  const std::unique_ptr<input::Stream> in = format::or_throw(input::Stream::open(path));
  const auto start = std::chrono::steady_clock::now();
  const Tally tally = check(record_format, *in, *game);
  format::or_throw(in->status());
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  const auto s = [](auto number) { return number == 1 ? "" : "s"; };
  fmt::print("{} record{}, {} move{}, {} fault{}\n", tally.records, s(tally.records), tally.moves, s(tally.moves), tally.faults,
             s(tally.faults));
  fmt::print(stderr, "{:.2f} s, {:.0f} records a second\n", seconds.count(), static_cast<double>(tally.records) / seconds.count());
  return tally.faults == 0 ? 0 : 1;
}

}  // namespace

void add_check(Command& app, int& status) {
  Command* command = app.add_subcommand("check", "Replay recorded games by our rules and report every fault");
  auto format = std::make_shared<std::string>();
  auto path = std::make_shared<std::string>();
  auto game = std::make_shared<std::string>("nolimit");
  command->add_option("FORMAT", *format, "pgn and epd (chess), connect6 (SGF, paper form, or CSV: game_id,moves,winner), poker (ACPC log)")
      ->required()
      ->check(one_of({"pgn", "epd", "connect6", "poker"}));
  command->add_option("FILE", *path, "The file, or - for standard input")->required()->type_name("FILE");
  add_game_option(*command, "--game", *game);
  command->callback([format, path, game, &status] { status = run_check(*format, *path, *game); });
}

}  // namespace trivium::tools
