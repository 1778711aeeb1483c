// Files that are written or read while one allocation, write or sync fails: content that was
// complete before is complete afterwards.
#include <atomic>
#include <cstdint>
#include <doctest/doctest.h>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/chess/choice/strength.h"
#include "engine/chess/evaluation/weights.h"
#include "engine/connect6/evaluation/knowledge.h"
#include "engine/poker/network/network.h"
#include "learning/harness/checkpoint.h"
#include "models/format/model_path.h"
#include "tests/faults/check_failures.h"
#include "tests/temporary_folder.h"
#include "tests/tools/match/sample_games.h"
#include "tools/match/record/journal.h"

namespace trivium::faults {
namespace {

/// Adds three games to a new journal. Each completed one must be in it afterwards.
Scenario journal_of_three_games() {
  const auto folder = std::make_shared<TemporaryFolder>();
  return {[=](std::atomic<int>& entered) {
            Result<match::Journal> journal =
                match::Journal::open(folder->file("a.db"), match::sample_tournament());
            if (!journal) return;
            for (std::uint64_t number = 0; number < 3; ++number) {
              // Games are added in order, so the count identifies them.
              if (!journal->record(match::sample_entry(number, std::string(100, 'x')))) return;
              ++entered;
            }
          },
          [=](int entered) -> std::string {
            Result<match::Journal> journal =
                match::Journal::open(folder->file("a.db"), match::sample_tournament());
            if (!journal) return "the journal does not open: " + journal.error().message;
            if (journal->first_missing() < static_cast<std::uint64_t>(entered))
              return "a game is lost";
            const Status more = journal->record(match::sample_entry(7));
            return more ? "" : "no game can be entered any more: " + more.error().message;
          }};
}

learning::Snapshot snapshot(std::uint64_t step) {
  return {step, {format::text_tensor("state", std::string(1000, static_cast<char>('a' + step)))}};
}

/// Replaces a snapshot. Afterwards the old or the new one exists completely.
Scenario checkpoint() {
  const auto folder = std::make_shared<TemporaryFolder>();
  const auto open = [=] { return learning::Checkpoint(folder->path(), "test", 1, "{}"); };
  open().save(snapshot(1));
  return {[=](std::atomic<int>& saved) {
            const learning::Checkpoint kept = open();
            kept.save(snapshot(2));
            saved = 1;
          },
          [=](int saved) -> std::string {
            const std::optional<learning::Snapshot> found = open().load();
            if (!found) return "the snapshot is gone";
            if (saved > 0 && found->step != 2) return "the new snapshot was not kept";
            const bool whole = found->step <= 2 && found->state.size() == 1 &&
                               found->state[0].data == snapshot(found->step).state[0].data;
            return whole ? "" : "the snapshot is not one that was saved";
          },
          true};
}

/// Loads a weight file. Afterwards it can be loaded.
Scenario load(const std::function<void()>& load_weights) {
  return {[=](std::atomic<int>&) { load_weights(); },
          [=](int) -> std::string {
            load_weights();
            return "";
          },
          true};
}

TEST_CASE("a journal keeps its complete entries, whichever allocation, write or sync fails") {
  check_failures(journal_of_three_games, {Call::kAllocation, Call::kWrite, Call::kSync});
}

TEST_CASE(
    "after a save the checkpoint is the old or the new one, whichever allocation, write or sync "
    "fails") {
  check_failures(checkpoint, {Call::kAllocation, Call::kWrite, Call::kSync});
}

TEST_CASE("weights of each kind are loaded or rejected, whichever allocation fails") {
  const std::vector<std::function<void()>> loads{
      [] { (void)chess::Weights::load_default(); },
      [] { (void)chess::StrengthScale::load(*format::default_model("chess", "strength")); },
      [] { (void)connect6::load_knowledge(); },
      [] { (void)poker::Network::load(*format::default_model("poker", "limit-cnn")); },
  };
  for (const std::function<void()>& load_weights : loads) {
    check_failures([&] { return load(load_weights); }, {Call::kAllocation});
  }
}

}  // namespace
}  // namespace trivium::faults
