#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>

#include "engine/core/text.h"
#include "tools/check/uci/check_uci.h"

namespace trivium::check {

namespace {

using client::UciInfo;
using std::chrono::milliseconds;

/// One legal move, and a draw after it, so that no search is needed.
constexpr std::string_view kForced = "7k/8/8/8/8/8/1q6/K7 w - - 0 1";
constexpr std::string_view kMateInOne = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
constexpr std::string_view kMateInTwo = "k7/8/2K5/8/8/8/8/5R2 w - - 0 1";
constexpr std::string_view kCheckmate =
    "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
constexpr std::string_view kStalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

void stop_answers(CheckedUciEngine& engine) {
  for (const std::string_view go :
       {"go infinite", "go depth 60", "go movetime 60000", "go wtime 6000000 btime 6000000"}) {
    engine.position(kMiddleGame).begin(go);
    // An earlier answer is allowed, except for infinite, which has a separate rule.
    if (!engine.answer(milliseconds(60))) engine.finish("stop");
  }
}

void stop_at_once(CheckedUciEngine& engine) {
  for (int i = 0; i < 5; ++i) {
    engine.position(kMiddleGame).begin("go infinite");
    engine.finish("stop");
  }
  engine.position(kMiddleGame).begin("go infinite\nstop");
  if (!engine.answer(kPrompt)) engine.give_up(kError, "no bestmove for go and stop sent together");
}

void infinite_waits(CheckedUciEngine& engine) {
  for (const std::string_view fen : {kMiddleGame, kForced, kMateInOne}) {
    engine.position(fen).begin("go infinite");
    engine.expect_no_move(kSilence, "under infinite, before stop");
    engine.finish("stop");
  }
}

void infinite_at_the_end(CheckedUciEngine& engine) {
  for (const std::string_view fen : {kCheckmate, kStalemate}) {
    engine.position(fen).begin("go infinite");
    if (engine.answer(kSilence)) {
      engine.found(kWarning, "a bestmove under infinite before stop, without a legal move");
    } else {
      engine.send("stop");
      if (!engine.answer(kPrompt))
        engine.give_up(kWarning, "no bestmove after stop, without a legal move");
    }
  }
}

void ready_while_searching(CheckedUciEngine& engine) {
  engine.begin_infinite();
  for (int i = 0; i < 3; ++i) {
    engine.send("isready");
    bool answered = false;
    for (const auto until = Clock::now() + kPrompt; !answered;) {
      const std::optional<std::string> line = engine.line(until);
      if (!line) engine.give_up(kError, "isready is not answered during a search");
      if (line->starts_with("bestmove")) engine.give_up(kError, "isready ends the search");
      answered = text::trimmed(*line) == "readyok";
    }
  }
  engine.expect_no_move(milliseconds(50), "after isready, before stop");
  engine.finish("stop");
}

/// Sets the option Ponder; ends the check as not applicable if the engine has none.
void set_ponder(CheckedUciEngine& engine) {
  if (engine.option("Ponder") == nullptr) engine.leave_out("it has no option Ponder");
  engine.set_option("Ponder", "true");
}

void ponder_hit(CheckedUciEngine& engine) {
  constexpr milliseconds kLeft{300};
  set_ponder(engine);
  for (const std::string_view fen : {kMiddleGame, kForced}) {
    const Clock::duration minimum = min_time(kLeft, [&] {
      engine.position(fen).begin(fmt::format("go ponder wtime {0} btime {0}", kLeft.count()));
      engine.expect_no_move(2 * kSilence, "while it ponders");
      return engine.finish("ponderhit").own;
    });
    if (minimum > kLeft)
      engine.found(kWarning, "the clock of a ponder search runs out after ponderhit");
  }
}

void ponder_miss(CheckedUciEngine& engine) {
  set_ponder(engine);
  engine.position({}, "e2e4 e7e5").begin("go ponder wtime 60000 btime 60000");
  engine.expect_no_move(kSilence, "while it ponders");
  engine.finish("stop");
  engine.position({}, "e2e4 c7c5").search("go wtime 500 btime 500");
}

/// Last info line with moves for each rank, at the maximum depth that has all ranks.
std::vector<UciInfo> last_lines(const UciSearch& search, std::int64_t count) {
  std::map<std::int64_t, std::map<std::int64_t, UciInfo>> by_depth;
  for (const UciInfo& info : search.parsed()) {
    if (info.depth && info.score && !info.principal_variation.empty())
      by_depth[*info.depth][info.line.value_or(0)] = info;
  }
  for (auto depth = by_depth.rbegin(); depth != by_depth.rend(); ++depth) {
    std::vector<UciInfo> lines;
    for (std::int64_t rank = 1; rank <= count; ++rank) {
      if (const auto found = depth->second.find(rank); found != depth->second.end())
        lines.push_back(found->second);
    }
    if (std::ssize(lines) == count) return lines;
  }
  return {};
}

/// Sort key: mates before other scores, near mates first.
int value(const Score& score) {
  constexpr int kMate = 1'000'000;
  if (score.kind != Score::Kind::kMate) return score.value;
  return score.value > 0 ? kMate - score.value : -kMate - score.value;
}

void multipv_lines(CheckedUciEngine& engine) {
  constexpr std::int64_t kLines = 4;
  const client::UciOption* option = engine.option("MultiPV");
  if (option == nullptr || option->max.value_or(1) < kLines)
    engine.leave_out("it has no option MultiPV");
  engine.set_option("MultiPV", std::to_string(kLines));
  const UciSearch search = engine.position(kMiddleGame).search("go depth 6");
  const std::vector<UciInfo> lines = last_lines(search, kLines);
  if (lines.empty()) engine.give_up(kError, "no depth has lines with multipv 1 to {}", kLines);
  std::vector<std::string_view> first_moves;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string_view moves = lines[i].principal_variation;
    first_moves.push_back(text::take_word(moves));
    if (i > 0 && value(*lines[i].score) > value(*lines[i - 1].score))
      engine.found(kWarning, "multipv {} has a better score than multipv {}", i + 1, i);
  }
  if (search.best != first_moves.front())
    engine.found(kWarning, "bestmove is not the first move of multipv 1");
  std::sort(first_moves.begin(), first_moves.end());
  if (std::adjacent_find(first_moves.begin(), first_moves.end()) != first_moves.end())
    engine.found(kError, "two lines of one depth begin with the same move");

  engine.position(kForced).search("go depth 3");
}

void judge_choice(CheckedUciEngine& engine, const UciSearch& search, std::string_view moves) {
  if (moves.find(search.best) == std::string_view::npos)
    engine.found(kError, "bestmove {}, although searchmoves has only {}",
                 text::quoted(search.best, 20), moves);
}

void searchmoves_kept(CheckedUciEngine& engine) {
  engine.position(kMiddleGame);
  judge_choice(engine, engine.search("go depth 4 searchmoves a2a3"), "a2a3");
  engine.position(kMateInOne);
  judge_choice(engine, engine.search("go depth 4 searchmoves g1f1 h2h4"), "g1f1 h2h4");
}

void searchmoves_anywhere(CheckedUciEngine& engine) {
  engine.position(kMiddleGame).begin("go searchmoves h2h3 g2g4 depth 4");
  std::optional<UciSearch> search = engine.answer(kPrompt);
  if (!search) {
    engine.found(kWarning, "words after searchmoves are read as moves: the depth is ignored");
    search = engine.finish("stop");
  }
  judge_choice(engine, *search, "h2h3 g2g4");
}

void mate_found(CheckedUciEngine& engine) {
  engine.position(kMateInTwo).begin("go mate 2");
  const std::optional<UciSearch> search = engine.answer(std::chrono::seconds(4));
  if (!search) {
    engine.found(kWarning, "go mate 2 does not end by itself although there is a mate in 2");
    engine.finish("stop");
    return;
  }
  const auto tells_mate = [](const UciInfo& info) {
    return info.score && info.score->kind == Score::Kind::kMate && info.score->value > 0 &&
           info.score->value <= 2;
  };
  if (std::ranges::none_of(search->parsed(), tells_mate))
    engine.found(kWarning, "go mate 2 does not find a mate in 2");
}

void go_twice(CheckedUciEngine& engine) {
  engine.spoil();
  engine.begin_infinite();
  engine.begin("go depth 3");
  if (!engine.answer(kPrompt)) {
    engine.send("stop");
    if (!engine.answer(kPrompt))
      engine.give_up(kWarning, "no bestmove after a second go, and none after stop");
  }
  engine.send("stop");
  engine.ready();
}

constexpr auto kUciSearchChecks = std::to_array<UciCheck>({
    {{"stop-answers", "stop ends every kind of search at once: bestmove follows."}, stop_answers},
    {{"stop-at-once", "A stop that follows go immediately is not lost."}, stop_at_once},
    {{"infinite-waits",
      "Under infinite no bestmove comes before stop, however clear the position is."},
     infinite_waits},
    {{"infinite-at-the-end", "The same holds without a legal move."}, infinite_at_the_end},
    {{"ready-while-searching", "isready is answered at once during a search, and does not end it."},
     ready_while_searching},
    {{"ponder-hit", "No bestmove comes during pondering; after ponderhit the clock decides."},
     ponder_hit},
    {{"ponder-miss", "stop ends a ponder search with a bestmove; the next search is independent."},
     ponder_miss},
    {{"multipv-lines",
      "MultiPV N gives N lines with different first moves, numbered in the order of their scores."},
     multipv_lines},
    {{"searchmoves-kept", "searchmoves restricts the moves that can be played."}, searchmoves_kept},
    {{"searchmoves-anywhere", "searchmoves may stand before the other words of go."},
     searchmoves_anywhere},
    {{"mate-found", "go mate N searches a mate in N moves and ends."}, mate_found},
    {{"go-twice", "The program survives a go during a search."}, go_twice},
});

}  // namespace

std::span<const UciCheck> uci_search_checks() { return kUciSearchChecks; }

}  // namespace trivium::check
