#include "tools/learn/chess/choice_fitting.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <optional>

#include "engine/chess/choice/model.h"
#include "engine/chess/evaluation/weights.h"
#include "learning/choice/run.h"
#include "learning/choice/split.h"
#include "models/format/linear.h"
#include "models/format/load_error.h"
#include "models/format/model_path.h"
#include "tools/command.h"

namespace trivium::tools {

namespace {

namespace choice = learning::choice;

std::vector<chess::Lookahead> lookaheads_of(const ChoiceFitting& fitting) {
  if (const std::optional<chess::Lookahead> asked = chess::lookahead_named(fitting.lookahead))
    return {*asked};
  return {std::begin(chess::kLookaheads), std::end(chess::kLookaheads)};
}

/// Loads the prior named by --prior. Throws UsageError, format::LoadError.
choice::Prior prior_of(const std::string& prior, const choice::Decisions& train,
                       const chess::Attributes& attributes) {
  if (prior.empty()) return {};
  if (prior == kEnginePrior) {
    if (attributes.words() != std::vector<std::string>{"engine"})
      throw UsageError("--prior", "engine needs --attributes engine alone");
    const format::WeightFile file = format::read_weight_file(format::default_weights("chess"));
    if (file.feature_names != attributes.names())
      throw format::LoadError("weights.features", "{}: its features differ", file.source);
    std::vector<double> weights = format::linear_weights(file);
    weights.resize(train.width(attributes));
    return {std::move(weights), true};
  }
  const chess::ChoiceModel model = chess::ChoiceModel::load(prior);
  if (model.attributes.names() != attributes.names())
    throw UsageError("--prior", fmt::format("{} has other attributes", prior));
  std::vector<double> weights = model.weights;
  if (train.searched != nullptr) weights.push_back(model.search.weight);
  return {std::move(weights), false};
}

}  // namespace

std::pair<chess::Lookahead, choice::Fit> best_fit(const choice::Decisions& train,
                                                  const chess::Attributes& attributes,
                                                  const ChoiceFitting& fitting,
                                                  const std::string& data_identity,
                                                  learning::Phases& phases, std::FILE* tables) {
  const choice::ChoiceTask task{
      train,       attributes,   lookaheads_of(fitting), prior_of(fitting.prior, train, attributes),
      fitting.fit, data_identity};
  std::optional<learning::Progress> progress;
  std::string under_way;
  auto fits = choice::fit_lookaheads(task, fitting.run,
                                     [&](const std::string& phase, std::uint64_t done,
                                         std::uint64_t max_count, const std::string& detail) {
                                       if (phase != under_way) {
                                         progress.emplace(phase, max_count, phases.next());
                                         progress->expect_fewer();
                                         under_way = phase;
                                       }
                                       progress->update(done, detail);
                                     });
  progress.reset();
  if (fits.size() > 1) {
    for (const auto& [lookahead, found] : fits)
      fmt::print(tables, "{:8} log-likelihood {:.2f}\n", chess::lookahead_name(lookahead),
                 found.sums.log_likelihood);
  }
  return *std::ranges::max_element(fits, {},
                                   [](const auto& fit) { return fit.second.sums.log_likelihood; });
}

int fitting_phases(const ChoiceFitting& fitting) {
  const auto fits = static_cast<int>(lookaheads_of(fitting).size());
  return fitting.prior == kEnginePrior ? 2 * fits : fits;
}

std::unique_ptr<const choice::SearchValues> search_decisions(const choice::Decisions& decisions,
                                                             std::uint64_t nodes,
                                                             std::size_t threads,
                                                             learning::Phases& phases) {
  // Games without a decision take no time and would distort the estimate of the end.
  std::vector<std::uint32_t> games;
  std::ranges::copy_if(decisions.games, std::back_inserter(games), [&](std::uint32_t number) {
    return choice::has_decisions(decisions, number);
  });
  learning::Progress progress("games searched", games.size(), phases.next());
  return std::make_unique<const choice::SearchValues>(
      *decisions.records, games, decisions.filter, nodes, chess::Weights::load_default(), threads,
      [&progress](std::size_t done) { progress.update(done); });
}

}  // namespace trivium::tools
