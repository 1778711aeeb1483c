// Trains the network of paper 004 on logged decisions, by libtorch.
//
// The same numbers come for a seed and any number of threads, on one kind of processor and with one
// libtorch: a batch is cut into kShards parts, each of which has its gradient worked out by one
// thread in a copy of the net, and these are added up in order. Source: Tang, Xu and Tan 2020,
// section "training" (paper 004); Adagrad: Duchi, Hazan and Singer 2011; initial weights (MSRA):
// arXiv:1502.01852.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "learning/poker_cnn/decisions.h"
#include "learning/poker_cnn/evaluation.h"
#include "learning/poker_cnn/targets.h"
#include "models/format/tensor.h"

namespace trivium::learning::poker_cnn {

enum class Initialization : std::uint8_t {
  kMsra,      ///< He et al., arXiv:1502.01852
  kGaussian,  ///< standard deviation 0.01
};
enum class Optimizer : std::uint8_t { kAdagrad, kSgd };

/// What is learned.
enum class Lesson : std::uint8_t {
  kMoves,        ///< the action taken: cross entropy
  kPaperValues,  ///< literally E(S) = the largest chance; 1 or 0 at the last decision of a hand
                 ///< that was won or not, before it gamma times the net's own E of the player's
                 ///< next decision: half the squared error. A hand's decisions come from the last
                 ///< to the first, so that with batches of 1 it is the paper's procedure
  kValueHead,    ///< the action taken, and in a head of its own won times gamma per decision left:
                 ///< cross entropies
  kStrategy,     ///< the policy of a teacher at every decision: cross entropy (targets.h)
};

struct NetOptions {
  bool pooling = false;  ///< convolutions without steps, and the largest of 2 x 2 after the first
                         ///< two; is no file of kind poker.cnn
  Initialization initialisation = Initialization::kMsra;
  bool memory = false;  ///< of the betting: a gated recurrent unit (Cho et al. 2014) over its
                        ///< actions, beside the last picture
  bool value_head = false;
  std::size_t raise_sizes = 0;  ///< outputs of that head; none: no head
};

struct TrainerOptions {
  Lesson lesson = Lesson::kMoves;
  Optimizer optimiser = Optimizer::kAdagrad;
  Initialization initialisation = Initialization::kMsra;
  bool pooling = false;
  bool memory = false;
  double rate = 0.01;
  double gamma = 0.9;
  double average = 0;  ///< the net that is tested and written is a mean over steps, each weighing
                       ///< this much of the next; 0: as it is
  std::size_t batch = 64;
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  bool cuda = false;  ///< Trainer::has_cuda(); then other numbers come
  poker::Alignment alignment = poker::Alignment::kTopLeft;
  std::vector<std::int32_t> raise_sizes =
      {};  ///< as in poker::NetworkSetting; learned from raises where there are some
  std::shared_ptr<const TaughtTargets> taught =
      {};  ///< of kStrategy, with these sizes; of all hands that come
};

/// Figures of a batch, by the net before its step.
struct StepResult {
  double loss = 0;        ///< mean of what the lesson asks for
  std::size_t right = 0;  ///< decisions whose likeliest action of the target is the net's
};

/// Trains pass by pass; a pass goes once through one part of the decisions, in an order of its own.
class Trainer {
 public:
  static constexpr std::size_t kShards = 4;

  /// Returns whether libtorch finds a GPU.
  static bool has_cuda();

  /// `hands` must outlive it. Every part has a decision. Sets libtorch to one thread an operation,
  /// and uses one thread in all where its BLAS allows no more (blas.h).
  Trainer(const LoggedHands& hands, std::vector<std::vector<Decision>> parts,
          TrainerOptions options);
  ~Trainer();

  /// Trains on one batch.
  StepResult step();
  /// Number of finished passes, and of batches in the current pass.
  std::uint64_t passes() const noexcept { return pass_; }
  std::uint64_t batches() const noexcept { return batch_; }
  /// Batches of a pass through part number `part`.
  std::uint64_t batches_of(std::size_t part) const noexcept;
  std::size_t decisions_of(std::size_t part) const noexcept { return parts_[part].size(); }
  std::size_t parts() const noexcept { return parts_.size(); }

  /// Loss of the actions taken or, with a teacher, of the teacher's policy.
  Evaluation evaluate(std::span<const Decision> test) const;

  /// Of the net that is tested, for a file of kind poker.cnn but for its setting. Throws
  /// std::logic_error with pooling.
  std::vector<format::Tensor> network() const;

  /// Returns the state that determines all further training.
  std::vector<format::Tensor> state() const;
  /// Resumes from a state. Throws format::LoadError if it belongs to another trainer.
  void take_state(const std::vector<format::Tensor>& state);

 private:
  struct Nets;

  void begin_pass();
  Target target(const Decision& decision) const;

  const LoggedHands& hands_;
  std::vector<std::vector<Decision>> parts_;
  TrainerOptions options_;
  std::unique_ptr<Nets> nets_;
  std::vector<Decision> order_;  ///< of the pass under way
  std::uint64_t pass_ = 0;
  std::uint64_t batch_ = 0;
};

}  // namespace trivium::learning::poker_cnn
