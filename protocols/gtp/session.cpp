#include "protocols/gtp/session.h"

#include <algorithm>
#include <exception>
#include <new>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "engine/connect6/likely_turns.h"
#include "engine/connect6/rules/vertex.h"
#include "protocols/gtp/command_table.h"

namespace trivium::gtp {

using connect6::kNoCell;
using connect6::Turn;

namespace {

// A controller waits for responses, so more than this piled up behind a search is not a conversation.
constexpr std::size_t kMaxQueuedBytes = std::size_t{8} << 20;

// By which trivium-odds tells odds where the root policy tells none.
constexpr std::string_view kUsualIdentification = "dissent";

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
      worker_(channel_, config_.search_slots, config_.launcher) {
  if (!line::fits_machine(config_.hash_megabytes)) config_.hash_megabytes = line::kUsualHashMegabytes;
  if (config_.knowledge) use(config_.knowledge);
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
  const CommandEntry* entry = CommandTable::find(waiting.command.name);
  if (entry == nullptr) return answer(current_id_, Error{kUnknownCommand});
  working_on_ = line::shown_command(waiting.command.name, shown_arguments(waiting.command));
  const Reply reply = run(*entry, waiting.command.arguments);
  if (reply.now() != nullptr) answer(current_id_, *reply.now());
  if (entry->handler == &Session::quit) close();
}

Reply Session::run(const CommandEntry& entry, const Arguments& arguments) {
  std::string cause;
  try {
    return (this->*entry.handler)(arguments);
  } catch (const std::bad_alloc&) {
    cause = "not enough memory";
  } catch (const std::exception& failure) {
    cause = failure.what();
  }
  search_.reset();  // a search that was to be started was not: starting its thread is what can fail last
  return Error{"gtp.command.failed", std::move(cause)};
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

void Session::use(connect6::Knowledge knowledge) {
  knowledge_ = std::move(knowledge);
  if (player_ != nullptr) {
    player_->set_knowledge(knowledge_);
  } else {
    // Its table gets the size asked for on the worker, before the first search.
    player_ = std::make_unique<connect6::Player>(knowledge_, connect6::PlayerOptions{.hash_megabytes = 1});
  }
  planned_ = {};
}

Error Session::weights_missing() const { return {"gtp.weights.missing", "no weights: " + config_.weights_fault}; }

void Session::set_up_player(int hash_megabytes, int lines) {
  try {
    connect6::PlayerOptions options{config_.threads, hash_megabytes, lines, config_.search, config_.policy};
    if (search_->task == Task::kOdds && !options.policy.identifies()) options.policy = *connect6::parse_root_policy(kUsualIdentification);
    player_->set_options(options);
    player_->warm_up(search_->control.token());
  } catch (const std::bad_alloc&) {
    throw std::runtime_error("not enough memory for a hash table of " + std::to_string(hash_megabytes) + " MB");
  }
}

void Session::begin(Task task) {
  search_ = std::make_unique<Search>();
  search_->task = task;
  search_->id = current_id_;
}

Reply Session::start_search(Task task, const Limits& limits, const AnalysisRequest* request, AnalysisDialect dialect) {
  if (player_ == nullptr) return weights_missing();
  player_->set_board(board_);
  begin(task);
  if (request != nullptr) {
    search_->feed.emplace(channel_, board_.size(), dialect);
    search_->interval = request->interval;
  }
  const auto self = std::static_pointer_cast<Session>(shared_from_this());
  constexpr int kOddsLines = 100;  // all of them
  const int lines = request != nullptr ? request->max_moves : task == Task::kOdds ? kOddsLines : 1;
  const auto job = [self, limits, lines] {
    self->set_up_player(self->config_.hash_megabytes, lines);
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
  const auto job = [this, megabytes](const SearchControl&) {
    if (player_ != nullptr) set_up_player(megabytes, 1);
    return std::string();
  };
  return start_job(Task::kSetUp, job, [this, megabytes] {
    if (!worker_.fault()) config_.hash_megabytes = megabytes;
    (void)hash_share_.resize(config_.hash_megabytes);  // not more than it was granted
  });
}

Reply Session::start_job(Task task, TextJob job, std::function<void()> finish) {
  begin(task);
  const auto self = std::static_pointer_cast<Session>(shared_from_this());
  const auto work = [self, job = std::move(job)] {
    Search& search = *self->search_;
    search.text = job(search.control);
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
  answer(work->id, fault ? Result<std::string>(Error{"gtp.command.failed", *fault}) : work->text);
  run_queue();
}

void Session::think(const Limits& limits) {
  Search& search = *search_;
  if (!search.feed) {
    search.answer = player_->think(limits, search.control, [&search](const TurnReport& report) {
      if (search.task != Task::kOdds) return;
      if (report.line <= 1) search.odds.clear();
      search.odds.push_back(report);
    });
  } else {
    channel_->send(open_response(search.id));
    search.opened = true;
    search.feed->set_priors(connect6::stone_probabilities(player_->board(), knowledge_));
    std::jthread ticker;
    try {
      ticker = std::jthread([&search](const std::stop_token& stop) { search.feed->run(search.interval, stop); });
    } catch (const std::system_error&) {
      // No thread to be had: the last state of the search is still reported below.
    }
    search.answer = player_->think(limits, search.control, [&search](const TurnReport& report) { search.feed->add(report); });
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
  if (!worker_.fault() || !for_move || search.answer.first != kNoCell) return;
  if (!worker_.skipped()) channel_->note("error gtp.search.failed");
  Limits limits;
  limits.nodes = 1;
  search.answer = player_->think(limits, search.control, [](const TurnReport&) {});
}

void Session::finish_search() {
  const std::unique_ptr<Search> search = std::move(search_);
  answer_without_search(*search);
  const Turn turn = search->answer;
  const bool found = turn.first != kNoCell && board_.is_legal(turn.first);
  if (search->opened && (search->task == Task::kAnalyze || !found)) {
    channel_->send("\n");
  } else if (search->task == Task::kAnalyze && worker_.skipped()) {
    channel_->send(open_response(search->id) + "\n");
  } else if (!found) {
    answer(search->id, worker_.fault() ? Error{"gtp.command.failed", *worker_.fault()} : Error{kNoMove});
  } else if (search->task == Task::kOdds) {
    answer(search->id, odds_table(search->odds, board_.size()));
  } else if (search->task == Task::kRegGenmove) {
    answer(search->id, connect6::gtp_vertex(turn.first, board_.size()));
  } else {
    const Result<std::string> vertex = place_chosen(turn.first, search->spent);
    planned_ = {board_.key(), board_.stones(), turn.second};
    if (search->task == Task::kGenmoveAnalyze) {
      channel_->send((search->opened ? "" : open_response(search->id)) + "play " + *vertex + "\n\n");
    } else {
      answer(search->id, vertex);
    }
  }
  run_queue();
}

}  // namespace trivium::gtp
