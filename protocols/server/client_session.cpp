#include "protocols/server/client_session.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "engine/core/text.h"

namespace trivium::server {

namespace {

/// True for lines that no protocol treats as a command.
bool is_blank(std::string_view line) {
  const std::string_view text = text::trimmed(line);
  return text.empty() || text.starts_with('#');
}

// Clients that send HTTP or TLS: a web page can make a browser send such a request, with commands
// in its body, to any port of the user's machine. So a connection that begins like one is closed
// before any of it is executed.
// Sources: RFC 9112, section 3 (request line); RFC 8446, section 5.1 (record layer).

/// True for a request line: "POST /path HTTP/1.1", "PRI * HTTP/2.0".
bool looks_like_http(std::string_view line) noexcept {
  const std::string_view method = text::take_word(line);
  text::take_word(line);  // the target
  const std::string_view version = text::take_word(line);
  const bool is_method =
      !method.empty() && std::ranges::all_of(method, [](char c) { return c >= 'A' && c <= 'Z'; });
  return is_method && version.starts_with("HTTP/") && text::trimmed(line).empty();
}

/// True if a conversation that begins with `bytes`, at least one, is a TLS handshake. The first
/// byte decides, since no command begins with it.
bool looks_like_tls(std::string_view bytes) noexcept {
  constexpr char kHandshake = 0x16;
  return bytes.front() == kHandshake;
}

/// Compares the two in a time that depends only on the length of `offered`, so that a client learns
/// nothing about `expected` from the time of the answer.
bool same_token(std::string_view offered, std::string_view expected) noexcept {
  // volatile: the compiler must not end the loop early.
  volatile unsigned char difference = offered.size() == expected.size() ? 0 : 1;
  for (std::size_t i = 0; i < offered.size(); ++i) {
    const char other = expected.empty() ? '\0' : expected[i % expected.size()];
    difference = static_cast<unsigned char>(difference | (offered[i] ^ other));
  }
  return difference == 0;
}

class ClientSession final : public line::ForwardingSession {
 public:
  ClientSession(std::shared_ptr<line::Channel> channel, ClientAdmission admission,
                std::shared_ptr<ClientRecord> record)
      : ForwardingSession(std::move(channel)),
        admission_(std::move(admission)),
        record_(std::move(record)) {
    if (admission_.token.empty()) admit();
  }

  bool accepts_start(std::string_view bytes) override {
    record_->foreign = looks_like_tls(bytes);
    return !record_->foreign;
  }

  void receive(std::string_view line) override {
    ++record_->lines;
    if (!greeted_ && looks_like_http(line)) return turn_off();
    if (session_ == nullptr) return log_in(line);
    greeted_ = greeted_ || !is_blank(line);
    session_->receive(line);
  }

  void line_too_long() override {
    ++record_->lines;
    if (session_ == nullptr) return reject();
    if (greeted_) return session_->line_too_long();
    // It may be an HTTP request, so what follows must not be executed.
    record_->too_long = true;
    channel_->send("error: the first line was too long\n");
    channel_->close();
  }

 private:
  /// Ends the conversation of a client that uses another protocol.
  void turn_off() {
    record_->foreign = true;
    channel_->close();
  }

  void log_in(std::string_view line) {
    if (record_->refused) return;
    std::string_view rest = line;
    const bool asks = text::take_word(rest) == "token";
    const bool knows = same_token(text::trimmed(rest), admission_.token);
    if (!asks || !knows) return reject();
    if (!admission_.logged_in()) return;
    channel_->send("ok\n");
    admit();
  }

  void reject() {
    if (std::exchange(record_->refused, true)) return;
    admission_.refused([channel = channel_] {
      channel->send("error: the first line must be 'token VALUE' with the right value\n");
      channel->close();
    });
  }

  void admit() {
    session_ =
        make_session(admission_.protocol, admission_.configs, channel_, [this](Protocol protocol) {
          record_->protocol = protocol;
          if (admission_.decided) admission_.decided();
        });
  }

  ClientAdmission admission_;
  std::shared_ptr<ClientRecord> record_;
  bool greeted_ = false;  ///< session_ received a line other than comments
};

}  // namespace

std::shared_ptr<line::Session> make_client_session(std::shared_ptr<line::Channel> channel,
                                                   ClientAdmission admission,
                                                   std::shared_ptr<ClientRecord> record) {
  return std::make_shared<ClientSession>(std::move(channel), std::move(admission),
                                         std::move(record));
}

}  // namespace trivium::server
