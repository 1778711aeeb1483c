// A session answers every command once, in order and with its id, for any input; the grammar of a
// command is stable.
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/connect6/evaluation/knowledge.h"
#include "protocols/gtp/connect6/connect6_seat.h"
#include "protocols/gtp/gtp_command.h"
#include "protocols/gtp/reversi/reversi_seat.h"
#include "protocols/gtp/session.h"
#include "protocols/line/channels/line_splitter.h"
#include "tests/engine/connect6/sample.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/recorder.h"

namespace trivium::gtp {
namespace {

using fuzz::check;

void check_grammar(std::string_view line) {
  const auto command = parse_command(line);
  if (!command) return;
  std::string again = command->id;
  for (const std::string& word : command->arguments)
    check(word.find(' ') == std::string::npos && !word.empty(), "arguments are words");
  if (!command->name.empty()) again += (again.empty() ? "" : " ") + command->name;
  for (const std::string& word : command->arguments) again += ' ' + word;
  const auto reread = parse_command(again);
  check(reread && reread->id == command->id && reread->name == command->name &&
            reread->arguments == command->arguments,
        "a command is the same after writing");
  const std::string text = response(command->id, std::string(line));
  check(text.find("\n\n") == text.size() - 2, "a response ends at its first empty line");
}

bool is_search(const Command& command) {
  return command.name.find("genmove") != std::string::npos ||
         command.name.find("analyze") != std::string::npos;
}

/// Returns the ids of the responses in `said`, which must contain nothing else.
std::vector<std::string> ids_of_responses(std::string_view said) {
  std::vector<std::string> ids;
  while (!said.empty()) {
    const std::size_t end = said.find("\n\n");
    check(end != std::string_view::npos, "every response is ended by an empty line");
    check(said.front() == '=' || said.front() == '?', "a response begins with = or ?");
    const std::string_view head = said.substr(1, end - 1);
    ids.emplace_back(head.substr(0, head.find_first_not_of("0123456789")));
    said.remove_prefix(end + 2);
  }
  return ids;
}

void check_session(std::string_view text, const connect6::Knowledge& knowledge) {
  constexpr int kMaxSearches = 8;
  Connect6Config game;
  game.knowledge = knowledge;
  SessionConfig config;
  config.games = {connect6_game(std::make_shared<const Connect6Config>(std::move(game))),
                  reversi_game(std::make_shared<const ReversiConfig>())};
  config.hash_megabytes = config.max_hash_megabytes = 1;
  config.max_threads = 2;
  config.files = false;
  config.untimed = {.nodes = 20};

  const auto channel = std::make_shared<fuzz::Recorder>();
  std::weak_ptr<Session> alive;
  std::vector<std::string> ids;
  {
    const auto session = std::make_shared<Session>(channel, config);
    alive = session;
    line::LineSplitter splitter(4096);
    splitter.append(text);
    std::string_view line;
    int searches = 0;
    bool quit = false;
    for (auto event = splitter.next(line); event != line::LineSplitter::Event::kNone && !quit;
         event = splitter.next(line)) {
      if (event == line::LineSplitter::Event::kTooLong) {
        session->line_too_long();
        ids.emplace_back();
        continue;
      }
      check_grammar(line);
      const auto command = parse_command(line);
      if (command && is_search(*command) && ++searches > kMaxSearches) break;
      session->receive(line);
      if (command) ids.push_back(command->id);
      quit = command && command->name == "quit";
    }
    session->end(line::SessionEnd::kInput);
  }
  channel->run_until([&alive] { return alive.expired(); });
  check(ids_of_responses(channel->said()) == ids, "every command is answered once, in order");
}

/// The length of the input selects whether a session has weights with counts, also patterns, or
/// nothing.
const connect6::Knowledge& knowledge_for(std::size_t length) {
  static const auto kWeights = connect6::Weights::from_log_odds(
      std::array<double, connect6::kFeatureCount>{0, 0, 0.01, 0.05, 0.1, 0.8}, "fuzz");
  static const std::array<connect6::Knowledge, 3> kAll = {
      {{kWeights, nullptr}, {kWeights, connect6::sample_patterns()}, {nullptr, nullptr}}};
  return kAll[length % kAll.size()];
}

}  // namespace

TRIVIUM_FUZZ_TARGET(gtp) { check_session(fuzz::text_of(input), knowledge_for(input.size())); }

}  // namespace trivium::gtp
