#include "protocols/client/conversation.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "engine/core/text.h"

namespace trivium::client {

namespace {

constexpr std::size_t kChunk = 65536;
constexpr int kReadsAtOnce = 16;
/// Lengths of the beginning and the end of a line that are shown in the evidence.
constexpr std::size_t kShownHead = 160;
constexpr std::size_t kShownTail = 120;
constexpr std::size_t kShownErrorLines = 8;
/// Interval between checks whether a process has ended.
constexpr std::chrono::milliseconds kExitPoll{2};

void append_shortened(std::string& to, std::string_view text) {
  if (text.size() <= kShownHead + kShownTail) {
    to += text;
    return;
  }
  to += text.substr(0, kShownHead);
  to += " ... ";
  to += text.substr(text.size() - kShownTail);
}

int poll_timeout(Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 3'600'000));
}

}  // namespace

Interrupt::Interrupt() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (event_.get() < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
}

void Interrupt::raise() noexcept {
  const std::uint64_t one = 1;
  static_cast<void>(!write(event_.get(), &one, sizeof one));
}

void Interrupt::lower() noexcept {
  std::uint64_t count = 0;
  static_cast<void>(!read(event_.get(), &count, sizeof count));
}

bool Interrupt::raised() const noexcept {
  pollfd watched{event_.get(), POLLIN, 0};
  return poll(&watched, 1, 0) > 0;
}

void Conversation::Notes::add(Clock::time_point time, std::string_view mark,
                              std::string_view text) {
  Note& note = slots[count++ % slots.size()];
  note.time = time;
  note.text = mark;
  append_shortened(note.text, text);
}

Result<std::unique_ptr<Conversation>> Conversation::start(const ProgramSpec& program,
                                                          Switchboard& switchboard,
                                                          ConversationOptions options) {
  std::ofstream error_file;
  if (!options.stderr_file.empty()) {
    error_file.open(options.stderr_file, std::ios::binary | std::ios::app);
    if (!error_file)
      return Error{
          "file.write",
          fmt::format("cannot write {}", text::quoted(options.stderr_file.string(), kShownHead))};
  }
  Result<ChildProcess> process = ChildProcess::start(program);
  if (!process) return process.error();
  std::unique_ptr<Conversation> made(
      new Conversation(std::move(*process), switchboard, std::move(options)));
  made->error_file_ = std::move(error_file);
  return made;
}

Conversation::Conversation(ChildProcess process, Switchboard& switchboard,
                           ConversationOptions options)
    : process_(std::move(process)),
      switchboard_(switchboard),
      options_(std::move(options)),
      started_(Clock::now()) {
  sent_ = arrival_ = started_;
  switchboard_.members_.push_back(this);
}

Conversation::~Conversation() { std::erase(switchboard_.members_, this); }

Wait Conversation::send(std::string_view text, Clock::duration patience) {
  std::string bytes(text);
  bytes += '\n';
  const Clock::time_point now = Clock::now();
  std::size_t start = 0;
  while (start < bytes.size()) {
    const std::size_t end = bytes.find('\n', start);
    const std::string_view line = std::string_view(bytes).substr(start, end - start);
    sent_lines_.add(now, "> ", line);
    if (options_.log) options_.log('>', line);
    start = end + 1;
  }

  const Clock::time_point deadline = now + patience;
  for (std::size_t done = 0; done < bytes.size();) {
    sent_ = Clock::now();
    const ssize_t written = write(process_.input(), bytes.data() + done, bytes.size() - done);
    if (written >= 0) {
      done += static_cast<std::size_t>(written);
    } else if (errno == EAGAIN) {
      const Wait waited = wait(deadline, true);
      if (waited != Wait::kDone) return waited;
    } else if (errno != EINTR) {
      return Wait::kClosed;
    }
  }
  return Wait::kDone;
}

Wait Conversation::receive(std::string_view& line, Clock::time_point deadline) {
  while (backlog_.empty()) {
    if (process_.output() < 0) return Wait::kClosed;
    const Wait waited = wait(deadline, false);
    if (waited != Wait::kDone) return waited;
  }
  // Later lines have later times, so a program that writes without end cannot block this loop.
  if (backlog_.front().arrival > deadline) return Wait::kTimeout;
  receive_buffered(line);
  return Wait::kDone;
}

bool Conversation::receive_buffered(std::string_view& line) {
  if (backlog_.empty()) return false;
  current_ = std::move(backlog_.front().text);
  arrival_ = backlog_.front().arrival;
  backlog_.pop_front();
  backlog_bytes_ -= current_.size();
  line = current_;
  return true;
}

void Conversation::listen() {
  // Stops after a while for a program that never stops writing.
  for (int reads = 0; reads < kReadsAtOnce && read_output(); ++reads) {
  }
  for (int reads = 0; reads < kReadsAtOnce && read_errors(); ++reads) {
  }
}

/// Waits until a stream of this conversation had input or, if `to_write`, the program's input has
/// room. Reads all conversations of the switchboard meanwhile.
Wait Conversation::wait(Clock::time_point deadline, bool to_write) {
  // Room for two engines without an allocation for every move.
  std::array<pollfd, 8> few;
  std::vector<pollfd> many;
  const std::size_t needed = 2 + 2 * switchboard_.members_.size();
  if (needed > few.size()) many.resize(needed);
  pollfd* const watched = needed > few.size() ? many.data() : few.data();

  while (true) {
    // poll() ignores negative descriptors.
    watched[0] = {switchboard_.interrupt_ == nullptr ? -1 : switchboard_.interrupt_->descriptor(),
                  POLLIN, 0};
    watched[1] = {to_write ? process_.input() : -1, POLLOUT, 0};
    pollfd* next = watched + 2;
    for (const Conversation* member : switchboard_.members_) {
      *next++ = {member->process_.output(), POLLIN, 0};
      *next++ = {member->process_.errors(), POLLIN, 0};
    }
    const int ready = poll(watched, needed, poll_timeout(deadline));
    if (ready < 0 && errno != EINTR) return Wait::kClosed;
    if (ready <= 0) {
      if (Clock::now() >= deadline) return Wait::kTimeout;
      continue;
    }
    if (watched[0].revents != 0) return Wait::kInterrupted;
    next = watched + 2;
    for (Conversation* member : switchboard_.members_) {
      if ((next++)->revents != 0) member->read_output();
      if ((next++)->revents != 0) member->read_errors();
    }
    if (watched[1].revents != 0) return Wait::kDone;
    if (!to_write && (!backlog_.empty() || process_.output() < 0)) return Wait::kDone;
    // Input of other conversations, or bytes without a line end, may arrive without end.
    if (Clock::now() >= deadline) return Wait::kTimeout;
  }
}

/// Reads once. Returns false if there was no input, or there will be none.
bool Conversation::read_output() {
  if (process_.output() < 0) return false;
  std::array<char, kChunk> chunk;
  const ssize_t got = read(process_.output(), chunk.data(), chunk.size());
  const Clock::time_point time = Clock::now();
  if (got < 0) return errno == EINTR;
  if (got == 0) {
    process_.close_output();
    std::string_view line;
    if (splitter_.finish(line) == line::LineSplitter::Event::kLine) enter(line, time);
    return false;
  }
  splitter_.append({chunk.data(), static_cast<std::size_t>(got)});
  take_lines(time);
  return true;
}

bool Conversation::read_errors() {
  if (process_.errors() < 0) return false;
  std::array<char, kChunk> chunk;
  const ssize_t got = read(process_.errors(), chunk.data(), chunk.size());
  if (got < 0) return errno == EINTR;
  if (got == 0) {
    process_.close_errors();
    return false;
  }
  const std::string_view bytes(chunk.data(), static_cast<std::size_t>(got));
  // A full disk must not lose a game: lines that cannot be written are lost.
  if (error_file_.is_open()) error_file_.write(bytes.data(), got).flush();
  error_tail_.append(bytes);
  if (error_tail_.size() > 2 * kErrorTail) error_tail_.erase(0, error_tail_.size() - kErrorTail);
  return true;
}

void Conversation::take_lines(Clock::time_point time) {
  std::string_view line;
  for (auto event = splitter_.next(line); event != line::LineSplitter::Event::kNone;
       event = splitter_.next(line)) {
    if (event == line::LineSplitter::Event::kLine) {
      enter(line, time);
    } else {
      remarks_.add(time, "# ", fmt::format("a line of more than {} bytes was dropped", kMaxLine));
    }
  }
}

void Conversation::enter(std::string_view line, Clock::time_point time) {
  received_lines_.add(time, "< ", line);
  if (options_.log) options_.log('<', line);
  backlog_.push_back({std::string(line), time});
  backlog_bytes_ += line.size();
  if (backlog_bytes_ <= kBacklog) return;
  remarks_.add(time, "# ", "more output than is kept unread: the oldest lines were dropped");
  while (backlog_bytes_ > kBacklog / 2 && backlog_.size() > 1) {
    backlog_bytes_ -= backlog_.front().text.size();
    backlog_.pop_front();
  }
}

std::optional<ExitStatus> Conversation::exit_status(Clock::duration patience) {
  const Clock::time_point deadline = Clock::now() + patience;
  while (true) {
    const std::optional<ExitStatus> status = process_.exit_status();
    for (Conversation* member : switchboard_.members_) member->listen();
    if (status || Clock::now() >= deadline) return status;
    poll(nullptr, 0, static_cast<int>(kExitPoll.count()));
  }
}

ExitStatus Conversation::end(Clock::duration grace) {
  process_.close_input();
  std::optional<ExitStatus> status = exit_status(grace);
  if (!status) {
    process_.signal(SIGTERM);
    status = exit_status(grace);
  }
  const ExitStatus last = status ? *status : process_.kill();
  listen();
  return last;
}

std::string_view Conversation::error_tail() const noexcept {
  const std::string_view all = error_tail_;
  return all.substr(all.size() - std::min(all.size(), kErrorTail));
}

std::vector<std::string> Conversation::evidence() const {
  std::vector<const Note*> notes;
  for (const Notes* direction : {&sent_lines_, &received_lines_, &remarks_}) {
    const std::size_t size = direction->slots.size();
    for (std::size_t i = direction->count > size ? direction->count - size : 0;
         i < direction->count; ++i)
      notes.push_back(&direction->slots[i % size]);
  }
  std::ranges::stable_sort(
      notes, [](const Note* left, const Note* right) { return left->time < right->time; });

  std::vector<std::string> lines;
  for (const Note* note : notes) {
    const std::chrono::duration<double> since_start = note->time - started_;
    lines.push_back(fmt::format("+{:.3f} s {}", since_start.count(),
                                text::printable(note->text, note->text.size())));
  }
  std::vector<std::string> errors;
  for (std::string_view rest = text::trimmed(error_tail());
       !rest.empty() && errors.size() < kShownErrorLines;) {
    const std::size_t end = rest.rfind('\n');
    std::string shown;
    append_shortened(shown, end == std::string_view::npos ? rest : rest.substr(end + 1));
    errors.push_back("stderr: " + text::printable(shown, shown.size()));
    rest = end == std::string_view::npos ? "" : rest.substr(0, end);
  }
  lines.insert(lines.end(), errors.rbegin(), errors.rend());
  return lines;
}

}  // namespace trivium::client
