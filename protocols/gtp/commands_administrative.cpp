// GTP commands about the program and its settings.
#include <optional>
#include <string>
#include <utility>

#include "fmt/format.h"

#include "engine/connect6/weights.h"
#include "engine/core/text.h"
#include "models/format/load_error.h"
#include "protocols/gtp/command_table.h"
#include "protocols/gtp/session.h"
#include "protocols/line/shown_file.h"

namespace trivium::gtp {

namespace {

std::string help_line(const CommandEntry& entry) {
  return fmt::format("{}{}{}: {}", entry.name, entry.usage.empty() ? "" : " ", entry.usage, entry.help);
}

}  // namespace

Reply Session::protocol_version(const Arguments&) { return "2"; }

Reply Session::name(const Arguments&) { return "Trivium"; }

Reply Session::version(const Arguments&) { return config_.version; }

Reply Session::known_command(const Arguments& arguments) {
  return !arguments.empty() && CommandTable::find(arguments[0]) != nullptr ? "true" : "false";
}

Reply Session::list_commands(const Arguments&) {
  std::string text;
  for (const CommandEntry& entry : CommandTable::all()) text += fmt::format("{}\n", entry.name);
  return text;
}

Reply Session::help(const Arguments& arguments) {
  if (arguments.size() > 1) return Error{kSyntaxError};
  if (arguments.size() == 1) {
    const CommandEntry* entry = CommandTable::find(arguments[0]);
    if (entry == nullptr) return Error{kUnknownCommand};
    return help_line(*entry);
  }
  std::string text;
  for (const CommandEntry& entry : CommandTable::all()) text += help_line(entry) + '\n';
  return text;
}

Reply Session::quit(const Arguments&) { return ""; }

Reply Session::stop(const Arguments&) { return ""; }

Reply Session::set_weights(const Arguments& arguments) {
  if (arguments.empty() && !knowledge_) return weights_missing();
  if (arguments.empty()) {
    return line::shown_file(knowledge_.weights->source(), config_.files) +
           (knowledge_.patterns != nullptr ? '\n' + line::shown_file(knowledge_.patterns->source(), config_.files) : std::string());
  }
  if (!config_.files) return Error{"gtp.files", "files are not open to this session"};
  const std::string file = file_name(arguments.begin(), arguments.end());
  try {
    use(connect6::with_file(knowledge_, file));
    own_weights_ = true;
  } catch (const format::LoadError& failure) {
    return Error{failure.code(), failure.what()};
  }
  return "";
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
    return Error{"gtp.hash.range", fmt::format("hash: from 1 to {} MB", config_.max_hash_megabytes)};
  return start_set_hash(*megabytes);
}

Reply Session::set_nodes(const Arguments& arguments) {
  if (arguments.empty()) return std::to_string(nodes_);
  const auto nodes = text::parse_number<std::uint64_t>(arguments[0]);
  if (!nodes || arguments.size() > 1) return Error{kSyntaxError};
  nodes_ = *nodes;
  return "";
}

Reply Session::set_root_policy(const Arguments& arguments) {
  if (arguments.empty()) return config_.policy.name();
  if (arguments.size() > 1) return Error{kSyntaxError};
  Result<connect6::RootPolicy> policy = connect6::parse_root_policy(lower_case(arguments[0]));
  if (!policy) return policy.error();
  config_.policy = *std::move(policy);
  return "";
}

}  // namespace trivium::gtp
