#include "learning/poker_cnn/torch/trainer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/poker/network/network.h"
#include "learning/poker_cnn/baselines.h"
#include "models/format/load_error.h"
#include "models/format/model_path.h"
#include "models/format/weight_file.h"
#include "tests/learning/poker_cnn/support.h"
#include "tests/learning/poker_cnn/torch/torch_answers.h"

namespace trivium::learning::poker_cnn {
namespace {

const std::vector<std::int32_t> kSizes{50, 100, poker::kAllInSize};

std::size_t numbers_in(const std::vector<format::Tensor>& tensors) {
  std::size_t count = 0;
  for (const format::Tensor& tensor : tensors) count += tensor.values<float>().size();
  return count;
}

/// Returns the engine's network with the parameters of a libtorch net.
std::shared_ptr<const poker::Network> engine_network(const LoggedHands& hands,
                                                     const std::vector<format::Tensor>& parameters,
                                                     const std::vector<std::int32_t>& sizes) {
  format::WeightFile file;
  file.kind = poker::kNetworkKind;
  file.schema = poker::kNetworkSchema;
  file.tensors = poker::setting_tensors({hands.game(), poker::Alignment::kTopLeft, sizes});
  file.tensors.insert(file.tensors.end(), parameters.begin(), parameters.end());
  return poker::Network::from_file(file);
}

poker::EncodedState picture_of(const LoggedHands& hands, const Decision& decision) {
  poker::EncodedState picture;
  hands.encode(decision, poker::Alignment::kTopLeft, picture);
  return picture;
}

std::vector<poker::EncodedState> pictures_of(const LoggedHands& hands,
                                             std::span<const Decision> decisions) {
  std::vector<poker::EncodedState> pictures;
  for (const Decision& decision : decisions) pictures.push_back(picture_of(hands, decision));
  return pictures;
}

LoggedHands random_hands() {
  return hands_of("nolimit", {"random", "rule"}, {.hands = 20, .seed = 3});
}

/// Returns the state of `trainer` after `batches` batches.
std::vector<format::Tensor> after(Trainer& trainer, int batches) {
  for (int i = 0; i < batches; ++i) trainer.step();
  return trainer.state();
}

TEST_CASE(
    "the net has the paper's 114,339 parameters plus those of heads, and with pooling it has no "
    "file") {
  CHECK(numbers_in(initial_parameters({}, 1)) == 114'339);
  CHECK(numbers_in(initial_parameters({.lesson = Lesson::kValueHead}, 1)) == 114'339 + 257);
  CHECK(numbers_in(initial_parameters({.raise_sizes = kSizes}, 1)) == 114'339 + 3 * 257);
  CHECK(numbers_in(initial_parameters({.memory = true}, 1)) == 114'339 + 192 * (9 + 64) + 64 * 256);
  const LoggedHands hands = random_hands();
  const std::vector<Decision> all = hands.decisions(0, 20);
  CHECK(numbers_in(Trainer(hands, {all}, {}).network()) == 114'339);
  CHECK_THROWS_AS((void)Trainer(hands, {all}, {.pooling = true, .raise_sizes = {}}).network(),
                  std::logic_error);
}

TEST_CASE("initial weights have the requested deviation and depend on the seed, and biases are 0") {
  const auto deviation = [](const format::Tensor& tensor) {
    double squares = 0;
    const std::span<const float> numbers = tensor.values<float>();
    for (const float number : numbers)
      squares += static_cast<double>(number) * static_cast<double>(number);
    return std::sqrt(squares / static_cast<double>(numbers.size()));
  };
  for (const Initialization initialization : {Initialization::kMsra, Initialization::kGaussian}) {
    for (const format::Tensor& tensor : initial_parameters({.initialization = initialization}, 5)) {
      if (tensor.dims.size() == 1) {
        CHECK(
            std::ranges::all_of(tensor.values<float>(), [](float number) { return number == 0; }));
        continue;
      }
      const double inputs =
          static_cast<double>(tensor.values<float>().size()) / static_cast<double>(tensor.dims[0]);
      const double wanted = initialization == Initialization::kMsra ? std::sqrt(2 / inputs) : 0.01;
      CHECK(deviation(tensor) == doctest::Approx(wanted).epsilon(0.1));
    }
  }
  CHECK(initial_parameters({}, 5) == initial_parameters({}, 5));
  CHECK(initial_parameters({}, 5) != initial_parameters({}, 6));
}

/// Returns the maximum difference between the answers of the engine's network and of libtorch's net
/// with the same parameters, over the first 50 decisions.
double furthest_answer(const poker::Network& network, const LoggedHands& hands,
                       const TrainerOptions& options,
                       const std::vector<format::Tensor>& parameters) {
  std::vector<Decision> fifty = hands.decisions(0, 20);
  REQUIRE(fifty.size() >= 50);
  fifty.resize(50);
  const std::vector<poker::EncodedState> pictures = pictures_of(hands, fifty);
  std::vector<poker::EncodedBetting> bettings(fifty.size());
  for (std::size_t i = 0; i < fifty.size(); ++i)
    poker::encode_betting(hands.before(fifty[i]).public_state(), bettings[i]);
  const std::vector<poker::NetworkAnswer> expected =
      torch_answers(options, parameters, pictures, bettings);
  double furthest = 0;
  const auto compare = [&furthest](double a, double b) {
    furthest = std::max(furthest, std::abs(a - b));
  };
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    const poker::NetworkAnswer answer =
        network.evaluate(pictures[i], network.remember(bettings[i]));
    for (std::size_t k = 0; k < answer.actions.size(); ++k)
      compare(answer.actions[k], expected[i].actions[k]);
    compare(answer.win, expected[i].win);
    for (std::size_t k = 0; k < answer.raise_sizes.size(); ++k)
      compare(answer.raise_sizes[k], expected[i].raise_sizes[k]);
  }
  return furthest;
}

TEST_CASE("the engine's network gives the same answers as libtorch's net") {
  const LoggedHands hands = random_hands();
  for (const Initialization initialization : {Initialization::kMsra, Initialization::kGaussian}) {
    for (const bool heads : {false, true}) {
      const TrainerOptions options{.lesson = heads ? Lesson::kValueHead : Lesson::kMoves,
                                   .initialization = initialization,
                                   .memory = heads,
                                   .raise_sizes = heads ? kSizes : std::vector<std::int32_t>{}};
      const std::vector<format::Tensor> parameters = initial_parameters(options, 9);
      const auto network = engine_network(hands, parameters, options.raise_sizes);
      CHECK(furthest_answer(*network, hands, options, parameters) < 1e-5);
    }
  }
}

TEST_CASE("the shipped networks give the same answers as libtorch's net") {
  for (const char* const played : {"limit", "nolimit"}) {
    CAPTURE(played);
    const LoggedHands hands = hands_of(played, {"random", "rule"}, {.hands = 20, .seed = 3});
    const auto path = format::default_model("poker", std::string(played) + "-cnn");
    REQUIRE(path);
    const auto network = poker::Network::load(*path);
    const TrainerOptions options{
        .lesson = network->has_value() ? Lesson::kValueHead : Lesson::kMoves,
        .memory = network->has_memory(),
        .raise_sizes = network->setting().raise_sizes};
    CHECK(furthest_answer(*network, hands, options, format::read_weight_file(*path).tensors) <
          1e-5);
  }
}

TEST_CASE("two epochs are the same for any number of threads, and after a stop and resume") {
  const LoggedHands hands = random_hands();
  const std::vector<Decision> first = hands.decisions(0, 8), second = hands.decisions(8, 20);
  for (const Optimizer optimizer : {Optimizer::kAdagrad, Optimizer::kSgd}) {
    const TrainerOptions options{.lesson = Lesson::kValueHead,
                                 .optimizer = optimizer,
                                 .memory = true,
                                 .average = 0.9,
                                 .batch = 22,
                                 .seed = 4,
                                 .raise_sizes = kSizes};
    Trainer whole(hands, {first, second}, options);
    const auto batches = static_cast<int>(2 * (whole.batches_of(0) + whole.batches_of(1)));
    const std::vector<format::Tensor> expected = after(whole, batches);
    CHECK(whole.passes() == 4);
    for (const std::size_t threads : {2, 3}) {
      TrainerOptions threaded = options;
      threaded.threads = threads;
      Trainer trainer(hands, {first, second}, threaded);
      CHECK(after(trainer, batches) == expected);
      CHECK(trainer.evaluate(first).loss == whole.evaluate(first).loss);
    }
    for (const int stop : {1, batches / 2, batches - 1}) {
      Trainer stopped(hands, {first, second}, options);
      const std::vector<format::Tensor> state = after(stopped, stop);
      Trainer resumed(hands, {first, second}, options);
      resumed.take_state(state);
      CHECK(after(resumed, batches - stop) == expected);
    }
  }
}

TEST_CASE("an averaged net is tested and written, and does not change the training") {
  const LoggedHands hands = random_hands();
  const std::vector<Decision> all = hands.decisions(0, 20);
  Trainer plain(hands, {all}, {.raise_sizes = {}});
  Trainer averaged(hands, {all}, {.average = 0.75, .raise_sizes = {}});
  const auto bias = [](const Trainer& trainer) {
    const std::vector<format::Tensor> network = trainer.network();
    return std::ranges::find(network, "policy.bias", &format::Tensor::name)->values<float>()[0];
  };
  double mean = 0;  // initial value of biases
  for (int step = 0; step < 3; ++step) {
    CHECK(plain.step().loss == averaged.step().loss);
    mean += 0.25 * (static_cast<double>(bias(plain)) - mean);
    CHECK(static_cast<double>(bias(averaged)) == doctest::Approx(mean));
  }
  CHECK(plain.evaluate(all).loss != averaged.evaluate(all).loss);
}

TEST_CASE("the state of another net is an error") {
  const LoggedHands hands = random_hands();
  const std::vector<Decision> all = hands.decisions(0, 20);
  Trainer plain(hands, {all}, {});
  Trainer with_sizes(hands, {all}, {.raise_sizes = kSizes});
  CHECK_THROWS_AS(with_sizes.take_state(plain.state()), format::LoadError);
  CHECK_THROWS_AS(
      Trainer(hands, {all}, {.pooling = true, .raise_sizes = {}}).take_state(plain.state()),
      format::LoadError);
  CHECK_THROWS_AS(plain.take_state({}), format::LoadError);
}

/// Checks that the loss of a batch of all decisions by an untrained net is the mean of `expected`.
void check_loss(const LoggedHands& hands, TrainerOptions options,
                const std::function<double(const Decision&, const poker::Network&)>& expected) {
  const std::vector<Decision> all = hands.decisions(0, hands.records().size());
  options.batch = all.size();
  Trainer trainer(hands, {all}, options);
  const auto network = engine_network(hands, trainer.network(), options.raise_sizes);
  double sum = 0;
  for (const Decision& decision : all) sum += expected(decision, *network);
  CHECK(trainer.step().loss ==
        doctest::Approx(sum / static_cast<double>(all.size())).epsilon(1e-4));
}

TEST_CASE(
    "the target of the paper's value is 1 or 0 at a player's last decision, and gamma times the "
    "next value before it") {
  const LoggedHands hands = random_hands();
  const TrainerOptions options{.lesson = Lesson::kPaperValues, .gamma = 0.8, .raise_sizes = {}};
  const auto value = [&](const Decision& decision, const poker::Network& network) {
    return std::ranges::max(network.evaluate(picture_of(hands, decision)).actions);
  };
  const auto next_own = [&](const Decision& decision) {
    const std::span<const poker::PlayedAction> actions =
        hands.records()[decision.hand].hand.actions();
    Decision next = decision;
    do ++next.action;
    while (actions[next.action].player != actions[decision.action].player);
    return next;
  };
  std::size_t won = 0, lost = 0, before = 0;
  check_loss(hands, options, [&](const Decision& decision, const poker::Network& network) {
    const Label label = hands.label(decision, {});
    double target = label.won ? 1 : 0;
    if (label.decisions_left > 0) target = options.gamma * value(next_own(decision), network);
    ++(label.decisions_left > 0 ? before : label.won ? won : lost);
    const double error = target - value(decision, network);
    return error * error / 2;
  });
  CHECK(won > 0);
  CHECK(lost > 0);
  CHECK(before > 0);
}

TEST_CASE(
    "the loss includes the discounted result of the hand and the size of a raise if there are "
    "heads") {
  const LoggedHands hands = random_hands();
  const TrainerOptions options{.lesson = Lesson::kValueHead, .gamma = 0.8, .raise_sizes = kSizes};
  std::size_t sized = 0;
  check_loss(hands, options, [&](const Decision& decision, const poker::Network& network) {
    const Label label = hands.label(decision, kSizes);
    const poker::NetworkAnswer answer = network.evaluate(picture_of(hands, decision));
    const double target = label.won ? std::pow(options.gamma, label.decisions_left) : 0;
    double loss = -std::log(answer.actions[static_cast<std::size_t>(label.action)]);
    loss -= target * std::log(answer.win) + (1 - target) * std::log(1 - answer.win);
    if (label.size) loss -= std::log(answer.raise_sizes[*label.size]);
    sized += label.size ? 1U : 0U;
    return loss;
  });
  CHECK(sized > 0);
}

TEST_CASE("the paper's values are learned from the last decision of a hand to the first") {
  const LoggedHands hands = random_hands();
  const std::vector<Decision> all = hands.decisions(0, 20);
  // With batches of one, each target uses the net after the step for the next decision.
  const std::vector<Decision> one_hand = hands.decisions(0, 1);
  REQUIRE(one_hand.size() >= 3);
  const TrainerOptions options{
      .lesson = Lesson::kPaperValues, .gamma = 0.8, .batch = 1, .raise_sizes = {}};
  Trainer trainer(hands, {one_hand}, options);
  for (std::size_t i = one_hand.size(); i-- > 0;) {
    const auto network = engine_network(hands, trainer.network(), {});
    const auto value = [&](const Decision& decision) {
      return std::ranges::max(network->evaluate(picture_of(hands, decision)).actions);
    };
    const Label label = hands.label(one_hand[i], {});
    double target = label.won ? 1 : 0;
    // The player's next decision is its first later one in the hand.
    const auto actor = [&](const Decision& decision) {
      return hands.records()[0].hand.actions()[decision.action].player;
    };
    const auto next =
        std::find_if(one_hand.begin() + static_cast<std::ptrdiff_t>(i) + 1, one_hand.end(),
                     [&](const Decision& later) { return actor(later) == actor(one_hand[i]); });
    if (next != one_hand.end()) target = options.gamma * value(*next);
    const double error = target - value(one_hand[i]);
    CHECK(trainer.step().loss == doctest::Approx(error * error / 2).epsilon(1e-3));
  }
}

TEST_CASE("the targets of a teacher are its policy at every decision, including raise sizes") {
  const LoggedHands hands = random_hands();
  const auto teacher = poker::policy_named("rule", hands.game());
  REQUIRE(teacher);
  std::vector<std::uint32_t> numbers(hands.records().size());
  std::iota(numbers.begin(), numbers.end(), 0U);
  const TrainerOptions options{
      .lesson = Lesson::kStrategy,
      .raise_sizes = kSizes,
      .taught = std::make_shared<TaughtTargets>(hands, numbers, **teacher, kSizes, 2)};
  check_loss(hands, options, [&](const Decision& decision, const poker::Network& network) {
    const Target target = taught_target(hands, decision, **teacher, kSizes);
    const poker::NetworkAnswer answer = network.evaluate(picture_of(hands, decision));
    double loss = 0;
    for (std::size_t i = 0; i < kActions; ++i)
      loss -= target.actions[i] * std::log(answer.actions[i]);
    for (std::size_t i = 0; i < kSizes.size(); ++i)
      loss -= target.sizes[i] * std::log(answer.raise_sizes[i]);
    return loss;
  });
}

TEST_CASE("a simple rule is imitated after training on few hands") {
  const LoggedHands hands = hands_of("limit", {"rule"}, {.hands = 100, .seed = 4});
  const std::vector<Decision> all = hands.decisions(0, 100);
  Trainer trainer(hands, {all}, {.threads = 2, .raise_sizes = {}});
  while (trainer.passes() < 16) trainer.step();
  const Evaluation evaluation = trainer.evaluate(all);
  CHECK(evaluation.all().of == all.size());
  CHECK(evaluation.all().share() > 0.95);
  CHECK(evaluation.all().share() > evaluate_odds(hands, all, all).all().share());
}

TEST_CASE(
    "an evaluation counts by round and action how often the most probable legal action was "
    "taken") {
  const LoggedHands hands = random_hands();
  const std::vector<Decision> all = hands.decisions(0, 20);
  const Trainer trainer(hands, {all}, {});
  const auto network = engine_network(hands, trainer.network(), {});
  Evaluation expected;
  std::size_t illegal = 0;
  for (const Decision& decision : all) {
    const poker::Hand hand = hands.before(decision);
    const auto taken = static_cast<std::size_t>(hands.label(decision, {}).action);
    auto chances = network->evaluate(picture_of(hands, decision)).actions;
    expected.loss -= std::log(chances[taken]) / static_cast<double>(all.size());
    const auto likeliest = [&] {
      return static_cast<std::size_t>(std::ranges::max_element(chances) - chances.begin());
    };
    const std::array<bool, kActions> legal = legal_actions(hand.betting());
    illegal += legal[likeliest()] ? 0U : 1U;
    for (std::size_t action = 0; action < kActions; ++action)
      chances[action] *= legal[action] ? 1 : 0;
    Accuracy& place = expected.by_round[static_cast<std::size_t>(hand.betting().round())][taken];
    place.right += likeliest() == taken ? 1U : 0U;
    ++place.of;
  }
  const Evaluation evaluation = trainer.evaluate(all);
  CHECK(illegal > 0);
  CHECK(evaluation.loss == doctest::Approx(expected.loss).epsilon(1e-4));
  for (std::size_t round = 0; round < expected.by_round.size(); ++round) {
    for (std::size_t action = 0; action < kActions; ++action) {
      CHECK(evaluation.by_round[round][action].right == expected.by_round[round][action].right);
      CHECK(evaluation.by_round[round][action].of == expected.by_round[round][action].of);
    }
  }
}

}  // namespace
}  // namespace trivium::learning::poker_cnn
