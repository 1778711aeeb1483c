#include "protocols/server/dispatch.h"

#include <string_view>
#include <utility>

namespace trivium::server {

namespace {

constexpr std::string_view kBlank = " \t\r\v\f";

class DetectingSession final : public line::Session {
 public:
  DetectingSession(std::shared_ptr<const SessionConfigs> configs, std::shared_ptr<line::Channel> channel)
      : configs_(std::move(configs)), channel_(std::move(channel)) {}

  void receive(std::string_view line) override {
    if (session_ == nullptr) {
      const std::size_t first = line.find_first_not_of(kBlank);
      if (first == std::string_view::npos || line[first] == '#') return;
      const std::string_view word = line.substr(first, line.find_last_not_of(kBlank) - first + 1);
      become(word == "uci" ? Protocol::kUci : Protocol::kGtp);
    }
    session_->receive(line);
  }

  void line_too_long() override {
    if (session_ == nullptr) become(Protocol::kGtp);
    session_->line_too_long();
  }

  void end() override {
    if (session_ != nullptr) session_->end();
    channel_.reset();
  }

 private:
  void become(Protocol protocol) { session_ = make_session(protocol, configs_, channel_); }

  std::shared_ptr<const SessionConfigs> configs_;
  std::shared_ptr<line::Channel> channel_;
  std::shared_ptr<line::Session> session_;
};

}  // namespace

std::shared_ptr<line::Session> make_session(Protocol protocol, const std::shared_ptr<const SessionConfigs>& configs,
                                            std::shared_ptr<line::Channel> channel) {
  switch (protocol) {
    case Protocol::kUci:
      return std::make_shared<uci::Session>(std::move(channel), configs->uci);
    case Protocol::kGtp:
      return std::make_shared<gtp::Session>(std::move(channel), configs->gtp);
    case Protocol::kDetect:
      break;
  }
  return std::make_shared<DetectingSession>(configs, std::move(channel));
}

}  // namespace trivium::server
