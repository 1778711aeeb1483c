#include "protocols/acpc/dealer_seat.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "boost/asio/ip/v6_only.hpp"

#include "protocols/acpc/version.h"
#include "protocols/line/channels/socket_channel.h"

namespace trivium::acpc {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr std::size_t kMaxGuests = 8;
constexpr int kBacklog = 8;
constexpr auto kAcceptPause = std::chrono::milliseconds(100);

/// The longest state of ten players has about 4,000 bytes.
line::StreamLimits stream_limits(std::chrono::milliseconds version_patience) {
  return {.line_bytes = std::size_t{1} << 14,
          .output_bytes = std::size_t{1} << 20,
          .idle = version_patience,
          .drain = std::chrono::seconds(2)};
}

}  // namespace

/// A connected client. The channel owns it until the connection ends, the seat as long as it may
/// send.
class DealerSeat::Guest final : public line::Session {
 public:
  Guest(DealerSeat& seat, std::shared_ptr<line::StreamChannel> channel)
      : seat_(&seat), channel_(std::move(channel)) {}

  void send(std::string text) {
    if (channel_ != nullptr) channel_->send(std::move(text));
  }
  /// Removes the idle limit: players have no limit on thinking here.
  void allow_silence() { channel_->limit_idle(std::chrono::milliseconds(0)); }
  /// Closes the connection after all output is written. The seat gets no more events of it.
  void dismiss() {
    seat_ = nullptr;
    if (const auto channel = std::exchange(channel_, nullptr)) channel->close();
  }

  void receive(std::string_view line) override {
    if (seat_ != nullptr) seat_->handle_line(*this, line);
  }
  void line_too_long() override {
    if (seat_ != nullptr) seat_->too_long();
  }
  void end(line::SessionEnd) override {
    channel_ = nullptr;
    if (DealerSeat* const seat = std::exchange(seat_, nullptr)) seat->guest_left(*this);
  }

 private:
  DealerSeat* seat_;
  std::shared_ptr<line::StreamChannel> channel_;
};

DealerSeat::DealerSeat(asio::io_context& io, int seat, SeatHost& host,
                       std::chrono::milliseconds version_patience)
    : io_(io),
      seat_(seat),
      host_(host),
      version_patience_(version_patience),
      acceptor_(io),
      pause_(io) {}

DealerSeat::~DealerSeat() { close(); }

void DealerSeat::listen(const tcp::endpoint& endpoint) {
  acceptor_.open(endpoint.protocol());
  acceptor_.set_option(tcp::acceptor::reuse_address(true));
  if (endpoint.address().is_v6()) acceptor_.set_option(asio::ip::v6_only(true));
  acceptor_.bind(endpoint);
  acceptor_.listen(kBacklog);
  port_ = acceptor_.local_endpoint().port();
  accept();
}

/// Accepts one connection at a time, while there is room.
void DealerSeat::accept() {
  if (accepting_ || taken() || guests_.size() >= kMaxGuests || !acceptor_.is_open()) return;
  accepting_ = true;
  acceptor_.async_accept([this](error_code failure, tcp::socket socket) {
    if (failure == asio::error::operation_aborted) return;
    accepting_ = false;
    if (taken() || !acceptor_.is_open()) return;
    if (!failure) {
      welcome(std::move(socket));
      return accept();
    }
    host_.seat_remark(seat_, "cannot accept a connection: " + failure.message());
    pause_.expires_after(kAcceptPause);
    pause_.async_wait([this](error_code ended) {
      if (!ended) accept();
    });
  });
}

void DealerSeat::welcome(tcp::socket socket) {
  error_code failure;
  socket.set_option(tcp::no_delay(true), failure);
  if (failure) return;  // already closed
  const auto channel = std::make_shared<line::SocketChannel>(
      line::SocketChannel::Socket(std::move(socket)), stream_limits(version_patience_));
  guests_.push_back(std::make_shared<Guest>(*this, channel));
  channel->start(guests_.back());
}

void DealerSeat::handle_line(Guest& guest, std::string_view line) {
  if (&guest == player_.get()) return host_.seat_sent(seat_, line);
  check_version(guest, line);
}

void DealerSeat::check_version(Guest& guest, std::string_view line) {
  const auto found = std::ranges::find(guests_, &guest, &std::shared_ptr<Guest>::get);
  const std::shared_ptr<Guest> self = *found;
  guests_.erase(found);
  const Result<Version> version = parse_version(line);
  if (!version) {
    host_.seat_remark(seat_, "rejected: " + version.error().message);
    self->send(fmt::format("# ERROR: {}{}", version.error().message, kLineEnd));
    self->dismiss();
    return accept();
  }
  player_ = self;
  player_->allow_silence();
  dismiss_guests();
  acceptor_.cancel();
  accepting_ = false;
  host_.seat_taken(seat_);
}

void DealerSeat::too_long() { host_.seat_remark(seat_, "a line was too long and was dropped"); }

void DealerSeat::guest_left(Guest& guest) {
  if (&guest == player_.get()) {
    player_ = nullptr;
    output_.clear();
    accept();
    return host_.seat_left(seat_);
  }
  std::erase_if(guests_, [&guest](const auto& other) { return other.get() == &guest; });
  host_.seat_remark(
      seat_, fmt::format("a client left, or was disconnected after {} ms, without a version line",
                         version_patience_.count()));
  accept();
}

void DealerSeat::dismiss_guests() {
  for (const auto& guest : std::exchange(guests_, {})) guest->dismiss();
}

void DealerSeat::queue(std::string_view text) {
  if (taken()) output_ += text;
}

void DealerSeat::flush() {
  if (taken() && queued()) player_->send(std::exchange(output_, {}));
}

void DealerSeat::close() {
  flush();
  error_code ignored;
  acceptor_.close(ignored);
  pause_.cancel();
  dismiss_guests();
  if (const auto player = std::exchange(player_, nullptr)) player->dismiss();
}

}  // namespace trivium::acpc
