#include "tools/learn/choice_output.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fmt/format.h>
#include <utility>
#include <vector>

#include "learning/choice/split.h"
#include "learning/statistics/intervals.h"
#include "models/format/load_error.h"
#include "tools/learn/commands.h"

namespace trivium::tools {

namespace choice = learning::choice;

namespace {

std::string table_row(const std::string& name, double weight, double error) {
  return fmt::format("| {} | {:.6g} | {} |\n", name, weight, error > 0 ? fmt::format("{:.6g}", error) : "-");
}

std::string more_weights(const chess::ChoiceModel& model) {
  constexpr std::string_view kRule = "|---|---:|---:|\n";
  std::string text;
  if (model.search.nodes > 0) {
    text += fmt::format("And that of what a search of {} nodes for each legal move finds, about one for a pawn:\n\n", model.search.nodes);
    text += fmt::format("| | weight | standard error |\n{}", kRule) + table_row("search", model.search.weight, model.search.standard_error);
  }
  if (!model.by_class) return text;
  const chess::ClassPart& by_class = *model.by_class;
  for (std::size_t number = 0; number < by_class.weights.size(); ++number) {
    text += fmt::format("{}### Class {}: {}\n\n| feature | weight | standard error |\n{}", text.empty() ? "" : "\n", number + 1,
                        by_class.classes.conditions_of(number), kRule);
    for (std::size_t k = 0; k < model.attributes.size(); ++k) {
      text += table_row(model.attributes.names()[k], by_class.weights[number][k], by_class.standard_errors[number][k]);
    }
  }
  return text;
}

}  // namespace

void print_choice_sums(std::string_view name, const choice::ChoiceSums& sums) {
  if (sums.decisions == 0) return;
  const auto share = [&](std::uint64_t of) { return static_cast<double>(of) / static_cast<double>(sums.decisions); };
  fmt::print("{:9} {:>9} moves: {:.3f} bits each of {:.3f} (compression {:.1f} %), likeliest {:.4f}, in the likeliest five {:.4f}\n", name,
             sums.decisions, sums.bits_each(), sums.random_bits_each(), 100 * sums.compression(), share(sums.first), share(sums.in_five));
}

void print_choice_weights(std::span<const std::string> names, const choice::Fit& fit) {
  constexpr std::size_t kMaxPrinted = 40;
  if (names.size() <= kMaxPrinted) {
    fmt::print("{:<24} {:>10} {:>24}\n", "", "weight", "95 %");
    for (std::size_t k = 0; k < names.size(); ++k) {
      const double weight = fit.weights[k], reach = learning::statistics::kNormal95 * fit.standard_errors[k];
      fmt::print("{:<24} {:>10.4f} {:>24}\n", names[k], weight, fmt::format("{:.4f} to {:.4f}", weight - reach, weight + reach));
    }
  }
  fmt::print("{}", errors_text(std::array{&fit}));
}

std::string errors_text(std::span<const choice::Fit* const> fits) {
  std::vector<double> ratios;
  for (const choice::Fit* const fit : fits) {
    const std::vector<double> more = choice::error_ratios(*fit);
    ratios.insert(ratios.end(), more.begin(), more.end());
  }
  if (ratios.empty()) return "";
  std::ranges::sort(ratios);
  return fmt::format(
      "errors are by game, {:.2f} to {:.2f} times those of independent choices (median {:.2f}); where these are larger, they are told\n",
      ratios.front(), ratios.back(), ratios[ratios.size() / 2]);
}

void require_decisions(const choice::Decisions& train) {
  if (!choice::has_decisions(train))
    throw format::LoadError("games.few", "--pgn: no move of the games is one to learn from: what is asked for leaves none");
}

void warn_if_not_converged(const choice::Fit& found) {
  if (!found.converged) {
    fmt::print(stderr, "trivium-learn: not converged: more --iterations would go further, or where games are few a --ridge keep it near\n");
  }
}

learning::Manifest choice_manifest(const ChoiceData& data, std::string command, std::uint64_t seed) {
  learning::Manifest manifest;
  manifest.tool = tool_identity();
  manifest.command = std::move(command);
  manifest.origin = "learned: the moves of games";
  manifest.seed = seed;
  for (const std::string& pgn : data.pgns) manifest.data.push_back(learning::describe_data(pgn, data.licence));
  return manifest;
}

void note_sums(learning::Manifest& manifest, const std::string& name, const choice::ChoiceSums& sums) {
  manifest.counts["moves." + name] = static_cast<std::int64_t>(sums.decisions);
  manifest.figures[name + ".bits"] = sums.bits_each();
  manifest.figures[name + ".compression"] = sums.compression();
}

void note_errors(learning::Manifest& manifest, std::span<const std::string> names, const choice::Fit& fit) {
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (fit.standard_errors[k] > 0) manifest.standard_errors[names[k]] = fit.standard_errors[k];
  }
  const std::vector<double> ratios = choice::error_ratios(fit);
  if (ratios.empty()) return;
  manifest.figures["errors.by_game_to_by_choice.least"] = ratios.front();
  manifest.figures["errors.by_game_to_by_choice.median"] = ratios[ratios.size() / 2];
  manifest.figures["errors.by_game_to_by_choice.most"] = ratios.back();
}

learning::CardText choice_card_text(const chess::ChoiceModel& model) {
  return {
      .summary =
          "What a chess player looks at when he chooses a move, as weights: the higher the value of the position that a move leads "
          "to, the likelier he plays it.",
      .method =
          "The weights that make the moves of his games likeliest, a move being chosen with chance exp(value) over the sum of all "
          "legal moves (Wallbrink 2000, paper 002), by Fisher's scoring; some games were held out. Standard errors take games as "
          "independent, not the choices of a game; where few games make that the smaller error, the error of independent choices is told. "
          "How many times as large errors by game are is among the figures (`errors.by_game_to_by_choice`).",
      .limits = "It foretells and imitates a person, mistakes and all; it is not there to find the best move.",
      .more_weights = more_weights(model)};
}

}  // namespace trivium::tools
