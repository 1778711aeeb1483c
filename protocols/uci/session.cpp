#include "protocols/uci/session.h"

#include <algorithm>
#include <exception>
#include <new>
#include <random>
#include <utility>

#include "engine/chess/rules/notation.h"
#include "engine/chess/weights.h"
#include "models/format/load_error.h"
#include "protocols/uci/command_table.h"

namespace trivium::uci {

namespace {

/// A client with more than this waiting behind a search is not playing chess.
constexpr std::size_t kMaxQueuedBytes = std::size_t{16} << 20;
/// Allocator overhead of a queued command.
constexpr std::size_t kHeapBytes = 32;

constexpr int kMaxLines = 256;
constexpr int kMaxOverhead = 5000;

std::uint64_t random_seed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

Error no_memory(int megabytes) { return {"hash.memory", "not enough memory for a hash table of " + std::to_string(megabytes) + " MB"}; }

/// Adds the size that stays in effect to the message.
Error stays_at(int megabytes, const Error& why) { return {why.code, why.message + "; it stays at " + std::to_string(megabytes) + " MB"}; }

}  // namespace

Session::Session(std::shared_ptr<line::Channel> channel, SessionConfig config)
    : channel_(std::move(channel)),
      config_(std::move(config)),
      weights_(config_.weights),
      hash_share_(config_.hash_budget),
      book_rng_(config_.book_seed != 0 ? config_.book_seed : random_seed()),
      style_rng_(book_rng_()),
      strength_(config_.strength),
      worker_(channel_, config_.search_slots, config_.launcher) {
  player_options_.threads = config_.threads;
  player_options_.hash_megabytes = config_.hash_megabytes;
  if (const Status fits = line::fits_machine(config_.hash_megabytes); !fits) {
    player_options_.hash_megabytes = line::kUsualHashMegabytes;
    first_fault_ = stays_at(line::kUsualHashMegabytes, fits.error());
  }
  player_options_.search = config_.search;
  set_up_options();
}

Session::~Session() { drop_queue(); }

void Session::complain(const Error& fault) {
  channel_->note("error " + fault.code);
  std::string text = "info string error: " + fault.message;
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  channel_->send(text + '\n');
}

void Session::receive(std::string_view line) {
  if (const auto fault = std::exchange(first_fault_, std::nullopt)) complain(*fault);
  line = trimmed(line);
  if (line.empty() || line.starts_with('#')) return;
  std::string_view rest = line;
  for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
    const Command* command = CommandTable::find(word);
    const bool first = word.data() == line.data();
    if (command != nullptr && (first || command->in_uci)) return enqueue(*command, rest);
  }
  channel_->note("error uci.command.unknown");
  channel_->send("info string unknown command: " + printable(line) + "\n");
}

void Session::line_too_long() {
  const Error fault{"uci.line.long", "a line was too long and was dropped"};
  complain(fault);
  enqueue(CommandTable::kLostLine, fault.message);
}

bool Session::finishes_at_end_of_input() {
  if (!std::exchange(deciding_, false)) return false;
  stop_unlimited();
  run_queue();
  return true;
}

void Session::end(line::SessionEnd how) {
  ended_ = true;
  deciding_ = false;
  warm_up_.request_stop();
  if (how != line::SessionEnd::kInput) {
    drop_queue();
    give_up_preparing();
  }
  stop_all();
}

void Session::enqueue(const Command& command, std::string_view arguments) {
  if (leaving_ || ended_) return;
  if (command.starts_search) stop_unlimited();
  received_ = SearchControl::Clock::now();
  if (!command.waits || (idle() && queue_.empty())) return run(command, arguments);
  const std::size_t bytes = sizeof(Waiting) + kHeapBytes + arguments.size();
  if (queued_bytes_ + bytes > kMaxQueuedBytes || !channel_->reserve(bytes)) {
    complain({"uci.queue.full", "too many commands wait for the search; goodbye"});
    return quit({});
  }
  Waiting waiting{.command = &command, .arguments = std::string(arguments), .bytes = bytes, .received = received_};
  if (command.starts_search) {
    const GoCommand go = parse_go(arguments);
    waiting.limited = is_limited(go) && !go.ponder;
  }
  queue_.push_back(std::move(waiting));
  queued_bytes_ += bytes;
  if (command.starts_search) report_waiting();
}

void Session::stop_unlimited() {
  for (Waiting& waiting : queue_) waiting.stopped = waiting.stopped || !waiting.limited;
  if (search_ != nullptr && !search_->is_limited()) stop_search();
}

void Session::stop_all() {
  for (Waiting& waiting : queue_) waiting.stopped = true;
  stop_search();
}

void Session::leave(bool waits) {
  deciding_ = false;
  if (!waits) drop_queue();
  stop_all();
  if (!waits) give_up_preparing();
  run_queue();
}

void Session::give_up_preparing() {
  if (!preparing_) return;
  gone_.request_stop();
  warm_up_.request_stop();
  worker_.hurry();
}

void Session::drop_queue() {
  queue_.clear();
  channel_->release(std::exchange(queued_bytes_, 0));
}

void Session::run_queue() {
  if (idle() && !queue_.empty() && !deciding_) {
    const Waiting next = std::move(queue_.front());
    queue_.pop_front();
    queued_bytes_ -= next.bytes;
    channel_->release(next.bytes);
    received_ = next.received;
    run(*next.command, next.arguments);
    if (next.hit) ponderhit_search();
    if (next.stopped) stop_search();
  }
  if (!idle() || queue_.empty() || deciding_) return settle();
  if (std::exchange(turn_posted_, true)) return;
  channel_->post([self = std::static_pointer_cast<Session>(shared_from_this())] {
    self->turn_posted_ = false;
    self->run_queue();
  });
}

void Session::settle() {
  if (preparing_) return;
  for (; readies_ > 0; --readies_) channel_->send("readyok\n");
  if (leaving_ && idle() && queue_.empty()) channel_->close();
}

void Session::run(const Command& command, std::string_view arguments) {
  if (command.waits) working_on_ = line::shown_command(command.name, arguments);
  try {
    (this->*command.run)(arguments);
  } catch (const std::exception& error) {
    // Starting the worker is what can fail last, so nothing of the command is in progress.
    if (command.waits && !worker_.busy()) {
      search_.reset();
      preparing_ = false;
    }
    complain({"uci.command.failed", std::string(command.name) + ": " + error.what()});
    if (command.starts_search && search_ == nullptr) answer_failed(parse_go(arguments));
  }
}

Error Session::cannot_think() const { return {"uci.weights.missing", "no weights: " + config_.weights_fault}; }

void Session::prepare(const std::function<Status()>& work, const std::function<void(const Status&)>& done) {
  const auto self = std::static_pointer_cast<Session>(shared_from_this());
  const auto status = std::make_shared<Status>();
  const auto job = [this, status, work] {
    if (gone_.stop_requested()) return;
    *status = work();
    if (player_ != nullptr) player_->warm_up(warm_up_.get_token());
  };
  worker_.start(job, [self, status, done] {
    self->preparing_ = false;
    if (const auto& fault = self->worker_.fault()) *status = Error{"uci.command.failed", self->working_on_ + ": " + *fault};
    done(*status);
    self->run_queue();
  });
  preparing_ = true;
}

void Session::make_player() {
  if (player_ != nullptr) return renew_if_due();
  const int asked = player_options_.hash_megabytes;
  try {
    player_ = std::make_unique<chess::Player>(weights_, player_options_);
  } catch (const std::bad_alloc&) {
    player_options_.hash_megabytes = asked > line::kUsualHashMegabytes ? line::kUsualHashMegabytes : 1;
    player_ = std::make_unique<chess::Player>(weights_, player_options_);
    complain(stays_at(player_options_.hash_megabytes, no_memory(asked)));
  }
}

void Session::set_up_player() {
  const auto work = [this]() -> Status {
    make_player();
    return {};
  };
  prepare(work, [this](const Status& status) {
    if (!status && !worker_.skipped()) complain(status.error());
  });
}

Status Session::change_player(const chess::PlayerOptions& options) {
  if (player_ != nullptr) player_->set_options(options);
  player_options_ = options;
  return {};
}

Status Session::change_hash(int megabytes) {
  const int former = player_options_.hash_megabytes;
  if (megabytes > former) {
    if (const Status fits = line::fits_machine(megabytes); !fits) return stays_at(former, fits.error());
    if (const Status granted = hash_share_.resize(megabytes); !granted) return stays_at(former, granted.error());
  }
  chess::PlayerOptions options = player_options_;
  options.hash_megabytes = megabytes;
  resize_player(options, stays_at(former, no_memory(megabytes)));
  return {};
}

Status Session::change_threads(int threads) {
  const int former = player_options_.threads;
  chess::PlayerOptions options = player_options_;
  options.threads = threads;
  resize_player(options,
                {"uci.memory", "not enough memory for " + std::to_string(threads) + " threads; they stay " + std::to_string(former)});
  return {};
}

void Session::resize_player(const chess::PlayerOptions& options, const Error& shortage) {
  const chess::PlayerOptions former = player_options_;
  const auto finish = [this, options, former](const Status& status) {
    player_options_ = status ? options : former;
    (void)hash_share_.resize(player_options_.hash_megabytes);  // not more than it was granted
    if (!status) complain(status.error());
  };
  if (player_ == nullptr) return finish({});
  const auto work = [this, options, former, shortage]() -> Status {
    try {
      player_->set_options(options);
      return {};
    } catch (const std::bad_alloc&) {
      player_->set_options(former);
      return shortage;
    }
  };
  prepare(work, finish);
}

void Session::begin_game() {
  if (config_.newest_weights && !own_weights_) weights_ = config_.newest_weights();
  const auto strength = strength_ != nullptr && config_.newest_strength ? config_.newest_strength() : nullptr;
  if (strength != nullptr) strength_ = strength;
  renew_player();
}

void Session::renew_player() {
  if (player_ == nullptr) return;
  renewal_due_ = true;
  set_up_player();
}

void Session::renew_if_due() {
  if (!std::exchange(renewal_due_, false)) return;
  if (&player_->weights() == weights_.get()) {
    player_->new_game();
  } else {
    player_->set_weights(weights_);  // which begins a new game too
  }
}

void Session::set_up_options() {
  const auto spin = [this](const std::string& name, int initial, int least, int most, auto field) {
    options_.add_spin(name, initial, least, most, [this, field](int value) {
      chess::PlayerOptions options = player_options_;
      options.*field = std::remove_reference_t<decltype(options.*field)>(value);
      return change_player(options);
    });
  };
  options_.add_spin("Hash", player_options_.hash_megabytes, 1, config_.max_hash_megabytes,
                    [this](int value) { return change_hash(value); });
  options_.add_spin("Threads", config_.threads, 1, config_.max_threads, [this](int value) { return change_threads(value); });
  options_.add_check("Ponder", false, [](bool) {});  // the GUI decides whether it ponders; nothing changes in how we think
  spin("MultiPV", 1, 1, kMaxLines, &chess::PlayerOptions::lines);
  set_up_strength();
  spin("Move Overhead", static_cast<int>(player_options_.move_overhead.count()), 0, kMaxOverhead, &chess::PlayerOptions::move_overhead);
  options_.add_button("Clear Hash", [this] { renew_player(); });
  options_.add_check("UCI_Chess960", false, [this](bool on) { chess960_ = on; });
  options_.add_check("UCI_ShowWDL", false, [this](bool on) { show_expectation_ = on; });
  if (!config_.files) return;
  options_.add_string("WeightsFile", [this](const std::string& file) { return load_weights(file); });
  set_up_book();
  set_up_style();
  set_up_tables();
}

Status Session::load_weights(const std::string& file) {
  std::shared_ptr<const chess::Weights> weights;
  try {
    weights = !file.empty() ? chess::Weights::load(file) : config_.newest_weights ? config_.newest_weights() : config_.weights;
  } catch (const format::LoadError& error) {
    return Error{error.code(), std::string("WeightsFile: ") + error.what()};
  }
  if (weights == nullptr) return Error{"uci.weights.missing", "WeightsFile: " + config_.weights_fault};
  own_weights_ = !file.empty();
  weights_ = std::move(weights);
  renew_player();
  return {};
}

Result<Session::NewPosition> Session::set_up(const PositionCommand& command, bool chess960) {
  NewPosition result;
  Result<chess::Position> start =
      command.fen ? chess::parse_fen(*command.fen, &result.note) : Result<chess::Position>(chess::start_position());
  if (!start) return start.error();
  if (chess960) start->set_chess960(true);
  result.game = chess::Game(*start);
  for (std::size_t i = 0; i < command.moves.size(); ++i) {
    const Result<chess::Move> move = chess::parse_uci_move(result.game.position(), command.moves[i]);
    if (!move) return Error{move.error().code, "position: move " + std::to_string(i + 1) + ": " + move.error().message};
    result.game.do_move(*move);
  }
  return result;
}

void Session::accept_position(Result<NewPosition> position) {
  if (!position) {
    refusal_ = position.error();
    return complain({refusal_->code, refusal_->message + "; the position stays as it was"});
  }
  game_ = std::move(position->game);
  if (!position->note.empty()) channel_->send("info string " + position->note + "\n");
  refusal_.reset();
}

}  // namespace trivium::uci
