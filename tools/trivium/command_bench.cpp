// `trivium bench`: a fixed piece of work whose signature is the same on every machine.
#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>
#include <string>

#include "engine/chess/bench.h"
#include "engine/chess/weights.h"
#include "tools/trivium/commands.h"

namespace trivium::tools {
namespace {

/// `what` names the game where more than one is run.
template <class Result>
void print(const char* what, const Result& result) {
  fmt::print("{}\n", what);
  fmt::print("signature: {}\n", result.signature);
  fmt::print("nodes: {}\n", result.nodes);
  fmt::print("nodes per second: {:.0f}\n", static_cast<double>(result.nodes) / result.seconds);
}

int run_bench(const std::string& game) {
  if (game.empty() || game == "chess") print("chess", chess::run_bench(chess::Weights::load_default()));
  return 0;
}

}  // namespace

void add_bench(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("bench", "Fixed work: prints a signature, equal on every machine, and the speed");
  auto game = std::make_shared<std::string>();
  command->add_option("game", *game, "chess or connect6 (default: both)")->check(CLI::IsMember({"chess", "connect6"}));
  command->callback([game, &status] { status = run_bench(*game); });
}

}  // namespace trivium::tools
