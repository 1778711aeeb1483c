#include "tools/trivium/page/poker_page.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <random>

#include "engine/core/text.h"
#include "engine/poker/equity/holdings.h"
#include "engine/poker/policies/policies.h"
#include "engine/poker/range.h"
#include "engine/poker/rules/records.h"
#include "engine/poker/words.h"
#include "models/format/model_path.h"
#include "tools/trivium/page/parameters.h"
#include "tools/trivium/page/poker_review.h"
#include "tools/trivium/page/poker_table.h"

namespace trivium::tools::page {

using nlohmann::json;
using web::Answer;

namespace {

constexpr std::size_t kMaxTables = 8;

/// Plays the actions of an ACPC betting text ("cr300c/c") in `hand`.
void play_history(poker::Hand& hand, std::string_view history) {
  while (!history.empty()) {
    if (history.front() == '/') {
      history.remove_prefix(1);
      continue;
    }
    const std::size_t end = history.find_first_not_of("0123456789", 1);
    const std::string_view text = history.substr(0, end);
    or_refuse(do_action(hand, text));
    history.remove_prefix(text.size());
  }
}

/// Reads the cards of a board: "KhTd2c".
poker::Deal deal_with_board(std::string_view text) {
  poker::Deal deal;
  poker::CardSet known;
  std::size_t count = 0;
  while (!text.empty()) {
    const std::optional<poker::Card> card = poker::take_card(text);
    if (!card || count == deal.board.size() || !known.insert(*card)) {
      throw Refusal(Error("bad_position", "board: needs different cards such as KhTd2c, found {}",
                          text::quoted(text, 16)));
    }
    deal.board[count++] = *card;
  }
  return deal;
}

/// The hand that a range is asked for, without own cards.
poker::Hand hand_at(const poker::GameDefinition& game, const json& params) {
  const std::string history = text_of(params, "history");
  poker::Hand hand(game, 0, deal_with_board(text_of(params, "board")));
  play_history(hand, history);
  return hand;
}

/// The 169 cells of the grid; a cell's weight is the probability that it gets here.
json grid_cells(const poker::Range& range) {
  json cells = json::array();
  for (const auto& row : range.cells) {
    for (const poker::RangeCell& cell : row) {
      cells.push_back(
          {{"name", cell.name}, {"probability", cell.weight}, {"mix", cell.probabilities}});
    }
  }
  return cells;
}

/// Actions that a path can continue with: those of the policy, and every legal call or fold.
json next_actions(const poker::Betting& betting, const poker::Range& range) {
  json next = json::array();
  for (std::size_t a = 0; a < range.actions.size(); ++a) {
    if (betting.is_legal(range.actions[a])) {
      next.push_back(
          {{"action", poker::action_text(range.actions[a])}, {"name", range.action_words[a]}});
    }
  }
  return next;
}

Answer range_at(PolicyShelf& shelf, const json& params) {
  const std::string game = needed_text(params, "game");
  const std::string policy = text_of(params, "policy");
  const PolicyShelf::Entry entry = or_refuse(shelf.find(game, policy));
  const poker::Hand hand = hand_at(*entry.game, params);
  const poker::Betting& betting = hand.betting();
  json report{{"player", nullptr},
              {"pot", betting.pot()},
              {"board", text_of(params, "board")},
              {"history", poker::betting_text(hand)},
              {"street", poker::round_words(*entry.game, betting.round())},
              {"over", betting.finished()},
              {"board_cards", entry.game->board_cards_through(betting.round())},
              {"actions", json::array()},
              {"legal", json::array()},
              {"cells", json::array()}};
  if (betting.finished()) return report;
  report["player"] = betting.actor();
  report["role"] = poker::seat_words(*entry.game, betting.actor());
  if (const Status drawn = poker::check_range(hand, *entry.policy); !drawn)
    return Error{"bad_position", drawn.error().message};
  const poker::HoldingTable holdings(*entry.game);
  const Result<poker::Range> range = poker::range_of(
      hand, *entry.policy, reach_of(hand, betting.actor(), *entry.policy, holdings));
  if (!range) return Error{"bad_position", range.error().message};
  for (std::size_t a = 0; a < range->actions.size(); ++a) {
    report["actions"].push_back({{"action", poker::action_text(range->actions[a])},
                                 {"name", range->action_words[a]},
                                 {"probability", range->probabilities[a]}});
  }
  report["legal"] = next_actions(betting, *range);
  report["cells"] = grid_cells(*range);
  return report;
}

Answer review_hands(PolicyShelf& shelf, const web::Call& call) {
  const std::string game = needed_text(call.params, "game");
  const std::string policy = text_of(call.params, "policy");
  const std::string text = needed_text(call.params, "text");
  const std::string player = text_of(call.params, "player");
  constexpr std::uint64_t kMaxPlayouts = 1'000'000;
  const std::uint64_t playouts =
      number_of(call.params, "nodes", PokerReviewOptions().playouts, 2, kMaxPlayouts);
  const PolicyShelf::Entry entry = or_refuse(shelf.find(game, policy));
  const auto progress = [&call](std::size_t done, std::size_t all) {
    call.progress({{"done", done}, {"total", all}});
  };
  const PokerReview review = or_refuse(
      review_poker(*entry.game, text, *entry.policy, {player, playouts}, progress, call.stop));
  return to_json(review);
}

/// The tables of one session.
class Tables {
 public:
  explicit Tables(std::shared_ptr<PolicyShelf> shelf) : shelf_(std::move(shelf)) {}

  Answer open(const json& params) {
    const std::string game = needed_text(params, "game");
    const std::string policy = text_of(params, "policy");
    const std::uint64_t seed = number_of(params, "seed", std::random_device{}(), 0, 0xFFFFFFFF);
    if (tables_.size() >= kMaxTables)
      return Error{"busy", fmt::format("a session has at most {} tables", kMaxTables)};
    const PolicyShelf::Entry entry = or_refuse(shelf_->find(game, policy));
    const PolicyShelf::Entry rules = or_refuse(shelf_->find(game, "rule"));
    const std::uint64_t id = ++last_id_;
    const auto [place, inserted] =
        tables_.emplace(id, std::make_unique<PokerTable>(id, game, entry, rules.policy,
                                                         static_cast<std::uint32_t>(seed)));
    return place->second->view();
  }

  /// Calls `on_table` with the table that the request names.
  template <class OnTable>
  Answer at(const json& params, const OnTable& on_table) {
    const std::uint64_t id = number_of(params, "table", 0, 0, last_id_);
    const auto found = tables_.find(id);
    if (found == tables_.end()) return Error{"not_found", "there is no such table"};
    return on_table(*found->second);
  }

  Answer close(const json& params) {
    return at(params, [&](PokerTable&) -> Answer {
      tables_.erase(number_of(params, "table", 0, 0, last_id_));
      return json::object();
    });
  }

 private:
  std::shared_ptr<PolicyShelf> shelf_;
  std::uint64_t last_id_ = 0;
  std::map<std::uint64_t, std::unique_ptr<PokerTable>> tables_;
};

}  // namespace

Status do_action(poker::Hand& hand, std::string_view text) {
  const Result<poker::Action> action = poker::parse_action(text, hand.game());
  if (!action) return Error{"bad_move", action.error().message};
  if (const auto rule = hand.betting().illegality(*action))
    return Error{"bad_move", poker::explain_illegal(hand.betting(), *action, *rule)};
  hand.do_action(*action);
  return {};
}

Result<PolicyShelf::Entry> PolicyShelf::find(const std::string& game, const std::string& policy) {
  const std::lock_guard lock(mutex_);
  const auto key = std::pair(game, policy);
  if (const auto found = entries_.find(key); found != entries_.end()) return found->second;
  if (policy.find(':') != std::string::npos || policy.find('/') != std::string::npos)
    return Error{"not_found", "policy: needs the name of an installed policy, without a file"};
  const auto& games = poker::built_in_games();
  const auto named = std::ranges::find(games, game, &poker::NamedGame::name);
  if (named == games.end())
    return Error{"not_found",
                 fmt::format("game: {} is not a built-in game", text::quoted(game, 32))};
  Entry entry{std::make_shared<const poker::GameDefinition>(named->game), nullptr};
  Result<std::shared_ptr<const poker::Policy>> made = poker::policy_named(policy, *entry.game);
  if (!made) return Error{"not_found", made.error().message};
  entry.policy = *std::move(made);
  entries_[key] = entry;
  return entry;
}

json poker_choices() {
  json games = json::array();
  json policies = json::object();
  json ranges = json::object();
  for (const char* game : {"limit", "nolimit"}) {
    games.push_back(game);
    json& names = policies[game] = json::array();
    if (format::default_model("poker", game)) names.push_back("cfr");
    if (format::default_model("poker", std::string(game) + "-cnn")) names.push_back("cnn");
    for (const char* name : {"rule", "call"}) names.push_back(name);
    json& with_range = ranges[game] = json::array();
    for (const json& name : names) {
      if (poker::has_range(name.get_ref<const std::string&>())) with_range.push_back(name);
    }
  }
  return {{"games", std::move(games)},
          {"policies", std::move(policies)},
          {"ranges", std::move(ranges)}};
}

void add_poker_methods(web::Methods& methods, std::shared_ptr<PolicyShelf> shelf) {
  methods.methods["range"] = {web::Lane::kSearching, [shelf](const web::Call& call) {
                                return range_at(*shelf, call.params);
                              }};
  methods.methods["poker_review"] = {
      web::Lane::kSearching, [shelf](const web::Call& call) { return review_hands(*shelf, call); }};
  const auto tables = std::make_shared<Tables>(std::move(shelf));
  const auto add = [&](const char* name, std::function<Answer(const json& params)> answer) {
    methods.methods[name] = {
        web::Lane::kSearching,
        [answer = std::move(answer)](const web::Call& call) { return answer(call.params); }};
  };
  add("poker_new", [tables](const json& params) { return tables->open(params); });
  add("poker_close", [tables](const json& params) { return tables->close(params); });
  add("poker_act", [tables](const json& params) {
    return tables->at(params, [&](PokerTable& table) -> Answer {
      or_refuse(table.act(needed_text(params, "action")));
      return table.view();
    });
  });
  add("poker_next", [tables](const json& params) {
    return tables->at(params, [](PokerTable& table) -> Answer {
      or_refuse(table.next_hand());
      return table.view();
    });
  });
  add("poker_why", [tables](const json& params) {
    return tables->at(params, [](PokerTable& table) { return table.why(); });
  });
}

}  // namespace trivium::tools::page
