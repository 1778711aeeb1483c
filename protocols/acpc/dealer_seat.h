// One seat of a network match: its port, the connected player, and clients that have not completed
// the version handshake.
//
// While the seat is free, it accepts several clients at once and waits for the version line of
// each, so a silent client cannot block a player. The first client with a correct line gets the
// seat; the others are disconnected. While the seat is taken, new connections wait in the system's
// queue. Lines to the player are collected until flush(), so that one write carries lines that
// belong together.
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

#include "protocols/line/channels/stream_channel.h"

namespace trivium::acpc {

/// Events of a seat, called on the I/O thread. Seats count from 0.
class SeatHost {
 public:
  virtual ~SeatHost() = default;
  /// A player has completed the handshake.
  virtual void seat_taken(int seat) = 0;
  /// The player sent a line, given without its end.
  virtual void seat_sent(int seat, std::string_view line) = 0;
  /// The player has disconnected. The seat is free, and its port accepts the next player.
  virtual void seat_left(int seat) = 0;
  /// One line for the operator: a client was rejected, a line was too long, ...
  virtual void seat_remark(int seat, const std::string& text) = 0;
};

class DealerSeat {
 public:
  /// `io` is run by one thread. `host` must outlive the seat. A client that sends no version line
  /// within `version_patience` is disconnected; 0 means no limit.
  DealerSeat(boost::asio::io_context& io, int seat, SeatHost& host,
             std::chrono::milliseconds version_patience);
  ~DealerSeat();
  DealerSeat(const DealerSeat&) = delete;
  DealerSeat& operator=(const DealerSeat&) = delete;

  /// Opens the port; 0 lets the system choose one. Throws boost::system::system_error.
  void listen(const boost::asio::ip::tcp::endpoint& endpoint);
  /// Returns the port that listen() opened.
  std::uint16_t port() const noexcept { return port_; }

  bool taken() const noexcept { return player_ != nullptr; }
  /// Queues `text`, whole lines, for the player. Does nothing while the seat is free.
  void queue(std::string_view text);
  /// True if lines wait for flush().
  bool queued() const noexcept { return !output_.empty(); }
  /// Sends the queue. Does not block.
  void flush();
  /// Sends the queue, then closes connection and port. seat_left() is not called.
  void close();

 private:
  class Guest;

  void accept();
  void welcome(boost::asio::ip::tcp::socket socket);
  void handle_line(Guest& guest, std::string_view line);
  void check_version(Guest& guest, std::string_view line);
  void too_long();
  void guest_left(Guest& guest);
  void dismiss_guests();

  boost::asio::io_context& io_;
  const int seat_;
  SeatHost& host_;
  const std::chrono::milliseconds version_patience_;
  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::steady_timer pause_;  ///< until the next accept after one that failed
  std::uint16_t port_ = 0;
  bool accepting_ = false;
  std::vector<std::shared_ptr<Guest>> guests_;  ///< clients that have not sent their version yet
  std::shared_ptr<Guest> player_;
  std::string output_;
};

}  // namespace trivium::acpc
