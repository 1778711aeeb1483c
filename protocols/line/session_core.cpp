#include "protocols/line/session_core.h"

#include <algorithm>
#include <utility>

namespace trivium::line {

namespace {

/// A client with more bytes of queued commands than this is not playing a game.
constexpr std::size_t kMaxQueuedBytes = std::size_t{16} << 20;
/// Allocator overhead of a queued command.
constexpr std::size_t kHeapBytes = 32;

}  // namespace

SessionCore::SessionCore(std::shared_ptr<Channel> channel, const CoreConfig& config)
    : channel_(std::move(channel)),
      hash_share_(config.hash_budget),
      worker_(channel_, config.search_slots, config.launcher) {
  keep_hash(config.hash_megabytes);
}

SessionCore::~SessionCore() { drop_queue(); }

void SessionCore::end(SessionEnd how) {
  ended_ = true;
  if (!idle()) work_->no_extras.request_stop();
  if (how == SessionEnd::kInput) return stop_search();
  drop_queue();
  stop_work();
}

std::size_t SessionCore::bytes_of(const Waiting& waiting) noexcept {
  return sizeof(Waiting) + kHeapBytes + waiting.line.size();
}

void SessionCore::enqueue(Waiting waiting) {
  const std::size_t bytes = bytes_of(waiting);
  if (queued_bytes_ + bytes > kMaxQueuedBytes || !channel_->reserve(bytes)) return queue_full();
  queue_.push_back(std::move(waiting));
  queued_bytes_ += bytes;
  if (!turn_posted_) run_queue();
}

void SessionCore::run_queue() {
  if (idle() && !queue_.empty() && may_execute()) {
    const Waiting next = std::move(queue_.front());
    queue_.pop_front();
    queued_bytes_ -= bytes_of(next);
    channel_->release(bytes_of(next));
    execute(next);
    if (next.ponder_hit) hit_ponder();
    if (next.stopped) stop_work();
  }
  end_turn();
}

void SessionCore::end_turn() {
  if (!idle() || queue_.empty() || !may_execute()) return turn_ended();
  if (turn_posted_) return;
  channel_->post([self = self()] {
    self->turn_posted_ = false;
    self->run_queue();
  });
  turn_posted_ = true;
}

void SessionCore::drop_queue() {
  queue_.clear();
  channel_->release(std::exchange(queued_bytes_, 0));
}

void SessionCore::become_idle() noexcept {
  state_ = State::kIdle;
  work_.reset();
}

void SessionCore::prepare(std::function<void(const Work& work)> job, std::function<void()> done,
                          Skip skip) {
  const auto work = std::make_shared<Work>();
  work->skip = skip;
  if (ended_) work->no_extras.request_stop();
  worker_.start([work, job = std::move(job)] { job(*work); },
                [self = self(), done = std::move(done)] {
                  self->become_idle();
                  done();
                  self->end_turn();
                });
  state_ = State::kPreparing;
  work_ = work;
}

void SessionCore::search(const std::shared_ptr<Work>& work, Steps steps) {
  worker_.start(std::move(steps.think), [self = self(), work, ended = std::move(steps.ended),
                                         answer = std::move(steps.answer)]() mutable {
    self->become_idle();
    ended();
    self->present(work, std::move(answer));
  });
  state_ = State::kSearching;
  work_ = work;
  if (ended_) stop_search();
}

void SessionCore::present(const std::shared_ptr<Work>& work, std::function<void()> answer) {
  state_ = State::kHolding;
  work_ = work;
  answer_ = std::move(answer);
  if (ended_) work->hold = false;
  give_answer();
}

void SessionCore::give_answer() {
  if (state_ != State::kHolding || work_->hold) return;
  become_idle();
  std::exchange(answer_, nullptr)();
  end_turn();
}

void SessionCore::stop_work() {
  if (idle()) return;
  work_->hold = false;
  work_->control.stop();
  work_->no_extras.request_stop();
  if (work_->skip == Skip::kAtEnd && !ended_) {
    worker_.run_waiting();
  } else {
    worker_.skip_waiting();
  }
  give_answer();
}

void SessionCore::stop_search() {
  if (has_search()) stop_work();
}

void SessionCore::stop_all() {
  const auto last = std::find_if(queue_.rbegin(), queue_.rend(),
                                 [](const Waiting& waiting) { return waiting.searches; });
  std::for_each(last, queue_.rend(), [](Waiting& waiting) { waiting.stopped = true; });
  if (has_search() || last != queue_.rend()) stop_work();
}

void SessionCore::stop_unlimited() {
  for (Waiting& waiting : queue_) waiting.stopped = waiting.stopped || !waiting.limited;
  if (has_search() && !work_->is_limited()) stop_work();
}

void SessionCore::hit_ponder() {
  if (!has_search() || !work_->control.pondering()) return;
  work_->hold = work_->infinite;
  work_->control.ponderhit();
  give_answer();
}

Status SessionCore::claim_hash(int former, int megabytes) {
  if (megabytes <= former) return {};
  if (Status fits = fits_machine(megabytes); !fits) return fits;
  if (hash_share_.resize(static_cast<std::size_t>(megabytes))) return {};
  return Error{"hash.shared",
               "the sessions of this server share the memory for hash tables: this one may have " +
                   std::to_string(hash_share_.max_size()) + " MB now, not " +
                   std::to_string(megabytes)};
}

}  // namespace trivium::line
