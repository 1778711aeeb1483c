// Recognizes clients that speak HTTP or TLS to a listener for lines.
//
// A web page may send such a request to any port of the user's machine, with commands in its body.
// So a connection that begins like one is closed before anything of it is executed.
// Sources: RFC 9112, section 3 (request line); RFC 8446, section 5.1 (record layer).
#pragma once

#include <string_view>

namespace trivium::server {

/// True for a request line: "POST /path HTTP/1.1", "PRI * HTTP/2.0".
bool looks_like_http(std::string_view line) noexcept;

/// True if a conversation that begins with `bytes`, at least one, is a TLS handshake. No command
/// begins with the first byte of one, so this byte decides.
bool looks_like_tls(std::string_view bytes) noexcept;

}  // namespace trivium::server
