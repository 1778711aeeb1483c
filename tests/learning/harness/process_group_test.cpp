// Several processes of a run: sums have the bits of one process, and an error in one ends all.
// The processes are forked and speak through sockets, so no MPI is needed.
#include "learning/harness/process_group.h"

#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <unistd.h>
#include <vector>

#include "learning/harness/run.h"
#include "learning/harness/shards.h"
#include "tests/learning/harness/socket_transport.h"
#include "tests/temporary_folder.h"

using namespace trivium;
using namespace trivium::learning;

namespace {

constexpr std::array<std::size_t, 3> kProcessNumbers = {1, 2, 4};

struct FewSums {
  double sum = 0;
  std::vector<double> parts;
  std::map<std::size_t, std::uint64_t> counts;

  auto fields() noexcept { return std::tie(sum, parts, counts); }
  friend bool operator==(const FewSums&, const FewSums&) = default;
};

FewSums sums_of_shard(std::size_t shard) {
  const double value = std::sin(static_cast<double>(shard)) / 3;
  return {value, {value * 0.7, 1 / (value + 2)}, {{shard % 3, shard}}};
}

FewSums sums_over(std::size_t shards, Crew crew) {
  return Shards(shards, crew).sum(FewSums{0.1, {0.2, 0.3}, {}}, sums_of_shard);
}

/// A learner whose state is a sum that depends on the order of additions.
class SummingRun {
 public:
  static constexpr const char* kName = "summing";
  static constexpr int kStateVersion = 1;
  static constexpr const char* kUnit = "steps";

  SummingRun(Crew crew, std::uint64_t goal, std::string data = "some")
      : crew_(crew), goal_(goal), data_(std::move(data)) {}

  std::string identity() const { return "{\"data\":\"" + data_ + "\"}"; }
  std::uint64_t steps() const noexcept { return steps_; }
  std::uint64_t goal() const noexcept { return goal_; }
  Snapshot snapshot() const {
    return {steps_, {format::make_tensor("sum", {}, std::span<const double>(&sum_, 1))}};
  }
  Step begin() { return Step::kMilestone; }
  void restore(const StateReader& state) {
    sum_ = state.number<double>("sum");
    steps_ = state.step();
  }
  Step advance() {
    sum_ = Shards(11, crew_).sum(
        sum_, [this](std::size_t shard) { return std::sin(sum_ + static_cast<double>(shard)); });
    ++steps_;
    return Step::kMilestone;
  }
  double sum() const noexcept { return sum_; }

 private:
  Crew crew_;
  std::uint64_t goal_;
  std::string data_;
  double sum_ = 0.1;
  std::uint64_t steps_ = 0;
};

}  // namespace

TEST_CASE("sums over shards have the same bits in one, two and four processes") {
  for (const std::size_t shards : {1U, 3U, 13U}) {
    const FewSums alone = sums_over(shards, 1);
    for (const std::size_t size : kProcessNumbers) {
      CAPTURE(shards);
      CAPTURE(size);
      const FewSums first = in_processes(size, [&](ProcessGroup& group) {
        FewSums sums = sums_over(shards, Crew(2, &group));
        // The sums of the last process are the same, and come back in both ways.
        FewSums last = sums;
        Crew(1, &group).share(last);
        sums = {};
        if (group.rank() + 1 == size) sums = last;
        Crew(1, &group).share_along(sums);
        if (last != sums) throw std::runtime_error("other sums along the ranks");
        return sums;
      });
      CHECK(first == alone);
    }
  }
}

TEST_CASE("each process gets the items that the others have made") {
  for (const std::size_t size : kProcessNumbers) {
    const auto items = in_processes(size, [&](ProcessGroup& group) {
      std::vector<std::string> made(7);
      const Shards shards(3, Crew(2, &group));
      shards.fill(made, [&](std::size_t shard) {
        const Range range = shards.range(shard, made.size());
        for (std::size_t i = range.begin; i < range.end; ++i) made[i] = std::to_string(i);
      });
      Crew(1, &group).share(made);  // those of the last process
      return made;
    });
    CHECK(items == std::vector<std::string>{"0", "1", "2", "3", "4", "5", "6"});
  }
}

TEST_CASE("a value is shared from any process, also one of more bytes than a piece of a message") {
  constexpr std::size_t kProcesses = 5;
  for (std::size_t from = 0; from < kProcesses; ++from) {
    const std::size_t length = from == 1 ? std::size_t{40} << 20 : 3;
    const std::string shared = in_processes(kProcesses, [&](ProcessGroup& group) {
      std::string text = group.rank() == from ? std::string(length, 'x') : "nothing";
      Crew(1, &group).share(text, from);
      std::string lengths;
      for (const std::string& one : group.gather(std::to_string(text.size()))) lengths += one + " ";
      return lengths;
    });
    std::string expected;
    for (std::size_t i = 0; i < kProcesses; ++i) expected += std::to_string(length) + " ";
    CHECK(shared == expected);
  }
}

TEST_CASE("an error in one process ends the others, with its rank and machine") {
  const auto failing = [](ProcessGroup& group) {
    return Shards(8, Crew(1, &group)).sum(0.0, [](std::size_t shard) {
      if (shard == 5) throw std::runtime_error("the disk is full");
      return 1.0;
    });
  };
  CHECK_THROWS_WITH_AS(in_processes(4, failing), "rank 2 on this machine: the disk is full",
                       ProcessFault);
}

TEST_CASE("an error after the last sum is reported at the end") {
  const auto failing = [](ProcessGroup& group) {
    if (group.rank() == 1) throw std::runtime_error("no memory");
    return 0;
  };
  CHECK_THROWS_WITH(in_processes(2, failing), "rank 1 on this machine: no memory");
}

TEST_CASE("a process that dies is an error in the others") {
  const auto dying = [](ProcessGroup& group) {
    double sum = 0;
    if (group.rank() == 1) ::_exit(1);
    return Shards(8, Crew(1, &group)).sum(sum, [](std::size_t) { return 1.0; });
  };
  CHECK_THROWS_WITH_AS(in_processes(3, dying), "rank 1 has ended before the end of the run",
                       ProcessFault);
}

TEST_CASE("a run of another identity in one process is rejected, with both sides named") {
  const auto differing = [](ProcessGroup& group) {
    SummingRun learner(Crew(1, &group), 3, group.rank() == 2 ? "other" : "some");
    RunOptions options;
    options.processes = &group;
    run(learner, options);
    return learner.sum();
  };
  CHECK_THROWS_WITH_AS(
      in_processes(3, differing),
      "rank 2 on this machine has another run than rank 0 on this machine: its data is \"other\", "
      "this run's is \"some\"",
      format::LoadError);
}

TEST_CASE("a run that one process begins is resumed by four, with the same bits") {
  const TemporaryFolder folder;
  const auto learned = [&](std::size_t size, std::uint64_t steps, bool keeps) {
    return in_processes(size, [&](ProcessGroup& group) {
      SummingRun learner(Crew(1, &group), steps);
      RunOptions options;
      options.processes = &group;
      // Only rank 0 uses the folder: the others could not lock it.
      if (keeps) options.checkpoint_folder = folder.path();
      options.resume = true;
      run(learner, options);
      double sum = learner.sum();
      Crew(1, &group).share(sum);
      return sum;
    });
  };
  const double whole = learned(1, 6, false);
  learned(1, 2, true);
  learned(4, 4, true);
  CHECK(learned(2, 6, true) == whole);
}
