// `trivium perft`: counts the leaves of the legal move tree.
#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <string>

#include "engine/chess/rules/notation.h"
#include "engine/chess/rules/perft.h"
#include "tools/command.h"
#include "tools/number_range.h"
#include "tools/trivium/commands.h"

namespace trivium::tools {
namespace {

struct PerftOptions {
  std::string fen{chess::kStartFen};
  int depth = 0;
  bool divide = false;
};

std::uint64_t divided_perft(chess::Position& position, int depth) {
  const auto print = [&position](chess::Move move, std::uint64_t leaves) {
    fmt::print("{}: {}\n", chess::to_uci(position, move), leaves);
  };
  return chess::divide(position, depth, print, [] { return false; }).value_or(0);
}

int run_perft(const PerftOptions& options) {
  std::string note;
  Result<chess::Position> position = chess::parse_fen(options.fen, &note);
  if (!position) throw UsageError("--fen", position.error());
  if (!note.empty()) fmt::print(stderr, "trivium: --fen: {}\n", note);
  const auto start = std::chrono::steady_clock::now();
  const bool divide = options.divide && options.depth > 0;
  const std::uint64_t total =
      divide ? divided_perft(*position, options.depth) : chess::perft(*position, options.depth);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  fmt::print(stderr, "{:.3f} s, {:.1f} million leaves a second\n", seconds.count(),
             static_cast<double>(total) / seconds.count() / 1e6);
  fmt::print("{}\n", total);
  return 0;
}

}  // namespace

void add_perft(Command& app, int& status) {
  Command* command = app.add_subcommand(
      "perft", "Count the leaves of the legal move tree (chess); the last line is the total");
  auto options = std::make_shared<PerftOptions>();
  command->add_option("--fen", options->fen,
                      "Position: FEN, X-FEN or Shredder-FEN (default: the start position)");
  command->add_option("DEPTH", options->depth, "Plies")->required()->check(number_range(0, 20));
  command->add_flag("--divide", options->divide,
                    "Print the count of every root move before the total");
  command->callback([options, &status] { status = run_perft(*options); });
}

}  // namespace trivium::tools
