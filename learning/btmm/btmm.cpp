#include "learning/btmm/btmm.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <stdexcept>

#include "engine/connect6/patterns/pattern_weights.h"

namespace trivium::learning::btmm {

namespace {

void add_figures(const std::string& name, const Evaluation& evaluation, Manifest& manifest) {
  if (evaluation.all.states == 0) return;
  manifest.figures[name + ".log_evidence"] = evaluation.all.mean();
  manifest.figures[name + ".log_evidence_uniform"] = evaluation.all.mean_uniform();
  for (const std::size_t places : {1U, 2U, 5U, 10U, 20U}) {
    manifest.figures[fmt::format("{}.among_first_{:02}", name, places)] =
        evaluation.among_first(places);
  }
}

}  // namespace

BtmmJudgment judge(const records::GameSet& games, const connect6::PatternLayout& layout,
                   std::span<const double> gammas, std::size_t threads) {
  const Shards shards(kBtmmShards, threads);
  return {evaluate(games, records::Role::kTrain, layout, gammas, shards),
          evaluate(games, records::Role::kHeldOut, layout, gammas, shards)};
}

format::WeightFile btmm_file(const records::GameSet& games, const connect6::PatternSet& set,
                             const BtmmOptions& options, const BtmmResult& result,
                             const BtmmJudgment& judgment, Manifest manifest) {
  manifest.origin =
      "learned: minorization-maximization of the Bradley-Terry model of stones chosen";
  manifest.seed = options.split.seed;
  manifest.parameters = {{"prior.wins", options.prior.wins}, {"prior.games", options.prior.games}};
  if (options.split.fold) {
    manifest.parameters["fold.number"] = static_cast<double>(options.split.fold->number);
    manifest.parameters["fold.count"] = static_cast<double>(options.split.fold->count);
  } else {
    manifest.parameters["held_out_share"] = options.split.held_out_share;
  }
  if (options.split.learn_from == records::LearnFrom::kWinner)
    manifest.parameters["winners_only"] = 1;
  std::vector<std::uint32_t> wins;
  std::int64_t seen = 0;
  for (const std::uint64_t each : result.wins) {
    if (each > std::numeric_limits<std::uint32_t>::max())
      throw std::length_error("a feature was chosen more than 2^32 times");
    wins.push_back(static_cast<std::uint32_t>(each));
    seen += each > 0 ? 1 : 0;
  }
  std::int64_t damped = 0;
  for (const IterationRow& row : result.curve) damped += row.damped ? 1 : 0;
  const auto count = [](std::uint64_t number) { return static_cast<std::int64_t>(number); };
  manifest.counts = {{"train.games", count(games.games(records::Role::kTrain))},
                     {"train.states", count(games.states(records::Role::kTrain))},
                     {"held_out.games", count(games.games(records::Role::kHeldOut))},
                     {"held_out.states", count(games.states(records::Role::kHeldOut))},
                     {"features", set.features()},
                     {"features_chosen", seen},
                     {"iterations", count(result.curve.size() - 1)}};
  if (options.simultaneous) manifest.counts["iterations_damped"] = damped;
  add_figures("train", judgment.train, manifest);
  add_figures("held_out", judgment.held_out, manifest);

  format::WeightFile file;
  file.kind = connect6::kPatternKind;
  file.schema = connect6::kPatternSchema;
  file.manifest = manifest.to_json();
  file.tensors = connect6::pattern_tensors(set, result.gammas, wins);
  return file;
}

CardText btmm_card(const connect6::PatternSet& set, const BtmmOptions& options) {
  CardText card;
  card.summary = fmt::format(
      "Move probabilities of Connect-6: strengths (gammas) of the {} features of the "
      "pattern set {}. The engine orders and samples its candidate stones by them.",
      set.features(), set.name().empty() ? "below" : set.name());
  card.method = fmt::format(
      "Every stone {} is treated as a competition, which it wins against all other empty cells. A "
      "stone is a team of features, one of each group, and its strength is the product of their "
      "gammas (generalized Bradley-Terry model, paper 000). Minorization-maximization fits the "
      "gammas, {}, with a prior of {:g} wins in {:g} games against gamma 1 for each feature. "
      "`log_evidence` is the mean natural log-probability of the stone played, and "
      "`log_evidence_uniform` that if all empty cells are equally likely. `among_first_N` is the "
      "share of states in which the stone played is among the N most probable, ties broken at "
      "random. Whole games are held out, chosen by seed and moves; the figures are those of the "
      "stones of both sides. `engine/connect6/patterns/patterns.md` explains the text of the "
      "pattern set:\n\n{}",
      options.split.learn_from == records::LearnFrom::kWinner ? "that the winner of a game placed"
                                                              : "of every game",
      options.simultaneous ? "all groups at once" : "group by group", options.prior.wins,
      options.prior.games, indented(set.text()));
  card.limits =
      "The model predicts what players like those in the training games choose, not what wins. "
      "Features of a stone are assumed to be independent. A feature that was seldom seen has a "
      "gamma near 1; `wins` in the file states how often each one was chosen.";
  card.strength =
      "`held_out.log_evidence` below states how accurately it predicts the stones of held-out "
      "games. `trivium-learn connect6 match` plays it against other gammas.";
  card.data = options.split.learn_from == records::LearnFrom::kWinner
                  ? "Stones of the winners of Connect-6 games (files below)."
                  : "Stones of Connect-6 games (files below).";
  return card;
}

}  // namespace trivium::learning::btmm
