// Trains the network of paper 004 on logged decisions, with libtorch.
//
// A batch is divided into kShards shards. One thread computes the gradient of a shard in its own
// copy of the net, and the gradients are added in order. Therefore the result is the same for any
// number of threads, on one kind of processor and with one version of libtorch.
// Sources: Tang, Xu and Tan 2020, section "training" (paper 004); Duchi, Hazan and Singer 2011
// (Adagrad); He et al. 2015, arXiv:1502.01852 (MSRA initialization).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "learning/poker_cnn/decisions.h"
#include "learning/poker_cnn/evaluation.h"
#include "learning/poker_cnn/targets.h"
#include "models/format/tensor.h"

namespace trivium::learning::poker_cnn {

/// Distribution of the initial weights. Biases are 0.
enum class Initialization : std::uint8_t {
  kMsra,      ///< normal with variance 2 / number of inputs
  kGaussian,  ///< normal with standard deviation 0.01
};
enum class Optimizer : std::uint8_t { kAdagrad, kSgd };

/// What the network learns, and its loss.
enum class Lesson : std::uint8_t {
  /// The action taken. Loss: cross entropy.
  kMoves,
  /// The procedure of the paper, literally. The value E of a state is the maximum probability of
  /// the network. At a player's last decision of a hand its target is 1 if the player won the hand,
  /// else 0. At earlier decisions it is gamma times the network's own E at the player's next
  /// decision. Loss: half the squared error. Decisions of a hand come from the last to the first,
  /// so
  /// batches of 1 are the paper's procedure.
  kPaperValues,
  /// The action taken and, in a separate head, the result of the hand (1 if won) times gamma to the
  /// power of the number of decisions left. Loss: sum of the cross entropies.
  kValueHead,
  /// The policy of a teacher at every decision (targets.h). Loss: cross entropy.
  kStrategy,
};

// Names as typed on the command line, and as stored in the identity of a checkpoint.
inline constexpr std::array kLessons{
    std::pair{"moves", Lesson::kMoves}, std::pair{"paper-values", Lesson::kPaperValues},
    std::pair{"value-head", Lesson::kValueHead}, std::pair{"strategy", Lesson::kStrategy}};
inline constexpr std::array kOptimizers{std::pair{"adagrad", Optimizer::kAdagrad},
                                        std::pair{"sgd", Optimizer::kSgd}};
inline constexpr std::array kInitializations{std::pair{"msra", Initialization::kMsra},
                                             std::pair{"gaussian", Initialization::kGaussian}};
/// Returns the name of `value` in one of these tables. Requires: the table has it.
template <class Names, class Value>
const char* name_of(const Names& names, Value value) {
  return std::ranges::find(names, value, [](const auto& item) { return item.second; })->first;
}

struct TrainerOptions {
  Lesson lesson = Lesson::kMoves;
  Optimizer optimizer = Optimizer::kAdagrad;
  Initialization initialization = Initialization::kMsra;
  /// Convolutions with stride 1, and max pooling of 2 x 2 after the first two. Such nets cannot be
  /// stored in files of kind poker.cnn.
  bool pooling = false;
  /// Memory of the betting: a gated recurrent unit (Cho and others 2014) over its actions, in
  /// addition to the planes of the current state.
  bool memory = false;
  double rate = 0.01;  ///< learning rate
  double gamma = 0.9;  ///< discount of values per decision
  /// Decay of the parameters' exponential moving average, in [0, 1). The averaged net is tested and
  /// written. 0 for no averaging.
  double average = 0;
  std::size_t batch = 64;  ///< maximum number of decisions in a batch
  std::uint64_t seed = 1;
  std::size_t threads = 1;  ///< does not change the result
  bool cuda = false;        ///< train on a GPU, with other rounding; requires Trainer::has_cuda()
  poker::Alignment alignment = poker::Alignment::kTopLeft;
  /// Sizes of poker::NetworkSetting. If there are some, a head learns the sizes of raises.
  std::vector<std::int32_t> raise_sizes = {};
  /// Targets for Lesson::kStrategy, with these sizes, of all hands in training and testing.
  std::shared_ptr<const TaughtTargets> taught = {};
};

/// Figures of a batch, computed by the net before its step.
struct StepResult {
  double loss = 0;        ///< mean loss of the lesson
  std::size_t right = 0;  ///< number of decisions whose most probable action is the target's

  auto fields() noexcept { return std::tie(loss, right); }  ///< for add_to()
};

/// Trains in passes. A pass visits each decision of one part once, in random order; parts take
/// turns. Not thread-safe, but uses several threads itself.
class Trainer {
 public:
  static constexpr std::size_t kShards = 4;

  /// True if libtorch finds a GPU.
  static bool has_cuda();

  /// Limits libtorch to one thread per operation in the whole process. Uses a single thread if the
  /// BLAS of libtorch does not support more. Requires: `hands` outlives this object; there is at
  /// least one part, and every part has a decision.
  Trainer(const LoggedHands& hands, std::vector<std::vector<Decision>> parts,
          TrainerOptions options);
  ~Trainer();

  const LoggedHands& hands() const noexcept { return hands_; }
  const TrainerOptions& options() const noexcept { return options_; }

  /// Trains on one batch.
  StepResult step();
  /// Returns the number of finished passes.
  std::uint64_t passes() const noexcept { return pass_; }
  /// Returns the number of batches in a pass over part number `part`.
  std::uint64_t batches_of(std::size_t part) const noexcept;
  std::size_t decisions_of(std::size_t part) const noexcept { return parts_[part].size(); }
  std::size_t parts() const noexcept { return parts_.size(); }

  /// Evaluates predicted actions: with the actions taken or, in Lesson::kStrategy, with the
  /// teacher's policy as targets. Returns the same result for any number of threads.
  Evaluation evaluate(std::span<const Decision> test) const;

  /// Returns the parameters of the averaged net for a file of kind poker.cnn, without its setting.
  /// Throws std::logic_error if the net has pooling.
  std::vector<format::Tensor> network() const;

  /// Returns the state that determines all further training.
  std::vector<format::Tensor> state() const;
  /// Resumes from a state. Throws format::LoadError if it belongs to another trainer.
  void take_state(const std::vector<format::Tensor>& state);

 private:
  struct Nets;

  /// Draws the order of the current pass.
  void begin_pass();
  /// Returns the target actions and sizes of the lesson.
  Target target(const Decision& decision) const;

  const LoggedHands& hands_;
  std::vector<std::vector<Decision>> parts_;
  TrainerOptions options_;
  std::unique_ptr<Nets> nets_;
  std::vector<Decision> order_;  ///< decisions of the current pass
  std::uint64_t pass_ = 0;
  std::uint64_t batch_ = 0;
};

}  // namespace trivium::learning::poker_cnn
