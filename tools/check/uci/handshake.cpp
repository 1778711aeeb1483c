#include <algorithm>
#include <array>

#include "engine/core/text.h"
#include "tools/check/uci/check_uci.h"

namespace trivium::check {

namespace {

constexpr std::size_t kShownHandshake = 80;

std::string_view first_word(std::string_view line) { return text::take_word(line); }

bool one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

void uci_answered(CheckedUciEngine& engine) {
  const UciGreeting& greeting = engine.greeting();
  if (greeting.name.empty()) engine.found(kError, "no 'id name'");
  if (greeting.author.empty()) engine.found(kError, "no 'id author'");
  for (const std::string& line : greeting.lines) {
    if (!one_of(first_word(line), {"id", "option", "info", "copyprotection", "registration", ""}))
      engine.found(kNote, "{} between uci and uciok", text::quoted(line, kShownHandshake));
  }
}

/// Reads for a while. Adds a finding for each line that begins with one of `words`; `when` is the
/// end of its text.
void expect_none(CheckedUciEngine& engine, std::initializer_list<std::string_view> words,
                 std::string_view when) {
  for (const auto until = Clock::now() + kSilence; const auto line = engine.line(until);) {
    if (one_of(first_word(*line), words))
      engine.found(kError, "{} {}", text::quoted(*line, kShownHandshake), when);
  }
}

void silent_start(CheckedUciEngine& engine) {
  engine.launch();
  expect_none(engine, {"id", "option", "uciok", "readyok", "bestmove"}, "before uci");
}

void uciok_last(CheckedUciEngine& engine) {
  engine.launch();
  engine.greet();
  expect_none(engine, {"id", "option", "uciok"}, "after uciok");
}

void uci_again(CheckedUciEngine& engine) {
  const UciGreeting again = engine.greet();
  if (again.name != engine.greeting().name)
    engine.found(kWarning, "'id name' differs from the first answer");
  if (again.options.size() != engine.greeting().options.size())
    engine.found(kWarning, "options differ from the first answer");
}

void isready_answered(CheckedUciEngine& engine) {
  engine.ready();
  engine.send("isready\nisready\nisready");
  int answers = 0;
  while (answers < 3) {
    const std::optional<std::string> line = engine.line(kAnswerPatience);
    if (!line) engine.give_up(kError, "{} readyok to three isready", answers);
    if (text::trimmed(*line) == "readyok") ++answers;
  }
  for (const auto until = Clock::now() + kSilence; const auto line = engine.line(until);) {
    if (text::trimmed(*line) == "readyok") engine.give_up(kError, "more readyok than isready");
  }
}

void debug_accepted(CheckedUciEngine& engine) {
  engine.send("debug on");
  engine.ready();
  engine.position({}).search("go depth 2");
  engine.send("debug off");
  engine.ready();
}

constexpr auto kUciHandshakeChecks = std::to_array<UciCheck>({
    {kStarts, [](CheckedUciEngine& /*engine*/) {}},
    {{"uci-answered", "uci is answered by id name, id author and the options, ended by uciok."},
     uci_answered},
    {{"silent-start", "The program sends no answer before the first uci."}, silent_start},
    {{"uciok-last", "No part of the answer comes after uciok."}, uciok_last},
    {{"uci-again", "A second uci is answered like the first."}, uci_again},
    {{"isready-answered", "Each isready is answered by one readyok."}, isready_answered},
    {{"debug-accepted", "debug on and off change only the output."}, debug_accepted},
});

}  // namespace

std::span<const UciCheck> uci_handshake_checks() { return kUciHandshakeChecks; }

}  // namespace trivium::check
