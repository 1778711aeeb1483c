// `trivium perft`: counts the leaves of the legal move tree.
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <string>

#include "engine/chess/rules/notation.h"
#include "engine/chess/rules/perft.h"
#include "engine/core/stopwatch.h"
#include "engine/reversi/rules/obf.h"
#include "engine/reversi/rules/vertex.h"
#include "tools/command.h"
#include "tools/trivium/commands.h"

namespace trivium::tools {
namespace {

struct PerftOptions {
  std::string game = "chess";
  std::string fen{chess::kStartFen};
  std::string position;  ///< OBF; empty: the start of a board of `size`
  int size = reversi::kDefaultSize;
  int depth = 0;
  bool divide = false;
};

std::uint64_t chess_perft(const PerftOptions& options) {
  std::string note;
  chess::Position position = or_usage_error("--fen", chess::parse_fen(options.fen, &note));
  if (!note.empty()) fmt::print(stderr, "trivium: --fen: {}\n", note);
  if (!options.divide || options.depth == 0) return chess::perft(position, options.depth);
  const auto print = [&position](chess::Move move, std::uint64_t leaves) {
    fmt::print("{}: {}\n", chess::to_uci(position, move), leaves);
  };
  return chess::divide(position, options.depth, print, [] { return false; }).value_or(0);
}

std::uint64_t reversi_perft(const PerftOptions& options) {
  reversi::Position position = reversi::Position::start(options.size);
  if (!options.position.empty())
    position = or_usage_error("--position", reversi::parse_obf(options.position)).position;
  if (!options.divide || options.depth == 0 || position.over())
    return reversi::perft(position, options.depth);
  std::uint64_t total = 0;
  for (const reversi::Move move : reversi::legal_moves(position)) {
    reversi::Position after = position;
    after.do_move(move);
    const std::uint64_t leaves = reversi::perft(after, options.depth - 1);
    fmt::print("{}: {}\n", reversi::move_name(move), leaves);
    total += leaves;
  }
  return total;
}

void run_perft(const PerftOptions& options) {
  const Stopwatch watch;
  const std::uint64_t total =
      options.game == "chess" ? chess_perft(options) : reversi_perft(options);
  const double seconds = watch.seconds();
  fmt::print(stderr, "{:.3f} s, {:.1f} million leaves a second\n", seconds,
             static_cast<double>(total) / seconds / 1e6);
  fmt::print("{}\n", total);
}

}  // namespace

void add_perft(Command& app) {
  Command* command = app.add_subcommand(
      "perft", "Count the leaves of the legal move tree; the last line is the total");
  auto options = std::make_shared<PerftOptions>();
  command->begin_group(kDataGroup);
  command->add_option("--game", options->game, "Game")->check(one_of({"chess", "reversi"}));
  const Option* fen =
      command->add_option("--fen", options->fen, "Chess: position as FEN, X-FEN or Shredder-FEN")
          ->default_str("the start position");
  Option* position = command->add_option("--position", options->position,
                                         "Reversi: position as OBF (default: the start)");
  const Option* size =
      command->add_option("--size", options->size, "Reversi: rows of the board at the start")
          ->check(one_of(reversi::kSizes))
          ->excludes(position);
  command->add_number("DEPTH", options->depth, 0, 20, "Plies")->required();
  command
      ->add_flag("--divide", options->divide, "Print the count of every root move before the total")
      ->group(kOutputGroup);
  command->callback([=] {
    const bool reversi = options->game == "reversi";
    if (reversi && *fen) throw UsageError::needs("--fen", "--game chess");
    for (const Option* own : {static_cast<const Option*>(position), size}) {
      if (!reversi && *own) throw UsageError::needs(own->get_name(), "--game reversi");
    }
    run_perft(*options);
  });
}

}  // namespace trivium::tools
