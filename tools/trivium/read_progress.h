// Progress of a command that reads a file, in bytes.
#pragma once

#include <cstdint>
#include <ios>
#include <utility>

#include "engine/core/readers/input_file.h"
#include "learning/harness/progress.h"

namespace trivium::tools {

/// Reports how much of a file has been read. Requires: `in` outlives the last update().
class ReadProgress {
 public:
  ReadProgress(input::Stream& in, learning::Progress::Options options)
      : in_(in), progress_("bytes", in.size(), std::move(options)) {}

  /// Call after each record and at the end.
  void update() {
    const std::streamoff place = in_.rdbuf()->pubseekoff(0, std::ios_base::cur, std::ios_base::in);
    progress_.update(static_cast<std::uint64_t>(place) + in_.mark());
  }
  /// Clears the progress line for other output on a terminal.
  void erase() { progress_.erase(); }

 private:
  input::Stream& in_;
  learning::Progress progress_;
};

}  // namespace trivium::tools
