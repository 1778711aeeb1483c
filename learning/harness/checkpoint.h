// Snapshots of a learner's state, so that a killed run can be resumed and gives an identical
// result.
//
// A checkpoint is a weight file (models/format) of kind "checkpoint.<learner>": it is replaced
// atomically, has a checksum, and any safetensors reader can read it. It stores the identity of the
// run (data hashes, seed, parameters); a run with another identity cannot resume it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "models/format/tensor.h"
#include "models/format/weight_file.h"

namespace trivium::learning {

/// Exclusive lock on a folder for the lifetime of the object, because two runs with the same
/// checkpoint folder would overwrite each other's snapshots. The system releases the lock when the
/// process ends. The lock is flock(2) on the folder; it writes nothing, and other computers on a
/// shared file system may not see it.
class FolderLock {
 public:
  /// Creates the folder if necessary. Throws format::LoadError if it cannot be created or written
  /// to, or if another FolderLock in any process holds it. On a file system without locks it has no
  /// effect.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int folder_ = -1;  // file descriptor
};

struct Snapshot {
  std::uint64_t step = 0;  ///< number of steps made
  std::vector<format::Tensor> state;

  auto fields() noexcept { return std::tie(step, state); }  ///< for Transfer
};

/// Reads the tensors of a snapshot. The functions that return or fill numbers throw
/// format::LoadError if the tensor is missing (rows() does not) or has another type or size than
/// requested. Requires: the snapshot outlives this.
class StateReader {
 public:
  StateReader(const Snapshot& snapshot) noexcept : StateReader(snapshot.state, snapshot.step) {}
  StateReader(const std::vector<format::Tensor>& tensors, std::uint64_t step = 0) noexcept
      : tensors_(tensors), step_(step) {}

  std::uint64_t step() const noexcept { return step_; }
  const std::vector<format::Tensor>& tensors() const noexcept { return tensors_; }

  /// Returns a tensor, or null if there is none of this name. Empty lists are not saved.
  const format::Tensor* find(std::string_view name) const noexcept;

  template <class Number>
  std::span<const Number> numbers(std::string_view name) const {
    return require(name).values<Number>();
  }
  /// Returns the numbers of a tensor, which must be exactly `count`.
  template <class Number>
  std::span<const Number> numbers(std::string_view name, std::size_t count) const {
    const std::span<const Number> found = numbers<Number>(name);
    if (found.size() != count) fail_size(name, found.size(), count);
    return found;
  }
  /// Fills `numbers` from a tensor of the same size.
  void read(std::string_view name, std::span<double> numbers) const;
  template <class Number>
  Number number(std::string_view name) const {
    return numbers<Number>(name, 1).front();
  }
  /// Returns the rows of a tensor, each of `width` numbers; empty if there is no such tensor.
  std::vector<std::vector<double>> rows(std::string_view name, std::size_t width) const;

 private:
  const format::Tensor& require(std::string_view name) const;
  [[noreturn]] static void fail_size(std::string_view name, std::size_t found, std::size_t wanted);

  const std::vector<format::Tensor>& tensors_;
  std::uint64_t step_;
};

/// Describes the first entry in which two identities (JSON objects) differ: "its seed is 1, this
/// run's is 2". `its` is that of the first one.
std::string identity_difference(std::string_view its, std::string_view this_run);

/// Adds rows to `state` as one tensor; adds nothing if there are no rows. Requires: all rows have
/// the same length.
void add_rows(std::vector<format::Tensor>& state, std::string_view name,
              std::span<const std::vector<double>> rows);

/// The latest snapshot of a run, in a locked folder.
class Checkpoint {
 public:
  /// Returns the file of a learner's snapshot in `folder`.
  static std::filesystem::path file_in(const std::filesystem::path& folder,
                                       std::string_view learner);
  /// True if a file has the name of a checkpoint, of any learner.
  static bool is_checkpoint(const std::filesystem::path& file);

  /// Locks `folder`, which is created if necessary. `learner` names the snapshot, `version` is the
  /// version of its state, and `identity` is a JSON object of everything that determines the
  /// result. Throws format::LoadError if the folder cannot be created or written to, or if another
  /// run uses it.
  Checkpoint(const std::filesystem::path& folder, const std::string& learner, int version,
             std::string identity);

  /// Throws format::LoadError if `folder` has a snapshot of `learner`, because a run that does not
  /// resume would replace it. Lets a command fail before long preparations.
  static void reject_existing(const std::filesystem::path& folder, std::string_view learner);

  /// Returns the snapshot to resume, or nothing if the run begins anew. If `resume`, returns load()
  /// and passes the number of its steps to `note`, if set. Otherwise throws format::LoadError if
  /// there is a snapshot. `unit` names steps in the message ("generations").
  std::optional<Snapshot> begin(
      bool resume, std::string_view unit,
      const std::function<void(const std::string& text)>& note = {}) const;

  /// Throws format::LoadError if more steps were made (`done`) than requested (`asked`), because
  /// the result would differ from that of a run with `asked` steps. `unit`: as in begin().
  void reject_fewer(std::uint64_t done, std::uint64_t asked, std::string_view unit) const;

  /// Replaces the snapshot atomically: if the process is killed, the old or the new one is left.
  /// Throws format::LoadError if the file cannot be written.
  void save(Snapshot snapshot) const;

  /// Returns the latest snapshot, or nothing if there is no file. Throws format::LoadError if the
  /// file is damaged, of another learner or version, or of a run with another identity. The message
  /// explains how to finish a run of an older version, or names the difference of identities.
  std::optional<Snapshot> load() const;

  const std::filesystem::path& path() const noexcept { return path_; }

 private:
  std::filesystem::path path_;
  FolderLock lock_;
  std::string kind_;
  int version_;
  std::string identity_;
};

}  // namespace trivium::learning
