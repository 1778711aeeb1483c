#include "tools/check/gtp/check_gtp.h"

#include <algorithm>
#include <fmt/format.h>

#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/vertex.h"
#include "engine/core/text.h"
#include "engine/reversi/rules/game.h"
#include "engine/reversi/rules/vertex.h"

namespace trivium::check {

namespace {

class Connect6GtpBoard final : public GtpBoard {
 public:
  int size() const override { return board_.size(); }
  bool black_to_move() const override { return board_.to_move() == connect6::Stone::kBlack; }
  bool over() const override { return board_.over(); }
  bool play(std::string_view vertex) override {
    const Result<connect6::Cell> cell = connect6::parse_gtp_vertex(vertex, board_.size());
    if (!cell || !board_.is_legal(*cell)) return false;
    board_.do_move(*cell);
    return true;
  }

 private:
  connect6::Board board_;
};

class ReversiGtpBoard final : public GtpBoard {
 public:
  int size() const override { return game_.size(); }
  bool black_to_move() const override { return game_.to_move() == reversi::Color::kBlack; }
  bool over() const override { return game_.over(); }
  bool play(std::string_view vertex) override {
    const Result<reversi::Move> move = reversi::parse_move(vertex, game_.size());
    if (!move || !game_.position().is_legal(*move)) return false;
    game_.do_move(*move);
    return true;
  }

 private:
  reversi::Game game_;
};

template <class Board>
std::unique_ptr<GtpBoard> make_board() {
  return std::make_unique<Board>();
}

constexpr std::size_t kShownText = 60;

std::array<std::span<const GtpCheck>, 4> themes_of(const GtpGame& game) {
  return {gtp_grammar_checks(), game.checks(), gtp_game_checks(), gtp_robust_checks()};
}

}  // namespace

const GtpGame kConnect6Gtp{"",
                           {"K10 K12 L9", "K10 J9 L11", "A1 K10 K12", "T19 J9 L8 K10 J11"},
                           make_board<Connect6GtpBoard>,
                           gtp_connect6_checks};
const GtpGame kReversiGtp{"Othello",
                          {"F5 D6 C3", "F5 F6 E6", "F5 F4", "C4 C3 D3 C5 B4"},
                          make_board<ReversiGtpBoard>,
                          gtp_reversi_checks};

std::string_view color_to_move(const GtpBoard& board) noexcept {
  return board.black_to_move() ? "b" : "w";
}

void require(CheckedGtpEngine& engine, std::string_view command) {
  if (!engine.knows(command)) engine.leave_out(fmt::format("it has no {}", command));
}

GtpAnswer CheckedGtpEngine::answer(Clock::duration patience) {
  GtpAnswer answer;
  bool begun = false;
  for (const auto until = Clock::now() + patience; const auto said = line(until);) {
    const std::string_view rest = text::trimmed(*said);
    if (!begun && rest.empty()) {
      found(kWarning, "an empty line before a response");
    } else if (!begun) {
      if (rest[0] != '=' && rest[0] != '?')
        give_up(kError, "{} begins neither with = nor with ?", text::quoted(rest, kShownText));
      begun = true;
      answer.success = rest[0] == '=';
      const std::size_t id_end = std::min(rest.find_first_not_of("0123456789", 1), rest.size());
      answer.id = rest.substr(1, id_end - 1);
      answer.text = text::trimmed(rest.substr(id_end));
    } else if (rest.empty()) {
      return answer;
    } else {
      answer.text += '\n';
      answer.text += rest;
    }
  }
  give_up(kError, "{} within {:g} s", begun ? "no empty line after a response" : "no response",
          in_seconds(patience));
}

GtpAnswer CheckedGtpEngine::ask(std::string_view command, Clock::duration patience) {
  send(command);
  return answer(patience);
}

std::string CheckedGtpEngine::demand(std::string_view command, Clock::duration patience) {
  GtpAnswer answer = ask(command, patience);
  if (!answer.success)
    give_up(kError, "'{}' is rejected: {}", command, text::quoted(answer.text, kShownText));
  return std::move(answer.text);
}

void CheckedGtpEngine::expect_refusal(std::string_view command, std::string_view message) {
  const GtpAnswer answer = ask(command);
  const std::string shown = text::quoted(command, kShownText);
  if (answer.success) return found(kError, "{} is not rejected", shown);
  if (!message.empty() && answer.text != message)
    found(kWarning, "{} is rejected as {}, not as '{}'", shown,
          text::quoted(answer.text, kShownText), message);
}

bool CheckedGtpEngine::knows(std::string_view command) const {
  return std::ranges::find(commands_, command) != commands_.end();
}

void CheckedGtpEngine::handshake() {
  commands_ = text::words(demand("list_commands", options().start_patience));
  if (const GtpAnswer name = ask("name"); name.success) set_engine(name.text);
  if (!game_.name.empty() && knows("set_game")) {
    demand(fmt::format("set_game {}", game_.name));
    commands_ = text::words(demand("list_commands"));  // a game may have commands of its own
  }
  for (const auto& [command, arguments] : options().options)
    demand(fmt::format("{} {}", command, arguments));
  new_game();
}

void CheckedGtpEngine::new_game() {
  board_ = game_.new_board();
  opening_ = game_.openings[0];
  demand(fmt::format("boardsize {}", board_->size()));
  demand("clear_board");
  if (knows("time_settings")) demand("time_settings 2 0 0");
}

/// Checks for extra responses, which would be taken for those of the next commands.
void CheckedGtpEngine::reset_after_check() {
  constexpr std::string_view kId = "4711";
  send(fmt::format("{} protocol_version", kId));
  while (answer().id != kId) found(kError, "a response without a command");
  new_game();
}

void CheckedGtpEngine::play(std::string_view vertices) {
  for (const std::string& vertex : text::words(vertices)) {
    demand(fmt::format("play {} {}", color_to_move(*board_), vertex));
    board_->play(vertex);
  }
}

void CheckedGtpEngine::play_opening(int count) {
  for (int i = 0; i < count; ++i) play(text::take_word(opening_));
}

bool CheckedGtpEngine::genmove() {
  const std::string vertex =
      demand(fmt::format("genmove {}", color_to_move(*board_)), kMovePatience);
  if (text::same_ignoring_case(vertex, "resign")) return false;
  if (board_->play(vertex)) return true;
  found(kError, "genmove {}: {} is not a legal move", color_to_move(*board_),
        text::quoted(vertex, kShownText));
  return false;
}

std::vector<CheckRule> gtp_rules(const GtpGame& game) { return rules_of(themes_of(game)); }

CheckReport check_gtp(const CheckOptions& options, const GtpGame& game) {
  CheckedGtpEngine engine(options, game);
  return examine_all(engine, themes_of(game));
}

}  // namespace trivium::check
