#include "learning/harness/run.h"

#include <algorithm>
#include <cinttypes>
#include <cmath>
#include <fmt/format.h>
#include <fstream>

#include "models/format/file_io.h"

namespace trivium::learning {

void Cadence::save(const Checkpoint& checkpoint, Snapshot snapshot) {
  constexpr int kMinTimesTheCost = 30;
  const Clock::time_point begun = now_();
  checkpoint.save(std::move(snapshot));
  saved_ = now_();
  saving_ += saved_ - begun;
  pause_ = std::max(pause_, kMinTimesTheCost * (saved_ - begun));
}

void require_one_identity(ProcessGroup& processes, const std::string& identity) {
  processes.require_equal("run", identity, identity_difference);
}

CurveFile::CurveFile(const std::filesystem::path& folder, std::optional<std::uint64_t> last)
    : file_(folder / "curve.jsonl"), last_(last) {
  std::string kept;
  std::ifstream in(file_);
  for (std::string line; last && std::getline(in, line);) {
    std::uint64_t step = 0;
    const bool is_row = std::sscanf(line.c_str(), "{\"step\":%" SCNu64, &step) == 1;
    if (is_row && step <= *last && line.ends_with('}')) kept += line + "\n";
  }
  format::write_file_atomically(file_, kept);
}

void CurveFile::append(const CurveFigures& row) {
  if (last_ && row.step <= *last_) return;
  last_ = row.step;
  std::string line = fmt::format("{{\"step\":{}", row.step);
  for (const auto& [name, value] : row.figures) {
    if (std::isfinite(value)) line += fmt::format(",\"{}\":{}", name, value);
  }
  std::ofstream(file_, std::ios::app) << line + "}\n";
}

}  // namespace trivium::learning
