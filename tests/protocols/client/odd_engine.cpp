// Engine for tests of engine drivers: legal random moves by UCI, GTP (Connect-6) or the Connect-6
// text protocol, with faults on request.
//
//   odd-engine uci|gtp|text [HABIT]...
//
// At move N (requests for a move count from 1 since its start; without @N: at every move):
//   crash[@N]      ends by signal 11
//   exit[@N]:S     exits with status S
//   leave[@N]      exits with status 0
//   departs[@N]:S  answers, and exits with status S
//   close[@N]      closes its output, and keeps running
//   stall[@N]      stops answering
//   late[@N]:MS    answers MS milliseconds later
//   twice[@N]      sends its answer twice, the second time 50 ms later
//   illegal[@N]    answers with an illegal move
//   empty[@N]      answers with no text in place of the move
//   error[@N]      gtp: an error; uci: bestmove (none); text: move ZZZZ
//   resign[@N]     gtp: resigns
//   double[@N]     text: sends its first stone twice instead of two stones
//   alone[@N]      text: sends only its first stone
// Always:
//   seed=N         seed of its moves; default 1
//   score=N        uci: the reported centipawns; default 0
//   silent-start   does not answer the handshake
//   crash-start    ends by signal 11 at once
//   garbage        noise around all its output
//   help-text      prints a help text with lines like commands and answers
//   ignores-quit   ignores quit, the end of its input and SIGTERM
//   long-line      two million bytes without a line end before every move
//   flood-stderr   a megabyte to stderr before every move
//   flood-ponder   uci: prints without end while it ponders
//   early-ponder   uci: prints its bestmove while it ponders, and none when it is asked
//   plain          uci: offers no options; gtp: knows no time commands
//   whole-seconds  gtp: accepts times in whole seconds only
//   deaf-to-time   gtp: lists time commands and rejects them
//   several-games  gtp: has set_game, and accepts passes
#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <poll.h>
#include <string_view>
#include <thread>
#include <unistd.h>

#include "engine/chess/rules/game.h"
#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation.h"
#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/vertex.h"
#include "engine/core/rng.h"
#include "engine/core/text.h"
#include "protocols/line/channels/line_splitter.h"

namespace trivium::client {

namespace {

void say(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

[[noreturn]] void crash() {
  std::signal(SIGSEGV, SIG_DFL);
  std::raise(SIGSEGV);
  std::abort();
}

[[noreturn]] void live_on() {
  while (true) pause();
}

/// A requested fault.
class Habits {
 public:
  explicit Habits(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
      const std::size_t end = word.find_first_of("@:=");
      const std::size_t at = word.find('@');
      const std::size_t value = word.find_first_of(":=");
      Habit& habit = habits_[word.substr(0, end)];
      if (at != std::string::npos) habit.request = std::stoi(word.substr(at + 1));
      if (value != std::string::npos) habit.value = std::stoi(word.substr(value + 1));
    }
  }

  bool has(const std::string& name) const { return habits_.contains(name); }
  /// True if it has the habit at this request.
  bool at(const std::string& name, int request) const {
    const auto found = habits_.find(name);
    return found != habits_.end() &&
           (found->second.request == 0 || found->second.request == request);
  }
  int value(const std::string& name, int otherwise) const {
    const auto found = habits_.find(name);
    return found == habits_.end() ? otherwise : found->second.value;
  }

 private:
  struct Habit {
    int request = 0;  ///< 0: every one
    int value = 0;
  };
  std::map<std::string, Habit> habits_;
};

/// Its standard input.
class Input {
 public:
  /// Returns the next line; nothing at the end of the input, or if none came within `patience`
  /// milliseconds (-1: no limit).
  std::optional<std::string> line(int patience = -1) {
    std::string_view next;
    while (splitter_.next(next) != line::LineSplitter::Event::kLine) {
      pollfd watched{STDIN_FILENO, POLLIN, 0};
      if (poll(&watched, 1, patience) <= 0) return std::nullopt;
      std::array<char, 4096> chunk;
      const ssize_t got = read(STDIN_FILENO, chunk.data(), chunk.size());
      if (got <= 0) {
        ended_ = true;
        return std::nullopt;
      }
      splitter_.append({chunk.data(), static_cast<std::size_t>(got)});
    }
    return std::string(next);
  }
  bool ended() const { return ended_; }

 private:
  line::LineSplitter splitter_{1 << 20};
  bool ended_ = false;
};

class OddEngine {
 public:
  explicit OddEngine(const Habits& habits)
      : habits_(habits), rng_(static_cast<std::uint64_t>(habits.value("seed", 1))) {}
  virtual ~OddEngine() = default;

  void run() {
    if (habits_.has("crash-start")) crash();
    if (habits_.has("ignores-quit")) std::signal(SIGTERM, SIG_IGN);
    if (habits_.has("help-text"))
      say("move JJ\nnew black\nmove XXXX - the opponent's move\nname - tells the name\nbestmove "
          "e2e4\n");
    while (!input_.ended()) {
      const std::optional<std::string> line = input_.line(idle());
      if (!line) continue;
      std::string_view rest = *line;
      const std::string_view command = text::take_word(rest);
      if (command == "quit" && !habits_.has("ignores-quit")) return;
      if (habits_.has("garbage"))
        say(std::string("\0\x01 \xff\xfe?\r\n\n", 9) +
            "move\ninfo\nbestmoves\ninfo string score cp 1 pv\n# = \n");
      hear(command, text::trimmed(rest));
    }
    if (habits_.has("ignores-quit")) live_on();
  }

 protected:
  virtual void hear(std::string_view command, std::string_view rest) = 0;
  /// Milliseconds after which it continues without a new line; -1: never.
  virtual int idle() { return -1; }

  bool has(const std::string& habit) const { return habits_.has(habit); }
  bool now(const std::string& habit) const { return habits_.at(habit, requests_); }
  int value(const std::string& habit, int otherwise) const {
    return habits_.value(habit, otherwise);
  }
  std::uint32_t below(std::size_t bound) { return rng_.below(static_cast<std::uint32_t>(bound)); }

  /// Handles a request for a move: applies the habits that replace or precede the answer.
  void count_request() {
    ++requests_;
    if (now("crash")) crash();
    if (now("leave")) std::_Exit(EXIT_SUCCESS);
    if (now("exit")) std::_Exit(value("exit", 0));
    if (now("stall")) live_on();
    if (now("close")) {
      close(STDOUT_FILENO);
      live_on();
    }
    if (now("late")) std::this_thread::sleep_for(std::chrono::milliseconds(value("late", 0)));
    if (has("flood-stderr"))
      std::fputs((std::string(1 << 20, 'e') + "\nend of stderr\n").c_str(), stderr);
    if (has("long-line")) say(std::string(2'000'000, 'x') + '\n');
  }

  void answer(const std::string& text) {
    say(text);
    if (now("departs")) std::_Exit(value("departs", 0));
    if (!now("twice")) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    say(text);
  }

 private:
  Habits habits_;
  Rng rng_;
  Input input_;
  int requests_ = 0;
};

class UciPlayer final : public OddEngine {
 public:
  using OddEngine::OddEngine;

 private:
  void hear(std::string_view command, std::string_view rest) override {
    if (command == "uci" && !has("silent-start")) introduce();
    if (command == "isready") say("readyok\n");
    if (command == "position") set_position(rest);
    if (command == "go") go(rest);
    if (command == "stop" || command == "ponderhit") {
      if (pondering_ && !has("early-ponder")) search();
      pondering_ = false;
    }
  }

  int idle() override {
    if (!pondering_ || !has("flood-ponder")) return -1;
    say("info depth " + std::to_string(++depth_) +
        " score cp 1 pv e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7\n");
    return 0;
  }

  void introduce() {
    say("id name Odd engine\nid author nobody\n");
    if (!has("plain"))
      say("option name Hash type spin default 16 min 1 max 1024\noption name Threads type spin "
          "default 1 min 1 max 4\n"
          "option name Clear Hash type button\noption name Ponder type check default false\noption "
          "name UCI_Chess960 type check default "
          "false\n"
          "option name Style type combo default Very solid var Very solid var Risky\noption name "
          "Book type string default <empty>\n");
    say("uciok\n");
  }

  void set_position(std::string_view rest) {
    const std::size_t moves = std::min(rest.find("moves"), rest.size());
    std::string_view start = rest.substr(0, moves);
    rest.remove_prefix(moves);
    text::take_word(rest);
    game_ = chess::Game();
    if (text::take_word(start) == "fen") {
      const auto position = chess::parse_fen(text::trimmed(start));
      if (position) game_ = chess::Game(*position);
    }
    for (std::string_view word = text::take_word(rest); !word.empty();
         word = text::take_word(rest)) {
      const auto move = chess::parse_uci_move(game_.position(), word);
      if (!move) return say("info string " + move.error().message + '\n');
      game_.do_move(*move);
    }
  }

  void go(std::string_view rest) {
    depth_ = 1;
    pondering_ = rest.starts_with("ponder");
    if (!pondering_ || has("early-ponder")) search();
  }

  void search() {
    count_request();
    const chess::MoveList moves = chess::legal_moves(game_.position());
    if (moves.empty() || now("error")) return answer("bestmove (none)\n");
    if (now("empty")) return answer("bestmove\n");
    if (now("illegal")) return answer("bestmove a1a1\n");
    const chess::Move move = moves[below(moves.size())];
    const std::string text = chess::to_uci(game_.position(), move);
    chess::Game after = game_;
    after.do_move(move);
    const chess::MoveList replies = chess::legal_moves(after.position());
    const std::string expected =
        replies.empty() ? "" : chess::to_uci(after.position(), replies[below(replies.size())]);
    answer("info depth 1 seldepth 2 multipv 1 score cp " + std::to_string(value("score", 0)) +
           " nodes 20 nps 1000 time 0 pv " + text + ' ' + expected + "\ninfo depth 2 currmove " +
           text + " currmovenumber 1\nbestmove " + text +
           (expected.empty() ? "" : " ponder " + expected) + '\n');
  }

  chess::Game game_;
  bool pondering_ = false;
  int depth_ = 0;
};

/// Random stones, for both protocols of Connect-6.
class StonePlayer : public OddEngine {
 public:
  using OddEngine::OddEngine;

 protected:
  /// Returns the free cells one after the other, from a random one on; none on a full board.
  std::optional<connect6::Cell> choose() {
    const auto cells = static_cast<std::uint32_t>(board_.cells());
    const std::uint32_t first = below(cells);
    for (std::uint32_t i = 0; i < cells; ++i) {
      const auto cell = static_cast<connect6::Cell>((first + i) % cells);
      if (board_.is_legal(cell)) return cell;
    }
    return std::nullopt;
  }

  connect6::Board board_;
};

class GtpPlayer final : public StonePlayer {
 public:
  using StonePlayer::StonePlayer;

 private:
  void hear(std::string_view command, std::string_view rest) override {
    if (has("silent-start")) return;
    if (command == "genmove") {
      count_request();
      return answer(genmove());
    }
    say(respond(command, rest));
  }

  std::string respond(std::string_view command, std::string_view rest) {
    if (command == "list_commands")
      return std::string("= list_commands\nname\nboardsize\nclear_board\nplay\ngenmove\nquit\n") +
             (has("plain") ? "" : "time_settings\ntime_left\n") +
             (has("several-games") ? "set_game\n" : "") + '\n';
    if (command == "name") return "= Odd engine\n\n";
    if (command == "set_game" && has("several-games")) return "=\n\n";
    if (command == "boardsize") {
      const int size = std::atoi(std::string(rest).c_str());
      if (size < connect6::kMinSize || size > connect6::kDefaultSize)
        return "? unacceptable size\n\n";
      board_ = connect6::Board(size);
      return "=\n\n";
    }
    if (command == "clear_board") {
      board_ = connect6::Board(board_.size());
      return "=\n\n";
    }
    if (command == "play") return play(rest);
    if (command.starts_with("time_") && has("deaf-to-time")) return "? not now\n\n";
    if (command.starts_with("time_") && !has("plain"))
      return has("whole-seconds") && rest.find('.') != std::string_view::npos ? "? syntax error\n\n"
                                                                              : "=\n\n";
    return "? unknown command\n\n";
  }

  std::string play(std::string_view rest) {
    const bool black = text::take_word(rest) == "b";
    if (has("several-games") && text::trimmed(rest) == "pass") return "=\n\n";
    const auto cell = connect6::parse_gtp_vertex(text::trimmed(rest), board_.size());
    if (!cell || !board_.is_legal(*cell) || black != (board_.to_move() == connect6::Stone::kBlack))
      return "? illegal move\n\n";
    board_.do_move(*cell);
    return "=\n\n";
  }

  std::string genmove() {
    const auto cell = choose();
    if (!cell || now("error")) return "? cannot\n\n";
    if (now("empty")) return "=\n\n";
    if (now("illegal")) return "= A99\n\n";
    if (now("resign")) return "= resign\n\n";
    board_.do_move(*cell);
    return "= " + connect6::gtp_vertex(*cell, board_.size()) + "\n\n";
  }
};

class TextPlayer final : public StonePlayer {
 public:
  using StonePlayer::StonePlayer;

 private:
  void hear(std::string_view command, std::string_view rest) override {
    if (command == "name" && !has("silent-start")) say("name Odd engine\n");
    if (command == "new") {
      board_ = connect6::Board();
      if (rest == "black") return move();
    }
    if (command == "black" || command == "white" || command == "move") place(rest);
    if (command == "move" || command == "next") move();
  }

  void place(std::string_view letters) {
    for (; letters.size() >= 2; letters.remove_prefix(2)) {
      const int column = letters[0] - 'A';
      const int row = letters[1] - 'A';
      const bool inside = board_.contains(column, row);
      if (inside && board_.is_legal(board_.cell(column, row)))
        board_.do_move(board_.cell(column, row));
    }
  }

  void move() {
    count_request();
    if (now("error")) return answer("move ZZZZ\n");
    if (now("empty")) return answer("move\n");
    std::string letters;
    for (int stones = board_.stones_left_in_turn(); stones > 0; --stones) {
      const auto cell = now("illegal") && board_.stones() > 0
                            ? std::optional(board_.history().front())
                            : choose();
      if (!cell) break;
      if (board_.is_legal(*cell)) board_.do_move(*cell);
      letters += static_cast<char>('A' + board_.column(*cell));
      letters += static_cast<char>('A' + board_.row(*cell));
    }
    if (now("double")) letters = letters.substr(0, 2) + letters.substr(0, 2);
    if (now("alone")) letters.resize(2);
    answer("VCF time : 0.001\nmove " + letters + '\n');
  }
};

}  // namespace

}  // namespace trivium::client

int main(int argc, char** argv) {
  using namespace trivium::client;
  const std::vector<std::string> words(argv + 1, argv + argc);
  const std::string protocol = words.empty() ? "" : words[0];
  const Habits habits({words.begin() + (words.empty() ? 0 : 1), words.end()});
  if (protocol == "uci") {
    UciPlayer(habits).run();
  } else if (protocol == "gtp") {
    GtpPlayer(habits).run();
  } else if (protocol == "text") {
    TextPlayer(habits).run();
  } else {
    std::fputs("usage: odd-engine uci|gtp|text [HABIT]...\n", stderr);
    return 2;
  }
}
