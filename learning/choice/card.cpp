#include "learning/choice/card.h"

#include <fmt/format.h>
#include <string_view>
#include <vector>

namespace trivium::learning::choice {

namespace {

std::string table_row(const std::string& name, double weight, double error) {
  return fmt::format("| {} | {:.6g} | {} |\n", name, weight,
                     error > 0 ? fmt::format("{:.6g}", error) : "-");
}

/// Returns Markdown tables of the weights that are not weights of attributes in all positions.
std::string more_weights(const chess::ChoiceModel& model) {
  constexpr std::string_view kRule = "|---|---:|---:|\n";
  std::string text;
  if (model.search.nodes > 0) {
    text += fmt::format(
        "And that of what a search of {} nodes for each legal move finds, about one for a "
        "pawn:\n\n",
        model.search.nodes);
    text += fmt::format("| | weight | standard error |\n{}", kRule) +
            table_row("search", model.search.weight, model.search.standard_error);
  }
  if (!model.by_class) return text;
  const chess::ClassPart& by_class = *model.by_class;
  for (std::size_t number = 0; number < by_class.weights.size(); ++number) {
    text += fmt::format("{}### Class {}: {}\n\n| feature | weight | standard error |\n{}",
                        text.empty() ? "" : "\n", number + 1,
                        by_class.classes.conditions_of(number), kRule);
    for (std::size_t k = 0; k < model.attributes.size(); ++k) {
      text += table_row(model.attributes.names()[k], by_class.weights[number][k],
                        by_class.standard_errors[number][k]);
    }
  }
  return text;
}

}  // namespace

void note_sums(Manifest& manifest, const std::string& name, const ChoiceSums& sums) {
  manifest.counts["moves." + name] = static_cast<std::int64_t>(sums.cases);
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
          "Weights of a model of how a chess player chooses moves: the higher the value of the "
          "position after a move, the more probable the move.",
      .method =
          "Multinomial logit: a move has the probability exp(value), divided by the sum over all "
          "legal moves (Wallbrink 2000, paper 002). Fisher scoring maximizes the likelihood of "
          "the player's moves; some games were held out. Standard errors are clustered by game. "
          "With few games these can be too small; then the unclustered error is given. The "
          "figures `errors.by_game_to_by_choice` are the ratios of the two.",
      .limits =
          "It predicts and imitates a player, including mistakes; it does not look for the best "
          "move.",
      .more_weights = more_weights(model),
      .strength =
          "`held_out.compression` below states how accurately it predicts the moves of held-out "
          "games. Its strength in play was not measured.",
      .data = "Moves of the chosen players in chess games (files below)."};
}

}  // namespace trivium::learning::choice
