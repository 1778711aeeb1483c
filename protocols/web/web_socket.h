// A WebSocket as a transport of lines. The texts of its frames form one stream of bytes; line ends
// separate lines, and the boundaries of frames have no meaning. Source: RFC 6455.
//
// Beast takes long to compile, so only the sources of this folder include it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "boost/beast/core/tcp_stream.hpp"
#include "boost/beast/http/empty_body.hpp"
#include "boost/beast/http/message.hpp"

#include "protocols/line/channels/transport.h"

namespace trivium::web {

/// Accepts `request`, which asks for a WebSocket, and passes the WebSocket to `opened`. Does not
/// call `opened` if the client has disconnected. A message of more than `message_bytes` ends the
/// connection.
void open_web_socket(boost::beast::tcp_stream stream,
                     const boost::beast::http::request<boost::beast::http::empty_body>& request,
                     std::size_t message_bytes,
                     std::function<void(std::shared_ptr<line::Transport> transport)> opened);

}  // namespace trivium::web
