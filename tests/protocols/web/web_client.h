// Client of a web listener for tests: sends HTTP requests, and frames of any kind in a WebSocket.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tests/protocols/line/conversation.h"

namespace trivium::web {

struct HttpAnswer {
  int status = 0;                             ///< 0: the connection ended without an answer
  std::map<std::string, std::string> fields;  ///< by name in lower case
  std::string body;                           ///< empty for HEAD and for answers without one
};

class WebClient {
 public:
  /// `port` is that of the listener, for Host and Origin.
  WebClient(line::Client client, std::uint16_t port) : client_(std::move(client)), port_(port) {}

  /// Sends `text` as it is.
  void send(std::string_view text) { client_.write(text); }
  /// Reads an answer; `with_body`: false after HEAD.
  HttpAnswer read_answer(bool with_body = true);
  /// Sends a GET request for `path` with the right field Host, then `fields`, which are whole
  /// header lines without the last line end. Returns the answer.
  HttpAnswer get(std::string_view path, std::string_view fields = {});

  /// Requests a WebSocket with the field Origin; without the field if `origin` is empty. Returns
  /// the status of the answer.
  int open_socket(const std::string& origin);
  /// The origin of the page itself.
  std::string own_origin() const { return "http://" + host(); }
  std::string host() const { return "127.0.0.1:" + std::to_string(port_); }

  /// Sends a text message in one masked frame.
  void send_text(std::string_view text) { send_frame(0x81, text); }
  /// Sends a frame whose first byte (FIN and opcode) is `first`. A browser masks every frame.
  void send_frame(std::uint8_t first, std::string_view payload, bool masked = true);
  /// Returns the next line of the text messages; nothing if the WebSocket was closed.
  std::optional<std::string> read_line();
  /// Reads messages until a line that begins with `prefix`.
  std::optional<std::string> read_until(std::string_view prefix);

 private:
  /// Reads a frame and appends its text. Returns false at a close frame and at the end.
  bool read_frame();

  line::Client client_;
  std::uint16_t port_;
  std::string text_;
};

}  // namespace trivium::web
