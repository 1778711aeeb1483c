#include "protocols/server/dispatch.h"

#include <optional>
#include <string_view>
#include <utility>

#include "engine/core/text.h"
#include "protocols/uci/dialect.h"

namespace trivium::server {

namespace {

/// Returns the protocol of a first line; nothing if it is empty or a comment.
std::optional<Protocol> detect_protocol(std::string_view line) noexcept {
  const std::string_view word = text::trimmed(line);
  if (word.empty() || word.starts_with('#')) return std::nullopt;
  if (word == web::kJsonHello) return Protocol::kJson;
  return word == uci::kUci.hello ? Protocol::kUci : Protocol::kGtp;
}

class DetectingSession final : public line::ForwardingSession {
 public:
  DetectingSession(std::shared_ptr<const SessionConfigs> configs,
                   std::shared_ptr<line::Channel> channel, Decided decided)
      : ForwardingSession(std::move(channel)),
        configs_(std::move(configs)),
        decided_(std::move(decided)) {}

  void receive(std::string_view line) override {
    if (session_ == nullptr) {
      std::optional<Protocol> decided = detect_protocol(line);
      if (!decided) return;
      if (decided == Protocol::kJson && !configs_->json.methods) decided = Protocol::kGtp;
      become(*decided);
    }
    session_->receive(line);
  }

  void line_too_long() override {
    if (session_ == nullptr) become(Protocol::kGtp);
    session_->line_too_long();
  }

 private:
  void become(Protocol protocol) {
    session_ = make_session(protocol, configs_, channel_, decided_);
  }

  std::shared_ptr<const SessionConfigs> configs_;
  const Decided decided_;
};

}  // namespace

const char* name_of(Protocol protocol) noexcept {
  switch (protocol) {
    case Protocol::kDetect:
      break;
    case Protocol::kUci:
      return "UCI";
    case Protocol::kGtp:
      return "GTP";
    case Protocol::kJson:
      return "JSON";
    case Protocol::kWeb:
      return "web";
  }
  return "undecided";
}

std::shared_ptr<line::Session> make_session(Protocol protocol,
                                            const std::shared_ptr<const SessionConfigs>& configs,
                                            std::shared_ptr<line::Channel> channel,
                                            Decided decided) {
  if (protocol == Protocol::kDetect || protocol == Protocol::kWeb)
    return std::make_shared<DetectingSession>(configs, std::move(channel), std::move(decided));
  if (decided) decided(protocol);
  if (protocol == Protocol::kJson) return web::make_json_session(std::move(channel), configs->json);
  if (protocol == Protocol::kUci)
    return std::make_shared<uci::Session>(std::move(channel), configs->uci);
  return std::make_shared<gtp::Session>(std::move(channel), configs->gtp);
}

}  // namespace trivium::server
