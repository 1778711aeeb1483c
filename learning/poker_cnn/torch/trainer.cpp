#include "learning/poker_cnn/torch/trainer.h"

#include <ATen/Parallel.h>
#include <algorithm>
#include <cmath>
#include <dlfcn.h>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "learning/harness/checkpoint.h"
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

/// Limits OpenBLAS, if libtorch uses it for matrix products, to one thread per call, because the
/// learner has its own threads. Returns true if several threads may call BLAS at the same time.
/// Returns false for an OpenBLAS that was built without thread support: concurrent calls would give
/// wrong products. Reference BLAS works but is slow.
bool prepare_blas() noexcept {
  // Looked up by name, because the system chooses the implementation at run time.
  if (void* set_threads = dlsym(RTLD_DEFAULT, "openblas_set_num_threads"))
    reinterpret_cast<void (*)(int)>(set_threads)(1);
  void* kind = dlsym(RTLD_DEFAULT, "openblas_get_parallel");
  constexpr int kSequential = 0;
  return kind == nullptr || reinterpret_cast<int (*)()>(kind)() != kSequential;
}

/// Input of the net for n decisions.
struct Views {
  torch::Tensor planes;   ///< [n,16,17,17]
  torch::Tensor betting;  ///< [actions,n,9] with leading zeros; undefined without a memory

  NetOutput answers(Net& net, torch::Device device) const {
    return net.forward(planes.to(device), betting.defined() ? betting.to(device) : betting);
  }
};

/// Input and targets of the n decisions of a shard.
struct Lessons {
  Views views;
  torch::Tensor actions;      ///< [n,3] probabilities of actions
  torch::Tensor sizes;        ///< [n,sizes] probabilities of raise sizes; undefined without sizes
  torch::Tensor values;       ///< [n] result (0 or 1) times gamma^(decisions left)
  torch::Tensor last;         ///< [n] 1 for the player's last decision of the hand, else 0
  std::optional<Views> next;  ///< input at the player's next decision, for Lesson::kPaperValues
};

/// Returns the betting before each decision, as in Views.
torch::Tensor draw_betting(const LoggedHands& hands, std::span<const Decision> decisions) {
  std::vector<poker::EncodedBetting> all(decisions.size());
  std::size_t longest = 1;
  for (std::size_t i = 0; i < all.size(); ++i) {
    poker::encode_betting(hands.before(decisions[i]).public_state(), all[i]);
    longest = std::max(longest, all[i].count);
  }
  torch::Tensor betting =
      torch::zeros({static_cast<std::int64_t>(longest), static_cast<std::int64_t>(all.size()),
                    std::int64_t{poker::kActionNumbers}});
  float* numbers = betting.data_ptr<float>();
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t action = 0; action < all[i].count; ++action) {
      const std::size_t place = longest - all[i].count + action;
      std::ranges::copy(all[i].actions[action],
                        numbers + (place * all.size() + i) * poker::kActionNumbers);
    }
  }
  return betting;
}

/// Returns the input of the net for these decisions.
Views draw(const LoggedHands& hands, std::span<const Decision> decisions,
           const TrainerOptions& options) {
  constexpr auto kSide = static_cast<std::int64_t>(poker::kPlaneSide);
  Views views{torch::empty({static_cast<std::int64_t>(decisions.size()),
                            std::int64_t{poker::kPlanes}, kSide, kSide}),
              {}};
  float* place = views.planes.data_ptr<float>();
  poker::EncodedState state;
  for (const Decision& decision : decisions) {
    hands.encode(decision, options.alignment, state);
    place = std::ranges::copy(state, place).out;
  }
  if (options.memory) views.betting = draw_betting(hands, decisions);
  return views;
}

/// Returns the player's next decision in the hand, or this one if it is the last.
Decision next_own(const LoggedHands& hands, const Decision& decision) {
  const std::span<const poker::PlayedAction> actions =
      hands.records()[decision.hand].hand.actions();
  for (std::size_t later = decision.action + 1U; later < actions.size(); ++later) {
    if (actions[later].player == actions[decision.action].player)
      return {decision.hand, static_cast<std::uint16_t>(later)};
  }
  return decision;
}

/// Returns a matrix with `rows` rows from its numbers in row-major order.
torch::Tensor matrix(const std::vector<float>& numbers, std::size_t rows) {
  return torch::tensor(numbers).reshape(
      {static_cast<std::int64_t>(rows), static_cast<std::int64_t>(numbers.size() / rows)});
}

/// Returns input and targets of these decisions.
Lessons lessons_of(const LoggedHands& hands, std::span<const Decision> decisions,
                   const TrainerOptions& options,
                   const std::function<Target(const Decision&)>& target_of) {
  std::vector<float> actions, sizes, values, last;
  for (const Decision& decision : decisions) {
    const Target target = target_of(decision);
    for (const double share : target.actions) actions.push_back(static_cast<float>(share));
    for (std::size_t size = 0; size < options.raise_sizes.size(); ++size)
      sizes.push_back(static_cast<float>(target.sizes[size]));
    const Label label = hands.label(decision, {});
    values.push_back(label.won ? static_cast<float>(std::pow(options.gamma, label.decisions_left))
                               : 0.0F);
    last.push_back(label.decisions_left == 0 ? 1.0F : 0.0F);
  }
  Lessons lessons{draw(hands, decisions, options),
                  matrix(actions, decisions.size()),
                  sizes.empty() ? torch::Tensor() : matrix(sizes, decisions.size()),
                  torch::tensor(values),
                  torch::tensor(last),
                  std::nullopt};
  if (options.lesson == Lesson::kPaperValues) {
    std::vector<Decision> next;
    for (const Decision& decision : decisions) next.push_back(next_own(hands, decision));
    lessons.next = draw(hands, next, options);
  }
  return lessons;
}

/// Returns the maximum probability in each row of scores.
torch::Tensor largest_chance(const torch::Tensor& scores) {
  return std::get<0>(torch::softmax(scores, 1).max(1));
}

/// Returns the summed cross entropy of scores with target probabilities.
torch::Tensor cross_entropy(const torch::Tensor& scores, const torch::Tensor& shares) {
  return -(shares * torch::log_softmax(scores, 1)).sum();
}

/// Returns the sum of the losses of a shard, given the output of its net.
torch::Tensor loss_of(Net& net, const NetOutput& output, const Lessons& lessons,
                      const TrainerOptions& options, torch::Device device) {
  if (options.lesson == Lesson::kPaperValues) {
    torch::Tensor target;
    {
      const torch::NoGradGuard no_gradient;
      const torch::Tensor later =
          options.gamma * largest_chance(lessons.next->answers(net, device).moves);
      const torch::Tensor last = lessons.last.to(device);
      target = last * lessons.values.to(device) + (1 - last) * later;
    }
    return 0.5 * (largest_chance(output.moves) - target).square().sum();
  }
  torch::Tensor loss = cross_entropy(output.moves, lessons.actions.to(device));
  if (output.value.defined()) {
    namespace F = torch::nn::functional;
    loss = loss + F::binary_cross_entropy_with_logits(
                      output.value, lessons.values.to(device),
                      F::BinaryCrossEntropyWithLogitsFuncOptions().reduction(torch::kSum));
  }
  if (output.sizes.defined()) loss = loss + cross_entropy(output.sizes, lessons.sizes.to(device));
  return loss;
}

/// Returns the decisions with hands in random order, and those of a hand from the last to the
/// first.
std::vector<Decision> hand_by_hand(const std::vector<Decision>& part, Rng& rng) {
  std::vector<Range> hands;
  for (std::size_t i = 0; i < part.size(); ++i) {
    if (i == 0 || part[i].hand != part[i - 1].hand) hands.push_back({i, i});
    hands.back().end = i + 1;
  }
  shuffle(hands, rng);
  std::vector<Decision> order;
  for (const Range& hand : hands) {
    for (std::size_t i = hand.end; i > hand.begin; --i) order.push_back(part[i - 1]);
  }
  return order;
}

}  // namespace

/// Nets and optimizer state of a trainer.
struct Trainer::Nets {
  torch::Device device;
  std::shared_ptr<Net> master;               ///< net that is trained
  std::vector<std::shared_ptr<Net>> copies;  ///< net of each shard
  std::vector<torch::Tensor> squares;  ///< sums of squared gradients for Adagrad, by parameter
  std::shared_ptr<Net> mean;           ///< averaged net; the master if there is no averaging

  Nets(const TrainerOptions& options, std::uint64_t seed)
      : device(options.cuda ? torch::kCUDA : torch::kCPU) {
    const auto made = [&] {
      auto net = std::make_shared<Net>(options, seed);
      net->to(device);
      return net;
    };
    master = made();
    mean = options.average > 0 ? made() : master;
    for (std::size_t shard = 0; shard < kShards; ++shard) copies.push_back(made());
    for (const torch::Tensor& parameter : master->parameters())
      squares.push_back(torch::zeros_like(parameter));
  }

  /// Returns the tensors of a trainer's state, without the parameters of the master, by name.
  std::vector<std::pair<std::string, torch::Tensor>> more_state() const {
    std::vector<std::pair<std::string, torch::Tensor>> named;
    std::size_t i = 0;
    for (const auto& item : master->named_parameters())
      named.emplace_back("squares." + item.key(), squares[i++]);
    if (mean == master) return named;
    for (const auto& item : mean->named_parameters())
      named.emplace_back("mean." + item.key(), item.value());
    return named;
  }

  /// Computes the loss of a shard. Leaves its gradient in the shard's net.
  StepResult learn(std::size_t shard, const Lessons& lessons, const TrainerOptions& options,
                   std::size_t batch) {
    Net& net = *copies[shard];
    const std::vector<torch::Tensor> from = master->parameters();
    std::vector<torch::Tensor> to = net.parameters();
    {
      const torch::NoGradGuard no_gradient;
      for (std::size_t i = 0; i < to.size(); ++i) to[i].copy_(from[i]);
    }
    net.zero_grad();
    const NetOutput output = lessons.views.answers(net, device);
    const torch::Tensor loss =
        loss_of(net, output, lessons, options, device) / static_cast<double>(batch);
    loss.backward();
    const torch::Tensor right = output.moves.argmax(1).to(torch::kCPU) == lessons.actions.argmax(1);
    return {loss.item<double>(), static_cast<std::size_t>(right.sum().item<std::int64_t>())};
  }

  /// Updates the parameters with the sum of the gradients of `shards` shards.
  void descend(std::size_t shards, const TrainerOptions& options) {
    const torch::NoGradGuard no_gradient;
    std::vector<torch::Tensor> parameters = master->parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      torch::Tensor gradient = torch::zeros_like(parameters[i]);
      for (std::size_t shard = 0; shard < shards; ++shard) {
        const torch::Tensor& part = copies[shard]->parameters()[i].grad();
        if (part.defined()) gradient += part;
      }
      if (options.optimizer == Optimizer::kAdagrad) {
        squares[i] += gradient.square();
        gradient /= squares[i].sqrt() + kAdagradFloor;
      }
      parameters[i] -= options.rate * gradient;
    }
    if (mean == master) return;
    std::vector<torch::Tensor> means = mean->parameters();
    for (std::size_t i = 0; i < means.size(); ++i)
      means[i].lerp_(parameters[i], 1 - options.average);
  }
};

bool Trainer::has_cuda() { return torch::cuda::is_available(); }

Trainer::Trainer(const LoggedHands& hands, std::vector<std::vector<Decision>> parts,
                 TrainerOptions options)
    : hands_(hands), parts_(std::move(parts)), options_(std::move(options)) {
  at::set_num_threads(1);
  if (!prepare_blas()) options_.threads = 1;
  nets_ = std::make_unique<Nets>(options_, stream_seed(options_.seed, kInitial, 0));
  begin_pass();
}

Trainer::~Trainer() = default;

std::uint64_t Trainer::batches_of(std::size_t part) const noexcept {
  return (parts_[part].size() + options_.batch - 1) / options_.batch;
}

void Trainer::begin_pass() {
  const std::vector<Decision>& part = parts_[pass_ % parts_.size()];
  Rng rng = stream_rng(options_.seed, kOrder, pass_);
  if (options_.lesson == Lesson::kPaperValues) {
    order_ = hand_by_hand(part, rng);
  } else {
    order_ = part;
    shuffle(order_, rng);
  }
}

Target Trainer::target(const Decision& decision) const {
  if (options_.lesson == Lesson::kStrategy) return options_.taught->at(decision);
  return taken_target(hands_, decision, options_.raise_sizes);
}

StepResult Trainer::step() {
  const std::size_t first = static_cast<std::size_t>(batch_) * options_.batch;
  const std::span<const Decision> batch =
      std::span(order_).subspan(first, std::min(options_.batch, order_.size() - first));
  const std::size_t used = std::min(kShards, batch.size());
  const Shards shards(used, options_.threads);
  std::array<StepResult, kShards> results{};
  shards.run([&](std::size_t shard) {
    const Range range = shards.range(shard, batch.size());
    const std::span<const Decision> decisions = batch.subspan(range.begin, range.end - range.begin);
    const Lessons lessons = lessons_of(
        hands_, decisions, options_, [this](const Decision& decision) { return target(decision); });
    results[shard] = nets_->learn(shard, lessons, options_, batch.size());
  });
  nets_->descend(used, options_);
  if (++batch_ == batches_of(pass_ % parts_.size())) {
    ++pass_;
    batch_ = 0;
    begin_pass();
  }
  StepResult sum;
  for (StepResult& result : results) add_to(sum, result);
  return sum;
}

Evaluation Trainer::evaluate(std::span<const Decision> test) const {
  const Shards shards = evaluation_shards(test.size(), options_.threads);
  const auto work = [&](std::size_t shard) {
    const torch::NoGradGuard no_gradient;
    const Range range = shards.range(shard, test.size());
    Evaluation part;
    if (range.begin == range.end) return part;
    const std::span<const Decision> decisions = test.subspan(range.begin, range.end - range.begin);
    const NetOutput output = draw(hands_, decisions, options_).answers(*nets_->mean, nets_->device);
    const torch::Tensor chances =
        torch::softmax(output.moves.to(torch::kFloat64), 1).to(torch::kCPU).contiguous();
    const double* row = chances.data_ptr<double>();
    for (const Decision& decision : decisions) {
      part.add(hands_.before(decision).betting(), {row[0], row[1], row[2]},
               target(decision).actions);
      row += kActions;
    }
    return part;
  };
  return shards.sum(Evaluation(), work).mean();
}

std::vector<format::Tensor> Trainer::network() const {
  if (options_.pooling)
    throw std::logic_error("a net with pooling is not a file of kind poker.cnn");
  return nets_->mean->tensors();
}

std::vector<format::Tensor> Trainer::state() const {
  std::vector<format::Tensor> state = nets_->master->tensors();
  for (const auto& [name, tensor] : nets_->more_state()) state.push_back(to_format(name, tensor));
  const std::array<std::uint64_t, 2> place{pass_, batch_};
  state.push_back(format::make_tensor<std::uint64_t>(kPlace, {2}, place));
  return state;
}

void Trainer::take_state(const std::vector<format::Tensor>& state) {
  const std::span<const std::uint64_t> numbers =
      StateReader(state).numbers<std::uint64_t>(kPlace, 2);
  if (numbers[1] >= batches_of(numbers[0] % parts_.size()))
    throw format::LoadError("checkpoint.damaged", "its place is invalid");
  nets_->master->take(state);
  const torch::NoGradGuard no_gradient;
  for (const auto& [name, tensor] : nets_->more_state()) copy_from(state, name, tensor);
  pass_ = numbers[0];
  batch_ = numbers[1];
  begin_pass();
}

}  // namespace trivium::learning::poker_cnn
