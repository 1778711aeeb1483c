#include "protocols/line/channels/transcript.h"

#include <chrono>
#include <string>

namespace trivium::line {

namespace {

class LoggedChannel final : public Channel {
 public:
  LoggedChannel(std::shared_ptr<Channel> channel, std::shared_ptr<Transcript> transcript)
      : channel_(std::move(channel)), transcript_(std::move(transcript)) {}

  void send(std::string text) override {
    transcript_->write('>', text);
    channel_->send(std::move(text));
  }
  void post(std::function<void()> work) override { channel_->post(std::move(work)); }
  void post_later(std::chrono::milliseconds delay, std::function<void()> work) override {
    channel_->post_later(delay, std::move(work));
  }
  void note(std::string_view text) override { transcript_->write('!', text); }
  bool reserve(std::size_t bytes) override { return channel_->reserve(bytes); }
  void release(std::size_t bytes) noexcept override { channel_->release(bytes); }
  void close() override { channel_->close(); }

 private:
  std::shared_ptr<Channel> channel_;
  std::shared_ptr<Transcript> transcript_;
};

class LoggedSession final : public ForwardingSession {
 public:
  LoggedSession(std::shared_ptr<Session> session, std::shared_ptr<Transcript> transcript)
      : ForwardingSession(nullptr, std::move(session)), transcript_(std::move(transcript)) {}

  void receive(std::string_view line) override {
    transcript_->write('<', line);
    session_->receive(line);
  }
  void line_too_long() override {
    transcript_->write('!', "a line was too long and was dropped");
    session_->line_too_long();
  }
  bool finishes_at_end_of_input() override {
    transcript_->write('!', "end of input");
    return session_->finishes_at_end_of_input();
  }
  void end(SessionEnd how) override {
    transcript_->write('!', "end");
    ForwardingSession::end(how);
  }

 private:
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
  const std::string start = utc_text(std::chrono::system_clock::now()) + ' ' + mark + ' ';
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

std::shared_ptr<Channel> logged(std::shared_ptr<Channel> channel,
                                std::shared_ptr<Transcript> transcript) {
  return std::make_shared<LoggedChannel>(std::move(channel), std::move(transcript));
}

std::shared_ptr<Session> logged(std::shared_ptr<Session> session,
                                std::shared_ptr<Transcript> transcript) {
  return std::make_shared<LoggedSession>(std::move(session), std::move(transcript));
}

}  // namespace trivium::line
