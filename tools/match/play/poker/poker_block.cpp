#include "tools/match/play/poker/poker_block.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <system_error>
#include <utility>

#include "engine/core/text.h"
#include "engine/poker/rules/records.h"
#include "models/format/load_error.h"

namespace trivium::match {

namespace {

using format::LoadError;
using format::or_throw;

constexpr std::size_t kQuotedLine = 60;
constexpr double kThousandths = 1000;

/// Reorders `by_seat` by position in hand number `hand`.
std::vector<double> by_position(const std::vector<double>& by_seat, std::size_t hand) {
  std::vector<double> result;
  for (std::size_t position = 0; position < by_seat.size(); ++position)
    result.push_back(by_seat[(position + hand) % by_seat.size()]);
  return result;
}

/// Removes a number that ends with `end` from the front, and `end` itself; empty if there is none.
template <class Number>
bool take_number(std::string_view& text, Number& number, char end) {
  const std::size_t size = std::min(text.find(end), text.size());
  const auto [stop, failure] = std::from_chars(text.data(), text.data() + size, number);
  if (failure != std::errc() || stop != text.data() + size) return false;
  text.remove_prefix(std::min(size + 1, text.size()));
  return true;
}

/// Parses "1|2|3"; empty for anything else.
template <class Number>
std::vector<Number> parse_row(std::string_view text) {
  std::vector<Number> row;
  while (!text.empty()) {
    Number number{};
    if (!take_number(text, number, '|')) return {};
    row.push_back(number);
  }
  return row;
}

/// Removes `prefix` from the front if it is there.
bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// Builds a block line by line. Throws format::LoadError, which does not name the line.
class Reader {
 public:
  explicit Reader(const poker::GameDefinition& game)
      : game_(game), players_(static_cast<std::size_t>(game.players)) {}

  void take_line(std::string_view line) {
    std::string_view rest = line;
    if (rest.starts_with("STATE:")) return take_hand(line);
    if (rest.starts_with("SCORE:")) return take_score(line);
    if (take(rest, "# expected ")) return take_expected(rest);
    if (take(rest, "# used ")) return take_used(rest);
    if (take(rest, "# fault ")) return take_fault(rest);
    if (take(rest, "# evidence ")) return take_evidence(rest);
    if (!rest.starts_with('#'))
      throw LoadError("match.block.line", "expected STATE, SCORE or a comment, found: " +
                                              text::quoted(line, kQuotedLine));
    if (!block_.hands.empty())
      throw LoadError("match.block.line", "unknown comment: " + text::quoted(line, kQuotedLine));
    block_.header.emplace_back(line);
  }

  PlayedBlock finish() {
    if (block_.players.empty()) throw LoadError("match.block.missing", "the SCORE line is missing");
    if (block_.used.empty()) throw LoadError("match.block.missing", "the line '# used' is missing");
    return std::move(block_);
  }

 private:
  void take_hand(std::string_view line) {
    const poker::StateRecord record = or_throw(poker::parse_state(line, game_));
    const std::size_t number = block_.hands.size();
    if (record.hand.id() != number)
      throw LoadError("match.block.hand", "hand {} found, hand {} expected", record.hand.id(),
                      number);
    if (!record.hand.decided())
      throw LoadError("match.block.hand", "hand {} is not finished, or its cards are missing",
                      number);
    BlockHand hand{std::string(line), by_seat(record.hand.payoffs(), number, players_), {}};
    hand.expected = hand.won;
    block_.hands.push_back(std::move(hand));
  }

  void take_expected(std::string_view text) {
    std::size_t number = 0;
    if (!take_number(text, number, ' ') || number + 1 != block_.hands.size())
      throw LoadError("match.block.expected", "'# expected' does not belong to the hand before it");
    const std::vector<double> row = parse_row<double>(text);
    const bool finite = std::ranges::all_of(row, [](double value) { return std::isfinite(value); });
    if (row.size() != players_ || !finite)
      throw LoadError("match.block.expected", "'# expected' needs {} numbers", players_);
    block_.hands.back().expected = by_seat(row, number, players_);
  }

  void take_score(std::string_view line) {
    block_.players = or_throw(poker::parse_score(line, game_)).names;
  }

  void take_used(std::string_view text) {
    for (const std::int64_t time : parse_row<std::int64_t>(text)) block_.used.emplace_back(time);
    if (block_.used.size() != players_)
      throw LoadError("match.block.used", "'# used' needs {} times", players_);
  }

  void take_fault(std::string_view text) {
    BlockFault fault;
    if (!take_number(text, fault.seat, ' ') || !take_number(text, fault.hand, ' ') ||
        !take_number(text, fault.times, ' ')) {
      throw LoadError("match.block.fault", "'# fault' must begin with seat, hand and count");
    }
    const std::size_t colon = std::min(text.find(": "), text.size());
    const std::optional<Ending> kind = parse_ending(text.substr(0, colon));
    if (!kind || fault.seat < 0 || fault.seat >= game_.players)
      throw LoadError("match.block.fault", "unknown fault: " + text::quoted(text, kQuotedLine));
    fault.kind = *kind;
    fault.text = text.substr(std::min(colon + 2, text.size()));
    block_.faults.push_back(std::move(fault));
  }

  void take_evidence(std::string_view text) {
    if (block_.faults.empty())
      throw LoadError("match.block.evidence", "'# evidence' without a fault");
    block_.faults.back().evidence.emplace_back(text);
  }

  const poker::GameDefinition& game_;
  std::size_t players_;
  PlayedBlock block_;
};

}  // namespace

std::vector<double> PlayedBlock::chips() const {
  std::vector<double> sums(players.size());
  for (const BlockHand& hand : hands) {
    for (std::size_t seat = 0; seat < sums.size(); ++seat) sums[seat] += hand.won[seat];
  }
  return sums;
}

BlockWinnings winnings(const PlayedBlock& block, const poker::GameDefinition& game) {
  const auto in_thousandths = [blind = game.big_blind()](std::vector<double> chips) {
    for (double& value : chips) value = value * kThousandths / blind;
    return chips;
  };
  BlockWinnings result;
  for (const BlockHand& hand : block.hands) {
    result.raw.push_back(in_thousandths(hand.won));
    result.expected.push_back(in_thousandths(hand.expected));
  }
  return result;
}

std::string summary(const PlayedBlock& block, const poker::GameDefinition& game) {
  const std::vector<double> chips = block.chips();
  const double unit = game.big_blind() / kThousandths *
                      static_cast<double>(std::max<std::size_t>(block.hands.size(), 1));
  std::string text;
  for (std::size_t seat = 0; seat < chips.size(); ++seat) {
    fmt::format_to(std::back_inserter(text), "{} {:+.1f} mbb/g, ", block.players[seat],
                   chips[seat] / unit);
  }
  fmt::format_to(std::back_inserter(text), "{}", text::counted(block.hands.size(), "hand"));
  for (const BlockFault& fault : block.faults) {
    fmt::format_to(std::back_inserter(text), "; {}: {}",
                   block.players[static_cast<std::size_t>(fault.seat)], to_string(fault.kind));
  }
  return text;
}

std::string to_text(const PlayedBlock& block) {
  std::string text;
  const auto out = std::back_inserter(text);
  for (const std::string& line : block.header) fmt::format_to(out, "{}\n", line);
  for (std::size_t number = 0; number < block.hands.size(); ++number) {
    const BlockHand& hand = block.hands[number];
    fmt::format_to(out, "{}\n", hand.state);
    if (hand.expected == hand.won) continue;
    fmt::format_to(out, "# expected {} {}\n", number,
                   fmt::join(by_position(hand.expected, number), "|"));
  }
  fmt::format_to(out, "{}\n", poker::write_score({block.chips(), block.players}));
  std::vector<std::int64_t> used;
  for (const auto time : block.used) used.push_back(time.count());
  fmt::format_to(out, "# used {}\n", fmt::join(used, "|"));
  for (const BlockFault& fault : block.faults) {
    fmt::format_to(out, "# fault {} {} {} {}: {}\n", fault.seat, fault.hand, fault.times,
                   to_string(fault.kind), fault.text);
    for (const std::string& line : fault.evidence) fmt::format_to(out, "# evidence {}\n", line);
  }
  return text;
}

Result<PlayedBlock> parse_block(std::string_view text, const poker::GameDefinition& game) {
  Reader reader(game);
  for (std::size_t number = 1; !text.empty(); ++number) {
    const Status taken = format::or_error([&] { reader.take_line(text::take_line(text)); });
    if (!taken) return at_place(fmt::format("line {}", number), taken.error());
  }
  return format::or_error([&] { return reader.finish(); });
}

std::string log_name(std::string_view name) {
  std::string result(name);
  std::ranges::replace_if(
      result, [](char c) { return c == ':' || c == '|' || (c >= 0 && c < ' '); }, '_');
  return result.empty() ? "_" : result;
}

}  // namespace trivium::match
