#include "protocols/web/json_session.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <exception>
#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/text.h"
#include "protocols/line/search_worker.h"

namespace trivium::web {

using nlohmann::json;

namespace {

/// Maximum number of requests of a session that wait, and of its subscriptions.
constexpr std::size_t kMaxWaiting = 64;
constexpr std::chrono::milliseconds kPollInterval{1000};
/// Minimum time between two progress events of a request.
constexpr std::chrono::milliseconds kProgressInterval{250};

Error canceled() { return {"canceled", "the request was canceled"}; }

/// One line of output. Invalid UTF-8, which a file name may hold, is replaced.
std::string line_of(const json& message) {
  return message.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string answer_line(const json& id, const Answer& answer) {
  if (answer) return line_of({{"id", id}, {"result", *answer}});
  return line_of({{"id", id},
                  {"error", {{"code", answer.error().code}, {"message", answer.error().message}}}});
}

std::string event_line(const json& id, const char* event, json data) {
  return line_of({{"id", id}, {"event", event}, {"data", std::move(data)}});
}

struct Request {
  json id;
  std::string method;
  json params;
};

/// Parses a line; a request without valid members is an error.
Result<Request> parse_request(std::string_view line) {
  json value = json::parse(line, nullptr, false);
  if (!value.is_object()) return Error{"bad_request", "a request is one JSON object a line"};
  Request request{value.value("id", json()), {}, value.value("params", json::object())};
  if (!request.id.is_number_integer() && !request.id.is_string())
    return Error{"bad_request", "id: needs a whole number or a text"};
  const auto method = value.find("method");
  if (method == value.end() || !method->is_string())
    return Error{"bad_request", "method: needs a text"};
  request.method = method->get<std::string>();
  if (!request.params.is_object()) return Error{"bad_request", "params: needs an object"};
  return request;
}

/// Memory of the conversation that a request occupies.
class Occupied {
 public:
  /// Null if the conversation has no memory for `bytes`.
  static std::shared_ptr<Occupied> claim(const std::shared_ptr<line::Channel>& channel,
                                         std::size_t bytes) {
    if (!channel->reserve(bytes)) return nullptr;
    return std::shared_ptr<Occupied>(new Occupied(channel, bytes));
  }
  ~Occupied() { channel_->release(bytes_); }
  Occupied(const Occupied&) = delete;
  Occupied& operator=(const Occupied&) = delete;

 private:
  Occupied(std::shared_ptr<line::Channel> channel, std::size_t bytes)
      : channel_(std::move(channel)), bytes_(bytes) {}

  const std::shared_ptr<line::Channel> channel_;
  const std::size_t bytes_;
};

/// A request that waits for a thread or runs on it.
struct Job {
  json id;
  std::string name;
  std::function<Answer(std::stop_token stop)> run;
  std::stop_source stop{};
  std::optional<Answer> answer{};
};

/// Requests that run one after the other on one thread.
class Queue {
 public:
  Queue(std::shared_ptr<line::Channel> channel, std::shared_ptr<line::SearchSlots> slots)
      : worker_(std::move(channel), std::move(slots)) {}

  /// Takes `job`; `keep_alive` owns this queue. After the job, `done` runs on the I/O thread.
  void add(std::shared_ptr<Job> job, const std::shared_ptr<void>& keep_alive,
           std::function<void(const Job&)> done) {
    waiting_.push_back({std::move(job), std::move(done)});
    run_next(keep_alive);
  }

  std::size_t waiting() const noexcept { return waiting_.size(); }
  bool busy() const noexcept { return running_ != nullptr || !waiting_.empty(); }

  std::optional<line::Activity> activity() const {
    return running_ != nullptr ? worker_.activity(running_->name) : std::nullopt;
  }

  /// Cancels the request `id`. Returns false if it is not here.
  bool cancel(const json& id) {
    if (running_ != nullptr && running_->id == id) {
      stop_running();
      return true;
    }
    const auto same = [&id](const Entry& entry) { return entry.job->id == id; };
    const auto found = std::ranges::find_if(waiting_, same);
    if (found == waiting_.end()) return false;
    const Entry entry = std::move(*found);
    waiting_.erase(found);
    entry.job->answer = canceled();
    entry.done(*entry.job);
    return true;
  }

  void end() {
    waiting_.clear();
    if (running_ != nullptr) stop_running();
  }

 private:
  struct Entry {
    std::shared_ptr<Job> job;
    std::function<void(const Job&)> done;
  };

  void stop_running() {
    running_->stop.request_stop();
    worker_.skip_waiting();
  }

  void run_next(const std::shared_ptr<void>& keep_alive) {
    if (running_ != nullptr || waiting_.empty()) return;
    Entry entry = std::move(waiting_.front());
    waiting_.pop_front();
    running_ = entry.job;
    worker_.start(
        [job = entry.job] {
          Answer answer = job->run(job->stop.get_token());
          job->answer = job->stop.stop_requested() ? Answer(canceled()) : std::move(answer);
        },
        [this, keep_alive, entry] { finish(keep_alive, entry); });
  }

  void finish(const std::shared_ptr<void>& keep_alive, const Entry& entry) {
    running_.reset();
    if (!entry.job->answer) {
      entry.job->answer = worker_.skipped()
                              ? canceled()
                              : Error{"failed", worker_.fault().value_or("an unknown fault")};
    }
    entry.done(*entry.job);
    run_next(keep_alive);
  }

  std::deque<Entry> waiting_;
  std::shared_ptr<Job> running_;
  line::SearchWorker worker_;
};

class JsonSession final : public line::Session {
 public:
  JsonSession(std::shared_ptr<line::Channel> channel, const JsonConfig& config)
      : channel_(std::move(channel)),
        methods_(config.methods()),
        reading_(channel_, nullptr),
        searching_(channel_, config.search_slots) {}

  void receive(std::string_view line) override {
    if (ended_) return;
    if (!greeted_) return greet(line);
    if (text::trimmed(line).empty()) return;
    const Result<Request> request = parse_request(line);
    if (!request) return channel_->send(answer_line(nullptr, request.error()));
    execute(*request, line.size());
  }

  void line_too_long() override {
    channel_->send(answer_line(nullptr, Error{"bad_request", "the line is too long"}));
  }

  bool busy() const override {
    return reading_.busy() || searching_.busy() || !subscriptions_.empty();
  }

  std::optional<line::Activity> activity() const override { return searching_.activity(); }

  void end(line::SessionEnd) override {
    ended_ = true;
    subscriptions_.clear();
    reading_.end();
    searching_.end();
  }

 private:
  struct Subscription {
    json id;
    const Topic* topic;
    std::shared_ptr<json> params;
    std::shared_ptr<json> seen = std::make_shared<json>();
    bool polling = false;  ///< a poll is queued or runs
  };

  std::shared_ptr<JsonSession> self() {
    return std::static_pointer_cast<JsonSession>(shared_from_this());
  }

  void greet(std::string_view line) {
    if (text::trimmed(line) == kJsonHello) {
      greeted_ = true;
      return;
    }
    channel_->send(answer_line(
        nullptr, Error{"bad_request", fmt::format("the first line must be '{}'", kJsonHello)}));
    channel_->close();
  }

  /// `bytes`: size of its line.
  void execute(const Request& request, std::size_t bytes) {
    if (request.method == "cancel") return cancel(request);
    if (request.method == "subscribe") return subscribe(request);
    const auto found = methods_.methods.find(request.method);
    if (found == methods_.methods.end()) {
      return answer(
          request.id,
          Error{"bad_request", fmt::format("no method {}", text::quoted(request.method, 40))});
    }
    const Method& method = found->second;
    if (method.lane == Lane::kAtOnce) {
      const Call call{request.params, {}, [](const json&) {}};
      return answer(request.id, method.run(call));
    }
    Queue& queue = method.lane == Lane::kReading ? reading_ : searching_;
    if (queue.waiting() >= kMaxWaiting)
      return answer(request.id, Error{"busy", "too many requests wait already"});
    const std::shared_ptr<Occupied> memory = Occupied::claim(channel_, bytes);
    if (memory == nullptr)
      return answer(request.id, Error{"busy", "the waiting requests occupy too much memory"});
    const auto run = [this, &method, request, memory](std::stop_token stop) {
      std::chrono::steady_clock::time_point last{};
      const auto progress = [this, id = request.id, last](json data) mutable {
        const auto now = std::chrono::steady_clock::now();
        if (last + kProgressInterval > now) return;
        last = now;
        channel_->send(event_line(id, "progress", std::move(data)));
      };
      return method.run(Call{request.params, std::move(stop), progress});
    };
    queue.add(std::make_shared<Job>(Job{request.id, request.method, run}), shared_from_this(),
              [this](const Job& job) { answer(job.id, *job.answer); });
  }

  void answer(const json& id, const Answer& answer) {
    if (!ended_) channel_->send(answer_line(id, answer));
  }

  void cancel(const Request& request) {
    const json id = request.params.value("id", json());
    const auto subscription = std::ranges::find(subscriptions_, id, &Subscription::id);
    bool found = subscription != subscriptions_.end();
    if (found) {
      subscriptions_.erase(subscription);
      answer(id, canceled());
    } else {
      found = reading_.cancel(id) || searching_.cancel(id);
    }
    answer(request.id, json{{"canceled", found}});
  }

  void subscribe(const Request& request) {
    const json name = request.params.value("topic", json());
    if (!name.is_string()) return answer(request.id, Error{"bad_request", "topic: needs a text"});
    const auto topic = methods_.topics.find(name.get_ref<const std::string&>());
    if (topic == methods_.topics.end()) {
      return answer(
          request.id,
          Error{"bad_request",
                fmt::format("no topic {}", text::quoted(name.get_ref<const std::string&>(), 40))});
    }
    if (subscriptions_.size() >= kMaxWaiting)
      return answer(request.id, Error{"busy", "too many subscriptions"});
    subscriptions_.push_back(
        Subscription{request.id, &topic->second, std::make_shared<json>(request.params)});
    poll(subscriptions_.back());
    if (!timer_runs_) poll_later();
  }

  /// Asks the topic for news, now or on the thread that reads.
  void poll(Subscription& subscription) {
    if (std::exchange(subscription.polling, true)) return;
    const auto ask = [topic = subscription.topic, params = subscription.params,
                      seen = subscription.seen](const std::stop_token&) {
      return topic->poll(*params, *seen);
    };
    if (subscription.topic->lane == Lane::kAtOnce) {
      // A copy, since an error removes the subscription.
      const json id = subscription.id;
      return report(id, ask({}));
    }
    reading_.add(std::make_shared<Job>(Job{subscription.id, "subscribe", ask}), shared_from_this(),
                 [this](const Job& job) { report(job.id, *job.answer); });
  }

  void report(const json& id, const Answer& news) {
    const auto found = std::ranges::find(subscriptions_, id, &Subscription::id);
    if (found == subscriptions_.end()) return;
    found->polling = false;
    if (!news) {
      subscriptions_.erase(found);
      return answer(id, news);
    }
    if (!news->is_null()) channel_->send(event_line(id, "news", *news));
  }

  void poll_later() {
    timer_runs_ = true;
    channel_->post_later(kPollInterval, [self = self()] {
      self->timer_runs_ = false;
      if (self->ended_ || self->subscriptions_.empty()) return;
      std::vector<json> ids;
      for (const Subscription& one : self->subscriptions_) ids.push_back(one.id);
      for (const json& id : ids) {
        const auto found = std::ranges::find(self->subscriptions_, id, &Subscription::id);
        if (found != self->subscriptions_.end()) self->poll(*found);
      }
      self->poll_later();
    });
  }

  std::shared_ptr<line::Channel> channel_;
  const Methods methods_;
  bool greeted_ = false;
  bool ended_ = false;
  bool timer_runs_ = false;
  std::deque<Subscription> subscriptions_;
  Queue reading_;
  Queue searching_;
};

}  // namespace

std::shared_ptr<line::Session> make_json_session(std::shared_ptr<line::Channel> channel,
                                                 const JsonConfig& config) {
  return std::make_shared<JsonSession>(std::move(channel), config);
}

}  // namespace trivium::web
