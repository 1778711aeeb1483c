#include "tools/check/acpc/examinee.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <utility>

#include "engine/core/text.h"
#include "protocols/acpc/version.h"

namespace trivium::check {

namespace {

using namespace std::chrono_literals;

/// Polling interval for the program's output while waiting for its connection.
constexpr auto kListen = 20ms;
constexpr std::size_t kKeptLines = 16;
constexpr std::size_t kShownState = 300;
constexpr std::size_t kMaxLine = std::size_t{1} << 16;
constexpr auto kExamination = 300s;

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

/// Listening socket on a port chosen by the system; empty if none is free.
std::optional<std::pair<Descriptor, std::uint16_t>> open_port() {
  Descriptor listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (bind(listener.get(), generic, size) != 0 || listen(listener.get(), 1) != 0)
    return std::nullopt;
  if (getsockname(listener.get(), generic, &size) != 0) return std::nullopt;
  return std::pair(std::move(listener), ntohs(address.sin_port));
}

}  // namespace

AcpcExaminee::AcpcExaminee(const CheckOptions& options, const AcpcTable& table)
    : Examinee("ACPC", options, kExamination), table_(table), switchboard_(options.interrupt) {}

/// Resets all state of the previous check.
void AcpcExaminee::open_check(const CheckRule& /*rule*/) { lines_.clear(); }

void AcpcExaminee::put_away(const CheckRule& rule) {
  const auto mine =
      std::stable_partition(later_.begin(), later_.end(),
                            [&](const Finding& finding) { return finding.rule != rule.id; });
  std::for_each(mine, later_.end(), [this](Finding& finding) { enter(std::move(finding)); });
  later_.erase(mine, later_.end());
  socket_ = Descriptor();
  listener_ = Descriptor();
  process_.reset();
}

std::vector<std::string> AcpcExaminee::evidence() {
  std::vector<std::string> said(lines_.begin(), lines_.end());
  if (process_ == nullptr) return said;
  process_->listen();
  const std::vector<std::string> printed = process_->evidence();
  said.insert(said.end(), printed.begin(), printed.end());
  return said;
}

void AcpcExaminee::found_against(std::string_view rule, Severity severity, std::string text) {
  const bool known = std::ranges::any_of(later_, [&](const Finding& other) {
    return other.rule == rule && other.severity == severity;
  });
  if (!known) later_.push_back({std::string(rule), severity, std::move(text), evidence()});
}

void AcpcExaminee::launch(bool listening) {
  socket_ = Descriptor();
  received_.clear();
  lines_.clear();
  process_.reset();
  auto port = open_port();
  if (!port) leave_out(fmt::format("no port could be opened: {}", std::strerror(errno)));
  listener_ = listening ? std::move(port->first) : Descriptor();
  port->first = Descriptor();
  client::ProgramSpec program = options().program;
  program.command.emplace_back("127.0.0.1");
  program.command.push_back(fmt::format("{}", port->second));
  started_ = Clock::now();
  record("#", fmt::format("started with 127.0.0.1 {}", port->second));
  auto started = client::Conversation::start(program, switchboard_);
  if (!started) give_up(Severity::kError, started.error().message);
  process_ = *std::move(started);
}

void AcpcExaminee::accept() {
  const Clock::time_point patience = Clock::now() + table_.start;
  while (!wait_readable(listener_.get(), std::min(patience, Clock::now() + kListen))) {
    if (const auto status = process_->exit_status())
      give_up(Severity::kError, status->words() + " instead of connecting");
    if (Clock::now() >= patience)
      give_up(Severity::kError, fmt::format("did not connect within {} ms", table_.start.count()));
  }
  socket_ = Descriptor(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
  const int on = 1;
  setsockopt(socket_.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  record("#", "connected");
}

std::string AcpcExaminee::seat() {
  launch();
  accept();
  const std::optional<std::string> version = line(kAnswerPatience);
  if (!version) give_up(Severity::kError, "said no version line");
  return *version;
}

void AcpcExaminee::send(std::string_view line) {
  send_bytes(std::string(line).append(acpc::kLineEnd));
}

void AcpcExaminee::send_bytes(std::string_view bytes) {
  record(">", bytes);
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) lost();
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

/// Handles a connection that the program closed.
void AcpcExaminee::lost() {
  const auto status = exit_status(kPrompt);
  give_up(Severity::kError, status ? status->words() : "closed the connection");
}

/// Waits until `descriptor` can be read; returns false at `until`. Also reads the program's
/// standard streams.
bool AcpcExaminee::wait_readable(int descriptor, Clock::time_point until) {
  while (true) {
    process_->listen();
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline(until) - Clock::now());
    std::array<pollfd, 2> watched{
        {{descriptor, POLLIN, 0},
         {options().interrupt == nullptr ? -1 : options().interrupt->descriptor(), POLLIN, 0}}};
    const int ready =
        poll(watched.data(), watched.size(),
             static_cast<int>(std::clamp(left, 0ms, std::chrono::milliseconds(kListen)).count()));
    if (watched[1].revents != 0) interrupted();
    if (ready > 0 && watched[0].revents != 0) return true;
    if (left <= 0ms) return false;
  }
}

bool AcpcExaminee::take_line(std::string& line) {
  const std::size_t end = received_.find('\n');
  if (end == std::string::npos) {
    if (received_.size() > kMaxLine)
      give_up(Severity::kError, fmt::format("a line of more than {} bytes", kMaxLine));
    return false;
  }
  line = received_.substr(0, end);
  received_.erase(0, end + 1);
  bare_end_ = !line.ends_with('\r');
  if (!bare_end_) line.pop_back();
  record("<", line);
  return true;
}

std::optional<std::string> AcpcExaminee::line(Clock::duration patience) {
  const Clock::time_point until = Clock::now() + patience;
  std::string text;
  while (true) {
    while (take_line(text)) {
      if (!acpc::is_comment(text)) return text;
    }
    if (!wait_readable(socket_.get(), until)) return std::nullopt;
    std::array<char, 4096> chunk;
    const ssize_t got = recv(socket_.get(), chunk.data(), chunk.size(), 0);
    if (got > 0) {
      received_.append(chunk.data(), static_cast<std::size_t>(got));
    } else if (got == 0 || errno != EINTR) {
      lost();
    }
  }
}

std::string AcpcExaminee::answer() {
  const std::optional<std::string> said = line(table_.response);
  if (!said)
    give_up(Severity::kError, fmt::format("no answer within {} ms", table_.response.count()));
  return *said;
}

std::optional<client::ExitStatus> AcpcExaminee::exit_status(Clock::duration patience) {
  const std::optional<client::ExitStatus> status = process_->exit_status(time_for(patience));
  if (!status)
    time_for(
        patience);  // ends the check if the test's time is up: that it still runs proves nothing
  return status;
}

void AcpcExaminee::record(std::string_view mark, std::string_view line) {
  const std::chrono::duration<double> since_start = Clock::now() - started_;
  lines_.push_back(fmt::format("+{:.3f} s {} {}", since_start.count(), mark,
                               text::printable(text::trimmed(line), kShownState)));
  if (lines_.size() > kKeptLines) lines_.pop_front();
}

}  // namespace trivium::check
