#include "protocols/client/uci_engine.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>
#include <limits>

#include "engine/core/text.h"
#include "protocols/client/uci_info.h"

namespace trivium::client {

namespace {

/// Set first, so that engines that allocate memory for later options do it only once.
constexpr std::array<std::string_view, 2> kFirstOptions{"Threads", "Hash"};

bool is_first_option(std::string_view name) {
  return std::ranges::any_of(
      kFirstOptions, [&](std::string_view first) { return text::same_ignoring_case(first, name); });
}

bool begins_with_word(std::string_view line, std::string_view word) {
  return line.starts_with(word) &&
         (line.size() == word.size() || text::is_blank(line[word.size()]));
}

void append_position(std::string& request, const Situation& situation) {
  request += "position ";
  request += situation.setup.fen.empty() ? "startpos" : "fen " + situation.setup.fen;
  if (!situation.moves.empty())
    fmt::format_to(std::back_inserter(request), " moves {}", fmt::join(situation.moves, " "));
}

void append_go(std::string& request, const Situation& situation, const MoveBudget& budget,
               bool ponder) {
  request += ponder ? "\ngo ponder" : "\ngo";
  const auto out = std::back_inserter(request);
  if (budget.clocks) {
    // Engines treat a time that is not positive as no clock.
    const auto shown = [](Milliseconds time) { return std::max<std::int64_t>(time.count(), 1); };
    const auto& [white, black] = *budget.clocks;
    fmt::format_to(out, " wtime {} btime {}", shown(white.remaining), shown(black.remaining));
    if (white.increment.count() > 0 || black.increment.count() > 0)
      fmt::format_to(out, " winc {} binc {}", white.increment.count(), black.increment.count());
    const int moves_to_go = (*budget.clocks)[static_cast<std::size_t>(situation.side)].moves_to_go;
    if (moves_to_go > 0) fmt::format_to(out, " movestogo {}", moves_to_go);
  }
  if (budget.move_time) fmt::format_to(out, " movetime {}", budget.move_time->count());
  if (budget.depth) fmt::format_to(out, " depth {}", *budget.depth);
  if (budget.nodes) fmt::format_to(out, " nodes {}", *budget.nodes);
}

int to_int(const std::optional<std::int64_t>& value) {
  return static_cast<int>(
      std::clamp<std::int64_t>(value.value_or(0), 0, std::numeric_limits<int>::max()));
}

SearchSummary summary(std::string_view info_line) {
  const UciInfo info = parse_uci_info(info_line);
  SearchSummary search;
  search.score = info.score;
  search.depth = to_int(info.depth);
  search.selective_depth = to_int(info.selective_depth);
  search.nodes = static_cast<std::uint64_t>(std::max<std::int64_t>(info.nodes.value_or(0), 0));
  search.principal_variation = info.principal_variation;
  return search;
}

}  // namespace

Fallible UciEngine::handshake() {
  name_ = file_name();
  options_.clear();
  pondered_.clear();
  chess960_ = false;
  if (Fallible failed = send("uci")) return failed;
  while (true) {
    std::string_view line;
    if (Fallible failed = receive(line, usual_deadline())) return failed;
    line = text::trimmed(line);
    if (line == "uciok") break;
    understand(line);
  }
  std::string lines = option_lines();
  for (const std::string& command : program().init_commands) lines += command + '\n';
  if (Fallible failed = send(lines + "isready")) return failed;
  return wait_for("readyok");
}

void UciEngine::understand(std::string_view line) {
  std::string_view rest = line;
  const std::string_view word = text::take_word(rest);
  if (word == "id") {
    if (text::take_word(rest) == "name") name_ = text::trimmed(rest);
  } else if (word == "option") {
    Result<UciOption> option = parse_uci_option(line);
    if (option) {
      options_.push_back(std::move(*option));
    } else {
      warn(option.error().message);
    }
  }
}

std::string UciEngine::option_lines() const {
  std::string lines;
  for (const bool first : {true, false}) {
    for (const auto& [name, value] : program().options) {
      if (is_first_option(name) == first) append_option(lines, name, value);
    }
  }
  if (program().ponder && find_option("Ponder") != nullptr) append_option(lines, "Ponder", "true");
  return lines;
}

/// Options that the engine does not list are sent as well: some engines have hidden options.
void UciEngine::append_option(std::string& lines, const std::string& name,
                              const std::string& value) const {
  const UciOption* option = find_option(name);
  if (option == nullptr) {
    warn(fmt::format("{} has no option {}", name_, name));
  } else if (const std::optional<std::string> wrong = objection(*option, value)) {
    warn(fmt::format("{}: option {}", name_, *wrong));
  }
  lines += "setoption name " + name;
  if (!value.empty()) lines += " value " + value;
  lines += '\n';
}

const UciOption* UciEngine::find_option(std::string_view name) const {
  const auto found = std::ranges::find_if(
      options_, [&](const UciOption& one) { return text::same_ignoring_case(one.name, name); });
  return found == options_.end() ? nullptr : &*found;
}

Fallible UciEngine::wait_for(std::string_view word) {
  while (true) {
    std::string_view line;
    if (Fallible failed = receive(line, usual_deadline())) return failed;
    if (text::trimmed(line) == word) return std::nullopt;
  }
}

Fallible UciEngine::new_game(const GameSetup& setup) {
  if (Fallible failed = loss()) return failed;
  idle();
  if (Fallible failed = loss()) return failed;
  std::string lines;
  if (setup.chess960 != chess960_) {
    append_option(lines, "UCI_Chess960", setup.chess960 ? "true" : "false");
    chess960_ = setup.chess960;
  }
  if (Fallible failed = send(lines + "ucinewgame\nisready")) return failed;
  return wait_for("readyok");
}

bool UciEngine::expected(const Situation& situation) const {
  return std::equal(pondered_.begin(), pondered_.end(), situation.moves.begin(),
                    situation.moves.end());
}

MoveAnswer UciEngine::move(const Situation& situation, const MoveBudget& budget) {
  if (Fallible failed = loss()) return *std::move(failed);
  const bool answered_early = take_waiting();
  if (!pondered_.empty() && expected(situation) && !answered_early) {
    pondered_.clear();
    if (Fallible failed = send("ponderhit")) return *std::move(failed);
    return answer(after_request(budget.patience));
  }
  if (!pondered_.empty()) {
    if (Fallible failed = end_pondering(answered_early)) return *std::move(failed);
  }
  info_.clear();
  request_.clear();
  append_position(request_, situation);
  append_go(request_, situation, budget, false);
  if (Fallible failed = send(request_)) return *std::move(failed);
  return answer(after_request(budget.patience));
}

/// Reads available input. Returns true if there was a bestmove already, before it was requested.
bool UciEngine::take_waiting() {
  bool answered = false;
  listen();
  for (std::string_view line; receive_buffered(line);) {
    if (has_score(line)) info_ = line;
    answered = answered || begins_with_word(text::trimmed(line), "bestmove");
  }
  return answered;
}

MoveAnswer UciEngine::answer(Clock::time_point until) {
  while (true) {
    std::string_view line;
    if (Fallible failed = receive(line, until)) return *std::move(failed);
    line = text::trimmed(line);
    if (begins_with_word(line, "bestmove")) {
      MoveReply found = reply(line);
      if (found.move.empty()) return refusal(line);
      return found;
    }
    if (has_score(line)) info_ = line;
  }
}

MoveReply UciEngine::reply(std::string_view bestmove) const {
  text::take_word(bestmove);
  MoveReply found;
  found.move = text::take_word(bestmove);
  if (text::take_word(bestmove) == "ponder") found.expected = text::take_word(bestmove);
  if (found.expected == "(none)") found.expected.clear();
  found.elapsed = elapsed();
  if (!info_.empty()) found.search = summary(info_);
  return found;
}

void UciEngine::ponder(const Situation& situation, const MoveBudget& budget) {
  if (!running() || situation.moves.empty()) return;
  info_.clear();
  request_.clear();
  append_position(request_, situation);
  append_go(request_, situation, budget, true);
  // The next move reports a failure of this.
  if (!send(request_)) pondered_.assign(situation.moves.begin(), situation.moves.end());
}

void UciEngine::idle() {
  // A failure ends the program, and loss() reports it.
  if (running() && !pondered_.empty()) static_cast<void>(end_pondering(take_waiting()));
}

/// After readyok no output of the search can follow, because engines answer in order.
Fallible UciEngine::end_pondering(bool answered) {
  pondered_.clear();
  if (Fallible failed = send("stop\nisready")) return failed;
  for (bool ready = false; !ready || !answered;) {
    std::string_view line;
    if (Fallible failed = receive(line, usual_deadline())) return failed;
    line = text::trimmed(line);
    ready = ready || line == "readyok";
    answered = answered || begins_with_word(line, "bestmove");
  }
  return std::nullopt;
}

}  // namespace trivium::client
