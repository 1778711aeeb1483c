#include "protocols/uci/uci_command.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace trivium::uci {

namespace {

constexpr std::size_t kMaxQuote = 80;
constexpr std::int64_t kMaxTime =
    1'000'000'000'000;  // milliseconds; about 30 years; sums do not overflow

/// Further faults are not reported: a long line of nonsense would cause thousands.
constexpr std::size_t kMaxFaults = 16;
/// More than the legal moves of any position. Further words are not read.
constexpr std::size_t kMaxSearchMoves = 256;

void add_fault(std::vector<Error>& faults, std::string code, std::string message) {
  if (faults.size() < kMaxFaults) faults.push_back({std::move(code), std::move(message)});
}

std::string quoted_or_end(std::string_view word) {
  return word.empty() ? "the end" : fmt::format("'{}'", printable(word));
}

/// Parses the number after parameter `name`, removes it from `rest` and clamps it to [min, max]. A
/// number below `min` is a fault.
std::optional<std::int64_t> take_number(std::string_view name, std::string_view& rest,
                                        std::int64_t min, std::int64_t max,
                                        std::vector<Error>& faults) {
  std::string_view after = rest;
  const std::string_view word = take_word(after);
  const std::optional<std::int64_t> number = parse_number(word);
  if (!number) {
    add_fault(faults, "uci.go.number",
              fmt::format("go: '{}' needs a number, found {}", name, quoted_or_end(word)));
    return std::nullopt;
  }
  rest = after;
  if (*number < min) {
    add_fault(faults, "uci.go.range",
              fmt::format("go: '{}' is at least {}, found '{}'", name, min, printable(word)));
  }
  return std::clamp(*number, min, max);
}

template <class T, std::int64_t kMin, std::int64_t kMax, std::optional<T> GoCommand::*kField>
void read_number(GoCommand& go, std::string_view name, std::string_view& rest, const Dialect&) {
  if (const auto number = take_number(name, rest, kMin, kMax, go.faults))
    go.*kField = static_cast<T>(*number);
}

template <std::int64_t kMin, std::optional<Milliseconds> GoCommand::*kField>
void read_time(GoCommand& go, std::string_view name, std::string_view& rest, const Dialect&) {
  if (const auto number = take_number(name, rest, kMin, kMaxTime, go.faults))
    go.*kField = Milliseconds(*number);
}

template <bool GoCommand::*kField>
void read_flag(GoCommand& go, std::string_view, std::string_view&, const Dialect&) {
  go.*kField = true;
}

void read_search_moves(GoCommand& go, std::string_view name, std::string_view& rest,
                       const Dialect& dialect);

struct Parameter {
  std::string_view name;
  void (*read)(GoCommand& go, std::string_view name, std::string_view& rest,
               const Dialect& dialect);
  bool Dialect::*only_if = nullptr;  ///< the dialects that have it; null: all
};

constexpr std::int64_t kMaxInt = std::numeric_limits<int>::max();
constexpr std::int64_t kMaxInt64 = std::numeric_limits<std::int64_t>::max();

/// No machine completes this depth, and every ply needs stack.
constexpr int kMaxPerftDepth = 20;

/// Clocks are assigned as if White moves first; parse_go() swaps them for the other dialects.
constexpr auto kParameters = std::to_array<Parameter>({
    {"searchmoves", read_search_moves},
    {"ponder", read_flag<&GoCommand::ponder>},
    {"infinite", read_flag<&GoCommand::infinite>},
    {"wtime", read_time<-kMaxTime, &GoCommand::first_time>},
    {"btime", read_time<-kMaxTime, &GoCommand::second_time>},
    {"winc", read_time<0, &GoCommand::first_increment>},
    {"binc", read_time<0, &GoCommand::second_increment>},
    {"byoyomi", read_time<0, &GoCommand::byoyomi>, &Dialect::has_byoyomi},
    {"movestogo", read_number<int, 0, kMaxInt, &GoCommand::moves_to_go>},
    {"depth", read_number<int, 1, kMaxInt, &GoCommand::depth>},
    {"nodes", read_number<std::uint64_t, 1, kMaxInt64, &GoCommand::nodes>},
    {"mate", read_number<int, 1, kMaxInt, &GoCommand::mate>},
    {"movetime", read_time<1, &GoCommand::move_time>},
    {"perft", read_number<int, 0, kMaxPerftDepth, &GoCommand::perft>},
});

const Parameter* find_parameter(std::string_view word, const Dialect& dialect) {
  const auto found = std::ranges::find_if(kParameters, [&](const Parameter& p) {
    return p.name == word && (p.only_if == nullptr || dialect.*p.only_if);
  });
  return found == kParameters.end() ? nullptr : &*found;
}

void read_search_moves(GoCommand& go, std::string_view, std::string_view& rest,
                       const Dialect& dialect) {
  while (true) {
    std::string_view after = rest;
    const std::string_view word = take_word(after);
    if (word.empty() || find_parameter(word, dialect) != nullptr) return;
    if (go.search_moves.size() < kMaxSearchMoves) go.search_moves.emplace_back(word);
    rest = after;
  }
}

/// Returns the clock of the side that has `remaining` time and an `increment` for each move.
ClockState clock_of(std::optional<Milliseconds> remaining, std::optional<Milliseconds> increment,
                    const GoCommand& go) {
  constexpr Milliseconds kNone{0};
  ClockState clock{.remaining = remaining.value_or(kNone),
                   .increment = increment.value_or(kNone),
                   .moves_to_go = go.moves_to_go.value_or(0)};
  if (!go.byoyomi) return clock;
  if (clock.remaining > kNone) {
    clock.increment += *go.byoyomi;
  } else {
    clock.moves_to_go = 1;
  }
  clock.remaining = std::max(clock.remaining, kNone) + *go.byoyomi;
  return clock;
}

}  // namespace

std::optional<std::int64_t> parse_number(std::string_view word) noexcept {
  if (word.starts_with('+') && !word.starts_with("+-")) word.remove_prefix(1);
  std::int64_t number = 0;
  const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (end != word.data() + word.size() || failure == std::errc::invalid_argument)
    return std::nullopt;
  if (failure == std::errc::result_out_of_range) {
    return word.front() == '-' ? std::numeric_limits<std::int64_t>::min()
                               : std::numeric_limits<std::int64_t>::max();
  }
  return number;
}

std::string printable(std::string_view word) { return text::printable(word, kMaxQuote); }

Result<PositionCommand> parse_position(std::string_view arguments, const Dialect& dialect) {
  PositionCommand command;
  const std::string_view kind = take_word(arguments);
  std::string_view word;
  if (kind == "startpos") {
    word = take_word(arguments);
  } else if (kind == dialect.fen) {
    std::string fen;
    for (word = take_word(arguments); !word.empty() && word != "moves";
         word = take_word(arguments)) {
      if (!fen.empty()) fen += ' ';
      fen += word;
    }
    if (fen.empty())
      return Error{"uci.position.word",
                   fmt::format("position: '{}' needs {}, found {}", dialect.fen, dialect.fen_name,
                               quoted_or_end(word))};
    command.fen = std::move(fen);
  } else {
    return Error{"uci.position.word", fmt::format("position: expected 'startpos' or '{}', found {}",
                                                  dialect.fen, quoted_or_end(kind))};
  }
  if (word.empty()) return command;
  if (word != "moves")
    return Error{"uci.position.word", "position: expected 'moves', found " + quoted_or_end(word)};
  command.moves = text::words(arguments);
  return command;
}

Result<SetOptionCommand> parse_setoption(std::string_view arguments) {
  if (const std::string_view word = take_word(arguments); word != "name") {
    return Error{"uci.setoption.word", "setoption: expected 'name', found " + quoted_or_end(word)};
  }
  SetOptionCommand command;
  for (std::string_view word = take_word(arguments); !word.empty(); word = take_word(arguments)) {
    if (word == "value") {
      command.value = trimmed(arguments);
      break;
    }
    if (!command.name.empty()) command.name += ' ';
    command.name += word;
  }
  if (command.name.empty())
    return Error{"uci.setoption.word", "setoption: 'name' needs the name of an option"};
  return command;
}

GoCommand parse_go(std::string_view arguments, const Dialect& dialect) {
  GoCommand go;
  for (std::string_view word = take_word(arguments); !word.empty(); word = take_word(arguments)) {
    if (const Parameter* parameter = find_parameter(word, dialect)) {
      parameter->read(go, word, arguments, dialect);
    } else {
      add_fault(go.faults, "uci.go.parameter", "go: unknown parameter '" + printable(word) + "'");
    }
  }
  if (!dialect.white_moves_first) {
    std::swap(go.first_time, go.second_time);
    std::swap(go.first_increment, go.second_increment);
  }
  return go;
}

bool is_limited(const GoCommand& go) {
  if (go.perft) return true;
  const Limits limits = limits_of(go, true);
  return !limits.infinite && (limits.depth || limits.nodes || limits.mate || limits.move_time);
}

Limits limits_of(const GoCommand& go, bool first_to_move) {
  Limits limits{.depth = go.depth,
                .nodes = go.nodes,
                .mate = go.mate,
                .move_time = go.move_time,
                .infinite = go.infinite};
  if (go.first_time || go.second_time || go.byoyomi) {
    limits.clock = first_to_move ? clock_of(go.first_time, go.first_increment, go)
                                 : clock_of(go.second_time, go.second_increment, go);
  }
  if (!limits.depth && !limits.nodes && !limits.mate && !limits.move_time && !limits.clock &&
      !limits.infinite) {
    if (go.faults.empty()) {
      limits.infinite = true;
    } else {
      limits.move_time = Milliseconds(1000);
    }
  }
  return limits;
}

}  // namespace trivium::uci
