#include "learning/poker_cnn/torch/trainer.h"

#include <ATen/Parallel.h>
#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "learning/harness/seeds.h"
#include "learning/harness/shards.h"
#include "learning/poker_cnn/torch/net.h"
#include "models/format/load_error.h"

namespace trivium::learning::poker_cnn {

namespace {

constexpr std::uint64_t kInitial = 0x696E6974;
constexpr std::uint64_t kOrder = 0x6F72646572;
constexpr double kAdagradFloor = 1e-10;
constexpr const char* kPlace = "place";
constexpr std::size_t kEvaluatedAtOnce = 256;

/// The decisions of a shard as tensors.
struct Lessons {
  torch::Tensor planes;               ///< [n,16,17,17]
  torch::Tensor actions;              ///< [n]
  torch::Tensor sizes;                ///< [n], -1 where there is none
  torch::Tensor values;               ///< [n] won times gamma per decision left
  torch::Tensor last;                 ///< [n] 1 where it is the player's last decision of the hand
  std::optional<torch::Tensor> next;  ///< planes of the player's next decision, where the lesson asks for it
};

torch::Tensor draw(const LoggedHands& hands, std::span<const Decision> decisions, poker::Alignment alignment) {
  constexpr auto kSide = static_cast<std::int64_t>(poker::kPlaneSide);
  torch::Tensor planes = torch::empty({static_cast<std::int64_t>(decisions.size()), std::int64_t{poker::kPlanes}, kSide, kSide});
  float* place = planes.data_ptr<float>();
  poker::EncodedState state;
  for (const Decision& decision : decisions) {
    hands.encode(decision, alignment, state);
    place = std::ranges::copy(state, place).out;
  }
  return planes;
}

/// The player's next decision in the hand, or this one where it is his last.
Decision next_own(const LoggedHands& hands, const Decision& decision) {
  const std::span<const poker::PlayedAction> actions = hands.records()[decision.hand].hand.actions();
  for (std::size_t later = decision.action + 1U; later < actions.size(); ++later) {
    if (actions[later].player == actions[decision.action].player) return {decision.hand, static_cast<std::uint16_t>(later)};
  }
  return decision;
}

Lessons lessons_of(const LoggedHands& hands, std::span<const Decision> decisions, const TrainerOptions& options) {
  std::vector<std::int64_t> actions, sizes;
  std::vector<float> values, last;
  for (const Decision& decision : decisions) {
    const Label label = hands.label(decision, options.raise_sizes);
    actions.push_back(static_cast<std::int64_t>(label.action));
    sizes.push_back(label.size ? static_cast<std::int64_t>(*label.size) : -1);
    values.push_back(label.won ? static_cast<float>(std::pow(options.gamma, label.decisions_left)) : 0.0F);
    last.push_back(label.decisions_left == 0 ? 1.0F : 0.0F);
  }
  Lessons lessons{draw(hands, decisions, options.alignment),
                  torch::tensor(actions),
                  torch::tensor(sizes),
                  torch::tensor(values),
                  torch::tensor(last),
                  std::nullopt};
  if (options.lesson == Lesson::kPaperValues) {
    std::vector<Decision> next;
    for (const Decision& decision : decisions) next.push_back(next_own(hands, decision));
    lessons.next = draw(hands, next, options.alignment);
  }
  return lessons;
}

torch::Tensor largest_chance(const torch::Tensor& scores) { return std::get<0>(torch::softmax(scores, 1).max(1)); }

/// The sum of the losses of a shard.
torch::Tensor loss_of(Net& net, const Lessons& lessons, const TrainerOptions& options, torch::Device device) {
  namespace F = torch::nn::functional;
  const NetOutput output = net.forward(lessons.planes.to(device));
  if (options.lesson == Lesson::kPaperValues) {
    torch::Tensor target;
    {
      const torch::NoGradGuard no_gradient;
      const torch::Tensor later = options.gamma * largest_chance(net.forward(lessons.next->to(device)).moves);
      const torch::Tensor last = lessons.last.to(device);
      target = last * lessons.values.to(device) + (1 - last) * later;
    }
    return 0.5 * (largest_chance(output.moves) - target).square().sum();
  }
  torch::Tensor loss = F::cross_entropy(output.moves, lessons.actions.to(device), F::CrossEntropyFuncOptions().reduction(torch::kSum));
  if (output.value.defined()) {
    loss = loss + F::binary_cross_entropy_with_logits(output.value, lessons.values.to(device),
                                                      F::BinaryCrossEntropyWithLogitsFuncOptions().reduction(torch::kSum));
  }
  if (output.sizes.defined()) {
    loss = loss +
           F::cross_entropy(output.sizes, lessons.sizes.to(device), F::CrossEntropyFuncOptions().ignore_index(-1).reduction(torch::kSum));
  }
  return loss;
}

NetOptions net_options(const TrainerOptions& options) {
  return {options.pooling, options.initialisation, options.lesson == Lesson::kValueHead, options.raise_sizes.size()};
}

}  // namespace

struct Trainer::Nets {
  torch::Device device;
  std::shared_ptr<Net> master;
  std::vector<std::shared_ptr<Net>> copies;  ///< of a shard each
  std::vector<torch::Tensor> squares;        ///< Adagrad's sums, by parameter

  Nets(const TrainerOptions& options, std::uint64_t seed)
      : device(options.cuda && torch::cuda::is_available() ? torch::kCUDA : torch::kCPU) {
    const auto made = [&] {
      auto net = std::make_shared<Net>(net_options(options), seed);
      net->to(device);
      return net;
    };
    master = made();
    for (std::size_t shard = 0; shard < kShards; ++shard) copies.push_back(made());
    for (const torch::Tensor& parameter : master->parameters()) squares.push_back(torch::zeros_like(parameter));
  }

  /// The gradient of a shard's loss is left in its copy.
  double learn(std::size_t shard, const Lessons& lessons, const TrainerOptions& options, std::size_t batch) {
    Net& net = *copies[shard];
    const std::vector<torch::Tensor> from = master->parameters();
    std::vector<torch::Tensor> to = net.parameters();
    {
      const torch::NoGradGuard no_gradient;
      for (std::size_t i = 0; i < to.size(); ++i) to[i].copy_(from[i]);
    }
    net.zero_grad();
    const torch::Tensor loss = loss_of(net, lessons, options, device) / static_cast<double>(batch);
    loss.backward();
    return loss.item<double>();
  }

  /// A step against the sum of the shards' gradients.
  void descend(std::size_t shards, const TrainerOptions& options) {
    const torch::NoGradGuard no_gradient;
    std::vector<torch::Tensor> parameters = master->parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      torch::Tensor gradient = torch::zeros_like(parameters[i]);
      for (std::size_t shard = 0; shard < shards; ++shard) {
        const torch::Tensor& part = copies[shard]->parameters()[i].grad();
        if (part.defined()) gradient += part;
      }
      if (options.optimiser == Optimiser::kSgd) {
        parameters[i] -= options.rate * gradient;
        continue;
      }
      squares[i] += gradient.square();
      parameters[i] -= options.rate * gradient / (squares[i].sqrt() + kAdagradFloor);
    }
  }
};

Accuracy Evaluation::all() const noexcept {
  Accuracy sum;
  for (const auto& round : by_round) {
    for (const Accuracy& action : round) {
      sum.right += action.right;
      sum.of += action.of;
    }
  }
  return sum;
}

Trainer::Trainer(const LoggedHands& hands, std::vector<std::vector<Decision>> parts, TrainerOptions options)
    : hands_(hands), parts_(std::move(parts)), options_(std::move(options)) {
  at::set_num_threads(1);
  nets_ = std::make_unique<Nets>(options_, stream_seed(options_.seed, kInitial, 0));
  begin_pass();
}

Trainer::~Trainer() = default;

std::uint64_t Trainer::batches_of(std::size_t part) const noexcept { return (parts_[part].size() + options_.batch - 1) / options_.batch; }

void Trainer::begin_pass() {
  order_ = parts_[pass_ % parts_.size()];
  Rng rng = stream_rng(options_.seed, kOrder, pass_);
  for (std::size_t left = order_.size(); left > 1; --left) std::swap(order_[left - 1], order_[rng.below(static_cast<std::uint32_t>(left))]);
}

double Trainer::step() {
  const std::size_t first = static_cast<std::size_t>(batch_) * options_.batch;
  const std::span<const Decision> batch = std::span(order_).subspan(first, std::min(options_.batch, order_.size() - first));
  const std::size_t used = std::min(kShards, batch.size());
  const Shards shards(used, options_.threads);
  std::array<double, kShards> losses{};
  shards.run([&](std::size_t shard) {
    const Range range = shards.range(shard, batch.size());
    const Lessons lessons = lessons_of(hands_, batch.subspan(range.begin, range.end - range.begin), options_);
    losses[shard] = nets_->learn(shard, lessons, options_, batch.size());
  });
  nets_->descend(used, options_);
  if (++batch_ == batches_of(pass_ % parts_.size())) {
    ++pass_;
    batch_ = 0;
    begin_pass();
  }
  double loss = 0;
  for (const double part : losses) loss += part;
  return loss;
}

Evaluation Trainer::evaluate(std::span<const Decision> test) const {
  const Shards shards(std::max<std::size_t>(1, (test.size() + kEvaluatedAtOnce - 1) / kEvaluatedAtOnce), options_.threads);
  const auto work = [&](std::size_t shard) {
    const torch::NoGradGuard no_gradient;
    const Range range = shards.range(shard, test.size());
    Evaluation part;
    if (range.begin == range.end) return part;
    const std::span<const Decision> decisions = test.subspan(range.begin, range.end - range.begin);
    const torch::Tensor planes = draw(hands_, decisions, options_.alignment).to(nets_->device);
    const torch::Tensor chances = torch::log_softmax(nets_->master->forward(planes).moves, 1).to(torch::kCPU).contiguous();
    const float* row = chances.data_ptr<float>();
    for (const Decision& decision : decisions) {
      const poker::Hand hand = hands_.before(decision);
      const auto taken = static_cast<std::size_t>(hands_.label(decision, {}).action);
      const std::size_t best = best_legal({row[0], row[1], row[2]}, legal_actions(hand.betting()));
      Accuracy& place = part.by_round[static_cast<std::size_t>(hand.betting().round())][taken];
      place.right += best == taken ? 1U : 0U;
      ++place.of;
      part.loss -= row[taken];
      row += kActions;
    }
    return part;
  };
  const auto merge = [](Evaluation& sum, const Evaluation& part) {
    for (std::size_t round = 0; round < sum.by_round.size(); ++round) {
      for (std::size_t action = 0; action < kActions; ++action) {
        sum.by_round[round][action].right += part.by_round[round][action].right;
        sum.by_round[round][action].of += part.by_round[round][action].of;
      }
    }
    sum.loss += part.loss;
  };
  Evaluation all = shards.reduce(Evaluation(), work, merge);
  if (!test.empty()) all.loss /= static_cast<double>(test.size());
  return all;
}

std::vector<format::Tensor> Trainer::network() const {
  if (options_.pooling) throw std::logic_error("a net with pooling is no file of kind poker.cnn");
  return nets_->master->tensors();
}

std::vector<format::Tensor> Trainer::state() const {
  std::vector<format::Tensor> state = nets_->master->tensors();
  std::size_t i = 0;
  for (const auto& item : nets_->master->named_parameters()) state.push_back(to_format("squares." + item.key(), nets_->squares[i++]));
  const std::array<std::uint64_t, 2> place{pass_, batch_};
  state.push_back(format::make_tensor<std::uint64_t>(kPlace, {2}, place));
  return state;
}

void Trainer::take_state(const std::vector<format::Tensor>& state) {
  const auto place = std::ranges::find(state, kPlace, &format::Tensor::name);
  if (place == state.end()) throw format::LoadError("no tensor place");
  const std::span<const std::uint64_t> numbers = place->values<std::uint64_t>();
  if (numbers.size() != 2 || numbers[1] >= batches_of(numbers[0] % parts_.size())) throw format::LoadError("its place is no place");
  nets_->master->take(state);
  const torch::NoGradGuard no_gradient;
  std::size_t i = 0;
  for (const auto& item : nets_->master->named_parameters()) copy_from(state, "squares." + item.key(), nets_->squares[i++]);
  pass_ = numbers[0];
  batch_ = numbers[1];
  begin_pass();
}

}  // namespace trivium::learning::poker_cnn
