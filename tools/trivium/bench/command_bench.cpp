// `trivium bench`: a fixed piece of work whose signature is the same on every machine.
#include <chrono>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/chess/bench.h"
#include "engine/chess/evaluation/weights.h"
#include "engine/chess/search/search_parameters.h"
#include "engine/connect6/bench.h"
#include "engine/connect6/evaluation/knowledge.h"
#include "engine/connect6/search/search_parameters.h"
#include "engine/core/search_control.h"
#include "engine/core/step_progress.h"
#include "engine/poker/bench.h"
#include "learning/harness/progress.h"
#include "tools/common_options.h"
#include "tools/trivium/bench/bandits.h"
#include "tools/trivium/bench/hands.h"
#include "tools/trivium/bench/tactics.h"
#include "tools/trivium/commands.h"
#include "tools/trivium/idle_options.h"
#include "tools/trivium/search_option.h"

namespace trivium::tools {
namespace {

void print(std::string_view game, std::string_view signature, std::uint64_t nodes, double seconds) {
  fmt::print("{}\n", game);
  fmt::print("signature: {}\n", signature);
  fmt::print("nodes: {}\n", nodes);
  fmt::print("nodes per second: {:.0f}\n", static_cast<double>(nodes) / seconds);
}

/// Runs a bench, which takes a StepProgress, as the next phase.
template <class Bench>
auto with_progress(const char* what, learning::Phases& phases, const Bench& bench) {
  std::optional<learning::Progress> progress;
  return bench([&](std::uint64_t done, std::uint64_t total) {
    if (!progress) progress.emplace(what, total, phases.next());
    progress->update(done);
  });
}

void bench_chess(const chess::SearchParameters& search, learning::Phases& phases) {
  const chess::BenchResult result = with_progress("chess positions", phases, [&](const StepProgress& progress) {
    return chess::run_bench(chess::Weights::load_default(), SearchControl(), search, chess::kBenchDepth, progress);
  });
  print("chess", result.signature, result.nodes, result.seconds);
}

void bench_connect6(const connect6::SearchParameters& search, learning::Phases& phases) {
  const connect6::BenchResult result = with_progress("Connect-6 positions", phases, [&](const StepProgress& progress) {
    return connect6::bench(connect6::load_knowledge(), search, progress);
  });
  print("connect6", fmt::format("{:016x}", result.signature), result.nodes, std::chrono::duration<double>(result.time).count());
}

void bench_poker(learning::Phases& phases) {
  const poker::BenchResult result =
      with_progress("poker matches", phases, [](const StepProgress& progress) { return poker::bench(1, progress); });
  const double seconds = std::chrono::duration<double>(result.time).count();
  fmt::print("poker\n");
  fmt::print("signature: {:016x}\n", result.signature);
  fmt::print("hands: {}\n", result.hands);
  fmt::print("decisions: {}\n", result.decisions);
  fmt::print("hands per second: {:.0f}\n", static_cast<double>(result.hands) / seconds);
  fmt::print("decisions per second: {:.0f}\n", static_cast<double>(result.decisions) / seconds);
  fmt::print("milliseconds for all holdings at once: {:.1f}\n",
             std::chrono::duration<double, std::milli>(result.batch_time).count() / static_cast<double>(result.batches));
  const auto microseconds = [](std::chrono::nanoseconds time) { return std::chrono::duration<double, std::micro>(time).count(); };
  fmt::print("microseconds to encode a position: {:.2f}\n", microseconds(result.encoding_time));
  fmt::print("microseconds of a network for it: {:.2f}\n", microseconds(result.network_time));
  fmt::print("microseconds of its memory for the betting: {:.2f}\n", microseconds(result.memory_time));
}

}  // namespace

void add_bench(Command& app, int& status) {
  Command* command = app.add_subcommand("bench", "Fixed work: prints a signature, equal on every machine, and the speed");
  auto game = std::make_shared<std::string>();
  command->add_option("GAME", *game, "chess, connect6 or poker (default: all)")->check(one_of({"chess", "connect6", "poker"}));
  auto changes = std::make_shared<std::string>();
  const Option* search =
      command->add_option("--search", *changes, "Other numbers of the search of GAME, chess or connect6: another signature")
          ->type_name("NAME=VALUE,...");
  auto reporting = std::make_shared<Reporting>();
  add_quiet(*command, *reporting);
  add_bench_bandits(*command, status);
  add_bench_hands(*command, status);
  add_bench_tactics(*command, status);
  refuse_options_before_subcommands(*command);
  command->callback([command, game, search, changes, reporting, &status] {
    if (!command->get_subcommands().empty()) return;
    if (search->count() > 0 && *game != "chess" && *game != "connect6") {
      throw UsageError("--search", "needs a GAME whose search has such numbers: chess or connect6");
    }
    const bool all = game->empty();
    constexpr int kGames = 3;
    learning::Phases phases(all ? kGames : 1, reporting->delayed_progress());
    if (all || *game == "chess") bench_chess(with_changes(*changes, chess::kSearch, chess::parse_search_parameters), phases);
    if (all || *game == "connect6")
      bench_connect6(with_changes(*changes, connect6::SearchParameters(), connect6::parse_search_parameters), phases);
    if (all || *game == "poker") bench_poker(phases);
    status = 0;
  });
}

}  // namespace trivium::tools
