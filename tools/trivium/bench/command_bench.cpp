// `trivium bench`: fixed work whose signature is the same on every machine.
#include <chrono>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "engine/chess/bench.h"
#include "engine/chess/evaluation/weights.h"
#include "engine/chess/search/search_parameters.h"
#include "engine/connect6/bench.h"
#include "engine/connect6/evaluation/knowledge.h"
#include "engine/connect6/search/search_parameters.h"
#include "engine/core/search_control.h"
#include "engine/core/signature.h"
#include "engine/core/step_progress.h"
#include "engine/poker/bench.h"
#include "engine/reversi/bench.h"
#include "engine/reversi/evaluation/knowledge.h"
#include "engine/reversi/search/search_parameters.h"
#include "learning/harness/progress.h"
#include "tools/common_options.h"
#include "tools/trivium/commands.h"
#include "tools/trivium/search_option.h"

namespace trivium::tools {
namespace {

/// The result of one game's bench.
class Figures {
 public:
  Figures(std::string game, std::uint64_t signature)
      : game_(std::move(game)), signature_(fmt::format("{:016x}", signature)) {}

  void add(std::string name, std::uint64_t value) {
    numbers_.emplace_back(std::move(name), std::to_string(value));
  }
  void add(std::string name, double value, int decimals) {
    numbers_.emplace_back(std::move(name), fmt::format("{:.{}f}", value, decimals));
  }

  void print_lines() const {
    fmt::print("{}\nsignature: {}\n", game_, signature_);
    for (const auto& [name, number] : numbers_) fmt::print("{}: {}\n", name, number);
  }
  /// One object on one line: game, signature and each number by its name.
  void print_json() const {
    nlohmann::ordered_json out{{"game", game_}, {"signature", signature_}};
    for (const auto& [name, number] : numbers_) out[name] = nlohmann::ordered_json::parse(number);
    fmt::print("{}\n", out.dump());
  }

 private:
  std::string game_;
  std::string signature_;
  std::vector<std::pair<std::string, std::string>> numbers_;  ///< names and printed numbers
};

/// Runs a benchmark that searches positions, as one phase named `positions`.
template <class Bench>
Figures search_figures(std::string game, const char* positions, learning::Phases& phases,
                       const Bench& bench) {
  const BenchResult result = learning::with_progress(positions, phases, bench);
  const double seconds = std::chrono::duration<double>(result.time).count();
  Figures figures(std::move(game), result.signature);
  figures.add("nodes", result.nodes);
  figures.add("nodes per second", static_cast<double>(result.nodes) / seconds, 0);
  return figures;
}

Figures bench_chess(const chess::SearchParameters& search, learning::Phases& phases) {
  return search_figures("chess", "chess positions", phases, [&](const StepProgress& progress) {
    return chess::run_bench(chess::Weights::load_default(), SearchControl(), search,
                            chess::kBenchDepth, progress);
  });
}

Figures bench_connect6(const connect6::SearchParameters& search, learning::Phases& phases) {
  return search_figures("connect6", "Connect-6 positions", phases,
                        [&](const StepProgress& progress) {
                          return connect6::bench(connect6::load_knowledge(), search, progress);
                        });
}

Figures bench_reversi(const reversi::SearchParameters& search, learning::Phases& phases) {
  return search_figures("reversi", "Reversi positions", phases, [&](const StepProgress& progress) {
    return reversi::bench(reversi::load_knowledge(), search, progress);
  });
}

Figures bench_poker(learning::Phases& phases) {
  const poker::BenchResult result = learning::with_progress(
      "poker matches", phases,
      [](const StepProgress& progress) { return poker::bench(1, progress); });
  const double seconds = std::chrono::duration<double>(result.time).count();
  const auto microseconds = [](std::chrono::nanoseconds time) {
    return std::chrono::duration<double, std::micro>(time).count();
  };
  Figures figures("poker", result.signature);
  figures.add("hands", result.hands);
  figures.add("decisions", result.decisions);
  figures.add("hands per second", static_cast<double>(result.hands) / seconds, 0);
  figures.add("decisions per second", static_cast<double>(result.decisions) / seconds, 0);
  figures.add("milliseconds for all holdings at once",
              microseconds(result.batch_time) / 1000 / static_cast<double>(result.batches), 1);
  figures.add("microseconds to encode a position", microseconds(result.encoding_time), 2);
  figures.add("microseconds of a network for it", microseconds(result.network_time), 2);
  figures.add("microseconds of its memory for the betting", microseconds(result.memory_time), 2);
  return figures;
}

}  // namespace

void add_bench(Command& app) {
  Command* command = app.add_subcommand(
      "bench", "Run a fixed benchmark: print a signature, equal on every machine, and the speed");
  auto game = std::make_shared<std::string>();
  command->add_option("GAME", *game, "chess, connect6, poker or reversi (default: all)")
      ->check(one_of({"chess", "connect6", "poker", "reversi"}));
  auto changes = std::make_shared<std::string>();
  const Option* search =
      command->add_option("--search NAME=VALUE,...", *changes,
                          "Search parameters of GAME (not poker); they change the signature");
  auto reporting = std::make_shared<Reporting>();
  add_reporting(*command, *reporting);
  add_bench_bandits(*command);
  add_bench_hands(*command);
  add_bench_tactics(*command);
  reject_options_before_subcommands(*command);
  command->callback([command, game, search, changes, reporting] {
    if (!command->get_subcommands().empty()) return;
    if (search->count() > 0 && (game->empty() || *game == "poker")) {
      throw UsageError("--search",
                       "needs a GAME with search parameters: chess, connect6 or reversi");
    }
    const bool all = game->empty();
    constexpr int kGames = 4;
    learning::Phases phases(all ? kGames : 1, reporting->delayed_progress());
    const auto print = [&](const Figures& figures) {
      reporting->json ? figures.print_json() : figures.print_lines();
    };
    if (all || *game == "chess")
      print(bench_chess(with_changes(*changes, chess::kSearch, chess::parse_search_parameters),
                        phases));
    if (all || *game == "connect6") {
      print(bench_connect6(
          with_changes(*changes, connect6::SearchParameters(), connect6::parse_search_parameters),
          phases));
    }
    if (all || *game == "poker") print(bench_poker(phases));
    if (all || *game == "reversi") {
      print(bench_reversi(
          with_changes(*changes, reversi::kSearch, reversi::parse_search_parameters), phases));
    }
  });
}

}  // namespace trivium::tools
