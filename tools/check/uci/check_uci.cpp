#include "tools/check/uci/check_uci.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

#include "engine/chess/rules/notation.h"
#include "engine/core/text.h"

namespace trivium::check {

namespace {

constexpr std::size_t kShownAnswer = 40;
constexpr std::string_view kLittle = "go movetime 10";

std::array<std::span<const UciCheck>, 8> uci_themes() {
  return {uci_handshake_checks(), uci_option_checks(), uci_limit_checks(),  uci_search_checks(),
          uci_move_checks(),      uci_info_checks(),   uci_robust_checks(), uci_lifetime_checks()};
}

}  // namespace

std::vector<client::UciInfo> UciSearch::parsed() const {
  std::vector<client::UciInfo> fields;
  for (const std::string& line : infos) fields.push_back(client::parse_uci_info(line));
  return fields;
}

UciGreeting CheckedUciEngine::greet() {
  send("uci");
  UciGreeting greeting;
  for (const auto until = Clock::now() + options().start_patience; const auto said = line(until);) {
    std::string_view rest = *said;
    const std::string_view word = text::take_word(rest);
    if (word == "uciok") return greeting;
    // A banner at the start comes before the answer.
    if (greeting.lines.empty() && word != "id" && word != "option") continue;
    greeting.lines.push_back(*said);
    if (word == "id") {
      const std::string_view what = text::take_word(rest);
      if (what == "name") greeting.name = text::trimmed(rest);
      if (what == "author") greeting.author = text::trimmed(rest);
    } else if (word == "option") {
      Result<client::UciOption> option = client::parse_uci_option(*said);
      if (option) {
        greeting.options.push_back(std::move(*option));
      } else {
        greeting.unreadable.push_back(option.error().message);
      }
    }
  }
  // An engine that buffers its output flushes it at its end.
  end_of_input(kPrompt);
  std::string said;
  while (receive(said, Clock::now() + kPrompt) == client::Wait::kDone) {
    if (text::trimmed(said) == "uciok")
      give_up(kError, "no uciok while its input is open: its output may not be flushed");
  }
  give_up(kError, "no uciok within {:g} s of 'uci'", in_seconds(options().start_patience));
}

void CheckedUciEngine::handshake() {
  chess960_ = false;
  board_ = chess::start_position();  // initial position of an engine
  greeting_ = greet();
  set_engine(greeting_.name);
  // A book move has no search.
  if (option("OwnBook") != nullptr) send("setoption name OwnBook value false");
  for (const auto& [name, value] : options().options)
    send(fmt::format("setoption name {} value {}", name, value));
  ready();
}

const client::UciOption* CheckedUciEngine::option(std::string_view name) const noexcept {
  const auto found = std::ranges::find_if(greeting_.options, [name](const auto& one) {
    return text::same_ignoring_case(one.name, name);
  });
  return found == greeting_.options.end() ? nullptr : &*found;
}

void CheckedUciEngine::set_option(std::string_view name, std::string_view value) {
  spoil();
  send(fmt::format("setoption name {} value {}", name, value));
}

void CheckedUciEngine::set_chess960() {
  set_option("UCI_Chess960", "true");
  chess960_ = true;
}

std::vector<std::string> CheckedUciEngine::ready() {
  send("isready");
  std::vector<std::string> before;
  for (const auto until = Clock::now() + kAnswerPatience; auto said = line(until);) {
    if (text::trimmed(*said) == "readyok") return before;
    before.push_back(std::move(*said));
  }
  give_up(kError, "no readyok within {:.0f} s", in_seconds(kAnswerPatience));
}

bool CheckedUciEngine::survives(std::string_view text) {
  spoil();
  if (!try_send(text) || !try_send("isready")) return false;
  const Clock::time_point until = Clock::now() + kAnswerPatience;
  std::string said;
  while (receive(said, until) == client::Wait::kDone) {
    if (text::trimmed(said) == "readyok") return true;
  }
  return false;
}

std::vector<std::string> CheckedUciEngine::new_game() {
  send("ucinewgame");
  return ready();
}

void CheckedUciEngine::reset_after_check() {
  for (const std::string& said : new_game()) {
    if (said.starts_with("bestmove")) found(kError, "a bestmove without a go");
  }
}

CheckedUciEngine& CheckedUciEngine::position(std::string_view fen, std::string_view moves) {
  board_ = *chess::parse_fen(fen.empty() ? chess::kStartFen : fen);
  board_.set_chess960(chess960_ || board_.chess960());
  for (const std::string& move : text::words(moves))
    board_.do_move(*chess::parse_uci_move(board_, move));
  std::string command = fen.empty() ? "position startpos" : fmt::format("position fen {}", fen);
  if (!moves.empty()) command += fmt::format(" moves {}", moves);
  send(command);
  return *this;
}

void CheckedUciEngine::begin(std::string_view go) {
  asked_ = go;
  search_ = {};
  waited_before_ = waited();
  send(go);
}

void CheckedUciEngine::begin_infinite() {
  position(kMiddleGame).begin("go infinite");
  expect_no_move(std::chrono::milliseconds(50), "under infinite, before stop");
}

std::optional<UciSearch> CheckedUciEngine::answer(Clock::duration patience) {
  for (const auto until = Clock::now() + patience; auto said = line(until);) {
    std::string_view rest = *said;
    const std::string_view word = text::take_word(rest);
    if (word == "bestmove") {
      search_.best = text::take_word(rest);
      if (text::take_word(rest) == "ponder") search_.expected = text::take_word(rest);
      search_.elapsed = elapsed();
      search_.own =
          std::max(search_.elapsed - taken_since(waited_before_), Clock::duration::zero());
      judge_move(search_);
      return std::exchange(search_, {});
    }
    (word == "info" ? search_.infos : search_.noise).push_back(std::move(*said));
  }
  return std::nullopt;
}

/// answer(), with the time limit extended once by the machine's delay.
std::optional<UciSearch> CheckedUciEngine::answer_in_own_time(Clock::duration patience) {
  if (std::optional<UciSearch> done = answer(patience)) return done;
  return answer(taken_since(waited_before_));
}

UciSearch CheckedUciEngine::search(std::string_view go, Clock::duration patience) {
  begin(go);
  if (std::optional<UciSearch> done = answer_in_own_time(patience)) return std::move(*done);
  give_up(kError, "no bestmove within {:.1f} s of '{}'", in_seconds(patience), go);
}

UciSearch CheckedUciEngine::search_little(std::int64_t nodes) {
  if (!keeps_nodes_) return search(kLittle);
  begin(fmt::format("go nodes {}", nodes));
  if (std::optional<UciSearch> done = answer(kPrompt)) return std::move(*done);
  distrust_nodes();
  return finish("stop");
}

UciSearch CheckedUciEngine::finish(std::string_view request, Clock::duration patience) {
  waited_before_ = waited();
  send(request);
  if (std::optional<UciSearch> done = answer_in_own_time(patience)) return std::move(*done);
  give_up(kError, "no bestmove within {:.1f} s of '{}' after '{}'", in_seconds(patience), request,
          asked_);
}

void CheckedUciEngine::expect_no_move(Clock::duration time, std::string_view why) {
  if (answer(time)) give_up(kError, "a bestmove {}", why);
}

void CheckedUciEngine::play_game(std::string moves, int max_moves, std::int64_t nodes) {
  new_game();
  for (int i = 0; i < max_moves; ++i) {
    position({}, moves);
    if (chess::count_legal(board_) == 0) return;
    const UciSearch search = search_little(nodes);
    if (!chess::parse_uci_move(board_, search.best)) return;
    if (!moves.empty()) moves += ' ';
    moves += search.best;
  }
}

void CheckedUciEngine::judge_move(const UciSearch& search) {
  if (chess::count_legal(board_) == 0) return;
  const std::string place = fmt::format("in {}", chess::to_fen(board_));
  const Result<chess::Move> best = chess::parse_uci_move(board_, search.best);
  if (!best)
    return found(kError, "bestmove {} is not legal {}", text::quoted(search.best, kShownAnswer),
                 place);
  if (const std::string right = chess::to_uci(board_, *best); right != search.best)
    found(kError, "bestmove {} should be {} {}", text::quoted(search.best, kShownAnswer), right,
          place);
  if (search.expected.empty()) return;
  chess::Position after = board_;
  after.do_move(*best);
  if (!chess::parse_uci_move(after, search.expected)) {
    found(kError, "ponder {} is not legal after {} {}", text::quoted(search.expected, kShownAnswer),
          search.best, place);
  }
}

std::vector<CheckRule> uci_rules() { return rules_of(uci_themes()); }

CheckReport check_uci(const CheckOptions& options) {
  CheckedUciEngine engine(options);
  return examine_all(engine, uci_themes());
}

}  // namespace trivium::check
