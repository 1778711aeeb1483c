#include "protocols/line/log_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

#include "fmt/chrono.h"

namespace trivium::line {

std::string utc_text(std::chrono::system_clock::time_point time) {
  const auto rounded = std::chrono::time_point_cast<std::chrono::milliseconds>(time);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z",
                     fmt::gmtime(std::chrono::system_clock::to_time_t(rounded)),
                     rounded.time_since_epoch().count() % 1000);
}

Result<LogFile> LogFile::open(const std::filesystem::path& path) {
  constexpr mode_t kMode = 0666;  // before the umask
  // O_NONBLOCK: open() of a named pipe must not wait for a reader.
  Descriptor file(::open(path.c_str(),
                         O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, kMode));
  if (file.get() < 0 && errno == ENXIO)
    return Error{"log.open", path.string() + ": is a pipe without a reader, or a socket"};
  if (file.get() < 0 || ::fcntl(file.get(), F_SETFL, O_APPEND) < 0)
    return Error{"log.open", path.string() + ": " + std::generic_category().message(errno)};
  return LogFile(path.string(), std::move(file));
}

bool LogFile::write(std::string_view bytes) noexcept {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file_.get(), bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    is_cut_ = bytes[static_cast<std::size_t>(written) - 1] != '\n';
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

void LogFile::append(std::string_view lines) noexcept {
  if ((!is_cut_ || write("\n")) && write(lines)) {
    is_losing_ = false;
  } else if (!std::exchange(is_losing_, true)) {
    dprintf(STDERR_FILENO, "trivium: log: %s: cannot be written: %s\n", name_.c_str(),
            std::strerror(errno));
  }
}

}  // namespace trivium::line
