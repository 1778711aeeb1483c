// Checkpoints: a snapshot is restored bit for bit, and only by the run that saved it.
#include "learning/harness/checkpoint.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <string>

#include "models/format/file_io.h"
#include "models/format/load_error.h"
#include "tests/models/format/load_fault.h"
#include "tests/temporary_folder.h"
#include "tests/text_search.h"

using namespace trivium::learning;
using namespace trivium;

namespace {

Snapshot snapshot(std::uint64_t step) {
  const std::vector<double> numbers{0.1, -1e-310, static_cast<double>(step)};
  const std::vector<std::uint64_t> words{~0ULL, step};
  return {step,
          {format::make_tensor("numbers", {3}, std::span(numbers)),
           format::make_tensor("rng", {2}, std::span(words))}};
}

const format::Tensor& tensor(const Snapshot& one, const std::string& name) {
  for (const format::Tensor& candidate : one.state) {
    if (candidate.name == name) return candidate;
  }
  throw std::runtime_error("no tensor " + name);
}

std::string fault_of(const Checkpoint& checkpoint) {
  return format::test::load_fault([&] { (void)checkpoint.load(); });
}

}  // namespace

TEST_CASE("the latest snapshot is restored bit for bit") {
  const TemporaryFolder folder;
  const Checkpoint checkpoint(folder.path() / "deep" / "folder", "toy", 1, R"({"seed":1})");
  CHECK_FALSE(checkpoint.load().has_value());
  checkpoint.save(snapshot(1));
  checkpoint.save(snapshot(2));
  const std::optional<Snapshot> loaded = checkpoint.load();
  REQUIRE(loaded.has_value());
  CHECK(loaded->step == 2);
  CHECK(tensor(*loaded, "numbers") == tensor(snapshot(2), "numbers"));
  CHECK(tensor(*loaded, "rng") == tensor(snapshot(2), "rng"));
}

TEST_CASE("another run's checkpoint is rejected, and the message names the difference") {
  const TemporaryFolder folder;
  Checkpoint(folder.path(), "toy", 1, R"({"seed":1,"data":"abc"})").save(snapshot(1));
  CHECK(contains(fault_of(Checkpoint(folder.path(), "toy", 1, R"({"seed":2,"data":"abc"})")),
                 "its seed is 1, this run's is 2"));
  CHECK(contains(fault_of(Checkpoint(folder.path(), "toy", 1, R"({"seed":1})")), "more settings"));
  CHECK(contains(fault_of(Checkpoint(folder.path(), "toy", 1, R"({"seed":1,"data":"abc","x":0})")),
                 "has no setting x"));
  CHECK(contains(fault_of(Checkpoint(folder.path(), "toy", 2, R"({"seed":1,"data":"abc"})")),
                 "finish its run with Trivium 0.1.0"));
  CHECK(fault_of(Checkpoint(folder.path(), "toy", 1, R"({"data":"abc","seed":1})")) == "");
}

TEST_CASE("a run begins with its snapshot if it is resumed, and never replaces one otherwise") {
  const TemporaryFolder folder;
  const Checkpoint checkpoint(folder.path(), "toy", 1, "{}");
  std::string notes;
  const auto note = [&notes](const std::string& text) { notes += text + "\n"; };
  CHECK_FALSE(checkpoint.begin(true, "games", note).has_value());
  CHECK_FALSE(checkpoint.begin(false, "games", note).has_value());
  checkpoint.save(snapshot(3));
  REQUIRE(checkpoint.begin(true, "games").has_value());
  CHECK(checkpoint.begin(true, "games", note)->step == 3);
  CHECK(notes == fmt::format("{0}: not there yet: the run begins\n{0}: games done and on disk: 3\n",
                             checkpoint.path().string()));
  CHECK_NOTHROW(checkpoint.reject_fewer(3, 3, "steps"));
  CHECK_THROWS_WITH_AS(checkpoint.reject_fewer(3, 2, "steps"),
                       doctest::Contains("the run has 3 steps already, and 2 are asked for"),
                       format::LoadError);
  CHECK_THROWS_WITH_AS(checkpoint.begin(false, "games"), doctest::Contains("--resume continues it"),
                       format::LoadError);
}

TEST_CASE("a folder belongs to one run at a time") {
  const TemporaryFolder folder;
  {
    const Checkpoint first(folder.path(), "toy", 1, "{}");
    CHECK_THROWS_WITH_AS(Checkpoint(folder.path(), "toy", 1, "{}"),
                         doctest::Contains("another run is at work in this folder"),
                         format::LoadError);
    CHECK_NOTHROW(first.save(snapshot(1)));
  }
  CHECK_NOTHROW(Checkpoint(folder.path(), "toy", 1, "{}"));
}

TEST_CASE("a folder that cannot be made or written to is an error of the command, with its cause") {
  const TemporaryFolder folder;
  folder.write("file", "x");
  for (const std::string& place :
       {folder.file("file").string(), folder.file("file").string() + "/below",
        std::string("/proc/none")}) {
    CAPTURE(place);
    try {
      const Checkpoint checkpoint(place, "toy", 1, "{}");
      FAIL_CHECK("it was made");
    } catch (const format::LoadError& error) {
      CHECK(error.code() == "file.write");
      CHECK(std::string(error.what()).starts_with(place + ": "));
    }
  }
}

TEST_CASE("a damaged checkpoint is rejected") {
  const TemporaryFolder folder;
  const Checkpoint checkpoint(folder.path(), "toy", 1, "{}");
  checkpoint.save(snapshot(1));
  std::vector<std::byte> bytes = format::read_file(checkpoint.path(), format::kMaxFileBytes);
  bytes.back() ^= std::byte{4};
  format::write_file_atomically(checkpoint.path(), bytes);
  CHECK(contains(fault_of(checkpoint), "wrong checksum"));
}

TEST_CASE("a kill during a write does not damage the last snapshot") {
  const TemporaryFolder folder;
  const Checkpoint checkpoint(folder.path(), "toy", 1, "{}");
  checkpoint.save(snapshot(1));
  format::write_file_atomically(checkpoint.path().string() + ".Ab3dEf",
                                std::string_view("half a snapsho"));
  const std::optional<Snapshot> loaded = checkpoint.load();
  REQUIRE(loaded.has_value());
  CHECK(loaded->step == 1);
}
