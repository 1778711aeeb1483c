#include <fmt/format.h>
#include <new>
#include <utility>

#include "protocols/uci/info_line.h"
#include "protocols/uci/session.h"

namespace trivium::uci {

namespace {

/// Nodes of a search on the I/O thread when no worker thread is available: less than a millisecond.
constexpr std::uint64_t kNodesWithoutWorker = 300;

/// Returns the last lines of a `go`. The variation is among them unless it has been shown:
/// `shown` is the first move of the last one.
std::string last_lines(const Answer& answer, std::string_view shown, const Dialect& dialect) {
  std::string lines;
  if (!answer.best.empty() && answer.best != shown) lines += unsearched_line(answer.best);
  if (!answer.note.empty()) lines += "info string " + answer.note + '\n';
  lines += "bestmove ";
  lines += answer.best.empty() ? dialect.no_move : answer.best;
  if (!answer.expected.empty()) lines += " ponder " + answer.expected;
  return lines + '\n';
}

}  // namespace

Request Session::request_of(const GoCommand& go) {
  Request request{.limits = limits_of(go, seat_->first_to_move()),
                  .search_moves = {},
                  .ponder = go.ponder,
                  .for_game = !go.infinite && !go.mate && go.search_moves.empty()};
  for (const std::string& move : go.search_moves) {
    if (const Status legal = seat_->check_move(move)) {
      request.search_moves.push_back(move);
    } else {
      complain({legal.error().code, "go: searchmoves: " + legal.error().message});
    }
  }
  return request;
}

std::shared_ptr<Session::Search> Session::search_of(const GoCommand& go,
                                                    Clock::time_point received) {
  auto search = std::make_shared<Search>(go.ponder, received);
  search->for_move = true;
  search->infinite = go.infinite;
  search->limited = !go.infinite;
  search->hold = go.infinite || go.ponder;
  return search;
}

void Session::think(const GoCommand& go, Clock::time_point received) {
  if (refusal_) {
    complain({refusal_->code,
              fmt::format(
                  "go: the last position was refused: {}; the one before it, {}, is not searched",
                  refusal_->message, seat_->position_text())});
    return answer_at_once(go);
  }
  const Request request = request_of(go);
  if (const auto missing = seat_->cannot_think()) {
    complain(*missing);
    return answer_at_once(go);
  }
  if (debug_) say("searching " + seat_->position_text());
  if (const auto score = seat_->final_score())
    channel_->send("info depth 0 score " + to_text(*score, config_.dialect) + "\n");
  if (const std::optional<Answer> answer = seat_->immediate_answer(request)) {
    channel_->send(last_lines(*answer, {}, config_.dialect));
    return;
  }

  const auto search = search_of(go, received);
  search->infinite = request.limits.infinite && !seat_->has_chooser(request);
  search->limited = is_limited(go);
  const ReportSink<std::string> report = [channel = channel_, with_expectation = show_expectation_,
                                          &dialect = config_.dialect,
                                          &shown = search->shown](const Report<std::string>& r) {
    channel->send(info_line(r, with_expectation, dialect));
    if (r.line == 1 && !r.principal_variation.empty()) shown = r.principal_variation.front();
  };
  start(search, [this, request, report](Search& s) {
    make_player();
    seat_->think(request, s.control, report, s.answer);
  });
}

void Session::perft(int depth) {
  report_rejected_position();
  start(std::make_shared<Search>(false), [this, depth](Search& search) {
    const PerftVisitor visit = [this](const std::string& move, std::uint64_t leaves) {
      channel_->send(fmt::format("{}: {}\n", move, leaves));
    };
    const auto total =
        seat_->perft(depth, visit, [&search] { return search.control.stop_requested(); });
    search.result =
        total ? fmt::format("\nNodes searched: {}\n\n", *total) : "info string perft stopped\n";
  });
}

void Session::bench(const Call&) {
  if (const auto missing = seat_->cannot_think()) return complain(*missing);
  start(std::make_shared<Search>(false), [this](Search& search) {
    search.result = seat_->bench(search.control);
    if (search.control.stop_requested()) search.result = "info string bench stopped\n";
  });
}

void Session::start(const std::shared_ptr<Search>& search, std::function<void(Search&)> work) {
  Steps steps{.think = [search, work = std::move(work)] { work(*search); },
              .ended =
                  [this, search] {
                    if (fault()) report_failure(*search, *fault());
                  },
              .answer = [this, search] { answer(*search); }};
  SessionCore::search(search, std::move(steps));
  report_waiting();
}

void Session::report_waiting() {
  if (waits_for_slot())
    say("all search slots of this server are in use; the search waits for its turn");
}

void Session::report_failure(Search& search, const std::string& fault) {
  if (!search.for_move || !skipped())
    complain({"uci.search.failed", "the search failed: " + fault});
  answer_without_search(search);
}

void Session::answer_without_search(Search& search) {
  if (!search.for_move || !search.answer.best.empty()) return;
  search.answer.best = seat_->any_move();
  if (search.answer.best.empty()) return;
  try {
    if (!seat_->has_player()) {
      PlayerSettings small = settings_;
      small.hash_megabytes = small.threads = 1;
      seat_->make_player(small);
      small_player_ = true;
    }
    Request request;
    request.limits.nodes = kNodesWithoutWorker;
    seat_->think(
        request, search.control, [](const Report<std::string>&) {}, search.answer);
  } catch (const std::bad_alloc&) {
    // Plays the first legal move.
  }
}

void Session::answer_at_once(const GoCommand& go) {
  const auto search = search_of(go, Clock::now());
  if (!refusal_ && !seat_->cannot_think()) answer_without_search(*search);
  present(search, [this, search] { answer(*search); });
}

void Session::answer(const Search& search) {
  if (search.for_move) {
    channel_->send(last_lines(search.answer, search.shown, config_.dialect));
  } else if (!search.result.empty()) {
    channel_->send(search.result);
  }
}

}  // namespace trivium::uci
