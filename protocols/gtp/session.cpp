#include "protocols/gtp/session.h"

#include <algorithm>
#include <exception>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include "protocols/gtp/command_table.h"

namespace trivium::gtp {

namespace {

// A controller waits for responses, so more than this piled up behind a search is not a conversation.
constexpr std::size_t kMaxQueuedBytes = std::size_t{8} << 20;

std::size_t bytes_of(const Command& command) {
  std::size_t bytes = sizeof(Command) + command.id.size() + command.name.size();
  for (const std::string& argument : command.arguments) bytes += sizeof(std::string) + argument.size();
  return bytes;
}

/// Returns the arguments for the status, cut after the first 256 bytes or so.
std::string shown_arguments(const Command& command) {
  constexpr std::size_t kEnoughBytes = 256;
  std::string text;
  for (const std::string& argument : command.arguments) {
    if (text.size() > kEnoughBytes) break;
    text += (text.empty() ? "" : " ") + argument;
  }
  return text;
}

}  // namespace

Session::Session(std::shared_ptr<line::Channel> channel, SessionConfig config)
    : channel_(std::move(channel)),
      config_(std::move(config)),
      hash_share_(config_.hash_budget),
      game_(&config_.games.front()),
      seat_(game_->make(config_.files)),
      worker_(channel_, config_.search_slots, config_.launcher) {
  if (!line::fits_machine(config_.hash_megabytes)) config_.hash_megabytes = line::kUsualHashMegabytes;
}

Session::~Session() { drop_queue(); }

void Session::receive(std::string_view line) {
  if (closed_) return;
  if (analysing() || is_interrupt(line)) stop_search();
  if (std::optional<Command> command = parse_command(line)) enqueue({*std::move(command)});
}

void Session::line_too_long() {
  if (closed_) return;
  if (analysing()) stop_search();
  enqueue({{}, true});
}

bool Session::finishes_at_end_of_input() {
  return std::any_of(queue_.begin(), queue_.end(), [](const Waiting& waiting) { return waiting.command.name == "quit"; });
}

void Session::end(line::SessionEnd how) {
  input_ended_ = true;
  if (how == line::SessionEnd::kInput) {
    if (!thinking() || search_->task == Task::kText) return;
    if (search_->task != Task::kSetUp) return stop_search();
    search_->control.stop();  // what only saves time later
  } else {
    closed_ = true;
    drop_queue();
    stop_search();
  }
}

void Session::stop_search() {
  if (!thinking()) return;
  search_->control.stop();
  worker_.hurry();
}

void Session::enqueue(Waiting waiting) {
  const std::size_t bytes = bytes_of(waiting.command);
  if (queued_bytes_ + bytes > kMaxQueuedBytes || !channel_->reserve(bytes)) {
    answer({}, Error{kTooManyCommands});
    return close();
  }
  queue_.push_back(std::move(waiting));
  queued_bytes_ += bytes;
  if (!turn_posted_) run_queue();
}

void Session::run_queue() {
  if (!queue_.empty() && !thinking() && !closed_) {
    const Waiting next = std::move(queue_.front());
    queue_.pop_front();
    const std::size_t bytes = bytes_of(next.command);
    queued_bytes_ -= bytes;
    channel_->release(bytes);
    execute(next);
  }
  if (queue_.empty() || closed_) return;
  if (thinking()) {
    if (analysing()) stop_search();
    return;
  }
  if (std::exchange(turn_posted_, true)) return;
  channel_->post([self = std::static_pointer_cast<Session>(shared_from_this())] {
    self->turn_posted_ = false;
    self->run_queue();
  });
}

void Session::drop_queue() {
  queue_.clear();
  channel_->release(std::exchange(queued_bytes_, 0));
}

void Session::execute(const Waiting& waiting) {
  current_id_ = waiting.command.id;
  if (waiting.too_long) return answer(current_id_, Error{kLineTooLong});
  if (waiting.command.name.empty()) return answer(current_id_, Error{kSyntaxError});
  working_on_ = line::shown_command(waiting.command.name, shown_arguments(waiting.command));
  const Reply reply = run(waiting.command);
  if (reply.now() != nullptr) answer(current_id_, *reply.now());
  if (waiting.command.name == "quit") close();
}

const GameCommand* Session::find_game_command(std::string_view name) const {
  for (const GameCommand& command : seat_->commands()) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

Reply Session::run(const Command& command) {
  std::string cause;
  try {
    if (const CommandEntry* entry = CommandTable::find(command.name)) return (this->*entry->handler)(command.arguments);
    if (const GameCommand* own = find_game_command(command.name)) return run_own(*own, command.arguments);
    return Error{kUnknownCommand};
  } catch (const std::bad_alloc&) {
    cause = "not enough memory";
  } catch (const std::exception& failure) {
    cause = failure.what();
  }
  search_.reset();  // a search that was to be started was not: starting its thread is what can fail last
  return Error{"gtp.command.failed", std::move(cause)};
}

Reply Session::run_own(const GameCommand& command, const Arguments& arguments) {
  GameReply reply = command.handler(arguments);
  if (auto* result = std::get_if<Result<std::string>>(&reply)) return std::move(*result);
  Job& job = std::get<Job>(reply);
  const auto work = [run = std::move(job.run), settings = player_settings(1), limits = move_limits()](const SearchControl& control) {
    return run({settings, limits, control});
  };
  if (!job.is_search) return start_job(Task::kText, work);
  const Reply later = start_job(Task::kOwnSearch, work);
  if (input_ended_) stop_search();
  return later;
}

void Session::close() {
  closed_ = true;
  drop_queue();
  channel_->close();
}

void Session::answer(const std::string& id, const Result<std::string>& result) {
  if (!result) channel_->note("error " + result.error().code);
  channel_->send(response(id, result));
}

void Session::begin(Task task) {
  search_ = std::make_unique<Search>();
  search_->task = task;
  search_->id = current_id_;
}

Reply Session::start_search(Task task, const Limits& limits, const AnalysisRequest* request, AnalysisDialect dialect) {
  if (std::optional<Error> missing = seat_->weights_missing()) return *std::move(missing);
  seat_->take_position();
  begin(task);
  if (request != nullptr) {
    search_->feed.emplace(channel_, dialect);
    search_->interval = request->interval;
  }
  const auto self = std::static_pointer_cast<Session>(shared_from_this());
  const PlayerSettings settings = player_settings(request != nullptr ? request->max_moves : 1);
  const auto job = [self, limits, settings] {
    self->seat_->prepare(settings, self->search_->control.token());
    self->think(limits);
  };
  worker_.start(job, [self] { self->finish_search(); });
  if (input_ended_) stop_search();
  return Reply::later();
}

Reply Session::start_set_hash(int megabytes) {
  if (Status fits = line::fits_machine(megabytes); !fits) return fits.error();
  if (megabytes > config_.hash_megabytes) {
    if (Status granted = hash_share_.resize(megabytes); !granted) return granted.error();
  }
  PlayerSettings settings = player_settings(1);
  settings.hash_megabytes = megabytes;
  const auto job = [this, settings](const SearchControl& control) {
    seat_->prepare(settings, control.token());
    return std::string();
  };
  return start_job(Task::kSetUp, job, [this, megabytes] {
    if (!worker_.fault()) config_.hash_megabytes = megabytes;
    (void)hash_share_.resize(config_.hash_megabytes);  // not more than it was granted
  });
}

Reply Session::start_job(Task task, WorkerJob job, std::function<void()> finish) {
  begin(task);
  const auto self = std::static_pointer_cast<Session>(shared_from_this());
  const auto work = [self, job = std::move(job)] {
    Search& search = *self->search_;
    search.result = job(search.control);
  };
  worker_.start(work, [self, finish = std::move(finish)] {
    if (finish) finish();
    self->finish_job();
  });
  return Reply::later();
}

void Session::finish_job() {
  const std::unique_ptr<Search> work = std::move(search_);
  const auto& fault = worker_.fault();
  answer(work->id, fault ? Result<std::string>(Error{"gtp.command.failed", *fault}) : work->result);
  run_queue();
}

void Session::think(const Limits& limits) {
  Search& search = *search_;
  if (!search.feed) {
    search.choice = seat_->think(limits, search.control, nullptr);
  } else {
    channel_->send(open_response(search.id));
    search.opened = true;
    search.feed->set_priors(seat_->priors());
    std::jthread ticker;
    try {
      ticker = std::jthread([&search](const std::stop_token& stop) { search.feed->run(search.interval, stop); });
    } catch (const std::system_error&) {
      // No thread to be had: the last state of the search is still reported below.
    }
    search.choice = seat_->think(limits, search.control, [&search](const MoveReport& report) { search.feed->add(report); });
    // An infinite search waits by itself; one that ran out of memory does not.
    if (search.task == Task::kAnalyze) search.control.wait_for_stop();
    ticker.request_stop();
    if (ticker.joinable()) ticker.join();
    search.feed->send();
  }
  search.spent = std::chrono::ceil<Milliseconds>(search.control.elapsed());
}

void Session::answer_without_search(Search& search) {
  const bool for_move = search.task == Task::kGenmove || search.task == Task::kRegGenmove || search.task == Task::kGenmoveAnalyze;
  if (!worker_.fault() || !for_move || !search.choice.move.empty()) return;
  if (!worker_.skipped()) channel_->note("error gtp.search.failed");
  Limits limits;
  limits.nodes = 1;
  search.choice = seat_->think(limits, search.control, nullptr);
}

void Session::finish_search() {
  const std::unique_ptr<Search> search = std::move(search_);
  answer_without_search(*search);
  const Choice& choice = search->choice;
  const bool found = !choice.move.empty();
  if (search->opened && (search->task == Task::kAnalyze || !found)) {
    channel_->send("\n");
  } else if (search->task == Task::kAnalyze && worker_.skipped()) {
    channel_->send(open_response(search->id) + "\n");
  } else if (!found) {
    answer(search->id, worker_.fault() ? Error{"gtp.command.failed", *worker_.fault()} : Error{kNoMove});
  } else if (search->task == Task::kRegGenmove) {
    answer(search->id, choice.move);
  } else {
    place_chosen(choice.move, search->spent);
    seat_->plan(choice.next);
    if (search->task == Task::kGenmoveAnalyze) {
      channel_->send((search->opened ? "" : open_response(search->id)) + "play " + choice.move + "\n\n");
    } else {
      answer(search->id, choice.move);
    }
  }
  run_queue();
}

}  // namespace trivium::gtp
