// Snapshots of a learner's state, so that a killed run can be resumed with identical bits.
//
// A checkpoint is a weight file (models/format) of kind "checkpoint.<learner>": atomic, verified,
// readable by any safetensors reader. It stores the run's identity (data hashes, seed, parameters);
// a run with another identity is rejected.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "learning/harness/folder_lock.h"
#include "models/format/tensor.h"
#include "models/format/weight_file.h"

namespace trivium::learning {

struct Snapshot {
  std::uint64_t step = 0;  ///< how many steps of the learner are done
  std::vector<format::Tensor> state;
};

/// Reads the tensors of a snapshot, which must outlive it. Everything throws format::LoadError
/// where a tensor is missing or has another type or size than asked for.
class StateReader {
 public:
  StateReader(const Snapshot& snapshot) noexcept : StateReader(snapshot.state, snapshot.step) {}
  StateReader(const std::vector<format::Tensor>& tensors, std::uint64_t step = 0) noexcept
      : tensors_(tensors), step_(step) {}

  std::uint64_t step() const noexcept { return step_; }
  const std::vector<format::Tensor>& tensors() const noexcept { return tensors_; }

  /// Null if there is no such tensor: empty lists are not saved.
  const format::Tensor* find(std::string_view name) const noexcept;

  template <class Number>
  std::span<const Number> numbers(std::string_view name) const {
    return require(name).values<Number>();
  }
  /// Exactly `count` numbers.
  template <class Number>
  std::span<const Number> numbers(std::string_view name, std::size_t count) const {
    const std::span<const Number> found = numbers<Number>(name);
    if (found.size() != count) fail_size(name, found.size(), count);
    return found;
  }
  /// Fills `numbers`.
  void read(std::string_view name, std::span<double> numbers) const;
  template <class Number>
  Number number(std::string_view name) const {
    return numbers<Number>(name, 1).front();
  }
  /// Rows of `width` numbers; none if there is no such tensor.
  std::vector<std::vector<double>> rows(std::string_view name, std::size_t width) const;

 private:
  const format::Tensor& require(std::string_view name) const;
  [[noreturn]] static void fail_size(std::string_view name, std::size_t found, std::size_t wanted);

  const std::vector<format::Tensor>& tensors_;
  std::uint64_t step_;
};

/// Adds rows of equal length as one tensor of numbers, nothing where there are no rows.
void add_rows(std::vector<format::Tensor>& state, std::string_view name,
              std::span<const std::vector<double>> rows);

class Checkpoint {
 public:
  /// The file of a learner's snapshot in `folder`.
  static std::filesystem::path file_in(const std::filesystem::path& folder,
                                       std::string_view learner);

  /// Keeps the latest snapshot in `folder`, which is created if necessary. `learner` names the
  /// snapshot, `version` is that of its state, `identity` is a JSON object. Throws
  /// format::LoadError if the folder cannot be created or written to, or if another run uses it.
  Checkpoint(const std::filesystem::path& folder, const std::string& learner, int version,
             std::string identity);

  /// Throws format::LoadError where a snapshot of `learner` is in `folder`: a run that does not
  /// resume would replace it. For runs that have much to do before they can make a Checkpoint.
  static void refuse_existing(const std::filesystem::path& folder, std::string_view learner);

  /// Returns the snapshot that the run starts with. With `resume` that is load(), and its progress
  /// is printed on standard error. Otherwise it is empty, and the call throws like
  /// refuse_existing().
  std::optional<Snapshot> begin(bool resume) const;

  /// Throws format::LoadError where more steps, `unit` to users ("generations"), are done than
  /// asked for: what they made is another result.
  void refuse_fewer(std::uint64_t done, std::uint64_t asked, std::string_view unit) const;

  /// Replaces the snapshot; a kill at any moment leaves the old one or the new one.
  void save(Snapshot snapshot) const;

  /// The latest snapshot, or none if there is no file. Throws format::LoadError when the file is
  /// damaged, of another learner or version (then it says how to finish that run), or of a run with
  /// another identity (then it names what differs).
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
