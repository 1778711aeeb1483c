// Base class of the sessions of command protocols: command queue, worker, states and the session's
// share of the hash memory.
//
// A protocol derives its session from this class and supplies its grammar (execute()) and the
// reactions to finished work. Commands run in the order of arrival, one in each turn of the I/O
// thread, so that other clients get their turns between them. Work that may take more than about a
// millisecond runs on the worker, with a slot if slots are limited; later commands wait in the
// queue.
//
//                      search()                      it ends
//        +--------------------------> searching --------------------+
//        |                                |  it ends, its answer    |
//        |                                |  is held back           |
//        |        present(), held back    v                         |
//      idle ------------------------> holding                       |
//        ^ <------ stop, ponderhit -------+                         |
//        +----------------------------------------------------------+
//        |           prepare()
//      idle ------------------------> preparing
//        ^ <-------- it ends -------------+
//
// A stop ends a search, also one that waits for a slot. Preparations before the search then run at
// once, without a slot: they apply the client's settings, so they are short and must not be lost. A
// preparation that the protocol marks as dispensable is skipped instead. The end of the session
// skips all.
//
// If the work throws, it ends as usual: the next step runs on the I/O thread in the state idle and
// finds the reason in fault().
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/core/search_control.h"
#include "protocols/line/channels/channel.h"
#include "protocols/line/memory_budget.h"
#include "protocols/line/search_slots.h"
#include "protocols/line/search_worker.h"

namespace trivium::line {

/// Initial settings of a session and limits for its client.
struct CoreConfig {
  int threads = 1;
  int max_threads = 256;
  int hash_megabytes = kUsualHashMegabytes;
  int max_hash_megabytes = 4096;
  std::string version{};
  bool files = true;                            ///< the client may name files of this machine
  std::shared_ptr<SearchSlots> search_slots{};  ///< null: as many searches as sessions
  std::shared_ptr<MemoryBudget> hash_budget{};  ///< null: max_hash_megabytes is the only limit
  SearchWorker::Launcher launcher = SearchWorker::start_thread;  ///< replaced in tests
};

class SessionCore : public Session {
 public:
  SessionCore(std::shared_ptr<Channel> channel, const CoreConfig& config);
  ~SessionCore() override;

  bool busy() const override { return !idle() || !queue_.empty(); }
  std::optional<Activity> activity() const override { return worker_.activity(working_on_); }
  /// Drops the queue unless only the input has ended. Stops the search and every search that begins
  /// later.
  void end(SessionEnd how) override;

 protected:
  using Clock = SearchControl::Clock;

  /// A command that waits for its turn.
  struct Waiting {
    std::string line{};
    bool too_long = false;    ///< the line was dropped; `line` is empty
    bool searches = false;    ///< it starts a search
    bool limited = true;      ///< the search ends by itself
    bool stopped = false;     ///< a stop came after it
    bool ponder_hit = false;  ///< a ponderhit came after it
    Clock::time_point received = Clock::now();
  };

  /// When work that waits for a slot may be skipped.
  enum class Skip : std::uint8_t {
    kAtStop,  ///< when it is stopped
    kAtEnd,   ///< when the session ends; a stop makes it run at once, without a slot
  };

  /// The running work, or a search whose answer is held back. Protocols derive their own from it.
  struct Work {
    /// The clock starts at `received`.
    explicit Work(bool pondering = false, Clock::time_point received = Clock::now())
        : control(pondering, received) {}

    /// True if it ends by itself.
    bool is_limited() const noexcept { return limited && !control.pondering(); }

    SearchControl control;
    bool limited = true;    ///< ends by itself unless it ponders
    bool hold = false;      ///< the answer waits for a stop or a ponderhit
    bool infinite = false;  ///< after a ponderhit the answer still waits for a stop
    Skip skip = Skip::kAtStop;
    /// Requested when the work is stopped or the session ends. Work that only saves time later,
    /// such as warming up a table, is then left out.
    std::stop_source no_extras;
  };

  /// Steps of a search.
  struct Steps {
    std::function<void()> think;  ///< on the worker
    /// Called on the I/O thread after `think`; after a fault it can still find an answer.
    std::function<void()> ended;
    /// Called on the I/O thread after `ended`, or later if the answer is held back.
    std::function<void()> answer;
  };

  // Supplied by the protocol

  /// Executes a command whose turn has come. Must not throw.
  virtual void execute(const Waiting& waiting) = 0;
  /// Called if more commands wait than the session may keep. The last one was not queued.
  virtual void queue_full() = 0;
  /// Called when no command can be executed now.
  virtual void turn_ended() {}
  /// False if commands must wait although the session is idle.
  virtual bool may_execute() const { return true; }

  // Commands

  /// Executes the command at once if the session is idle and no command waits, otherwise when its
  /// turn comes.
  void enqueue(Waiting waiting);
  /// Executes the first command that waits, unless work is in progress. The next one gets a turn of
  /// its own.
  void run_queue();
  void drop_queue();
  std::deque<Waiting>& queue() noexcept { return queue_; }

  // Work

  bool idle() const noexcept { return state_ == State::kIdle; }
  bool preparing() const noexcept { return state_ == State::kPreparing; }
  /// True if a search is under way or its answer is held back.
  bool has_search() const noexcept {
    return state_ == State::kSearching || state_ == State::kHolding;
  }
  /// Requires: !idle().
  const Work& work() const noexcept { return *work_; }
  /// True if the work has no slot yet.
  bool waits_for_slot() const noexcept { return worker_.waiting(); }
  /// In Steps::ended and Steps::answer, and in `done` of prepare(): why the work failed, or
  /// nothing.
  const std::optional<std::string>& fault() const noexcept { return worker_.fault(); }
  /// In the same places: true if the work was skipped while it waited for a slot.
  bool skipped() const noexcept { return worker_.skipped(); }
  bool ended() const noexcept { return ended_; }

  /// Sets what activity() returns for the work that starts next.
  void name_activity(std::string_view name, std::string_view arguments) {
    working_on_ = shown_command(name, arguments);
  }
  const std::string& activity_name() const noexcept { return working_on_; }

  /// Runs `job` on the worker, then `done` on the I/O thread. If this throws, nothing was started.
  /// Requires: idle().
  void prepare(std::function<void(const Work& work)> job, std::function<void()> done,
               Skip skip = Skip::kAtEnd);
  /// Runs `steps`. If this throws, nothing was started. Requires: idle().
  void search(const std::shared_ptr<Work>& work, Steps steps);
  /// Gives the answer of a search that was not needed or has ended, now or when it is no longer
  /// held back. Requires: idle().
  void present(const std::shared_ptr<Work>& work, std::function<void()> answer);

  /// Ends the work, whatever it is, as soon as possible. If it waits for a slot, it is skipped or
  /// runs at once (Skip).
  void stop_work();
  /// Like stop_work(), but only if a search is under way or its answer is held back.
  void stop_search();
  /// Stops the search and the waiting searches, and the preparations before them.
  void stop_all();
  /// Stops the running and the waiting searches that would not end by themselves, so that later
  /// commands can run.
  void stop_unlimited();
  /// Ends the pondering of the running search: its clock runs from now on, and a held-back answer
  /// is given unless the search is infinite. Does nothing if no search ponders.
  void hit_ponder();

  // Memory for hash tables

  /// Claims memory for a table of `megabytes` in place of one of `former`. Returns an error, and
  /// claims nothing, if the machine or the shared budget has too little. keep_hash() must follow.
  Status claim_hash(int former, int megabytes);
  /// Sets the claim to the table's actual size, `megabytes`, which is not more than was claimed.
  void keep_hash(int megabytes) { (void)hash_share_.resize(static_cast<std::size_t>(megabytes)); }

  const std::shared_ptr<Channel> channel_;

 private:
  enum class State : std::uint8_t { kIdle, kPreparing, kSearching, kHolding };

  static std::size_t bytes_of(const Waiting& waiting) noexcept;
  std::shared_ptr<SessionCore> self() {
    return std::static_pointer_cast<SessionCore>(shared_from_this());
  }
  /// Posts the next turn if a command can be executed in it.
  void end_turn();
  /// Enters the state idle and releases the work.
  void become_idle() noexcept;
  /// Gives the answer of a search unless it is held back.
  void give_answer();

  MemoryShare hash_share_;
  std::deque<Waiting> queue_;
  std::size_t queued_bytes_ = 0;
  bool turn_posted_ = false;  ///< run_queue() is posted
  std::string working_on_;
  State state_ = State::kIdle;
  std::shared_ptr<Work> work_;    ///< null if idle
  std::function<void()> answer_;  ///< null unless holding
  bool ended_ = false;
  SearchWorker worker_;
};

}  // namespace trivium::line
