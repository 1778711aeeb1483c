// One search at a time beside the I/O thread: how a session thinks without going deaf.
//
// Lifetime. A session owns a SearchWorker as a member. `job` and `done` hold the session's shared_from_this(), so the session outlives
// its search; both are handed to the I/O thread when the job has returned and are released there, so the session never dies on its own
// search thread. A search that must end early is told so by its own means (SearchControl::stop()) and by hurry(), from Session::end() at
// the latest; after that the job returns within milliseconds, `done` runs (it may find its session ended, and then only lets go), and the
// last reference goes. The I/O thread joins the thread only after its job has returned, so it never waits for a search.
//
// Slots. If the sessions of a process share SearchSlots, a job waits for one before it gets a
// thread. A job that is stopped while it waits is skipped, so no job runs without a slot.
//
// Faults. What a job throws does not leave its thread: `done` runs all the same and finds in fault() what it was; the client is owed an
// answer in any case. The same holds where the system has no thread for the job. If start() itself throws, nothing has changed.
//
// The Channel must keep the executor behind post() alive as long as it lives itself (StreamChannel does).
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "protocols/line/channel.h"
#include "protocols/line/search_slots.h"

namespace trivium::line {

class SearchWorker {
 public:
  /// Starts a thread that runs `work`. Throws std::system_error if the system has none.
  using Launcher = std::function<std::jthread(std::function<void()> work)>;
  static std::jthread start_thread(std::function<void()> work);

  /// A null `slots` is no limit. Tests replace `launcher`.
  explicit SearchWorker(std::shared_ptr<Channel> channel, std::shared_ptr<SearchSlots> slots = nullptr, Launcher launcher = start_thread);
  SearchWorker(const SearchWorker&) = delete;
  SearchWorker& operator=(const SearchWorker&) = delete;
  /// Not on the search thread; see above why that cannot happen.
  ~SearchWorker();

  /// A job was started and its `done` has not begun. I/O thread.
  bool busy() const noexcept { return busy_; }
  /// Its job has no slot yet. I/O thread.
  bool waiting() const noexcept { return waiting_ != nullptr; }
  /// Returns the job in progress under the name `command`, or nothing unless busy(). I/O thread
  /// only.
  std::optional<Activity> activity(const std::string& command) const;

  /// Runs `job` on a thread of its own as soon as there is a slot, then `done` on the I/O thread, where it may start the next one. Not
  /// while busy(); I/O thread. Where no thread can be had, `done` runs with that as its fault().
  void start(std::function<void()> job, std::function<void()> done);
  /// To be called when the work is stopped. If it still waits for a slot, its job is skipped, and
  /// `done` runs soon. I/O thread.
  void hurry();

  /// In `done`: the text of what the job threw, or why it did not run; nothing if it returned. I/O thread.
  const std::optional<std::string>& fault() const noexcept { return fault_; }
  /// In `done`: true if hurry() came before the job had a slot; then fault() says so too. I/O thread.
  bool skipped() const noexcept { return skipped_; }

 private:
  struct Task;

  void launch(const std::shared_ptr<Task>& task) noexcept;
  void conclude(const std::shared_ptr<Task>& task) noexcept;

  std::shared_ptr<Channel> channel_;
  std::shared_ptr<SearchSlots> slots_;
  Launcher launcher_;
  bool busy_ = false;
  std::chrono::steady_clock::time_point since_;  ///< when the job started, or began to wait
  std::optional<std::string> fault_;
  bool skipped_ = false;
  std::shared_ptr<Task> waiting_;
  std::unique_ptr<SearchSlots::Claim> claim_;
  std::jthread thread_;
};

}  // namespace trivium::line
