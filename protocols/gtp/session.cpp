#include "protocols/gtp/session.h"

#include <algorithm>
#include <exception>
#include <new>
#include <system_error>
#include <thread>

#include "protocols/gtp/command_table.h"

namespace trivium::gtp {

namespace {

/// Returns the arguments for the status, truncated after about 256 bytes.
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
    : SessionCore(std::move(channel), config),
      config_(std::move(config)),
      game_(&config_.games.front()),
      seat_(game_->make(config_.files)) {
  if (!line::fits_machine(config_.hash_megabytes))
    config_.hash_megabytes = line::kUsualHashMegabytes;
}

void Session::receive(std::string_view line) {
  if (closed_) return;
  stop_unlimited();
  if (is_interrupt(line)) stop_work();
  const std::optional<Command> command = parse_command(line);
  if (!command) return;
  quit_received_ |= command->name == "quit";
  enqueue({.line = std::string(line)});
}

void Session::line_too_long() {
  if (closed_) return;
  stop_unlimited();
  enqueue({.too_long = true});
}

void Session::queue_full() {
  answer({}, Error{kTooManyCommands});
  close();
}

void Session::turn_ended() {
  if (!queue().empty()) stop_unlimited();
}

void Session::execute(const Waiting& waiting) {
  const Command command = waiting.too_long ? Command() : *parse_command(waiting.line);
  current_id_ = command.id;
  if (waiting.too_long) return answer(current_id_, Error{kLineTooLong});
  if (command.name.empty()) return answer(current_id_, Error{kSyntaxError});
  name_activity(command.name, shown_arguments(command));
  const Reply reply = run(command);
  if (reply.now() != nullptr) answer(current_id_, *reply.now());
  if (command.name == "quit") close();
}

const GameCommand* Session::find_game_command(std::string_view name) const {
  const auto commands = seat_->commands();
  const auto found = std::ranges::find(commands, name, &GameCommand::name);
  return found == commands.end() ? nullptr : &*found;
}

Reply Session::run(const Command& command) {
  std::string cause;
  try {
    if (const CommandEntry* entry = CommandTable::find(command.name))
      return (this->*entry->handler)(command.arguments);
    if (const GameCommand* own = find_game_command(command.name))
      return run_own(*own, command.arguments);
    return Error{kUnknownCommand};
  } catch (const std::bad_alloc&) {
    cause = "not enough memory";
  } catch (const std::exception& failure) {
    cause = failure.what();
  }
  // Starting the worker is the last step that can fail, so nothing of the command is in progress.
  return Error{"gtp.command.failed", std::move(cause)};
}

Reply Session::run_own(const GameCommand& command, const Arguments& arguments) {
  GameReply reply = command.handler(arguments);
  if (auto* result = std::get_if<Result<std::string>>(&reply)) return std::move(*result);
  Job& job = std::get<Job>(reply);
  const Limits limits = move_limits();
  const auto job_of = [run = std::move(job.run), settings = player_settings(limits),
                       limits](const Work& work) {
    return run({settings, limits, work.control});
  };
  return start_job(job_of, job.is_search ? JobKind::kSearch : JobKind::kText);
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

Reply Session::start_search(Task task, const Limits& limits, const AnalysisRequest* request,
                            AnalysisDialect dialect) {
  if (std::optional<Error> missing = seat_->weights_missing()) return *std::move(missing);
  seat_->take_position();
  const auto search = std::make_shared<Search>();
  search->task = task;
  search->id = current_id_;
  search->limited = task != Task::kAnalyze;
  if (request != nullptr) {
    search->feed.emplace(channel_, dialect);
    search->interval = request->interval;
  }
  const auto think_about =
      [this, search, limits,
       settings = player_settings(limits, request != nullptr ? request->max_moves : 1)] {
        seat_->prepare(settings);  // no warm-up: the clock runs, and a short search uses few pages
        think(*search, limits);
      };
  SessionCore::search(search, {.think = think_about,
                               .ended = [this, search] { answer_without_search(*search); },
                               .answer = [this, search] { answer_search(*search); }});
  return Reply::later();
}

Reply Session::start_set_hash(int megabytes) {
  if (Status claimed = claim_hash(config_.hash_megabytes, megabytes); !claimed)
    return claimed.error();
  PlayerSettings settings = player_settings({});
  settings.hash_megabytes = megabytes;
  const auto job = [this, settings](const Work& work) {
    seat_->prepare(settings);
    seat_->warm_up(work.no_extras.get_token());
    return std::string();
  };
  return start_job(job, JobKind::kSetting, [this, megabytes] {
    if (!fault()) config_.hash_megabytes = megabytes;
    keep_hash(config_.hash_megabytes);
  });
}

void Session::prepare_seat(const PlayerSettings& settings, const std::stop_token& stop) {
  try {
    seat_->prepare(settings);
    seat_->warm_up(stop);
  } catch (const std::exception&) {
    // The next search tries again, and reports the failure.
  }
}

Reply Session::start_job(WorkerJob job, JobKind kind, std::function<void()> finish) {
  const auto result = std::make_shared<Result<std::string>>(std::string());
  auto run = [result, job = std::move(job)](const Work& work) { *result = job(work); };
  auto reply = [this, result, id = current_id_, finish = std::move(finish)] {
    if (finish) finish();
    answer(id, fault() ? Result<std::string>(Error{"gtp.command.failed", *fault()}) : *result);
  };
  if (kind != JobKind::kSearch) {
    prepare(std::move(run), std::move(reply),
            kind == JobKind::kText ? Skip::kAtStop : Skip::kAtEnd);
    return Reply::later();
  }
  const auto search = std::make_shared<Work>();
  SessionCore::search(search, {.think = [search, run = std::move(run)] { run(*search); },
                               .ended = [] {},
                               .answer = std::move(reply)});
  return Reply::later();
}

void Session::think(Search& search, const Limits& limits) {
  if (!search.feed) {
    search.choice = seat_->think(limits, search.control, nullptr);
  } else {
    channel_->send(open_response(search.id));
    search.opened = true;
    search.feed->set_priors(seat_->priors());
    search.feed->set_in_points(seat_->scores_in_points());
    std::jthread ticker;
    try {
      ticker = std::jthread(
          [&search](const std::stop_token& stop) { search.feed->run(search.interval, stop); });
    } catch (const std::system_error&) {
      // No thread available: the last state of the search is still reported below.
    }
    search.choice = seat_->think(limits, search.control,
                                 [&search](const MoveReport& report) { search.feed->add(report); });
    // An infinite search waits by itself, but not one that ran out of memory.
    if (search.task == Task::kAnalyze) search.control.wait_for_stop();
    ticker.request_stop();
    if (ticker.joinable()) ticker.join();
    search.feed->send();
  }
}

void Session::answer_without_search(Search& search) {
  const bool for_move = search.task == Task::kGenmove || search.task == Task::kRegGenmove ||
                        search.task == Task::kGenmoveAnalyze;
  if (!fault() || !for_move || !search.choice.move.empty()) return;
  if (!skipped()) channel_->note("error gtp.search.failed");
  search.choice = seat_->think({.nodes = 1}, search.control, nullptr);
}

void Session::answer_search(const Search& search) {
  const Choice& choice = search.choice;
  const bool found = !choice.move.empty();
  if (search.opened && (search.task == Task::kAnalyze || !found)) {
    channel_->send("\n");
  } else if (search.task == Task::kAnalyze && skipped()) {
    channel_->send(open_response(search.id) + "\n");
  } else if (!found) {
    answer(search.id, fault() ? Error{"gtp.command.failed", *fault()} : Error{kNoMove});
  } else if (search.task == Task::kRegGenmove) {
    answer(search.id, choice.move);
  } else {
    place_chosen(choice.move, std::chrono::ceil<Milliseconds>(search.control.elapsed()));
    seat_->plan(choice.next);
    if (search.task == Task::kGenmoveAnalyze) {
      channel_->send((search.opened ? "" : open_response(search.id)) + "play " + choice.move +
                     "\n\n");
    } else {
      answer(search.id, choice.move);
    }
  }
}

}  // namespace trivium::gtp
