// `trivium solve`, and `solve connect6`: searches a forced win, proves it, and writes and checks
// proofs.
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/connect6/threats/proof.h"
#include "engine/connect6/threats/solve.h"
#include "engine/core/readers/input_file.h"
#include "engine/core/step_progress.h"
#include "engine/core/stopwatch.h"
#include "engine/core/text.h"
#include "learning/harness/progress.h"
#include "models/format/file_io.h"
#include "models/format/load_error.h"
#include "models/format/strict_json.h"
#include "tools/common_options.h"
#include "tools/places.h"
#include "tools/trivium/commands.h"
#include "tools/trivium/record_file.h"

namespace trivium::tools {
namespace {

/// Maximum length of a printed proof.
constexpr std::size_t kMaxShownTurns = 60;

struct SolveOptions {
  std::string record;
  int stones = -1;
  double seconds = 0;
  Reporting reporting;
  std::string proof;
  std::string verify;
  connect6::SolveLimits limits;
};

Failure no_proof(const std::string& place, const Error& cause) {
  return Failure(Error("connect6.proof", "{}: the proof does not hold: {}", place, cause.message));
}

/// Names of connect6::SolveStatus, in its order.
constexpr std::array<const char*, 3> kStatusNames{"proved", "exhausted", "limit"};

void print_json(const connect6::Board& board, const connect6::SolveResult& result,
                double milliseconds) {
  const bool proved = result.status == connect6::SolveStatus::kProved;
  nlohmann::ordered_json report;
  report["status"] = board.over() ? "over" : kStatusNames[static_cast<std::size_t>(result.status)];
  report["side"] = board.to_move() == connect6::Stone::kBlack ? "black" : "white";
  report["turns"] = result.turns;
  report["nodes"] = result.nodes;
  report["milliseconds"] = std::round(milliseconds * 10) / 10;
  if (proved) {
    auto& line = report["main_line"] = nlohmann::ordered_json::array();
    for (const connect6::Turn& turn : connect6::main_line(result.proof))
      line.push_back(connect6::record_turn(turn, board.size()));
    report["turns_written"] = result.proof.size();
    report["proof"] =
        connect6::write_proof(result.proof, board.size(), connect6::ProofLayout::kLine);
  }
  fmt::print("{}\n", format::json_text(report));
}

void print_text(const connect6::Board& board, const connect6::SolveResult& result,
                const SolveOptions& options) {
  fmt::print("{}", connect6::to_text(board, result, options.limits));
  if (result.status != connect6::SolveStatus::kProved) return;
  if (result.proof.size() <= kMaxShownTurns) {
    fmt::print("the proof, cells named as in records:\n{}\n",
               connect6::write_proof(result.proof, board.size(), connect6::ProofLayout::kTree));
  } else if (options.proof.empty()) {
    fmt::print("the proof has {}; --proof FILE writes it\n",
               text::counted(result.proof.size(), "turn"));
  }
  fmt::print("the proof was replayed by the rules: it holds\n");
}

connect6::SolveResult solve_with_progress(const connect6::Board& board, const SolveOptions& options,
                                          learning::Phases& phases) {
  learning::Progress progress("positions", options.limits.nodes, phases.next());
  progress.expect_fewer();
  return connect6::solve(
      board, options.limits, nullptr,
      [&](std::uint64_t done, std::uint64_t /*total*/) { progress.update(done); });
}

Status verify_with_progress(const connect6::Board& board, const connect6::Proof& proof,
                            learning::Phases& phases, const std::function<bool()>& stop = nullptr) {
  return learning::with_progress("positions of the proof", phases, [&](const StepProgress& report) {
    return connect6::verify(board, proof, stop, report);
  });
}

void run_solve(const SolveOptions& options) {
  if (!options.proof.empty()) require_file_place(options.proof);
  if (options.record != "-")
    require_different({{"--proof", options.proof}}, {{"--record", options.record}});
  const connect6::Board board = or_usage_error(board_from_file(options.record, options.stones));
  const Stopwatch watch;
  bool cut_off = false;
  const auto time_is_up = [&] {
    cut_off = options.limits.time && watch.elapsed() >= *options.limits.time;
    return cut_off;
  };
  constexpr int kPhases = 2;
  learning::Phases phases(kPhases, options.reporting.delayed_progress(options.proof));
  connect6::SolveResult result = solve_with_progress(board, options, phases);
  if (result.status == connect6::SolveStatus::kProved) {
    const Status verified = verify_with_progress(board, result.proof, phases, time_is_up);
    if (!verified) {
      if (!cut_off) throw no_proof(options.record, verified.error());
      result = {connect6::SolveStatus::kLimit,
                0,
                result.nodes,
                {}};  // a proof that was not replayed in time does not count
    }
  }
  const std::chrono::duration<double, std::milli> time = watch.elapsed();
  options.reporting.json ? print_json(board, result, time.count())
                         : print_text(board, result, options);
  if (result.status == connect6::SolveStatus::kProved && !options.proof.empty())
    format::write_file_atomically(options.proof, connect6::write_proof_file({board, result.proof}));
}

void run_verify(const SolveOptions& options) {
  constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 30;
  const std::string proof = format::or_throw(input::read_text(options.verify, kMaxBytes));
  const connect6::ProvedPosition proved =
      or_usage_error(options.verify, connect6::parse_proof_file(proof));
  learning::Phases phases(1, options.reporting.delayed_progress());
  const Status verified = verify_with_progress(proved.board, proved.proof, phases);
  const char* const side = proved.board.to_move() == connect6::Stone::kBlack ? "black" : "white";
  if (options.reporting.json) {
    nlohmann::ordered_json report{{"holds", verified.has_value()}, {"side", side}};
    if (verified) report["turns"] = connect6::turns_to_six(proved.board, proved.proof);
    report["turns_written"] = proved.proof.size();
    if (!verified)
      report["error"] = {{"code", "connect6.proof"}, {"message", verified.error().message}};
    fmt::print("{}\n", format::json_text(report));
  } else if (verified) {
    fmt::print("the proof holds: {} wins after stone {} in {} ({} written down)\n", side,
               proved.board.stones(),
               text::counted(connect6::turns_to_six(proved.board, proved.proof), "turn"),
               text::counted(proved.proof.size(), "turn"));
  }
  if (verified) return;
  if (options.reporting.json) throw Finished{1};
  throw no_proof(options.verify, verified.error());
}

}  // namespace

void add_solve(Command& app) {
  Command* command =
      app.add_subcommand("solve", "Prove a forced win, or find the score of an endgame");
  command->require_subcommand(1);
  auto options = std::make_shared<SolveOptions>();
  Command* connect6 =
      command->add_subcommand("connect6", "Prove a win by continuous threats for the side to move");
  connect6->begin_group(kDataGroup);
  Option* record =
      connect6->add_option("--record FILE", options->record,
                           "The position after this record: SGF, paper form or CSV (- is stdin)");
  connect6->add_option("--stones", options->stones, "Use only the first N stones of the record")
      ->check(nonnegative_number());
  connect6->begin_group(kGeneralGroup);
  connect6->add_number("--turns", options->limits.turns, 1, 100,
                       "Maximum number of the attacker's turns");
  connect6->add_number(
      "--singles", options->limits.singles, 0, trivium::connect6::SolveLimits::kMaxSingles,
      "Maximum number of attacks on a line that one stone parries; 0: double threats only");
  connect6->add_number("--nodes", options->limits.nodes, 1, std::uint64_t{1} << 63,
                       "Maximum number of positions");
  connect6->add_number("--seconds", options->seconds, 0.001, 1e6,
                       "Maximum time to prove and to replay (default: no limit)");
  add_reporting(*connect6, options->reporting);
  connect6
      ->add_option("--proof FILE", options->proof, "Write the position and its proof to this file")
      ->needs(record)
      ->group(kOutputGroup);
  Option* verify =
      connect6
          ->add_option("--verify FILE", options->verify, "Replay the proof in this file instead")
          ->excludes(record)
          ->group(kDataGroup);
  connect6->callback([options, record, verify] {
    if (record->count() + verify->count() == 0) throw UsageError::required("--record or --verify");
    if (options->seconds > 0)
      options->limits.time = Milliseconds(std::llround(std::ceil(options->seconds * 1000)));
    verify->count() > 0 ? run_verify(*options) : run_solve(*options);
  });
  add_solve_reversi(*command);
}

}  // namespace trivium::tools
