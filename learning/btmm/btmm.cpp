#include "learning/btmm/btmm.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <stdexcept>

namespace trivium::learning::btmm {

namespace {

void add_figures(const std::string& name, const Evaluation& evaluation, const GameWords& words,
                 Manifest& manifest) {
  if (evaluation.all.cases == 0) return;
  manifest.figures[name + ".log_evidence"] = evaluation.all.mean();
  manifest.figures[name + ".log_evidence_uniform"] = evaluation.all.mean_uniform();
  if (evaluation.forced > 0) {
    const double share = evaluation.share_of_choices();
    manifest.figures[name + ".log_evidence_with_forced"] = share * evaluation.all.mean();
    manifest.figures[name + ".log_evidence_uniform_with_forced"] =
        share * evaluation.all.mean_uniform();
  }
  for (const std::size_t places : words.places) {
    manifest.figures[fmt::format("{}.among_first_{:02}", name, places)] =
        evaluation.among_first(places);
  }
}

}  // namespace

BtmmJudgment judge(const StateSource& source, std::span<const double> gammas, Crew crew) {
  const Shards shards(kBtmmShards, crew);
  return {source.evaluate(records::Role::kTrain, gammas, shards),
          source.evaluate(records::Role::kHeldOut, gammas, shards)};
}

format::WeightFile btmm_file(const StateSource& source, const BtmmOptions& options,
                             const BtmmResult& result, const BtmmJudgment& judgment,
                             Manifest manifest) {
  manifest.origin =
      fmt::format("learned: minorization-maximization of the Bradley-Terry model of {} chosen",
                  source.words().moves);
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
  for (const std::uint64_t each : result.wins) {
    if (each > std::numeric_limits<std::uint32_t>::max())
      throw std::length_error("a feature was chosen more than 2^32 times");
    wins.push_back(static_cast<std::uint32_t>(each));
  }
  manifest.counts = {
      {"train.games", source.games(records::Role::kTrain)},
      {"train.states", source.states(records::Role::kTrain)},
      {"held_out.games", source.games(records::Role::kHeldOut)},
      {"held_out.states", source.states(records::Role::kHeldOut)},
      {"features", source.features()},
      {"features_chosen", std::ranges::count_if(wins, [](std::uint32_t each) { return each > 0; })},
      {"iterations", result.curve.size() - 1}};
  if (options.simultaneous)
    manifest.counts["iterations_damped"] =
        std::ranges::count(result.curve, true, &IterationRow::damped);
  add_figures("train", judgment.train, source.words(), manifest);
  add_figures("held_out", judgment.held_out, source.words(), manifest);

  format::WeightFile file = source.weight_file(result.gammas, wins);
  file.manifest = manifest.to_json();
  return file;
}

CardText btmm_card(const StateSource& source, const BtmmOptions& options) {
  const GameWords& words = source.words();
  const bool winners = options.split.learn_from == records::LearnFrom::kWinner;
  CardText card;
  card.summary = fmt::format(
      "Move probabilities of {}: strengths (gammas) of the {} features of the pattern set {}. {}",
      words.game, source.features(), source.set_name().empty() ? "below" : source.set_name(),
      words.purpose);
  card.method = fmt::format(
      "Every {0} {1} is treated as a competition, which it wins against all other {2}. A {0} is a "
      "team of features, {3}, and its strength is the product of their gammas (generalized "
      "Bradley-Terry model, paper 000). Minorization-maximization fits the gammas, {4}, with a "
      "prior of {5:g} wins in {6:g} games against gamma 1 for each feature. `log_evidence` is the "
      "mean natural log-probability of the {0} played, and `log_evidence_uniform` that if all {2} "
      "are equally likely. `among_first_N` is the share of states in which the {0} played is among "
      "the N most probable, ties broken at random. Whole games are held out, chosen by seed and "
      "moves; the figures are those of the {7} of both sides. `{8}` explains the text of the "
      "pattern set:\n\n{9}",
      words.move,
      winners ? fmt::format("that the winner of a game {}", words.played) : "of every game",
      words.candidates, words.team, options.simultaneous ? "all groups at once" : "group by group",
      options.prior.wins, options.prior.games, words.moves, words.set_page,
      indented(source.definition()));
  card.limits = fmt::format(
      "The model predicts what players like those in the training games choose, not what wins. "
      "Features of a {} are assumed to be independent. A feature that was seldom seen has a gamma "
      "near 1; `wins` in the file states how often each one was chosen.",
      words.move);
  card.strength = fmt::format(
      "`held_out.log_evidence` below states how accurately it predicts the {} of held-out games. "
      "{}",
      words.moves, words.matches);
  card.data = fmt::format("{} of {}{} games (files below).", words.moves_first,
                          winners ? "the winners of " : "", words.game);
  return card;
}

}  // namespace trivium::learning::btmm
