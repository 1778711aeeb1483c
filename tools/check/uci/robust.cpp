#include <array>
#include <string>

#include "engine/core/text.h"
#include "tools/check/uci/check_uci.h"

namespace trivium::check {

namespace {

constexpr std::size_t kShownReaction = 80;

/// Returns true if `request`, a form of isready, is answered by readyok.
bool answers_ready(CheckedUciEngine& engine, std::string_view request) {
  engine.send(request);
  for (const auto until = Clock::now() + kPrompt; const auto line = engine.line(until);) {
    if (text::trimmed(*line) == "readyok") return true;
  }
  return false;
}

void unknown_ignored(CheckedUciEngine& engine) {
  for (const std::string_view line :
       {"no-such-command", "xyzzy 1 2 3", "\x01\x02\x7f\xff\xfe", "", "   ", "-", "quitx",
        "%s%n%s%n", "\"", "uciok", "readyok", "bestmove e2e4", "info depth 1", "id name me"}) {
    engine.send(line);
  }
  for (const std::string& line : engine.ready()) {
    if (line.starts_with("bestmove") || line.starts_with("uciok"))
      engine.found(kError, "garbage is answered by {}", text::quoted(line, kShownReaction));
  }
  engine.position({}, "e2e4").search("go depth 2");
}

void unknown_before_known(CheckedUciEngine& engine) {
  engine.send("joho debug on");
  engine.ready();
  if (!answers_ready(engine, "joho isready"))
    engine.found(kWarning, "'joho isready' is not answered");
}

void blanks_allowed(CheckedUciEngine& engine) {
  if (!answers_ready(engine, "isready   "))
    engine.found(kError, "isready with trailing blanks is not answered");
  if (!answers_ready(engine, "  isready"))
    engine.found(kWarning, "isready with leading blanks is not answered");
  if (!answers_ready(engine, "\tisready\t"))
    engine.found(kWarning, "isready between tabs is not answered");
  // After f3 and g4 Black mates and is to move: an engine that lost a move plays one of White's.
  engine.position({}, "f2f3 e7e5 g2g4");
  engine.send("position   startpos   moves   f2f3  e7e5\tg2g4  ");
  engine.search("go   depth    2 ");
  engine.position("8/8/8/8/8/5k2/6p1/6K1 b - - 99 120");
  engine.send("position  fen  8/8/8/8/8/5k2/6p1/6K1   b  -  -  99  120 ");
  engine.search("go\tdepth\t2");
}

void line_ends(CheckedUciEngine& engine) {
  if (!answers_ready(engine, "isready\r"))
    engine.give_up(kError, "isready that ends with CR LF is not answered");
  engine.position({}, "e2e4 e7e5");
  engine.send("position startpos moves e2e4 e7e5\r");
  engine.search("go depth 2\r");
}

void long_lines(CheckedUciEngine& engine) {
  constexpr std::size_t kLong = 60'000;
  engine.spoil();
  engine.send(std::string(kLong, 'x'));
  engine.send("setoption name " + std::string(kLong, 'y') + " value 1");
  std::string words;
  while (words.size() < kLong) words += "word ";
  engine.send(words);
  engine.ready();
  engine.position({}, "e2e4").search("go depth 2");
}

/// Sends each of `texts` to a fresh program.
void expect_survival(CheckedUciEngine& engine, std::initializer_list<std::string_view> texts) {
  for (const std::string_view text : texts) {
    if (engine.survives(text)) continue;
    engine.found(kWarning, "no answer after {}", text::quoted(text, kShownReaction));
    engine.restart();
  }
}

void bad_positions(CheckedUciEngine& engine) {
  expect_survival(engine,
                  {
                      "position",
                      "position fen",
                      "position nowhere",
                      "position moves e2e4",
                      "position fen 8/8/8/8 w - - 0 1",
                      "position fen rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                      "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNRR w KQkq - 0 1",
                      "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
                      "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
                      "position fen 4k3/8/8/8/8/8/8/8 w - - 0 1",
                      "position fen 4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1",
                      "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 0 1",
                      "position fen 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
                      "position fen 4k3/8/8/8/8/8/8/4K3 w - - -1 99999999999",
                  });
}

void bad_moves(CheckedUciEngine& engine) {
  expect_survival(engine, {
                              "position startpos moves e2e5\ngo depth 1",
                              "position startpos moves e7e5\ngo depth 1",
                              "position startpos moves e2e4 e7e5 e1e3\ngo depth 1",
                              "position startpos moves xyz\ngo depth 1",
                              "position startpos moves 0000\ngo depth 1",
                              "position startpos moves a2a9 e2\ngo depth 1",
                              "position startpos moves",
                          });
}

void bad_go(CheckedUciEngine& engine) {
  expect_survival(engine, {
                              "go depth x\nstop",
                              "go depth -1\nstop",
                              "go depth 0\nstop",
                              "go nodes 0\nstop",
                              "go wtime\nstop",
                              "go wtime 1000 btime 1000 movestogo 0\nstop",
                              "go movetime -5\nstop",
                              "go searchmoves e2e5 zzzz\nstop",
                              "go wtime 99999999999999999999 btime 5\nstop",
                          });
}

void unused_words(CheckedUciEngine& engine) {
  engine.send("stop\nponderhit\nstop");
  for (const std::string& line : engine.ready()) {
    if (line.starts_with("bestmove"))
      engine.found(kError, "a bestmove for stop or ponderhit without a search");
  }
}

void go_without_position(CheckedUciEngine& engine) {
  engine.restart();
  engine.begin("go depth 2");
  if (!engine.answer(kSearchPatience))
    engine.give_up(kWarning, "no bestmove for go before the first position");
}

void position_then_new_game(CheckedUciEngine& engine) {
  engine.position({}, "e2e4");
  engine.send("ucinewgame\nucinewgame");
  engine.ready();
  engine.position({}, "d2d4").search("go depth 2");
}

constexpr auto kUciRobustChecks = std::to_array<UciCheck>({
    {{"unknown-ignored", "Unknown commands are ignored without output."}, unknown_ignored},
    {{"unknown-before-known", "Unknown words before a command are skipped: 'joho debug on'."},
     unknown_before_known},
    {{"blanks-allowed",
      "Any number of blanks is allowed between words and at both ends of a line."},
     blanks_allowed},
    {{"line-ends", "A line may end with CR LF."}, line_ends},
    {{"long-lines", "Lines of any length are read."}, long_lines},
    {{"bad-positions", "The program survives an invalid position."}, bad_positions},
    {{"bad-moves", "The program survives an illegal move in a position."}, bad_moves},
    {{"bad-go", "The program survives a go with invalid values."}, bad_go},
    {{"idle-words", "stop and ponderhit without a search are ignored without output."},
     unused_words},
    {{"go-without-position", "go before the first position means the start position."},
     go_without_position},
    {{"position-then-new-game", "ucinewgame may come after a position and be repeated."},
     position_then_new_game},
});

}  // namespace

std::span<const UciCheck> uci_robust_checks() { return kUciRobustChecks; }

}  // namespace trivium::check
