#include "protocols/acpc/dealer_response.h"

#include <doctest/doctest.h>
#include <string>

#include "engine/poker/rules/card_dealer.h"
#include "engine/poker/rules/records.h"
#include "protocols/acpc/version.h"

namespace trivium::acpc {
namespace {

/// A hand of seed 7 after some actions, and the state sent to the player to act.
struct Table {
  explicit Table(const std::string& game_name, std::initializer_list<poker::Action> actions = {})
      : game(*poker::game_named(game_name)), hand(game, 0, poker::CardDealer(7).next(game)) {
    for (const poker::Action action : actions) hand.do_action(action);
    shown = poker::write_match_state(hand, hand.betting().actor());
  }

  Response read(const std::string& line) const { return read_response(line, hand, shown); }
  /// Reads the answer `action` to that state.
  Response answer(const std::string& action) const { return read(shown + ":" + action); }

  poker::GameDefinition game;
  poker::Hand hand;
  std::string shown;
};

TEST_CASE("an answer to the state that was sent is its action") {
  const Table table("nolimit");
  CHECK(table.shown == "MATCHSTATE:1:0::|Td4d");
  CHECK(table.answer("c").action == poker::Action::call());
  CHECK(table.answer("c").fault.empty());
  CHECK(table.answer("f").action == poker::Action::fold());
  CHECK(table.answer("r200").action == poker::Action::raise(200));
  CHECK(table.answer("r20000").action == poker::Action::raise(20000));
  CHECK(table.answer("c ").fault.empty());
}

TEST_CASE("the same state in another letter case, or without '/', is accepted") {
  const Table table("nolimit", {poker::Action::call(), poker::Action::call()});
  CHECK(table.shown == "MATCHSTATE:0:0:cc/:8dJd|/As9d6s");
  for (const std::string line :
       {"MATCHSTATE:0:0:cc/:8djd|/as9d6s:c", "MATCHSTATE:0:0:kk:8dJd|As9d6s:c"}) {
    CAPTURE(line);
    CHECK(table.read(line).action == poker::Action::call());
  }
}

TEST_CASE("a different state, or none, is no answer") {
  const Table table("nolimit", {poker::Action::call(), poker::Action::call()});
  for (const std::string line : {
           "", "hello", "c", "MATCHSTATE", "SCORE:1|-1:A|B",
           "MATCHSTATE:0:0::8dJd|:c",               // an earlier one
           "MATCHSTATE:0:1:cc/:8dJd|/As9d6s:c",     // another hand
           "MATCHSTATE:1:0:cc/:|Td4d/As9d6s:c",     // the other player's
           "MATCHSTATE:0:0:cc/c:8dJd|/As9d6s:c",    // a later one
           "MATCHSTATE:0:0:cc/:8dJh|/As9d6s:c",     // other cards
           "MATCHSTATE:0:0:cc/:8dJd|/As9d7s:c",     // another board
           "MATCHSTATE:0:0:cr150/:8dJd|/As9d6s:c",  // an illegal one
       }) {
    CAPTURE(line);
    const Response response = table.read(line);
    CHECK_FALSE(response.action);
    CHECK_FALSE(response.fault.empty());
  }
}

TEST_CASE("a raise out of range becomes the nearest legal total") {
  const Table table("nolimit");
  CHECK(table.answer("r150").action == poker::Action::raise(200));
  CHECK(table.answer("r150").fault ==
        "raise to 150 is below the minimum 200; played as a raise to 200");
  CHECK(table.answer("r20001").action == poker::Action::raise(20000));
  CHECK_FALSE(table.answer("r20001").fault.empty());
  CHECK(table.answer("r4294967296").action == poker::Action::raise(20000));
  CHECK(table.answer("r99999999999999999999").action == poker::Action::raise(20000));
}

TEST_CASE("text after an action does not change it, and the player gets a warning") {
  const Table limit("limit");
  CHECK(limit.answer("r20").action == poker::Action::raise());
  CHECK(limit.answer("r20").fault == "text after the action is ignored: '20'");
  CHECK(limit.answer("b300").action == poker::Action::raise());
  CHECK(limit.answer("f0").action == poker::Action::fold());
  const Table nolimit("nolimit");
  CHECK(nolimit.answer("fold").action == poker::Action::fold());
  CHECK(nolimit.answer("r300x").action == poker::Action::raise(300));
  CHECK(nolimit.answer("r 300").action == poker::Action::raise(300));
  CHECK(nolimit.answer("r 300").fault.empty());
  CHECK(nolimit.answer("r150 please").fault ==
        "text after the action is ignored: ' please'; raise to 150 is below the minimum 200; "
        "played as a raise to 200");
  // A state that is written differently gives the same action.
  CHECK(nolimit.read("MATCHSTATE:1:0::|td4d:fold").action == poker::Action::fold());
}

TEST_CASE("an illegal action becomes a call, and the message names the rule") {
  const Table checked("limit", {poker::Action::call()});
  const Response fold = checked.answer("f");
  CHECK(fold.action == poker::Action::call());
  CHECK(fold.fault.ends_with("; played as a call"));
  const poker::Action raise = poker::Action::raise();
  CHECK(Table("limit", {raise, raise, raise}).answer("r").action == poker::Action::call());
  CHECK(Table("nolimit", {poker::Action::raise(20000)}).answer("r20000").action ==
        poker::Action::call());
}

TEST_CASE("an unreadable action becomes a call") {
  const Table table("nolimit");
  for (const std::string action : {"", "x", "r", "rr", "r-5", "allin"}) {
    CAPTURE(action);
    CHECK(table.answer(action).action == poker::Action::call());
    CHECK(table.answer(action).fault.ends_with("; played as a call"));
  }
  CHECK(table.read(table.shown).action == poker::Action::call());
}

TEST_CASE("a fault is one printable line for any input") {
  const Table table("nolimit");
  const std::string nasty("\x1b[2J\0\x80\xff\t", 8);
  for (const std::string& line :
       {nasty, table.shown + ":" + nasty, "MATCHSTATE:" + nasty, table.shown + nasty}) {
    for (const char c : table.read(line).fault) CHECK((c >= ' ' && c <= '~'));
  }
}

TEST_CASE("comments begin with # or ;") {
  CHECK(is_comment("# hello"));
  CHECK(is_comment(";"));
  CHECK_FALSE(is_comment(""));
  CHECK_FALSE(is_comment("MATCHSTATE:0:0::8dJd|"));
}

TEST_CASE("an oddly written action counts; an illegal or missing action is replaced") {
  const Table table("nolimit");
  for (const std::string action : {"c", "r200", "fold", "call", "r200 please"}) {
    CAPTURE(action);
    CHECK_FALSE(table.answer(action).replaced);
  }
  for (const std::string action : {"", "x", "r100", "r20001", "r"}) {
    CAPTURE(action);
    CHECK(table.answer(action).replaced);
  }
  CHECK(table.read(table.shown).replaced);
  CHECK_FALSE(table.read("hello").replaced);
}

}  // namespace
}  // namespace trivium::acpc
