#include "protocols/client/gtp_engine.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/core/text.h"

namespace trivium::client {

namespace {

constexpr std::size_t kShownCommand = 100;
/// Maximum size of a response.
constexpr std::size_t kMaxResponseBytes = std::size_t{4} << 20;
constexpr std::string_view kPass = "pass";

/// Side 0 is Black in every game of GTP.
char color_of(int side) noexcept { return side == 0 ? 'b' : 'w'; }

/// Vertices as sent to engines, which may answer in upper or lower case.
std::string upper_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return text;
}

}  // namespace

Fallible GtpEngine::handshake() {
  name_ = file_name();
  known_.clear();
  board_size_ = 0;
  whole_seconds_ = false;
  rejected_.clear();
  GtpResponse response;
  if (Fallible failed = ask("list_commands", response)) return failed;
  if (!response.accepted) return refusal(response.text);
  commands_ = text::words(response.text);
  if (knows("name")) {
    if (Fallible failed = ask("name", response)) return failed;
    if (response.accepted && !response.text.empty()) name_ = response.text;
  }
  if (!program().game.empty() && knows("set_game")) {
    if (Fallible failed = suggest("set_game " + program().game)) return failed;
  }
  for (const auto& [command, arguments] : program().options) {
    if (Fallible failed = suggest(arguments.empty() ? command : command + ' ' + arguments))
      return failed;
  }
  for (const std::string& command : program().init_commands) {
    if (Fallible failed = suggest(command)) return failed;
  }
  return std::nullopt;
}

bool GtpEngine::knows(std::string_view command) const {
  return std::ranges::find(commands_, command) != commands_.end();
}

Fallible GtpEngine::ask(const std::string& command, GtpResponse& response,
                        std::optional<Clock::duration> patience) {
  discard_input();
  if (Fallible failed = send(command)) return failed;
  const Clock::time_point until = patience ? after_request(*patience) : usual_deadline();
  std::string lines;
  while (true) {
    std::string_view line;
    if (Fallible failed = receive(line, until)) return failed;
    if (!text::trimmed(line).empty()) {
      lines.append(line) += '\n';
      if (lines.size() > kMaxResponseBytes) return refusal(lines);
      continue;
    }
    if (Result<GtpResponse> read = parse_gtp_response(lines)) {
      response = *std::move(read);
      return std::nullopt;
    }
    lines.clear();  // not part of the response
  }
}

Fallible GtpEngine::order(const std::string& command) {
  GtpResponse response;
  if (Fallible failed = ask(command, response)) return failed;
  if (!response.accepted) return refusal("? " + response.text);
  return std::nullopt;
}

Fallible GtpEngine::suggest(const std::string& command) {
  GtpResponse response;
  if (Fallible failed = ask(command, response)) return failed;
  if (!response.accepted)
    warn(fmt::format("{} answered {} with {}", name_, text::quoted(command, kShownCommand),
                     text::quoted("? " + response.text, kShownCommand)));
  return std::nullopt;
}

Fallible GtpEngine::new_game(const GameSetup& setup) {
  if (Fallible failed = loss()) return failed;
  if (setup.board_size != board_size_) {
    if (Fallible failed = order(fmt::format("boardsize {}", setup.board_size))) return failed;
    board_size_ = setup.board_size;
  }
  known_.clear();
  time_sent_ = false;
  return order("clear_board");
}

/// Sets up the stones of `situation` on the engine's board.
Fallible GtpEngine::set_up(const Situation& situation) {
  const bool continues = known_.size() <= situation.moves.size() &&
                         std::equal(known_.begin(), known_.end(), situation.moves.begin());
  if (!continues) {
    if (Fallible failed = order("clear_board")) return failed;
    known_.clear();
  }
  while (known_.size() < situation.moves.size()) {
    const std::string& vertex = situation.moves[known_.size()];
    const int side = situation.sides[known_.size()];
    if (Fallible failed = play(side, vertex)) return failed;
    known_.push_back(vertex);
  }
  return std::nullopt;
}

Fallible GtpEngine::play(int side, const std::string& vertex) {
  const std::string command = fmt::format("play {} {}", color_of(side), vertex);
  if (!text::same_ignoring_case(vertex, kPass)) return order(command);
  if (is_stopped(kPass)) return std::nullopt;
  GtpResponse response;
  if (Fallible failed = ask(command, response)) return failed;
  if (!response.accepted) stop_sending(kPass, command, response);
  return std::nullopt;
}

void GtpEngine::stop_sending(std::string_view command, std::string_view line,
                             const GtpResponse& response) {
  rejected_.emplace_back(command);
  warn(fmt::format("{} answered {} with {}: {} is not sent any more", name_,
                   text::quoted(line, kShownCommand),
                   text::quoted("? " + response.text, kShownCommand), command));
}

bool GtpEngine::is_stopped(std::string_view command) const {
  return std::ranges::find(rejected_, command) != rejected_.end();
}

std::string GtpEngine::seconds(Milliseconds time) const {
  const std::int64_t count = std::max<std::int64_t>(time.count(), 0);
  if (whole_seconds_ || count % 1000 == 0) return fmt::format("{}", count / 1000);
  return fmt::format("{:.3f}", static_cast<double>(count) / 1000);
}

Fallible GtpEngine::send_time_command(std::string_view command,
                                      const std::function<std::string()>& write) {
  if (!knows(command) || is_stopped(command)) return std::nullopt;
  const bool whole_seconds = whole_seconds_;
  std::string line = write();
  GtpResponse response;
  if (Fallible failed = ask(line, response)) return failed;
  if (response.accepted) return std::nullopt;
  whole_seconds_ = true;
  if (std::string rounded = write(); rounded != line) {
    line = std::move(rounded);
    if (Fallible failed = ask(line, response)) return failed;
    if (response.accepted) return std::nullopt;
  }
  whole_seconds_ = whole_seconds;  // fractions were not the reason
  stop_sending(command, line, response);
  return std::nullopt;
}

Fallible GtpEngine::send_time(const Situation& situation, const MoveBudget& budget) {
  const ClockState clock =
      budget.clocks ? (*budget.clocks)[static_cast<std::size_t>(situation.side)] : ClockState{};
  const bool overtime = clock.increment.count() > 0 || clock.moves_to_go > 0;
  // In overtime the remaining time is for a fixed number of stones.
  const int stones = clock.moves_to_go > 0
                         ? clock.moves_to_go
                         : (overtime && clock.remaining <= clock.increment ? 1 : 0);
  const Milliseconds main = stones > 0 ? clock.remaining : clock.remaining - clock.increment;

  if (!time_sent_ && (budget.clocks || budget.move_time)) {
    time_sent_ = true;
    const auto settings = [&] {
      if (!budget.clocks) return fmt::format("time_settings 0 {} 1", seconds(*budget.move_time));
      if (clock.moves_to_go > 0)
        return fmt::format("time_settings 0 {} {}", seconds(clock.remaining), clock.moves_to_go);
      return fmt::format("time_settings {} {} {}", seconds(main), seconds(clock.increment),
                         overtime ? 1 : 0);
    };
    if (Fallible failed = send_time_command("time_settings", settings)) return failed;
  }
  if (!budget.clocks) return std::nullopt;
  const auto left = [&] {
    return fmt::format("time_left {} {} {}", color_of(situation.side), seconds(main), stones);
  };
  return send_time_command("time_left", left);
}

MoveAnswer GtpEngine::move(const Situation& situation, const MoveBudget& budget) {
  if (Fallible failed = loss()) return *std::move(failed);
  if (Fallible failed = set_up(situation)) return *std::move(failed);
  if (Fallible failed = send_time(situation, budget)) return *std::move(failed);
  GtpResponse response;
  if (Fallible failed =
          ask(fmt::format("genmove {}", color_of(situation.side)), response, budget.patience))
    return *std::move(failed);
  if (!response.accepted || response.text.empty())
    return refusal((response.accepted ? "= " : "? ") + response.text);
  MoveReply reply;
  reply.elapsed = elapsed();
  reply.resigns = text::same_ignoring_case(response.text, "resign");
  if (!reply.resigns) {
    reply.move = response.text;
    known_.push_back(upper_case(response.text));
  }
  return reply;
}

}  // namespace trivium::client
