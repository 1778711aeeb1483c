#include "learning/poker_cnn/torch/network_file.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/poker/network/encoder.h"
#include "engine/poker/network/network.h"
#include "engine/poker/rules/game_definition.h"
#include "models/format/strict_json.h"

namespace trivium::learning::poker_cnn {

std::string run_identity(const Trainer& trainer, const Data& data, std::vector<std::string> players,
                         std::span<const DataSource> files, const std::string& teacher) {
  const TrainerOptions& options = trainer.options();
  std::ranges::sort(players);
  nlohmann::json identity{{"game", poker::write_game_definition(trainer.hands().game())},
                          {"players", players},
                          {"train_hands", data.split.train.size()},
                          {"test_hands", data.split.test.size()},
                          {"parts", data.parts.size()},
                          {"lesson", name_of(kLessons, options.lesson)},
                          {"optimiser", name_of(kOptimizers, options.optimizer)},
                          {"init", name_of(kInitializations, options.initialization)},
                          {"rate", options.rate},
                          {"gamma", options.gamma},
                          {"average", options.average},
                          {"batch", options.batch},
                          {"alignment", poker::alignment_name(options.alignment)},
                          {"sizes", options.raise_sizes},
                          {"pooling", options.pooling},
                          {"memory", options.memory},
                          {"cuda", options.cuda},
                          {"seed", options.seed}};
  for (const DataSource& file : files) identity["files"].push_back(file.sha256);
  if (!teacher.empty()) identity["teacher"] = teacher;
  return format::json_line(identity);
}

format::WeightFile network_file(const Trainer& trainer, const Data& data,
                                const Evaluation& evaluation, Manifest manifest) {
  const TrainerOptions& options = trainer.options();
  manifest.origin = options.lesson == Lesson::kStrategy
                        ? "learned: a strategy's answers in logged hands"
                        : "learned: the actions of logged hands";
  manifest.seed = options.seed;
  manifest.counts = {{"hands.train", static_cast<std::int64_t>(data.split.train.size())},
                     {"hands.test", static_cast<std::int64_t>(data.split.test.size())},
                     {"decisions.train", static_cast<std::int64_t>(data.train().size())},
                     {"decisions.test", static_cast<std::int64_t>(data.test.size())}};
  manifest.figures = {{"test.accuracy", evaluation.all().share()}, {"test.loss", evaluation.loss}};
  format::WeightFile file;
  file.kind = poker::kNetworkKind;
  file.schema = poker::kNetworkSchema;
  file.manifest = manifest.to_json();
  file.tensors =
      poker::setting_tensors({trainer.hands().game(), options.alignment, options.raise_sizes});
  const std::vector<format::Tensor> layers = trainer.network();
  file.tensors.insert(file.tensors.end(), layers.begin(), layers.end());
  return file;
}

CardText network_card(const TrainerOptions& options) {
  CardText card;
  card.summary = fmt::format(
      "A convolutional network that plays heads-up hold'em (`--policy cnn`). From a position, "
      "encoded as 16 planes{}, it computes the probabilities of fold, call and raise{}.",
      options.memory ? ", and from the betting before it" : "",
      options.raise_sizes.empty() ? "" : ", and of the size of a raise");
  card.strength =
      "`test.accuracy` below states how often its most probable action is that of the test hands. "
      "`trivium-lab poker match --game GAME --policy cnn:FILE --against cfr` measures its play.";
  if (options.lesson != Lesson::kStrategy) {
    card.method =
        "Trained with libtorch on the actions of logged hands. Training and test hands are "
        "disjoint; figures are those of the test hands. docs/learning/poker-cnn.md explains the "
        "method.";
    card.limits =
        "It imitates players: it can hardly play better than they do. It plays only the game that "
        "its file states.";
    card.data = "Actions of logged hands (files below).";
  } else {
    card.method =
        "Trained with libtorch on the action probabilities of a strategy, the teacher, at each "
        "decision of logged hands. Training and test hands are disjoint; figures are those of the "
        "test hands. `test.accuracy` is the share of decisions at which the most probable actions "
        "of network and teacher agree. docs/learning/poker-cnn.md explains the method; "
        "tools/relearn reproduces the networks that ship.";
    card.limits =
        "It learns only from its teacher, whose knowledge is limited by its buckets of cards. It "
        "plays only the game that its file states.";
    card.data =
        "Decisions of logged hands, and the answers of a strategy to each of them (files below).";
  }
  return card;
}

}  // namespace trivium::learning::poker_cnn
