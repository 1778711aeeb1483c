// The processes of one training run, and the messages between them.
//
// Every process runs the same command on the same data. Only sums over shards are divided
// (shards.h); all else is computed by each process, or by rank 0 alone and then shared. Each
// process must therefore call the functions below in the same order.
//
// An error on one process ends all: end() sends its message to the others, and each receive() there
// throws it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/format/load_error.h"

namespace trivium::learning {

using Bytes = std::vector<std::byte>;

/// Moves messages between processes. Used by one thread.
class Transport {
 public:
  struct Message {
    std::size_t from = 0;
    Bytes bytes;  ///< empty if process `from` has ended without ProcessGroup::end()
  };

  virtual ~Transport() = default;
  virtual std::size_t size() const noexcept = 0;  ///< number of processes, at least 1
  virtual std::size_t rank() const noexcept = 0;  ///< number of this process, in [0, size())
  /// Sends a message that is not empty. May block until the receiver takes it. Messages from one
  /// process to another arrive in order. Does nothing if the receiver has ended.
  virtual void send(std::size_t to, std::span<const std::byte> bytes) = 0;
  /// Blocks until a message of any process arrives. Requires: a process has not ended.
  virtual Message receive() = 0;

 protected:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
};

/// The error of another process, which ends this one too. Its code is "processes.fault".
class ProcessFault : public format::LoadError {
 public:
  explicit ProcessFault(const std::string& message)
      : format::LoadError("processes.fault", message) {}
};

/// Not thread-safe. Blocking functions throw ProcessFault if another process has failed or ended.
class ProcessGroup {
 public:
  /// `machine` names the machine of this process in messages. Requires: `transport` outlives this
  /// object.
  ProcessGroup(Transport& transport, std::string_view machine);

  std::size_t size() const noexcept { return transport_.size(); }
  std::size_t rank() const noexcept { return transport_.rank(); }
  /// Number of bytes that this process has sent, with the headers of messages.
  std::uint64_t sent() const noexcept { return sent_; }

  void send(std::size_t to, std::span<const std::byte> bytes);
  /// Blocks until the next message of process `from` arrives, and returns it.
  Bytes receive(std::size_t from);

  /// Replaces `bytes` by those of process `from`, on every process. Blocks.
  void share(std::size_t from, Bytes& bytes);

  /// Returns the texts of all processes in the order of ranks on rank 0, and nothing on the others.
  std::vector<std::string> gather(std::string_view text);

  /// Returns the difference of the texts of another process and of rank 0 as words.
  using Difference = std::function<std::string(std::string_view other, std::string_view first)>;
  /// Throws format::LoadError on rank 0 if the `text` of another process differs from its own:
  /// "rank 2 on node7 has another WHAT than rank 0 on node1: DIFFERENCE". Blocks until rank 0 has
  /// compared, so that a long preparation does not begin in vain.
  void require_equal(std::string_view what, std::string_view text, const Difference& difference);

  struct End {
    std::optional<std::string> fault;  ///< first error of another process
    std::uint64_t sent = 0;            ///< number of bytes that all processes have sent
  };
  /// Ends the group: sends `fault`, the error of this process or null, and blocks until all other
  /// processes have called end() or have ended. Requires: nothing but sent() is called afterwards.
  End end(const std::string* fault);

 private:
  enum class Kind : std::uint8_t { kPart, kLast, kEnd, kFault };
  struct Peer {
    std::deque<Bytes> inbox;  // complete messages
    Bytes partial;            // pieces of a message whose end has not arrived
    bool ended = false;
  };

  void send_frame(std::size_t to, Kind kind, std::span<const std::byte> bytes);
  /// Blocks until a frame of any process arrives, and enters it.
  void take_frame();
  void enter_end(std::size_t from, std::span<const std::byte> payload);

  Transport& transport_;
  std::string machine_;
  std::vector<Peer> peers_;  // by rank
  std::optional<std::string> fault_;
  std::uint64_t sent_ = 0;
  std::uint64_t sent_by_others_ = 0;  // known after their end()
};

}  // namespace trivium::learning
