// A dealer turns every answer to the state it sent into a legal action and ignores any other line,
// and its messages are printable; transactions survive writing and reading. Each line is one from
// the player to act; after '=' it is an action that is appended to the state that the player was
// sent.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/poker/rules/records.h"
#include "protocols/acpc/dealer_match.h"
#include "protocols/acpc/dealer_records.h"
#include "protocols/acpc/dealer_response.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium::acpc {
namespace {

using fuzz::check;

acpc::MatchSetup short_match(const char* game) {
  acpc::MatchSetup setup;
  setup.name = "fuzz";
  setup.game_name = game;
  setup.game = *poker::game_named(game);
  setup.hands = 20;
  setup.names.assign(static_cast<std::size_t>(setup.game.players), "player");
  return setup;
}

void check_transaction(std::string_view line, const poker::GameDefinition& game) {
  const auto read = acpc::parse_transaction(line, game);
  if (!read) return fuzz::check_message(read.error().message);
  if (game.no_limit() && read->action == poker::Action::raise(0))
    return;  // never legal, and written like a limit raise
  const auto again = acpc::parse_transaction(acpc::write_transaction(*read), game);
  check(again && *again == *read, "a transaction is the same after writing");
}

void check_answer(std::string_view line, acpc::Match& match) {
  const poker::Hand& hand = match.hand();
  const std::string shown = poker::write_match_state(hand, hand.betting().actor());
  const bool answers = line.starts_with('=');
  const std::string said = answers ? shown + ":" + std::string(line.substr(1)) : std::string(line);
  const acpc::Response response = acpc::read_response(said, hand, shown);
  if (!response.fault.empty()) fuzz::check_message(response.fault);
  check(response.action || !response.fault.empty(), "a line that is left aside has a reason");
  check(response.action || !answers, "an answer to the state shown is always played");
  if (!response.action) return;
  check(hand.betting().is_legal(*response.action), "what is played is legal");
  match.act(*response.action, std::chrono::microseconds(line.size()));
  if (!hand.betting().finished()) return;
  check(poker::parse_state(acpc::hand_line(match), match.setup().game).has_value(),
        "a logged hand can be read");
  match.next_hand();
}

void check_match(std::string_view text, const acpc::MatchSetup& setup) {
  acpc::Match match(setup);
  while (!text.empty() && !match.over()) {
    const std::size_t length = std::min(text.find('\n'), text.size());
    check_transaction(text.substr(0, length), setup.game);
    check_answer(text.substr(0, length), match);
    text.remove_prefix(std::min(length + 1, text.size()));
  }
}

}  // namespace

TRIVIUM_FUZZ_TARGET(dealer) {
  static const acpc::MatchSetup kNoLimit = short_match("nolimit3");
  static const acpc::MatchSetup kLimit = short_match("limit");
  const std::string_view text = fuzz::text_of(input);
  check_match(text, kNoLimit);
  check_match(text, kLimit);
}

}  // namespace trivium::acpc
