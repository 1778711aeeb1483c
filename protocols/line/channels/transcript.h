// A log of conversations: every line in both directions with its time.
//
//     2026-11-21T10:04:31.123Z < uci
//     2026-11-21T10:04:31.124Z > uciok
//     2026-11-21T10:04:33.201Z < setoption name Hash value 0
//     2026-11-21T10:04:33.201Z ! error uci.option.range
//     2026-11-21T10:04:33.201Z > info string error: option Hash: needs a whole number from ...
//
// The stable code of an error (Error::code) precedes the answer, since the wording of answers may
// change.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <string_view>
#include <utility>

#include "engine/core/result.h"
#include "protocols/line/channels/channel.h"
#include "protocols/line/log_file.h"

namespace trivium::line {

class Transcript {
 public:
  /// Opens `path` for appending. The error names the file and the cause.
  static Result<std::shared_ptr<Transcript>> open(const std::filesystem::path& path);

  /// Writes one row for each line of `text`, all of them together. `mark` is '<' from the client,
  /// '>' to it, '!' for events. Thread-safe.
  void write(char mark, std::string_view text);

 private:
  explicit Transcript(LogFile file) noexcept : file_(std::move(file)) {}

  std::mutex mutex_;
  LogFile file_;
};

/// Returns a channel that logs its output and passes it to `channel`.
std::shared_ptr<Channel> logged(std::shared_ptr<Channel> channel,
                                std::shared_ptr<Transcript> transcript);

/// Returns a session that logs its input and passes it to `session`.
std::shared_ptr<Session> logged(std::shared_ptr<Session> session,
                                std::shared_ptr<Transcript> transcript);

}  // namespace trivium::line
