#include "tests/protocols/web/web_client.h"

#include <algorithm>
#include <array>

#include "engine/core/text.h"

namespace trivium::web {

namespace {

/// The mask of all frames; its value does not matter.
constexpr std::array<char, 4> kMask{'\x12', '\x34', '\x56', '\x78'};

}  // namespace

HttpAnswer WebClient::read_answer(bool with_body) {
  HttpAnswer answer;
  const std::optional<std::string> status = client_.read_line();
  if (!status || !status->starts_with("HTTP/1.1 ")) return answer;
  answer.status = std::stoi(status->substr(9, 3));
  while (const std::optional<std::string> line = client_.read_line()) {
    const std::string_view field = text::trimmed(*line);
    if (field.empty()) break;
    const std::size_t colon = field.find(':');
    answer.fields[text::lower_case(field.substr(0, colon))] =
        text::trimmed(field.substr(colon + 1));
  }
  const auto length = answer.fields.find("content-length");
  if (with_body && length != answer.fields.end() && answer.status != 304) {
    answer.body =
        client_.read_bytes(static_cast<std::size_t>(std::stoul(length->second))).value_or("");
  }
  return answer;
}

HttpAnswer WebClient::get(std::string_view path, std::string_view fields) {
  send("GET " + std::string(path) + " HTTP/1.1\r\nHost: " + host() + "\r\n" + std::string(fields) +
       (fields.empty() ? "" : "\r\n") + "\r\n");
  return read_answer();
}

int WebClient::open_socket(const std::string& origin) {
  std::string fields =
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
  if (!origin.empty()) fields += "\r\nOrigin: " + origin;
  return get("/ws", fields).status;
}

void WebClient::send_frame(std::uint8_t first, std::string_view payload, bool masked) {
  std::string frame(1, static_cast<char>(first));
  const auto mask_bit = static_cast<char>(masked ? 0x80 : 0);
  const std::size_t size = payload.size();
  if (size < 126) {
    frame += static_cast<char>(mask_bit | static_cast<char>(size));
  } else {
    frame += static_cast<char>(mask_bit | 127);
    for (int shift = 56; shift >= 0; shift -= 8)
      frame += static_cast<char>((static_cast<std::uint64_t>(size) >> shift) & 0xFF);
  }
  if (masked) frame.append(kMask.begin(), kMask.end());
  for (std::size_t i = 0; i < size; ++i)
    frame += static_cast<char>(masked ? payload[i] ^ kMask[i % 4] : payload[i]);
  send(frame);
}

bool WebClient::read_frame() {
  const std::optional<std::string> head = client_.read_bytes(2);
  if (!head) return false;
  const int opcode = (*head)[0] & 0x0F;
  std::uint64_t size = static_cast<unsigned char>((*head)[1]) & 0x7F;
  const std::size_t more = size == 126 ? 2 : size == 127 ? 8 : 0;
  if (more > 0) {
    const std::optional<std::string> bytes = client_.read_bytes(more);
    if (!bytes) return false;
    size = 0;
    for (const char byte : *bytes) size = size << 8 | static_cast<unsigned char>(byte);
  }
  const std::optional<std::string> payload = client_.read_bytes(size);
  constexpr int kClose = 8;
  if (!payload || opcode == kClose) return false;
  if (opcode <= 1) text_ += *payload;
  return true;
}

std::optional<std::string> WebClient::read_line() {
  while (text_.find('\n') == std::string::npos) {
    if (!read_frame()) return std::nullopt;
  }
  const std::size_t end = text_.find('\n');
  std::string line = text_.substr(0, end);
  text_.erase(0, end + 1);
  return line;
}

std::optional<std::string> WebClient::read_until(std::string_view prefix) {
  while (std::optional<std::string> line = read_line()) {
    if (line->starts_with(prefix)) return line;
  }
  return std::nullopt;
}

}  // namespace trivium::web
