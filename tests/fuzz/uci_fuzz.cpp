// The UCI parser reads any text or rejects it with a message; a session survives any lines and
// answers every `go` once.
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "protocols/line/channels/line_splitter.h"
#include "protocols/uci/chess/chess_seat.h"
#include "protocols/uci/session.h"
#include "tests/engine/chess/plain_weights.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/recorder.h"
#include "tests/protocols/uci/other_dialect.h"

namespace trivium::uci {
namespace {

using fuzz::check;
using fuzz::check_message;
using fuzz::Recorder;

void check_grammar(std::string_view text, const Dialect& dialect) {
  if (const auto position = parse_position(text, dialect)) {
    std::string again =
        position->fen ? std::string(dialect.fen) + ' ' + *position->fen : "startpos";
    if (!position->moves.empty()) again += " moves";
    for (const std::string& move : position->moves) again += ' ' + move;
    const auto reread = parse_position(again, dialect);
    check(reread && reread->fen == position->fen && reread->moves == position->moves,
          "a position command is the same after writing");
  } else {
    check_message(position.error().message);
  }
  if (const auto option = parse_setoption(text)) {
    const auto reread =
        parse_setoption("name " + option->name + (option->value ? " value " + *option->value : ""));
    check(reread && reread->name == option->name && reread->value == option->value,
          "a setoption command is the same after writing");
  } else {
    check_message(option.error().message);
  }
  const GoCommand go = parse_go(text, dialect);
  for (const Error& fault : go.faults) check_message(fault.message);
  const Limits limits = limits_of(go, false);
  check(limits.infinite || limits.depth || limits.nodes || limits.mate || limits.move_time ||
            limits.clock,
        "something ends every search");
}

/// True if `line` starts a search that ends in a bestmove, parsed as in the session.
bool is_search(std::string_view line) {
  static constexpr std::array<std::string_view, 10> kBefore{
      "uci",        "debug",    "isready", "setoption", "register",
      "ucinewgame", "position", "stop",    "ponderhit", "quit"};
  static constexpr std::array<std::string_view, 4> kFirst{"d", "eval", "bench", "help"};
  const auto among = [](const auto& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  line = trimmed(line);
  if (line.starts_with('#')) return false;
  bool first = true;
  for (std::string_view word = take_word(line); !word.empty();
       word = take_word(line), first = false) {
    if (word == "go") return !parse_go(line).perft;
    if (among(kBefore, word) || (first && among(kFirst, word))) return false;
  }
  return false;
}

bool is_too_slow(std::string_view line) { return line.find("bench") != std::string_view::npos; }

int count_bestmoves(std::string_view said) {
  int count = 0;
  for (std::size_t at = said.find("bestmove "); at != std::string_view::npos;
       at = said.find("bestmove ", at + 1)) {
    if (at == 0 || said[at - 1] == '\n') ++count;
  }
  return count;
}

void check_session(std::string_view text) {
  static const std::shared_ptr<const chess::Weights> kWeights = chess::plain_weights("fuzz");
  constexpr int kMaxSearches = 8;

  SessionConfig config;
  config.seat = chess_seats(std::make_shared<const ChessConfig>(ChessConfig{.weights = kWeights}));
  config.hash_megabytes = config.max_hash_megabytes = 1;
  config.max_threads = 2;
  config.files = false;
  const auto channel = std::make_shared<Recorder>();
  std::weak_ptr<Session> alive;
  int searches = 0;
  {
    const auto session = std::make_shared<Session>(channel, config);
    alive = session;
    line::LineSplitter splitter(4096);
    splitter.append(text);
    std::string_view line;
    for (auto event = splitter.next(line); event != line::LineSplitter::Event::kNone;
         event = splitter.next(line)) {
      if (event == line::LineSplitter::Event::kTooLong) {
        session->line_too_long();
        continue;
      }
      if (is_too_slow(line)) continue;
      if (is_search(line) && ++searches > kMaxSearches) break;
      session->receive(line);
      if (channel->closed()) break;
    }
    session->end(line::SessionEnd::kInput);
  }
  channel->run_until([&alive] { return alive.expired(); });
  searches = std::min(searches, kMaxSearches);
  if (text.find("quit") == std::string_view::npos) {
    check(count_bestmoves(channel->said()) == searches, "every go is answered once");
  } else {
    check(count_bestmoves(channel->said()) <= searches, "no go is answered twice");
  }
  check(channel->said().empty() || channel->said().ends_with('\n'),
        "what is said ends with a line end");
}

}  // namespace

TRIVIUM_FUZZ_TARGET(uci) {
  const std::string_view text = fuzz::text_of(input);
  check_grammar(text, kUci);
  check_grammar(text, kOther);
  check_session(text);
}

}  // namespace trivium::uci
