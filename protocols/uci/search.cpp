#include <algorithm>
#include <fmt/format.h>
#include <new>
#include <utility>

#include "engine/chess/bench.h"
#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation.h"
#include "engine/chess/rules/perft.h"
#include "protocols/uci/info_line.h"
#include "protocols/uci/session.h"

namespace trivium::uci {

namespace {

/// Nodes of a search on the I/O thread, where the worker has no thread: less than a millisecond.
constexpr std::uint64_t kNodesWithoutWorker = 300;

}  // namespace

std::vector<chess::Move> Session::root_moves(const GoCommand& go) {
  std::vector<chess::Move> moves;
  for (const std::string& word : go.search_moves) {
    if (const Result<chess::Move> move = chess::parse_uci_move(game_.position(), word)) {
      moves.push_back(*move);
    } else {
      complain({move.error().code, "go: searchmoves: " + move.error().message});
    }
  }
  return moves;
}

void Session::answer_nothing(const GoCommand& go) {
  if (!go.infinite && !go.ponder) return channel_->send("bestmove (none)\n");
  search_ = std::make_shared<Search>(go.ponder);
  search_->for_move = true;
  search_->infinite = go.infinite;
  search_->limited = !go.infinite;
  search_->hold = true;
  search_->finished = true;
}

void Session::think(const GoCommand& go) {
  if (refusal_) {
    complain({refusal_->code, fmt::format("go: the last position was refused: {}; the one before it, {}, is not searched",
                                          refusal_->message, chess::to_fen(game_.position()))});
    return answer_nothing(go);
  }
  const Limits limits = limits_of(go, game_.position().side_to_move());
  const std::vector<chess::Move> moves = root_moves(go);
  if (weights_ == nullptr) {
    complain(cannot_think());
    return answer_nothing(go);
  }
  if (debug_) channel_->send("info string searching " + chess::to_fen(game_.position()) + "\n");
  if (chess::count_legal(game_.position()) == 0) {
    channel_->send(game_.position().in_check() ? "info depth 0 score mate 0\n" : "info depth 0 score cp 0\n");
  }
  if (const std::optional<chess::Move> move = book_move(go)) {
    channel_->send(unsearched_line(game_.position(), *move) + "info string from the book\nbestmove " + move_text(game_.position(), *move) +
                   "\n");
    return;
  }
  if (leave_to_chooser(go)) return;

  auto search = std::make_shared<Search>(go.ponder, received_);
  search->for_move = true;
  search->infinite = limits.infinite;
  search->limited = is_limited(go);
  search->hold = go.infinite || go.ponder;
  const ReportSink<chess::Move> report = [channel = channel_, root = game_.position(), with_expectation = show_expectation_,
                                          &shown = search->shown](const Report<chess::Move>& r) {
    channel->send(info_line(r, root, with_expectation));
    if (r.line == 1 && !r.principal_variation.empty()) shown = r.principal_variation.front();
  };
  start(search, [this, limits, moves, report](Search& s) {
    make_player();
    player_->set_game(game_);
    s.answer = player_->think(limits, s.control, report, moves);
  });
}

void Session::perft(int depth) {
  tell_of_refusal();
  start(std::make_shared<Search>(false), [channel = channel_, position = game_.position(), depth](Search& search) mutable {
    const auto say = [&](chess::Move move, std::uint64_t leaves) {
      channel->send(fmt::format("{}: {}\n", chess::to_uci(position, move), leaves));
    };
    const auto total = chess::divide(position, depth, say, [&search] { return search.control.stop_requested(); });
    search.result = total ? fmt::format("\nNodes searched: {}\n\n", *total) : "info string perft stopped\n";
  });
}

void Session::bench(std::string_view) {
  if (weights_ == nullptr) return complain(cannot_think());
  start(std::make_shared<Search>(false), [weights = weights_, parameters = config_.search](Search& search) {
    const chess::BenchResult result = chess::run_bench(weights, search.control, parameters);
    if (search.control.stop_requested()) {
      search.result = "info string bench stopped\n";
      return;
    }
    search.result = fmt::format("\nNodes searched: {}\nNodes/second: {:.0f}\nsignature: {}\n", result.nodes,
                                static_cast<double>(result.nodes) / std::max(result.seconds, 1e-6), result.signature);
  });
}

void Session::start(const std::shared_ptr<Search>& search, std::function<void(Search&)> work) {
  const auto self = std::static_pointer_cast<Session>(shared_from_this());
  worker_.start([self, search, work = std::move(work)] { work(*search); },
                [self, search] {
                  if (const auto& fault = self->worker_.fault()) self->answer_failed(*search, *fault);
                  search->finished = true;
                  self->conclude();
                });
  search_ = search;
  report_waiting();
}

void Session::report_waiting() {
  if (worker_.waiting()) channel_->send("info string this server searches as much as it may; the search waits for its turn\n");
}

void Session::answer_failed(Search& search, const std::string& fault) {
  if (!search.for_move || !worker_.skipped()) complain({"uci.search.failed", "the search failed: " + fault});
  answer_without_search(search);
}

void Session::answer_without_search(Search& search) {
  if (!search.for_move || search.answer.best) return;
  const chess::MoveList moves = chess::legal_moves(game_.position());
  if (moves.empty()) return;
  search.answer.best = moves[0];
  try {
    if (player_ == nullptr) {
      chess::PlayerOptions small = player_options_;
      small.hash_megabytes = small.threads = 1;
      player_ = std::make_unique<chess::Player>(weights_, small);
      player_options_ = small;
    }
    Limits limits;
    limits.nodes = kNodesWithoutWorker;
    player_->set_game(game_);
    search.answer = player_->think(limits, search.control, [](const Report<chess::Move>&) {}, {});
  } catch (const std::bad_alloc&) {
    // Plays the first legal move.
  }
}

void Session::answer_failed(const GoCommand& go) {
  if (go.perft) return;
  if (refusal_ || weights_ == nullptr) return answer_nothing(go);
  const auto search = std::make_shared<Search>(go.ponder);
  search->for_move = true;
  search->infinite = go.infinite;
  search->limited = !go.infinite;
  search->hold = go.infinite || go.ponder;
  search->finished = true;
  answer_without_search(*search);
  search_ = search;
  conclude();
}

void Session::stop_search() {
  if (search_ == nullptr) return;
  search_->hold = false;
  search_->control.stop();
  worker_.hurry();
  conclude();
}

void Session::ponderhit_search() {
  if (search_ == nullptr || !search_->control.pondering()) return;
  search_->hold = search_->infinite;
  search_->control.ponderhit();
  conclude();
}

void Session::conclude() {
  if (search_ == nullptr || !search_->finished || search_->hold) return;
  const std::shared_ptr<Search> search = std::move(search_);
  if (search->for_move) {
    chess::Position position = game_.position();
    const chess::Move best = search->answer.best;
    if (best && best != search->shown) channel_->send(unsearched_line(position, best));
    const int no_mate_in = search->answer.no_mate_in;
    if (no_mate_in > 0) channel_->send(fmt::format("info string no mate in {}\n", no_mate_in));
    std::string text = "bestmove " + move_text(position, best);
    if (search->answer.expected) {
      chess::Undo undo;
      position.do_move(best, undo);
      text += " ponder " + move_text(position, search->answer.expected);
    }
    channel_->send(text + '\n');
  } else if (!search->result.empty()) {
    channel_->send(search->result);
  }
  run_queue();
}

}  // namespace trivium::uci
