#include "tools/match/play/traffic_log.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <utility>

namespace trivium::match {

Result<TrafficLog> TrafficLog::open(const std::filesystem::path& file) {
  auto log = std::make_unique<File>();
  log->out.open(file, std::ios::app | std::ios::binary);
  if (!log->out)
    return Error{"file.write", fmt::format("{}: cannot be opened for writing: {}", file.string(),
                                           std::strerror(errno))};
  return TrafficLog(std::move(log));
}

void TrafficLog::write(const std::string& engine, std::uint64_t game, char direction,
                       std::string_view line) {
  const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  const auto second = std::chrono::floor<std::chrono::seconds>(now);
  const std::string row = fmt::format("{:%FT%T}.{:03}Z {} {} {} {}\n",
                                      fmt::gmtime(std::chrono::system_clock::to_time_t(second)),
                                      (now - second).count(), game, engine, direction, line);
  const std::lock_guard lock(file_->mutex);
  file_->out << row;
}

}  // namespace trivium::match
