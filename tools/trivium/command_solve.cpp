// `trivium solve connect6`: looks for a forced win and proves it.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <string>

#include "engine/connect6/solve.h"
#include "tools/number_range.h"
#include "tools/trivium/commands.h"
#include "tools/trivium/record_file.h"

namespace trivium::tools {
namespace {

struct SolveOptions {
  std::string record;
  int stones = -1;
  connect6::SolveLimits limits;
};

int run_solve(const SolveOptions& options) {
  const Result<connect6::Board> board = board_from_file(options.record, options.stones);
  if (!board) {
    fmt::print(stderr, "trivium solve connect6: {}\n", board.error().message);
    return 2;
  }
  const connect6::SolveResult result = connect6::solve(*board, options.limits);
  fmt::print("{}", connect6::to_text(*board, result, options.limits));
  if (result.status != connect6::SolveStatus::kProved) return 0;
  if (const Status verified = connect6::verify(*board, result.proof); !verified) {
    fmt::print(stderr, "trivium solve connect6: the proof does not hold: {}\n", verified.error().message);
    return 1;
  }
  fmt::print("the proof was replayed by the rules: it holds\n");
  return 0;
}

}  // namespace

void add_solve(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("solve", "Look for a forced win and prove it");
  command->require_subcommand(1);
  auto options = std::make_shared<SolveOptions>();
  CLI::App* connect6 = command->add_subcommand("connect6", "Victory by continuous double threats for the side to move");
  connect6->add_option("--record", options->record, "The position after this record: SGF, paper form or CSV (- is stdin)")
      ->required()
      ->type_name("FILE");
  connect6->add_option("--stones", options->stones, "Only after its first so many stones")->check(CLI::NonNegativeNumber);
  connect6->add_option("--turns", options->limits.turns, "The attacker's turns at most")
      ->check(number_range(1, 100))
      ->capture_default_str();
  connect6->add_option("--nodes", options->limits.nodes, "Positions at most")
      ->check(any_natural_number<std::uint64_t>())
      ->capture_default_str();
  connect6->callback([options, &status] { status = run_solve(*options); });
}

}  // namespace trivium::tools
