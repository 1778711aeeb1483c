// The loop of a training run: what is reported, saved and resumed, and in which order.
#include "learning/harness/run.h"

#include <doctest/doctest.h>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "models/format/load_error.h"
#include "tests/learning/killed.h"
#include "tests/temporary_folder.h"

using namespace trivium::learning;
using namespace trivium;

namespace {

/// A learner whose state is the squares of its steps.
class Squares {
 public:
  static constexpr const char* kName = "squares";
  static constexpr int kStateVersion = 2;
  static constexpr const char* kUnit = "squares";

  explicit Squares(std::uint64_t goal, std::uint64_t end = 100) : goal_(goal), end_(end) {}

  std::string identity() const { return R"({"power":2})"; }
  std::uint64_t steps() const { return squares.size(); }
  std::uint64_t goal() const { return goal_; }
  Snapshot snapshot() const {
    const std::uint64_t steps = this->steps();
    Snapshot snapshot{steps, {format::make_tensor("steps", {}, std::span(&steps, 1))}};
    if (!squares.empty())
      snapshot.state.push_back(format::make_tensor<double>("squares", {squares.size()}, squares));
    return snapshot;
  }
  void restore(const StateReader& state) {
    squares.resize(state.step());
    state.read("squares", squares);
  }
  Step begin() { return begin_step; }
  Step advance() {
    if (steps() == end_) return Step::kNone;
    const auto next = static_cast<double>(steps() + 1);
    squares.push_back(next * next);
    return steps() % milestone == 0 ? Step::kMilestone : Step::kMade;
  }

  std::vector<double> squares;
  Step begin_step = Step::kMade;
  std::uint64_t milestone = 1;

 private:
  std::uint64_t goal_;
  std::uint64_t end_;
};

/// Returns the number of steps in the snapshot of a folder, also while a run has locked it; 0 if
/// there is none.
std::uint64_t saved_in(const std::filesystem::path& folder) {
  const std::filesystem::path file = Checkpoint::file_in(folder, Squares::kName);
  return std::filesystem::exists(file)
             ? format::read_weight_file(file).tensor("steps").values<std::uint64_t>().front()
             : 0;
}

/// Returns the code of the LoadError that `action` throws; empty if it throws none.
template <class Action>
std::string code_of(const Action& action) {
  try {
    action();
  } catch (const format::LoadError& error) {
    return error.code();
  }
  return "";
}

}  // namespace

TEST_CASE("a run steps to its goal, or ends earlier if no work is left") {
  Squares to_goal(3), to_end(kNoGoal, 5);
  std::uint64_t reports = 0;
  run(to_goal, {}, [&reports] { ++reports; });
  CHECK(to_goal.squares == std::vector<double>{1, 4, 9});
  CHECK(reports == 3);
  run(to_end, {}, [&reports] { ++reports; });
  CHECK(to_end.steps() == 5);
  CHECK(reports == 8);
}

TEST_CASE(
    "a step is reported before the snapshot that contains it, so a killed run reports it again") {
  const TemporaryFolder folder;
  RunOptions options{folder.path()};
  Squares killed(5);
  CHECK_THROWS_AS(run(killed, options,
                      [&killed] {
                        if (killed.steps() == 3) throw Killed();
                      }),
                  Killed);
  CHECK(saved_in(folder.path()) == 2);
  options.resume = true;
  Squares resumed(5);
  std::vector<std::uint64_t> reported;
  run(resumed, options, [&] { reported.push_back(resumed.steps()); });
  CHECK(reported == std::vector<std::uint64_t>{3, 4, 5});
  CHECK(resumed.squares == std::vector<double>{1, 4, 9, 16, 25});
  CHECK(saved_in(folder.path()) == 5);
}

TEST_CASE("a run rejects a checkpoint that it would replace, and one beyond its goal") {
  const TemporaryFolder folder;
  RunOptions options{folder.path()};
  Squares first(4);
  run(first, options);
  Squares again(4);
  CHECK(code_of([&] { run(again, options); }) == "checkpoint.exists");
  options.resume = true;
  Squares fewer(3);
  CHECK(code_of([&] { run(fewer, options); }) == "checkpoint.fewer");
  CHECK(saved_in(folder.path()) == 4);
}

TEST_CASE("milestones are saved less often if saving takes longer than the steps") {
  const TemporaryFolder folder;
  auto now = Cadence::Clock::now();
  RunOptions options{folder.path()};
  options.now = [&now] { return now += std::chrono::milliseconds(100); };  // also during a save
  Squares learner(kNoGoal, 200);  // it decides itself when to end
  std::set<std::uint64_t> saved;
  run(learner, options, [&] { saved.insert(saved_in(folder.path())); });
  CHECK(saved.size() > 20);
  CHECK(saved.size() < 100);
  CHECK(saved_in(folder.path()) == 200);
}

TEST_CASE("a snapshot is saved at milestones, at the end and when one is due") {
  const TemporaryFolder folder;
  auto now = Cadence::Clock::now();
  RunOptions options{folder.path()};
  options.now = [&now] { return now; };
  Squares learner(9);
  learner.milestone = 4;
  std::vector<std::uint64_t> before;  // what is on disk while a step is reported
  run(learner, options, [&] {
    before.push_back(saved_in(folder.path()));
    if (learner.steps() == 6) now += std::chrono::seconds(60);
  });
  CHECK(before == std::vector<std::uint64_t>{0, 0, 0, 0, 4, 4, 6, 6, 8});
  CHECK(saved_in(folder.path()) == 9);
}

TEST_CASE("the start is saved if the learner requests it") {
  const TemporaryFolder folder;
  Squares learner(0);
  learner.begin_step = Step::kMilestone;
  run(learner, {folder.path()});
  CHECK(std::filesystem::exists(Checkpoint::file_in(folder.path(), Squares::kName)));
}

TEST_CASE("the pause between two snapshots grows to thirty times what saving one takes") {
  const TemporaryFolder folder;
  auto now = Cadence::Clock::now();
  bool saving = false;
  RunOptions options;
  options.now = [&] {
    if (saving)
      now += std::chrono::seconds(10);  // from the first question to the second, 10 s pass
    return now;
  };
  Cadence cadence(options);
  const Checkpoint checkpoint(folder.path(), Squares::kName, Squares::kStateVersion, "{}");
  now += std::chrono::seconds(59);
  CHECK_FALSE(cadence.due());
  now += std::chrono::seconds(1);
  CHECK(cadence.due());
  saving = true;
  cadence.save(checkpoint, Squares(1).snapshot());
  saving = false;
  now += std::chrono::seconds(299);
  CHECK_FALSE(cadence.due());
  now += std::chrono::seconds(1);
  CHECK(cadence.due());
}

TEST_CASE(
    "a tensor that is missing or has another type or size is an error, missing rows are none") {
  const std::vector<double> numbers{1, 2, 3, 4};
  const std::vector<format::Tensor> tensors{
      format::make_tensor<double>("numbers", {2, 2}, numbers)};
  const StateReader state(tensors);
  CHECK(state.numbers<double>("numbers", 4)[3] == 4);
  CHECK(state.rows("numbers", 2) == std::vector<std::vector<double>>{{1, 2}, {3, 4}});
  CHECK(state.rows("none", 2).empty());
  CHECK(code_of([&] { state.numbers<double>("none"); }) == "checkpoint.tensor");
  CHECK(code_of([&] { state.numbers<double>("numbers", 3); }) == "checkpoint.tensor");
  CHECK(code_of([&] { state.rows("numbers", 4); }) == "checkpoint.tensor");
  CHECK_THROWS_AS(state.numbers<float>("numbers"), format::LoadError);
}

/// Squares with a curve.
class CurvedSquares : public Squares {
 public:
  using Squares::Squares;

  std::optional<CurveFigures> curve_figures() const {
    if (squares.empty()) return std::nullopt;
    return CurveFigures{steps(), {{"square", squares.back()}}};
  }
};

/// Squares that know no figures before their first step.
class LateSquares : public CurvedSquares {
 public:
  using CurvedSquares::CurvedSquares;

  Step advance() {
    begun_ = true;
    return CurvedSquares::advance();
  }
  std::optional<CurveFigures> curve_figures() const {
    return begun_ ? CurvedSquares::curve_figures() : std::nullopt;
  }

 private:
  bool begun_ = false;
};

TEST_CASE("a resumed run keeps the rows of its curve, also before it knows new figures") {
  const TemporaryFolder folder;
  RunOptions options{folder.path()};
  LateSquares first(2);
  run(first, options);
  options.resume = true;
  LateSquares resumed(3);
  run(resumed, options);
  CHECK(content_of(folder.path() / "curve.jsonl") ==
        "{\"step\":1,\"square\":1}\n{\"step\":2,\"square\":4}\n"
        "{\"step\":3,\"square\":9}\n");
}

TEST_CASE("figures before the first step are a row, and a new run replaces the rows of another") {
  const TemporaryFolder folder;
  folder.write("curve.jsonl", "{\"step\":0,\"square\":5}\n{\"step\":1,\"square\":5}\n");
  CurvedSquares begun(3);
  begun.squares = {1};
  run(begun, {folder.path()});
  CHECK(content_of(folder.path() / "curve.jsonl") ==
        "{\"step\":1,\"square\":1}\n{\"step\":2,\"square\":4}\n"
        "{\"step\":3,\"square\":9}\n");
}

TEST_CASE("the rows of a curve lie beside the checkpoint, each step once, also after a kill") {
  const TemporaryFolder folder;
  RunOptions options{folder.path()};
  CurvedSquares killed(4);
  CHECK_THROWS_AS(run(killed, options,
                      [&killed] {
                        if (killed.steps() == 3) throw Killed();
                      }),
                  Killed);
  const std::string two = "{\"step\":1,\"square\":1}\n{\"step\":2,\"square\":4}\n";
  CHECK(content_of(folder.path() / "curve.jsonl") == two + "{\"step\":3,\"square\":9}\n");
  std::ofstream(folder.path() / "curve.jsonl", std::ios::app) << "{\"step\":4,\"squ";
  options.resume = true;
  CurvedSquares resumed(4);
  run(resumed, options);
  CHECK(content_of(folder.path() / "curve.jsonl") ==
        two + "{\"step\":3,\"square\":9}\n{\"step\":4,\"square\":16}\n");
}
