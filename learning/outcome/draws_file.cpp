// Output of the draw model: the weight file, its card, tables.
#include <array>
#include <fmt/format.h>

#include "learning/harness/value_origin.h"
#include "learning/outcome/draws.h"
#include "learning/outcome/report.h"

namespace trivium::learning::outcome {

namespace {

using statistics::EvidenceByNumber;
using statistics::ResultEvidence;

void add_figures(const std::string& name, const DrawMetrics& metrics, Manifest& manifest) {
  const ResultEvidence& all = metrics.all;
  if (all.cases == 0) return;
  manifest.counts[name + ".positions"] = static_cast<std::int64_t>(all.cases);
  manifest.figures[name + ".log_loss"] = all.mean_loss();
  manifest.figures[name + ".drawn"] = statistics::mean_of(all.drawn.occurred, all.cases);
  manifest.figures[name + ".drawn_foretold"] = statistics::mean_of(all.drawn.predicted, all.cases);
}

}  // namespace

format::WeightFile draws_file(format::WeightFile value, const connect6::DrawModel& model,
                              const DrawData& data, const DrawMetrics& train,
                              const DrawMetrics& held_out, Manifest manifest) {
  manifest.origin = "learned: logistic regression of game results; draws by an ordered logit";
  manifest.counts["games"] = static_cast<std::int64_t>(data.games);
  manifest.counts["games.drawn"] = static_cast<std::int64_t>(data.drawn);
  manifest.figures["draws.level"] = model.level;
  manifest.figures["draws.slope"] = model.slope;
  add_figures("train", train, manifest);
  add_figures("held_out", held_out, manifest);
  add_value_sources(manifest);
  value.manifest = manifest.to_json();
  std::erase_if(value.tensors,
                [](const format::Tensor& tensor) { return tensor.name == connect6::kDrawsTensor; });
  value.tensors.push_back(connect6::draws_tensor(model));
  return value;
}

CardText draws_card(const ValueOrigin& origin, const DataSource& from,
                    const connect6::DrawModel& model) {
  CardText card = value_card(", which continue until the board is full");
  card.summary =
      "Evaluation weights of the Connect-6 engine: the log-odds that the side to move wins, and a "
      "model of the probability of a draw.";
  card.method = fmt::format(
      "The value is {}. The draw model was fitted afterwards, with the value unchanged: P(win) = 1 "
      "/ (1 + exp(d - v)), P(loss) = 1 / (1 + exp(d + v)), and the rest is a draw. Here v is the "
      "value, and exp(2 d) = 1 + exp(level) * room ^ slope. The room is the number of windows that "
      "one side could still fill, divided by the number of empty cells. Newton's method maximizes "
      "the likelihood of the results of games that were played to their ends. Each game gives one "
      "position before a turn of two stones, sampled at random. In this position nobody can win at "
      "once, and all threats can be parried. Its value is that of a search of `nodes` positions; a "
      "position with a proven result is left out. Figures are of these positions: `log_loss` is "
      "the mean natural log loss of the three results, `drawn` the share of draws, and "
      "`drawn_foretold` the predicted share. Whole games are held out, chosen by seed and moves.",
      origin_text(origin, from));
  card.more_weights = fmt::format("draws: level {:.6g}, slope {:.6g}.", model.level, model.slope);
  card.data =
      "Results of Connect-6 games that were played to their ends, and a value trained before "
      "(files below).";
  return card;
}

std::string rooms_csv(std::span<const DrawFit> fits) {
  std::string csv = "room,level,slope,second_slope,train,held_out,steps\n";
  for (const DrawFit& fit : fits) {
    csv += fmt::format("\"{}\"", fit.room);
    for (std::size_t i = 0; i < 3; ++i)
      csv += i < fit.numbers.size() ? fmt::format(",{:.6f}", fit.numbers[i]) : ",";
    csv += fmt::format(",{:.6f},{},{}\n", fit.train,
                       fit.held_out > 0.0 ? fmt::format("{:.6f}", fit.held_out) : "", fit.steps);
  }
  return csv;
}

std::string draws_csv(std::string_view key, const EvidenceByNumber& train,
                      const EvidenceByNumber& held_out) {
  constexpr std::array kColumns = std::to_array<MeanColumn>(
      {{".drawn_foretold", [](const ResultEvidence& sums) { return sums.drawn.predicted; }},
       {".drawn", [](const ResultEvidence& sums) { return sums.drawn.occurred; }},
       {".won_foretold", [](const ResultEvidence& sums) { return sums.won.predicted; }},
       {".won", [](const ResultEvidence& sums) { return sums.won.occurred; }}});
  return evidence_csv(key, kColumns, train, held_out);
}

}  // namespace trivium::learning::outcome
