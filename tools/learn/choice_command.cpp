#include "tools/learn/choice_command.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/chess/choice/model.h"
#include "learning/choice/fit.h"
#include "learning/choice/records.h"
#include "learning/harness/model_card.h"
#include "learning/harness/progress.h"
#include "learning/harness/seeds.h"
#include "learning/measure/pair_score.h"
#include "models/format/load_error.h"
#include "tools/learn/choice_arguments.h"
#include "tools/learn/commands.h"
#include "tools/number_range.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

namespace choice = learning::choice;

constexpr const char* kBest = "best";

struct ChoiceArguments {
  ChoiceData data;
  std::vector<std::string> attributes{"material", "mobility", "centre", "attack"};
  std::string lookahead = "1-ply";
  double held_out = 0.1;
  std::uint64_t seed = 1;
  choice::FitOptions fit;
  std::string out;
};

struct Halves {
  choice::Decisions train;
  choice::Decisions held_out;
};

/// By game, and equal games on the same side.
Halves halves_of(const choice::Records& records, const ChoiceArguments& arguments) {
  Halves halves{{&records, {}, arguments.data.filter()}, {&records, {}, arguments.data.filter()}};
  for (std::uint32_t number = 0; number < records.games().size(); ++number) {
    const bool held_out = learning::held_out(arguments.seed, records.hash_of(records.games()[number]), arguments.held_out);
    (held_out ? halves.held_out : halves.train).games.push_back(number);
  }
  return halves;
}

choice::Fit fitted(const choice::Decisions& train, const chess::Attributes& attributes, choice::FitOptions options,
                   chess::Lookahead lookahead) {
  options.lookahead = lookahead;
  learning::Progress progress(fmt::format("steps ({}), at most", chess::lookahead_name(lookahead)), options.iterations);
  return choice::fit(train, attributes, options, [&](std::size_t iteration, double each) {
    progress.update(iteration, fmt::format("log-likelihood {:.5f} a move", each));
  });
}

/// The lookahead that was asked for, or the one by which the moves are likeliest.
std::pair<chess::Lookahead, choice::Fit> best_fit(const choice::Decisions& train, const chess::Attributes& attributes,
                                                  const ChoiceArguments& arguments) {
  if (const std::optional<chess::Lookahead> asked = chess::lookahead_named(arguments.lookahead)) {
    return {*asked, fitted(train, attributes, arguments.fit, *asked)};
  }
  std::optional<std::pair<chess::Lookahead, choice::Fit>> best;
  for (const chess::Lookahead lookahead : chess::kLookaheads) {
    choice::Fit found = fitted(train, attributes, arguments.fit, lookahead);
    fmt::print("{:8} log-likelihood {:.2f}\n", chess::lookahead_name(lookahead), found.sums.log_likelihood);
    if (!best || found.sums.log_likelihood > best->second.sums.log_likelihood) best.emplace(lookahead, std::move(found));
  }
  return *std::move(best);
}

void print_sums(std::string_view name, const choice::ChoiceSums& sums) {
  if (sums.decisions == 0) return;
  const auto share = [&](std::uint64_t of) { return static_cast<double>(of) / static_cast<double>(sums.decisions); };
  fmt::print("{:9} {:>9} moves: {:.3f} bits each of {:.3f} (compression {:.1f} %), likeliest {:.4f}, in the likeliest five {:.4f}\n", name,
             sums.decisions, sums.bits_each(), sums.random_bits_each(), 100 * sums.compression(), share(sums.first), share(sums.in_five));
}

void print_weights(const chess::Attributes& attributes, const choice::Fit& found) {
  constexpr std::size_t kMostShown = 40;
  if (attributes.size() > kMostShown) return;
  fmt::print("{:<24} {:>10} {:>24}\n", "", "weight", "95 %");
  for (std::size_t k = 0; k < attributes.size(); ++k) {
    const double reach = learning::kNormal95 * found.standard_errors[k];
    fmt::print("{:<24} {:>10.4f} {:>24}\n", attributes.names()[k], found.weights[k],
               fmt::format("{:.4f} to {:.4f}", found.weights[k] - reach, found.weights[k] + reach));
  }
}

/// The options that decide the result, as they are typed.
std::string reproducing_command(const ChoiceArguments& arguments, chess::Lookahead lookahead) {
  std::string text = "trivium-learn choice" + words_of(arguments.data);
  text += fmt::format(" --attributes {} --lookahead {} --ridge {} --held-out {} --iterations {} --seed {}",
                      fmt::join(arguments.attributes, ","), chess::lookahead_name(lookahead), arguments.fit.ridge, arguments.held_out,
                      arguments.fit.iterations, arguments.seed);
  return text;
}

format::WeightFile choice_file(const ChoiceArguments& arguments, chess::ChoiceModel model, const choice::Fit& found,
                               const choice::ChoiceSums& held_out) {
  learning::Manifest manifest;
  manifest.tool = tool_identity();
  manifest.command = reproducing_command(arguments, model.lookahead);
  manifest.origin = "learned: the moves of games";
  manifest.seed = arguments.seed;
  for (const std::string& pgn : arguments.data.pgns) manifest.data.push_back(learning::describe_data(pgn, arguments.data.licence));
  manifest.counts = {{"moves.train", static_cast<std::int64_t>(found.sums.decisions)},
                     {"moves.held_out", static_cast<std::int64_t>(held_out.decisions)}};
  manifest.figures = {{"train.bits", found.sums.bits_each()},
                      {"train.compression", found.sums.compression()},
                      {"held_out.bits", held_out.bits_each()},
                      {"held_out.compression", held_out.compression()}};
  for (std::size_t k = 0; k < found.weights.size(); ++k) {
    if (found.standard_errors[k] > 0) manifest.standard_errors[model.attributes.names()[k]] = found.standard_errors[k];
  }
  format::WeightFile file = model.to_file();
  file.manifest = manifest.to_json();
  return file;
}

learning::CardText choice_card() {
  return {.summary =
              "What a chess player looks at when he chooses a move, as weights: the higher the value of the position that a move leads "
              "to, the likelier he plays it.",
          .method =
              "The weights that make the moves of his games likeliest, a move being chosen with chance exp(value) over the sum of all "
              "legal moves (Wallbrink 2000, paper 002), by Fisher's scoring; some games were held out.",
          .limits = "It foretells and imitates; it does not search for the best move."};
}

int run_choice(ChoiceArguments arguments) {
  Result<chess::Attributes> attributes = chess::Attributes::named(arguments.attributes);
  if (!attributes) throw CLI::ValidationError("--attributes", attributes.error().message);
  std::vector<NamedPlace> written;
  if (!arguments.out.empty()) {
    require_place(arguments.out);
    learning::require_card_place(arguments.out);
    written.push_back({"--out", arguments.out});
  }
  require_different(written, places_named("--pgn", arguments.data.pgns));
  const choice::Records records = read_games(arguments.data.pgns);
  const Halves halves = halves_of(records, arguments);
  const auto [lookahead, found] = best_fit(halves.train, *attributes, arguments);
  if (found.sums.decisions == 0) throw format::LoadError("no move of the games is one to learn from: nobody asked for plays in them");
  const choice::ChoiceSums held_out = choice::foretold(halves.held_out, *attributes, lookahead, found.weights, arguments.fit.threads);
  print_weights(*attributes, found);
  print_sums("train", found.sums);
  print_sums("held out", held_out);
  if (!found.converged) fmt::print(stderr, "trivium-learn: not converged: more --iterations would go further\n");
  if (arguments.out.empty()) return 0;
  const format::WeightFile file =
      choice_file(arguments, {*std::move(attributes), lookahead, found.weights, found.standard_errors, {}}, found, held_out);
  fmt::print("{}\n", learning::write_with_card(arguments.out, file, choice_card()).string());
  return 0;
}

}  // namespace

void add_choice(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("choice", "Learn how somebody chooses chess moves, from his games (kind chess.choice)");
  auto arguments = std::make_shared<ChoiceArguments>();
  add_choice_data(*command, arguments->data);
  command->add_option("--attributes", arguments->attributes, fmt::format("What he may look at: {}", chess::Attributes::known()))
      ->delimiter(',')
      ->type_name("NAME,...");
  std::vector<std::string> lookaheads{kBest};
  for (const chess::Lookahead lookahead : chess::kLookaheads) lookaheads.emplace_back(chess::lookahead_name(lookahead));
  command->add_option("--lookahead", arguments->lookahead, "How far he looks, or the one that makes his moves likeliest")
      ->check(CLI::IsMember(lookaheads))
      ->capture_default_str();
  command->add_option("--ridge", arguments->fit.ridge, "Penalty on half the squared weights, in nats over all moves")
      ->check(number_range(0.0, 1e9))
      ->capture_default_str();
  command->add_option("--held-out", arguments->held_out, "Share of the games kept for the test")
      ->check(number_range(0.0, 0.9))
      ->capture_default_str();
  command->add_option("--iterations", arguments->fit.iterations, "Steps at most")
      ->check(number_range<std::size_t>(1, 10'000))
      ->capture_default_str();
  command->add_option("--seed", arguments->seed, "Chooses the games held out")
      ->check(any_natural_number<std::uint64_t>())
      ->capture_default_str();
  command->add_option("--threads", arguments->fit.threads, "Changes the speed, not the result")
      ->check(number_range<std::size_t>(1, 1024))
      ->capture_default_str();
  command->add_option("--out", arguments->out, "Weight file to write; in a folder it gets its canonical name")->type_name("FILE");
  command->callback([arguments, &status] { status = run_choice(*arguments); });
}

}  // namespace trivium::tools
