#include "learning/harness/process_group.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <utility>

namespace trivium::learning {

namespace {

// Frames are limited in size, because MPI counts bytes in an int.
constexpr std::size_t kMaxPiece = std::size_t{1} << 24;
// An error must fit into the buffers of a transport, since its receiver may be sending too.
constexpr std::size_t kMaxFault = 1024;

std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Returns "rank 2 on node7".
std::string place_of(std::size_t rank, std::string_view machine) {
  return fmt::format("rank {} on {}", rank, machine);
}

}  // namespace

ProcessGroup::ProcessGroup(Transport& transport, std::string_view machine)
    : transport_(transport), machine_(machine), peers_(transport.size()) {}

void ProcessGroup::send_frame(std::size_t to, Kind kind, std::span<const std::byte> bytes) {
  Bytes frame;
  frame.reserve(bytes.size() + 1);
  frame.push_back(static_cast<std::byte>(kind));
  frame.insert(frame.end(), bytes.begin(), bytes.end());
  transport_.send(to, frame);
  sent_ += frame.size();
}

void ProcessGroup::send(std::size_t to, std::span<const std::byte> bytes) {
  if (fault_) throw ProcessFault(*fault_);
  while (bytes.size() > kMaxPiece) {
    send_frame(to, Kind::kPart, bytes.first(kMaxPiece));
    bytes = bytes.subspan(kMaxPiece);
  }
  send_frame(to, Kind::kLast, bytes);
}

void ProcessGroup::enter_end(std::size_t from, std::span<const std::byte> payload) {
  peers_[from].ended = true;
  std::uint64_t sent = 0;
  std::memcpy(&sent, payload.data(), std::min(payload.size(), sizeof sent));
  sent_by_others_ += sent;
}

void ProcessGroup::take_frame() {
  const Transport::Message message = transport_.receive();
  Peer& peer = peers_[message.from];
  if (message.bytes.empty()) {
    if (!fault_ && !peer.ended)
      fault_ = fmt::format("rank {} has ended before the end of the run", message.from);
    peer.ended = true;
    return;
  }
  const std::span payload = std::span<const std::byte>(message.bytes).subspan(1);
  switch (static_cast<Kind>(message.bytes.front())) {
    case Kind::kPart:
    case Kind::kLast:
      peer.partial.insert(peer.partial.end(), payload.begin(), payload.end());
      if (static_cast<Kind>(message.bytes.front()) == Kind::kLast)
        peer.inbox.push_back(std::exchange(peer.partial, {}));
      break;
    case Kind::kEnd:
      enter_end(message.from, payload);
      break;
    case Kind::kFault:
      peer.ended = true;
      if (!fault_) fault_ = text_of(payload);
      break;
  }
}

Bytes ProcessGroup::receive(std::size_t from) {
  Peer& peer = peers_[from];
  while (peer.inbox.empty()) {
    if (!fault_ && peer.ended)
      fault_ = fmt::format("rank {} has ended before the end of the run", from);
    if (fault_) throw ProcessFault(*fault_);
    take_frame();
  }
  Bytes bytes = std::move(peer.inbox.front());
  peer.inbox.pop_front();
  return bytes;
}

// A binomial tree whose root is `from`: each process passes the bytes on to at most log2(size())
// others.
void ProcessGroup::share(std::size_t from, Bytes& bytes) {
  const std::size_t place = (rank() + size() - from) % size();  // 0 at the root
  const auto rank_of = [&](std::size_t other) { return (other + from) % size(); };
  std::size_t step = 1;
  while (step < size() && (place & step) == 0) step *= 2;
  if (place != 0) bytes = receive(rank_of(place - step));
  for (step /= 2; step > 0; step /= 2) {
    if (place + step < size()) send(rank_of(place + step), bytes);
  }
}

std::vector<std::string> ProcessGroup::gather(std::string_view text) {
  if (rank() != 0) {
    send(0, std::as_bytes(std::span(text)));
    return {};
  }
  std::vector<std::string> texts{std::string(text)};
  while (texts.size() < size()) texts.push_back(text_of(receive(texts.size())));
  return texts;
}

void ProcessGroup::require_equal(std::string_view what, std::string_view text,
                                 const Difference& difference) {
  const std::vector<std::string> machines = gather(machine_);
  const std::vector<std::string> texts = gather(text);
  for (std::size_t other = 1; other < texts.size(); ++other) {
    if (texts[other] == texts[0]) continue;
    throw format::LoadError("processes.differ", "{} has another {} than {}: {}",
                            place_of(other, machines[other]), what, place_of(0, machines[0]),
                            difference(texts[other], texts[0]));
  }
  Bytes none;
  share(0, none);
}

ProcessGroup::End ProcessGroup::end(const std::string* fault) {
  const std::uint64_t sent = sent_;
  for (std::size_t other = 0; other < size(); ++other) {
    if (other == rank()) continue;
    if (fault != nullptr) {
      // An error that came from another process is passed on as it is.
      std::string text = fault_ ? *fault_ : place_of(rank(), machine_) + ": " + *fault;
      if (text.size() > kMaxFault) text.resize(kMaxFault);
      send_frame(other, Kind::kFault, std::as_bytes(std::span(text)));
    } else {
      send_frame(other, Kind::kEnd, std::as_bytes(std::span(&sent, 1)));
    }
  }
  const auto others_have_ended = [&] {
    for (std::size_t other = 0; other < size(); ++other) {
      if (other != rank() && !peers_[other].ended) return false;
    }
    return true;
  };
  while (!others_have_ended()) take_frame();
  return {fault_, sent + sent_by_others_};
}

}  // namespace trivium::learning
