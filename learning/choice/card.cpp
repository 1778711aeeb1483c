#include "learning/choice/card.h"

#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace trivium::learning::choice {

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

void note_sums(Manifest& manifest, const std::string& name, const ChoiceSums& sums) {
  manifest.counts["moves." + name] = static_cast<std::int64_t>(sums.decisions);
  manifest.figures[name + ".bits"] = sums.bits_each();
  manifest.figures[name + ".compression"] = sums.compression();
}

void note_errors(Manifest& manifest, std::span<const std::string> names, const Fit& fit) {
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (fit.standard_errors[k] > 0) manifest.standard_errors[names[k]] = fit.standard_errors[k];
  }
  const std::vector<double> ratios = error_ratios(fit);
  if (ratios.empty()) return;
  manifest.figures["errors.by_game_to_by_choice.least"] = ratios.front();
  manifest.figures["errors.by_game_to_by_choice.median"] = ratios[ratios.size() / 2];
  manifest.figures["errors.by_game_to_by_choice.most"] = ratios.back();
}

CardText card_text(const chess::ChoiceModel& model) {
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

}  // namespace trivium::learning::choice
