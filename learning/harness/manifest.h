// Provenance of weights in their file: enough to reproduce and evaluate them, without anything that
// differs between equal runs (wall time, host, folder, number of threads).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace trivium::learning {

/// The running program; set by the executable.
struct ToolIdentity {
  std::string version;
  std::string commit;
};

/// A file that was learned from; its name may have more of the path than the last part where that
/// tells it from others. `licence` is empty where it makes no sense.
struct DataSource {
  std::string name;
  std::string sha256;
  std::string licence;
};

/// Hashes a data file without holding it in memory; its name is the last part of the path. Throws
/// format::LoadError.
DataSource describe_data(const std::filesystem::path& path, std::string licence);

/// The hashes of files that are read one after the other, separated by blanks: the identity of the
/// data for a checkpoint. For one file it is the file's hash.
std::string hashes_of(std::span<const DataSource> files);

/// Who made a value that stayed as it was while something was learned beside it. What is empty is
/// not known.
struct ValueOrigin {
  DataSource file;
  ToolIdentity tool;
  std::string command;
  std::vector<DataSource> data;
};

struct Manifest {
  ToolIdentity tool;
  std::string command;  ///< as typed, without what does not change the result (output, threads,
                        ///< checkpoints)
  std::string origin;   ///< one line: "learned: ..." or "published values: ..."
  std::optional<std::uint64_t> seed;
  std::vector<DataSource> data;
  std::map<std::string, std::int64_t> counts;
  std::map<std::string, double> parameters;
  std::map<std::string, double> figures;
  std::map<std::string, double> standard_errors;  ///< by feature name
  std::optional<ValueOrigin> value;               ///< where something was learned beside one

  /// One JSON object; equal manifests give equal text.
  std::string to_json() const;
};

/// Numbers of skipped games, by cause.
struct GamesLeftOut {
  std::uint64_t unreadable = 0;     ///< illegal move, invalid position, ...
  std::uint64_t contradictory = 0;  ///< the result differs from that of its tag or of the board
  std::uint64_t undecided = 0;      ///< no result, or one decided by a fault (time, a crash)

  GamesLeftOut& operator+=(const GamesLeftOut& others) noexcept;
  /// Returns "2 whose result contradicts itself, 1 that cannot be read"; empty if no game was
  /// skipped.
  std::string words() const;
  /// Adds the counts above 0, "games.left_out.contradictory" and so on.
  void note(Manifest& manifest) const;
};

}  // namespace trivium::learning
