// A seat of a match on the network: its port, the player who came through the version handshake, and the door for the next one.
//
// While the seat is free every client that connects is asked for its version line, several at once, so that one who says nothing cannot
// keep a player out; the first right one gets the seat. While it is taken nobody else is let in: who connects waits until the player has
// left. Lines to the player are collected until flush(), so that one write carries what belongs together.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "boost/asio/io_context.hpp"
#include "boost/asio/ip/tcp.hpp"
#include "boost/asio/steady_timer.hpp"

#include "protocols/line/stream_channel.h"

namespace trivium::acpc {

/// What happens at a seat, on the I/O thread. Seats count from 0.
class SeatHost {
 public:
  virtual ~SeatHost() = default;
  /// A player has come through the handshake.
  virtual void seat_taken(int seat) = 0;
  /// The player sent a line, given without its end.
  virtual void seat_said(int seat, std::string_view line) = 0;
  /// The player is gone. The seat is free, and its port takes the next one.
  virtual void seat_left(int seat) = 0;
  /// One line for the operator: somebody was turned away, a line was too long, ...
  virtual void seat_remark(int seat, const std::string& text) = 0;
};

class DealerSeat {
 public:
  /// `io` is run by one thread. `host` must outlive the seat. A client whose version line does not come within `version_patience` is sent
  /// away; 0 is no limit.
  DealerSeat(boost::asio::io_context& io, int seat, SeatHost& host, std::chrono::milliseconds version_patience);
  ~DealerSeat();
  DealerSeat(const DealerSeat&) = delete;
  DealerSeat& operator=(const DealerSeat&) = delete;

  /// Opens the port; 0 lets the system choose one. Throws boost::system::system_error.
  void listen(const boost::asio::ip::tcp::endpoint& endpoint);
  /// The port that listen() opened.
  std::uint16_t port() const noexcept { return port_; }

  bool taken() const noexcept { return player_ != nullptr; }
  /// Keeps `text`, whole lines, for the player. Nothing happens while the seat is free.
  void queue(std::string_view text);
  /// Whether queue() was called since the last flush().
  bool queued() const noexcept { return !output_.empty(); }
  void flush();
  /// Sends what is queued, then closes connection and port. seat_left() does not follow.
  void close();

 private:
  class Guest;

  void accept();
  void welcome(boost::asio::ip::tcp::socket socket);
  void heard(Guest& guest, std::string_view line);
  void check_version(Guest& guest, std::string_view line);
  void too_long();
  void gone(Guest& guest);
  void dismiss_guests();

  boost::asio::io_context& io_;
  const int seat_;
  SeatHost& host_;
  const std::chrono::milliseconds version_patience_;
  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::steady_timer pause_;  ///< before the next try when the system has no descriptors left
  std::uint16_t port_ = 0;
  bool accepting_ = false;
  std::vector<std::shared_ptr<Guest>> guests_;  ///< who has not said his version yet
  std::shared_ptr<Guest> player_;
  std::string output_;
};

}  // namespace trivium::acpc
