#include "protocols/line/transcript.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <string>

namespace trivium::line {

namespace {

/// The present time as "2026-11-21T10:04:31.123Z".
std::string timestamp() {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count() % 1000;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 80> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
                parts.tm_hour, parts.tm_min, parts.tm_sec, static_cast<int>(milliseconds));
  return text.data();
}

class LoggedChannel final : public Channel {
 public:
  LoggedChannel(std::shared_ptr<Channel> channel, std::shared_ptr<Transcript> transcript)
      : channel_(std::move(channel)), transcript_(std::move(transcript)) {}

  void send(std::string text) override {
    transcript_->write('>', text);
    channel_->send(std::move(text));
  }
  void post(std::function<void()> work) override { channel_->post(std::move(work)); }
  void post_later(std::chrono::milliseconds delay, std::function<void()> work) override { channel_->post_later(delay, std::move(work)); }
  void note(std::string_view text) override { transcript_->write('!', text); }
  bool reserve(std::size_t bytes) override { return channel_->reserve(bytes); }
  void release(std::size_t bytes) noexcept override { channel_->release(bytes); }
  void close() override { channel_->close(); }

 private:
  std::shared_ptr<Channel> channel_;
  std::shared_ptr<Transcript> transcript_;
};

class LoggedSession final : public Session {
 public:
  LoggedSession(std::shared_ptr<Session> session, std::shared_ptr<Transcript> transcript)
      : session_(std::move(session)), transcript_(std::move(transcript)) {}

  void receive(std::string_view line) override {
    transcript_->write('<', line);
    session_->receive(line);
  }
  void line_too_long() override {
    transcript_->write('!', "a line was too long and was dropped");
    session_->line_too_long();
  }
  bool busy() const override { return session_->busy(); }
  std::optional<Activity> activity() const override { return session_->activity(); }
  bool finishes_at_end_of_input() override {
    transcript_->write('!', "end of input");
    return session_->finishes_at_end_of_input();
  }
  std::shared_ptr<Session> speaker() override { return session_->speaker(); }
  void end(SessionEnd how) override {
    transcript_->write('!', "end");
    session_->end(how);
  }

 private:
  std::shared_ptr<Session> session_;
  std::shared_ptr<Transcript> transcript_;
};

}  // namespace

Result<std::shared_ptr<Transcript>> Transcript::open(const std::filesystem::path& path) {
  Result<LogFile> file = LogFile::open(path);
  if (!file) return file.error();
  return std::shared_ptr<Transcript>(new Transcript(*std::move(file)));
}

void Transcript::write(char mark, std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  const std::string start = timestamp() + ' ' + mark + ' ';
  std::string rows;
  while (true) {
    const std::size_t end = text.find('\n');
    rows += start;
    rows += text.substr(0, end);
    rows += '\n';
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  const std::lock_guard lock(mutex_);
  file_.append(rows);
}

std::shared_ptr<Channel> logged(std::shared_ptr<Channel> channel, std::shared_ptr<Transcript> transcript) {
  return std::make_shared<LoggedChannel>(std::move(channel), std::move(transcript));
}

std::shared_ptr<Session> logged(std::shared_ptr<Session> session, std::shared_ptr<Transcript> transcript) {
  return std::make_shared<LoggedSession>(std::move(session), std::move(transcript));
}

}  // namespace trivium::line
