// Manifest of a weight file: the provenance of the weights. It has everything needed to reproduce
// and evaluate them, but nothing that differs between equal runs (wall time, host, folder, number
// of threads).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/core/add_fields.h"

namespace trivium::learning {

/// The running program; set by the executable.
struct ToolIdentity {
  std::string version;
  std::string commit;
};

/// A file of training data.
struct DataSource {
  std::string name;     ///< file name, with part of its path if several files have the same name
  std::string sha256;   ///< hexadecimal
  std::string license;  ///< license of the data; empty if none is stated
};

/// Returns the name (last part of the path) and the SHA-256 of a data file. Needs constant memory.
/// Throws format::LoadError if the file cannot be read.
DataSource describe_data(const std::filesystem::path& path, std::string license);

/// Returns the SHA-256 of the files in order, separated by spaces. It identifies the data of a run
/// in a checkpoint.
std::string hashes_of(std::span<const DataSource> files);

/// Provenance of a value function that a training run copied unchanged into its output, while it
/// trained something else (value_origin.h). Empty fields are unknown.
struct ValueOrigin {
  DataSource file;
  ToolIdentity tool;
  std::string command;
  std::vector<DataSource> data;
};

struct Manifest {
  ToolIdentity tool;
  /// Command as typed, without options that do not change the result (output, threads,
  /// checkpoints).
  std::string command;
  std::string origin;  ///< one line: "learned: ...", "measured: ..." or "laid out: ..."
  std::optional<std::uint64_t> seed;
  std::vector<DataSource> data;
  std::map<std::string, std::int64_t> counts;
  std::map<std::string, double> parameters;
  std::map<std::string, double> figures;
  std::map<std::string, double> standard_errors;  ///< by feature name
  std::optional<ValueOrigin> value;               ///< set if a value was copied

  /// Returns one JSON object. Equal manifests give equal text.
  std::string to_json() const;
};

/// Numbers of skipped games, by cause.
struct GamesLeftOut {
  std::uint64_t unreadable = 0;     ///< cannot be read: illegal move, invalid position, ...
  std::uint64_t contradictory = 0;  ///< the result differs from that of its tag or of the board
  std::uint64_t undecided = 0;      ///< no result, or decided by a fault (time, crash)

  GamesLeftOut& operator+=(const GamesLeftOut& others) noexcept {
    return add_fields(*this, others, &GamesLeftOut::unreadable, &GamesLeftOut::contradictory,
                      &GamesLeftOut::undecided);
  }
  /// Returns "2 whose result contradicts itself, 1 that cannot be read"; empty if no game was
  /// skipped.
  std::string words() const;
  /// Adds the counts above 0 to `manifest` as "games.left_out.contradictory" and so on.
  void note(Manifest& manifest) const;
};

}  // namespace trivium::learning
