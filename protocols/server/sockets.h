// What a server needs of the operating system beside Boost.Asio: enough descriptors, keep-alive and
// the socket file of its status. Also the texts that name an address.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>
#include <utility>

#include "boost/asio/ip/tcp.hpp"

#include "engine/core/result.h"

namespace trivium::server {

/// Returns "ADDRESS:PORT"; an IPv6 address is in brackets.
std::string text_of(const boost::asio::ip::tcp::endpoint& endpoint);

/// Returns the address whose connections count together: the IPv4 address, or the IPv6 network of
/// 64 bits, since a single client may own all of it.
std::string network_of(const boost::asio::ip::address& address);

/// Raises the soft limit of open descriptors to the need of `connections` connections. The error
/// states the number that this process may have.
Status provide_descriptors(int connections);

/// Enables keep-alive for a TCP socket: a client that vanished (a cable, a suspended laptop) is
/// noticed in two minutes, not in hours.
void notice_vanishing(int socket) noexcept;

/// Returns device and inode of the file at `path`; nothing if there is none.
std::optional<std::pair<dev_t, ino_t>> file_at(const std::filesystem::path& path) noexcept;

/// Removes the socket that a killed server left at `path`. Only a refused connection proves that no
/// process listens there: a program that is stopped or busy, or is another server, keeps its
/// socket. Does not block.
Status clear_stale_socket(const std::string& path);

}  // namespace trivium::server
