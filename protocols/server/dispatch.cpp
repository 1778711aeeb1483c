#include "protocols/server/dispatch.h"

#include <optional>
#include <string_view>
#include <utility>

#include "engine/core/text.h"
#include "protocols/uci/dialect.h"

namespace trivium::server {

namespace {

/// What a first line decides; nothing when it is empty or a comment.
std::optional<Protocol> detect_protocol(std::string_view line) noexcept {
  const std::string_view word = text::trimmed(line);
  if (word.empty() || word.starts_with('#')) return std::nullopt;
  return word == uci::kUci.hello ? Protocol::kUci : Protocol::kGtp;
}

class DetectingSession final : public line::Session {
 public:
  DetectingSession(std::shared_ptr<const SessionConfigs> configs, std::shared_ptr<line::Channel> channel, Decided decided)
      : configs_(std::move(configs)), channel_(std::move(channel)), decided_(std::move(decided)) {}

  void receive(std::string_view line) override {
    if (session_ == nullptr) {
      const std::optional<Protocol> decided = detect_protocol(line);
      if (!decided) return;
      become(*decided);
    }
    session_->receive(line);
  }

  void line_too_long() override {
    if (session_ == nullptr) become(Protocol::kGtp);
    session_->line_too_long();
  }

  bool busy() const override { return session_ != nullptr && session_->busy(); }
  std::optional<line::Activity> activity() const override { return session_ != nullptr ? session_->activity() : std::nullopt; }
  bool finishes_at_end_of_input() override { return session_ != nullptr && session_->finishes_at_end_of_input(); }
  std::shared_ptr<line::Session> speaker() override {
    if (session_ == nullptr) return shared_from_this();
    return session_->speaker();
  }

  void end(line::SessionEnd how) override {
    if (session_ != nullptr) session_->end(how);
    channel_.reset();
  }

 private:
  void become(Protocol protocol) { session_ = make_session(protocol, configs_, channel_, decided_); }

  std::shared_ptr<const SessionConfigs> configs_;
  std::shared_ptr<line::Channel> channel_;
  const Decided decided_;
  std::shared_ptr<line::Session> session_;
};

}  // namespace

const char* name_of(Protocol protocol) noexcept {
  switch (protocol) {
    case Protocol::kUci:
      return "UCI";
    case Protocol::kGtp:
      return "GTP";
    case Protocol::kDetect:
      break;
  }
  return "undecided";
}

std::shared_ptr<line::Session> make_session(Protocol protocol, const std::shared_ptr<const SessionConfigs>& configs,
                                            std::shared_ptr<line::Channel> channel, Decided decided) {
  if (protocol != Protocol::kDetect && decided) decided(protocol);
  switch (protocol) {
    case Protocol::kUci:
      return std::make_shared<uci::Session>(std::move(channel), configs->uci);
    case Protocol::kGtp:
      return std::make_shared<gtp::Session>(std::move(channel), configs->gtp);
    case Protocol::kDetect:
      break;
  }
  return std::make_shared<DetectingSession>(configs, std::move(channel), std::move(decided));
}

}  // namespace trivium::server
