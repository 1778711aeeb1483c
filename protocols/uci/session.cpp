#include "protocols/uci/session.h"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "engine/core/deadline.h"
#include "protocols/uci/command_table.h"

namespace trivium::uci {

namespace {

constexpr const char* kLineTooLong = "a line was too long and was dropped";
constexpr int kMaxLines = 256;

Error no_memory(int megabytes) {
  return {"hash.memory",
          "not enough memory for a hash table of " + std::to_string(megabytes) + " MB"};
}

/// Adds the size that stays in effect to the message.
Error stays_at(int megabytes, const Error& why) {
  return {why.code, why.message + "; it stays at " + std::to_string(megabytes) + " MB"};
}

}  // namespace

Session::Session(std::shared_ptr<line::Channel> channel, SessionConfig config)
    : SessionCore(std::move(channel), config),
      config_(std::move(config)),
      seat_(config_.seat(*this)) {
  settings_.threads = config_.threads;
  settings_.hash_megabytes = config_.hash_megabytes;
  settings_.move_overhead = config_.move_overhead;
  if (const Status fits = line::fits_machine(config_.hash_megabytes); !fits) {
    settings_.hash_megabytes = line::kUsualHashMegabytes;
    first_fault_ = stays_at(line::kUsualHashMegabytes, fits.error());
  }
  set_up_options();
}

void Session::say(std::string_view text) {
  channel_->send("info string " + std::string(text) + "\n");
}

void Session::complain(const Error& fault) {
  channel_->note("error " + fault.code);
  std::string text = "info string error: " + fault.message;
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  channel_->send(text + '\n');
}

void Session::receive(std::string_view line) {
  if (const auto fault = std::exchange(first_fault_, std::nullopt)) complain(*fault);
  line = trimmed(line);
  if (line.empty() || line.starts_with('#')) return;
  std::string_view rest = line;
  for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
    const Command* command = CommandTable::find(word, config_.dialect);
    const bool first = word.data() == line.data();
    if (command != nullptr && (first || command->in_uci))
      return take(*command, {word.begin(), line.end()});
  }
  channel_->note("error uci.command.unknown");
  channel_->send("info string unknown command: " + printable(line) + "\n");
}

void Session::line_too_long() {
  complain({"uci.line.long", kLineTooLong});
  if (!quit_requested_ && !ended()) enqueue({.too_long = true});
}

bool Session::finishes_at_end_of_input() {
  if (!std::exchange(deciding_, false)) return false;
  stop_unlimited();
  run_queue();
  return true;
}

void Session::take(const Command& command, std::string_view line) {
  if (quit_requested_ || ended()) return;
  if (!command.waits) {
    take_word(line);
    return run(command, {line});
  }
  Waiting waiting{.line = std::string(line), .searches = command.starts_search};
  if (command.starts_search) {
    stop_unlimited();
    take_word(line);
    const GoCommand go = parse_go(line, config_.dialect);
    waiting.limited = is_limited(go) && !go.ponder;
  }
  enqueue(std::move(waiting));
  if (command.starts_search && !queue().empty()) report_waiting();
}

void Session::queue_full() {
  complain({"uci.queue.full", "too many commands wait for the search; the session ends"});
  quit({});
}

void Session::execute(const Waiting& waiting) {
  if (waiting.too_long) {
    refusal_ = Error{"uci.line.long", kLineTooLong};
    return;
  }
  if (waiting.searches) answer_isready();  // before the search writes its first line
  std::string_view arguments = waiting.line;
  const Command* command = CommandTable::find(take_word(arguments), config_.dialect);
  run(*command, {arguments, waiting.received});
}

void Session::leave(bool waits) {
  deciding_ = false;
  if (!waits) SessionCore::end(line::SessionEnd::kStopped);
  for (Waiting& waiting : queue()) waiting.stopped = true;
  stop_work();
  run_queue();
}

void Session::answer_isready() {
  for (; pending_isready_ > 0; --pending_isready_) channel_->send("readyok\n");
}

void Session::turn_ended() {
  if (preparing()) return;
  answer_isready();
  if (quit_requested_ && idle() && queue().empty()) channel_->close();
}

void Session::run(const Command& command, const Call& call) {
  if (command.waits) name_activity(command.name, call.arguments);
  try {
    (this->*command.run)(call);
  } catch (const std::exception& error) {
    // Starting the worker is the last step that can fail, so nothing of the command is in progress.
    complain({"uci.command.failed", std::string(command.name) + ": " + error.what()});
    const GoCommand go =
        command.starts_search ? parse_go(call.arguments, config_.dialect) : GoCommand();
    if (command.starts_search && !go.perft && idle()) answer_at_once(go);
  }
}

void Session::prepare(std::function<Status()> work, std::function<void(const Status&)> done) {
  const auto status = std::make_shared<Status>();
  const auto job = [this, status, work = std::move(work)](const Work& preparation) {
    *status = work();
    seat_->warm_up(preparation.no_extras.get_token());
  };
  SessionCore::prepare(job, [this, status, done = std::move(done)] {
    if (fault()) *status = failure();
    done(*status);
  });
}

Error Session::failure() const { return {"uci.command.failed", activity_name() + ": " + *fault()}; }

void Session::make_player() {
  if (seat_->has_player() && !small_player_) return renew_if_due();
  const auto make = [this] {
    seat_->has_player() ? seat_->apply(settings_) : seat_->make_player(settings_);
  };
  const int asked = settings_.hash_megabytes;
  try {
    make();
  } catch (const std::bad_alloc&) {
    settings_.hash_megabytes = asked > line::kUsualHashMegabytes ? line::kUsualHashMegabytes : 1;
    make();
    complain(stays_at(settings_.hash_megabytes, no_memory(asked)));
  }
  small_player_ = false;
  renew_if_due();
}

void Session::set_up_player() {
  const auto job = [this](const Work& work) {
    make_player();
    seat_->warm_up(work.no_extras.get_token());
  };
  const auto done = [this] {
    if (fault() && !skipped()) complain(failure());
  };
  SessionCore::prepare(job, done, Skip::kAtStop);
}

void Session::change_hash(int megabytes) {
  const int former = settings_.hash_megabytes;
  if (const Status claimed = claim_hash(former, megabytes); !claimed)
    return complain(stays_at(former, claimed.error()));
  PlayerSettings settings = settings_;
  settings.hash_megabytes = megabytes;
  resize_player(settings, stays_at(former, no_memory(megabytes)));
}

void Session::change_threads(int threads) {
  const int former = settings_.threads;
  PlayerSettings settings = settings_;
  settings.threads = threads;
  resize_player(settings,
                {"uci.memory", "not enough memory for " + std::to_string(threads) +
                                   " threads; the number stays " + std::to_string(former)});
}

void Session::resize_player(const PlayerSettings& settings, const Error& shortage) {
  const PlayerSettings former = settings_;
  const auto finish = [this, settings, former](const Status& status) {
    settings_ = status ? settings : former;
    keep_hash(settings_.hash_megabytes);
    if (!status) complain(status.error());
  };
  if (!seat_->has_player()) return finish({});
  const auto work = [this, settings, former, shortage]() -> Status {
    try {
      seat_->apply(settings);
      small_player_ = false;
      return {};
    } catch (const std::bad_alloc&) {
      seat_->apply(former);
      return shortage;
    }
  };
  prepare(work, finish);
}

void Session::renew_player() {
  if (!seat_->has_player()) return;
  renewal_due_ = true;
  set_up_player();
}

void Session::renew_if_due() {
  if (std::exchange(renewal_due_, false)) seat_->renew_player();
}

void Session::set_up_options() {
  const auto spin = [this](const std::string& name, int initial, int minimum, int maximum,
                           auto field) {
    options_.add_spin(name, initial, minimum, maximum, [this, field](int value) {
      PlayerSettings settings = settings_;
      settings.*field = std::remove_reference_t<decltype(settings.*field)>(value);
      if (seat_->has_player()) seat_->apply(settings);
      settings_ = settings;
    });
  };
  options_.add_spin(std::string(config_.dialect.hash_option), settings_.hash_megabytes, 1,
                    config_.max_hash_megabytes, [this](int value) { change_hash(value); });
  options_.add_spin("Threads", config_.threads, 1, config_.max_threads,
                    [this](int value) { change_threads(value); });
  options_.add_check(std::string(config_.dialect.ponder_option), false,
                     [](bool) {});  // the GUI decides whether to ponder; the engine plays the same
  spin("MultiPV", 1, 1, kMaxLines, &PlayerSettings::lines);
  seat_->add_options(OptionGroup::kStrength, options_);
  spin("Move Overhead", static_cast<int>(settings_.move_overhead.count()), 0,
       static_cast<int>(kMaxMoveOverhead.count()), &PlayerSettings::move_overhead);
  options_.add_button("Clear Hash", [this] { renew_player(); });
  seat_->add_options(OptionGroup::kRules, options_);
  options_.add_check("UCI_ShowWDL", false, [this](bool on) { show_expectation_ = on; });
  if (!config_.files) return;
  options_.add_string("WeightsFile", [this](const std::string& file) { load_weights(file); });
  seat_->add_options(OptionGroup::kFiles, options_);
}

void Session::load_weights(const std::string& file) {
  if (const Status loaded = seat_->load_weights(file); !loaded) {
    return complain({loaded.error().code, "WeightsFile: " + loaded.error().message});
  }
  renew_player();
}

void Session::conclude_position(const Result<std::string>& note) {
  if (!note) {
    refusal_ = note.error();
    return complain({refusal_->code, refusal_->message + "; the position stays as it was"});
  }
  if (!note->empty()) say(*note);
  refusal_.reset();
}

}  // namespace trivium::uci
