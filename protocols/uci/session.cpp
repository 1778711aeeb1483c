#include "protocols/uci/session.h"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "engine/chess/rules/notation.h"
#include "engine/chess/weights.h"
#include "protocols/uci/command_table.h"

namespace trivium::uci {

namespace {

/// A client that piles up more than this behind a search is not playing chess.
constexpr std::size_t kMostQueuedBytes = std::size_t{16} << 20;

constexpr int kMostLines = 256;
constexpr int kMostOverhead = 5000;

}  // namespace

Session::Session(std::shared_ptr<line::Channel> channel, SessionConfig config)
    : channel_(std::move(channel)),
      config_(std::move(config)),
      weights_(config_.weights),
      weights_fault_(config_.weights_fault),
      worker_(channel_) {
  if (weights_ != nullptr) player_ = std::make_unique<chess::Player>(weights_);
  chess::PlayerOptions options;
  options.threads = config_.threads;
  options.hash_megabytes = config_.hash_megabytes;
  if (const Status status = change_player(options); !status) complain(status.error().message);
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
  stop({});
}

void Session::enqueue(const Command& command, std::string_view arguments) {
  if (leaving_ || ended_) return;
  if (command.starts_search) stop({});
  if (!command.waits || (search_ == nullptr && queue_.empty())) return run(command, arguments);
  queued_bytes_ += sizeof(Waiting) + arguments.size();
  if (queued_bytes_ > kMostQueuedBytes) {
    complain("too many commands wait for the search; goodbye");
    return quit({});
  }
  queue_.push_back({.command = &command, .arguments = std::string(arguments)});
}

void Session::run_queue() {
  while (search_ == nullptr && !queue_.empty()) {
    const Waiting next = std::move(queue_.front());
    queue_.pop_front();
    queued_bytes_ -= sizeof(Waiting) + next.arguments.size();
    run(*next.command, next.arguments);
    if (next.hit) ponderhit_search();
    if (next.stopped) stop_search();
  }
}

void Session::run(const Command& command, std::string_view arguments) {
  try {
    (this->*command.run)(arguments);
  } catch (const std::exception& error) {
    complain(std::string(command.name) + ": " + error.what());
  }
}

Status Session::change_player(const chess::PlayerOptions& options) {
  if (player_ == nullptr) {
    player_options_ = options;
    return {};
  }
  try {
    player_->set_options(options);
    player_options_ = options;
    return {};
  } catch (const std::bad_alloc&) {
    player_->set_options(player_options_);
    return Error{"not enough memory for a hash table of " + std::to_string(options.hash_megabytes) + " MB; it stays at " +
                 std::to_string(player_options_.hash_megabytes) + " MB"};
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
  spin("Hash", config_.hash_megabytes, 1, config_.max_hash_megabytes, &chess::PlayerOptions::hash_megabytes);
  spin("Threads", config_.threads, 1, config_.max_threads, &chess::PlayerOptions::threads);
  options_.add_check("Ponder", false, [](bool) {});  // the GUI decides whether it ponders; nothing changes in how we think
  spin("MultiPV", 1, 1, kMostLines, &chess::PlayerOptions::lines);
  spin("Move Overhead", static_cast<int>(player_options_.move_overhead.count()), 0, kMostOverhead, &chess::PlayerOptions::move_overhead);
  options_.add_button("Clear Hash", [this] {
    if (player_ != nullptr) player_->new_game();
  });
  options_.add_check("UCI_Chess960", false, [this](bool on) { chess960_ = on; });
  options_.add_check("UCI_ShowWDL", false, [this](bool on) { show_expectation_ = on; });
  if (config_.files) options_.add_string("WeightsFile", [this](const std::string& file) { return load_weights(file); });
}

Status Session::load_weights(const std::string& file) {
  std::shared_ptr<const chess::Weights> weights;
  try {
    weights = file.empty() ? config_.weights : chess::Weights::load(file);
  } catch (const std::exception& error) {
    return Error{std::string("WeightsFile: ") + error.what()};
  }
  if (weights == nullptr) return Error{"WeightsFile: " + config_.weights_fault};
  if (player_ == nullptr) {
    player_ = std::make_unique<chess::Player>(weights);
    player_->set_options(player_options_);
  } else {
    player_->set_weights(weights);
  }
  weights_ = std::move(weights);
  return {};
}

Status Session::set_position(const PositionCommand& command) {
  Result<chess::Position> start = command.fen ? chess::parse_fen(*command.fen) : Result<chess::Position>(chess::start_position());
  if (!start) return start.error();
  if (chess960_) start->set_chess960(true);
  chess::Game game(*start);
  for (std::size_t i = 0; i < command.moves.size(); ++i) {
    const Result<chess::Move> move = chess::parse_uci_move(game.position(), command.moves[i]);
    if (!move) return Error{"position: move " + std::to_string(i + 1) + ": " + move.error().message};
    game.do_move(*move);
  }
  game_ = std::move(game);
  return {};
}

}  // namespace trivium::uci
