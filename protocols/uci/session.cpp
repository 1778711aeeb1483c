#include "protocols/uci/session.h"

#include <algorithm>
#include <exception>
#include <new>
#include <random>
#include <utility>

#include "engine/chess/rules/notation.h"
#include "engine/chess/weights.h"
#include "protocols/uci/command_table.h"

namespace trivium::uci {

namespace {

/// A client that piles up more than this behind a search is not playing chess.
constexpr std::size_t kMostQueuedBytes = std::size_t{16} << 20;

/// So many are had or cleared within a few milliseconds.
constexpr int kFewMegabytes = 32;

constexpr int kMostLines = 256;
constexpr int kMostOverhead = 5000;

std::uint64_t random_seed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

std::string no_memory(int wanted, int had) {
  return "not enough memory for a hash table of " + std::to_string(wanted) + " MB; it stays at " + std::to_string(had) + " MB";
}

/// What a searching thread takes beside the hash table, for its histories above all.
constexpr int kMegabytesOfThread = 3;
constexpr int memory_of_threads(int threads) noexcept { return threads * kMegabytesOfThread; }

/// Of a whole player.
int memory_of(const chess::PlayerOptions& options) noexcept { return options.hash_megabytes + memory_of_threads(options.threads); }

}  // namespace

Session::Session(std::shared_ptr<line::Channel> channel, SessionConfig config)
    : channel_(std::move(channel)),
      config_(std::move(config)),
      weights_(config_.weights),
      hash_share_(config_.hash_budget),
      book_rng_(config_.book_seed != 0 ? config_.book_seed : random_seed()),
      style_rng_(book_rng_()),
      strength_(config_.strength),
      worker_(channel_, config_.search_slots) {
  player_options_.threads = config_.threads;
  player_options_.hash_megabytes = config_.hash_megabytes;
  player_options_.search = config_.search;
  set_up_options();
}

Session::~Session() = default;

void Session::complain(const std::string& fault) {
  std::string text = "info string error: " + fault;
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  channel_->send(text + '\n');
}

void Session::receive(std::string_view line) {
  if (!std::exchange(set_up_, true)) set_up_player();
  line = trimmed(line);
  if (line.empty() || line.starts_with('#')) return;
  std::string_view rest = line;
  for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
    const Command* command = CommandTable::find(word);
    const bool first = word.data() == line.data();
    if (command != nullptr && (first || command->in_uci)) return enqueue(*command, rest);
  }
  channel_->send("info string unknown command: " + printable(line) + "\n");
}

void Session::line_too_long() { complain("a line was too long and was dropped"); }

void Session::end() {
  ended_ = true;
  gone_.request_stop();
  stop({});
}

void Session::enqueue(const Command& command, std::string_view arguments) {
  if (leaving_ || ended_) return;
  if (command.starts_search) stop({});
  if (!command.waits || (idle() && queue_.empty())) return run(command, arguments);
  queued_bytes_ += sizeof(Waiting) + arguments.size();
  if (queued_bytes_ > kMostQueuedBytes) {
    complain("too many commands wait for the search; goodbye");
    return quit({});
  }
  queue_.push_back({.command = &command, .arguments = std::string(arguments)});
}

void Session::run_queue() {
  while (idle() && !queue_.empty()) {
    const Waiting next = std::move(queue_.front());
    queue_.pop_front();
    queued_bytes_ -= sizeof(Waiting) + next.arguments.size();
    run(*next.command, next.arguments);
    if (next.hit) ponderhit_search();
    if (next.stopped) stop_search();
  }
  if (preparing_) return;
  for (; readies_ > 0; --readies_) channel_->send("readyok\n");
  if (leaving_ && idle()) channel_->close();
}

void Session::run(const Command& command, std::string_view arguments) {
  if (command.waits) working_on_ = line::shown_command(command.name, arguments);
  try {
    (this->*command.run)(arguments);
  } catch (const std::exception& error) {
    complain(std::string(command.name) + ": " + error.what());
  }
}

std::string Session::cannot_think() const { return weights_ == nullptr ? "no weights: " + config_.weights_fault : "not enough memory"; }

void Session::prepare(int megabytes, const std::function<Status()>& work, const std::function<void(const Status&)>& done) {
  const auto attempt = [this, work]() -> Status {
    try {
      const Status status = work();
      if (player_ != nullptr) player_->warm_up(gone_.get_token());
      return status;
    } catch (const std::exception& error) {
      return Error{error.what()};
    }
  };
  if (megabytes <= kFewMegabytes) return done(attempt());
  preparing_ = true;
  const auto self = std::static_pointer_cast<Session>(shared_from_this());
  const auto status = std::make_shared<Status>();
  worker_.start_without_slot([status, attempt] { *status = attempt(); },
                             [self, status, done] {
                               self->preparing_ = false;
                               if (const auto& fault = self->worker_.fault()) *status = Error{*fault};
                               done(*status);
                               self->run_queue();
                             });
}

void Session::set_up_player() {
  if (weights_ == nullptr) return;
  const auto work = [this]() -> Status {
    chess::PlayerOptions options = player_options_;
    try {
      player_ = std::make_unique<chess::Player>(weights_, options);
      return {};
    } catch (const std::bad_alloc&) {
      options.hash_megabytes = 1;
      player_ = std::make_unique<chess::Player>(weights_, options);
      return Error{no_memory(player_options_.hash_megabytes, options.hash_megabytes)};
    }
  };
  prepare(memory_of(player_options_), work, [this](const Status& status) {
    if (status) return;
    player_options_.hash_megabytes = 1;
    complain(status.error().message);
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
    if (Status granted = hash_share_.resize(megabytes); !granted) {
      return Error{granted.error().message + "; it stays at " + std::to_string(former) + " MB"};
    }
  }
  chess::PlayerOptions options = player_options_;
  options.hash_megabytes = megabytes;
  resize_player(options, std::max(megabytes, former), no_memory(megabytes, former));
  return {};
}

Status Session::change_threads(int threads) {
  const int former = player_options_.threads;
  chess::PlayerOptions options = player_options_;
  options.threads = threads;
  resize_player(options, memory_of_threads(std::max(threads, former)),
                "not enough memory for " + std::to_string(threads) + " threads; they stay " + std::to_string(former));
  return {};
}

void Session::resize_player(const chess::PlayerOptions& options, int megabytes, const std::string& shortage) {
  const chess::PlayerOptions former = player_options_;
  const auto work = [this, options, former, shortage]() -> Status {
    if (player_ == nullptr) return {};
    try {
      player_->set_options(options);
      return {};
    } catch (const std::bad_alloc&) {
      player_->set_options(former);
      return Error{shortage};
    }
  };
  prepare(megabytes, work, [this, options, former](const Status& status) {
    player_options_ = status ? options : former;
    (void)hash_share_.resize(player_options_.hash_megabytes);  // not more than it was granted
    if (!status) complain(status.error().message);
  });
}

void Session::begin_game() {
  if (config_.newest_weights && !own_weights_) weights_ = config_.newest_weights();
  const auto strength = strength_ != nullptr && config_.newest_strength ? config_.newest_strength() : nullptr;
  if (strength != nullptr) strength_ = strength;
  renew_player();
}

void Session::renew_player() {
  if (player_ == nullptr) return;
  const auto work = [this]() -> Status {
    if (&player_->weights() == weights_.get()) {
      player_->new_game();
    } else {
      player_->set_weights(weights_);  // which begins a new game too
    }
    return {};
  };
  prepare(memory_of(player_options_), work, [this](const Status& status) {
    if (!status) complain(status.error().message);
  });
}

void Session::set_up_options() {
  const auto spin = [this](const std::string& name, int initial, int least, int most, auto field) {
    options_.add_spin(name, initial, least, most, [this, field](int value) {
      chess::PlayerOptions options = player_options_;
      options.*field = std::remove_reference_t<decltype(options.*field)>(value);
      return change_player(options);
    });
  };
  options_.add_spin("Hash", config_.hash_megabytes, 1, config_.max_hash_megabytes, [this](int value) { return change_hash(value); });
  options_.add_spin("Threads", config_.threads, 1, config_.max_threads, [this](int value) { return change_threads(value); });
  options_.add_check("Ponder", false, [](bool) {});  // the GUI decides whether it ponders; nothing changes in how we think
  spin("MultiPV", 1, 1, kMostLines, &chess::PlayerOptions::lines);
  set_up_strength();
  spin("Move Overhead", static_cast<int>(player_options_.move_overhead.count()), 0, kMostOverhead, &chess::PlayerOptions::move_overhead);
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
  } catch (const std::exception& error) {
    return Error{std::string("WeightsFile: ") + error.what()};
  }
  if (weights == nullptr) return Error{"WeightsFile: " + config_.weights_fault};
  own_weights_ = !file.empty();
  weights_ = std::move(weights);
  if (player_ == nullptr) {
    set_up_player();
  } else {
    renew_player();
  }
  return {};
}

Status Session::set_position(const PositionCommand& command) {
  std::string note;
  Result<chess::Position> start = command.fen ? chess::parse_fen(*command.fen, &note) : Result<chess::Position>(chess::start_position());
  if (!start) return start.error();
  if (chess960_) start->set_chess960(true);
  chess::Game game(*start);
  for (std::size_t i = 0; i < command.moves.size(); ++i) {
    const Result<chess::Move> move = chess::parse_uci_move(game.position(), command.moves[i]);
    if (!move) return Error{"position: move " + std::to_string(i + 1) + ": " + move.error().message};
    game.do_move(*move);
  }
  game_ = std::move(game);
  if (!note.empty()) channel_->send("info string " + note + "\n");
  return {};
}

}  // namespace trivium::uci
