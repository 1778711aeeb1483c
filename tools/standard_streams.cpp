#include "tools/standard_streams.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <iostream>
#include <stdio_ext.h>
#include <string>
#include <system_error>
#include <unistd.h>

namespace trivium::tools {

namespace {

/// Opens each closed standard descriptor on /dev/null in the wrong direction, so that its use
/// fails.
void hold_descriptors() {
  constexpr std::array kUnusable{O_WRONLY, O_RDONLY, O_RDONLY};
  for (int standard = 0; standard < static_cast<int>(kUnusable.size()); ++standard) {
    if (fcntl(standard, F_GETFD) >= 0 || errno != EBADF) continue;
    // open() returns the lowest free number. That is `standard`, since all lower descriptors are
    // open by now. Without /dev/null it stays closed.
    (void)open("/dev/null", kUnusable[static_cast<std::size_t>(standard)]);
  }
}

ssize_t write_or_drop(void*, const char* bytes, std::size_t size) {
  std::size_t written = 0;
  while (written < size) {
    const ssize_t step = ::write(STDERR_FILENO, bytes + written, size - written);
    if (step > 0) {
      written += static_cast<std::size_t>(step);
    } else if (step == 0 || errno != EINTR) {
      break;
    }
  }
  return static_cast<ssize_t>(size);
}

/// Replaces stderr by a stream that never fails, because fmt::print() throws when a stream fails.
void make_errors_unfailing() {
  std::FILE* const stream = fopencookie(nullptr, "w", {nullptr, write_or_drop, nullptr, nullptr});
  if (stream == nullptr) return;
  std::setvbuf(stream, nullptr, _IONBF, 0);
  stderr = stream;
}

std::string cause_of(const std::exception* thrown) {
  const auto* const failure = dynamic_cast<const std::system_error*>(thrown);
  if (failure != nullptr) return failure->code().message();
  return errno != 0 ? std::generic_category().message(errno) : "cannot be written";
}

}  // namespace

void prepare_standard_streams() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  hold_descriptors();
  make_errors_unfailing();
}

Status flush_standard_output(const std::exception* thrown) {
  errno = 0;
  if (thrown == nullptr) std::cout.flush();
  if (std::ferror(stdout) == 0 && std::cout && std::fflush(stdout) == 0) return {};
  const Error error{"output.write", "standard output: " + cause_of(thrown)};
  __fpurge(stdout);  // so that an error is reported once
  std::clearerr(stdout);
  std::cout.clear();
  return error;
}

}  // namespace trivium::tools
