// GTP commands about the program and its settings.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "fmt/format.h"

#include "engine/core/deadline.h"
#include "engine/core/text.h"
#include "protocols/gtp/command_table.h"
#include "protocols/gtp/session.h"
#include "protocols/line/shown_file.h"

namespace trivium::gtp {

namespace {

std::string help_line(std::string_view name, std::string_view usage, std::string_view help) {
  return fmt::format("{}{}{}: {}", name, usage.empty() ? "" : " ", usage, help);
}

/// Returns the help of `game` for the command of `entry`, or that of the table.
std::string help_line(const CommandEntry& entry, const GameTexts& game) {
  const auto own = std::ranges::find_if(
      game.help, [&entry](const auto& text) { return text.first == entry.name; });
  return help_line(entry.name, entry.usage, own != game.help.end() ? own->second : entry.help);
}

std::string help_line(const GameCommand& command) {
  return help_line(command.name, command.usage, command.help);
}

}  // namespace

Reply Session::protocol_version(const Arguments&) { return "2"; }

Reply Session::name(const Arguments&) { return "Trivium"; }

Reply Session::version(const Arguments&) { return config_.version; }

Reply Session::known_command(const Arguments& arguments) {
  const auto known = [this](std::string_view name) {
    return CommandTable::find(name) != nullptr || find_game_command(name) != nullptr;
  };
  return !arguments.empty() && known(arguments[0]) ? "true" : "false";
}

Reply Session::list_commands(const Arguments&) {
  std::string text;
  for (const CommandEntry& entry : CommandTable::all()) text += fmt::format("{}\n", entry.name);
  for (const GameCommand& command : seat_->commands()) text += fmt::format("{}\n", command.name);
  return text;
}

Reply Session::help(const Arguments& arguments) {
  if (arguments.size() > 1) return Error{kSyntaxError};
  if (arguments.size() == 1) {
    if (const CommandEntry* entry = CommandTable::find(arguments[0]))
      return help_line(*entry, seat_->texts());
    if (const GameCommand* own = find_game_command(arguments[0])) return help_line(*own);
    return Error{kUnknownCommand};
  }
  std::string text;
  for (const CommandEntry& entry : CommandTable::all())
    text += help_line(entry, seat_->texts()) + '\n';
  for (const GameCommand& command : seat_->commands()) text += help_line(command) + '\n';
  return text;
}

Reply Session::quit(const Arguments&) { return ""; }

Reply Session::stop(const Arguments&) { return ""; }

Reply Session::set_weights(const Arguments& arguments) {
  if (arguments.empty()) {
    if (std::optional<Error> missing = seat_->weights_missing()) return *std::move(missing);
    return text::joined(seat_->weights(), "\n", [this](const std::string& file) {
      return line::shown_file(file, config_.files);
    });
  }
  if (!config_.files) return Error{kFilesClosed};
  return seat_->use(file_name(arguments));
}

Reply Session::set_threads(const Arguments& arguments) {
  if (arguments.empty()) return std::to_string(config_.threads);
  const std::optional<int> threads = parse_int(arguments[0]);
  if (!threads || arguments.size() > 1) return Error{kSyntaxError};
  if (*threads < 1 || *threads > config_.max_threads)
    return Error{"gtp.threads.range", fmt::format("threads: from 1 to {}", config_.max_threads)};
  config_.threads = *threads;
  return "";
}

Reply Session::set_hash(const Arguments& arguments) {
  if (arguments.empty()) return std::to_string(config_.hash_megabytes);
  const std::optional<int> megabytes = parse_int(arguments[0]);
  if (!megabytes || arguments.size() > 1) return Error{kSyntaxError};
  if (*megabytes < 1 || *megabytes > config_.max_hash_megabytes)
    return Error{"gtp.hash.range",
                 fmt::format("hash: from 1 to {} MB", config_.max_hash_megabytes)};
  return start_set_hash(*megabytes);
}

Reply Session::set_move_overhead(const Arguments& arguments) {
  if (arguments.empty()) return std::to_string(config_.move_overhead.count());
  const std::optional<int> parsed = parse_int(arguments[0]);
  if (!parsed || arguments.size() > 1) return Error{kSyntaxError};
  const Milliseconds overhead(*parsed);
  if (overhead < Milliseconds::zero() || overhead > kMaxMoveOverhead)
    return Error{"gtp.move_overhead.range",
                 fmt::format("move overhead: from 0 to {} ms", kMaxMoveOverhead.count())};
  config_.move_overhead = overhead;
  return "";
}

Reply Session::set_nodes(const Arguments& arguments) {
  if (arguments.empty()) return std::to_string(nodes_);
  const auto nodes = text::parse_number<std::uint64_t>(arguments[0]);
  if (!nodes || arguments.size() > 1) return Error{kSyntaxError};
  nodes_ = *nodes;
  return "";
}

}  // namespace trivium::gtp
