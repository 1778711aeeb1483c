#include "tools/trivium/page/poker_table.h"

#include <utility>

#include "engine/core/text.h"
#include "engine/poker/explain.h"
#include "engine/poker/rules/records.h"
#include "engine/poker/words.h"
#include "learning/poker_measure/showdown/deals.h"
#include "learning/poker_measure/showdown/showdown_value.h"
#include "tools/trivium/page/explain_json.h"

namespace trivium::tools::page {

using nlohmann::json;

namespace {

/// The chips that an action adds to the pot.
poker::Chips price_of(const poker::Betting& betting, poker::Action action) {
  poker::Betting after = betting;
  after.do_action(action);
  return after.spent(betting.actor()) - betting.spent(betting.actor());
}

json card_texts(std::span<const poker::Card> cards) {
  json texts = json::array();
  for (const poker::Card card : cards) {
    if (card != poker::kNoCard) texts.push_back(poker::card_text(card));
  }
  return texts;
}

json explained_action(const poker::ExplainedAction& choice) {
  return {{"action", poker::action_text(choice.action)},
          {"name", choice.words},
          {"probability", choice.probability}};
}

}  // namespace

PokerTable::PokerTable(std::uint64_t id, std::string game_name, const PolicyShelf::Entry& entry,
                       std::shared_ptr<const poker::Policy> rules, std::uint32_t seed)
    : id_(id),
      game_name_(std::move(game_name)),
      entry_(entry),
      rules_(std::move(rules)),
      dealer_(seed),
      engine_(entry.policy, seed),
      hand_(*entry_.game) {
  deal();
}

void PokerTable::deal() {
  hand_ = poker::Hand(game(), static_cast<std::uint32_t>(hands_), dealer_.next(game()));
  play_engines();
}

void PokerTable::play_engines() {
  while (!hand_.betting().finished() && !persons_turn()) hand_.do_action(engine_.choose(hand_));
  if (hand_.betting().finished()) settle();
}

void PokerTable::settle() {
  chips_ += hand_.payoffs()[static_cast<std::size_t>(person())];
  if (const std::optional<double> won = estimate()) {
    aivat_ += *won;
    ++estimated_;
  }
  for (int seat = 0; seat < game().players; ++seat) {
    if (seat != person()) engine_.observe(hand_, seat);
  }
}

std::optional<double> PokerTable::estimate() {
  namespace measure = learning::poker_measure;
  // A policy that learns changes during the session, so it is not known.
  if (engine_.learns() || !measure::check_two_players(game(), "AIVAT")) return std::nullopt;
  if (!estimator_)
    estimator_.emplace(game(), std::make_shared<const measure::ShowdownValue>(game()));
  measure::Aivat::Known known{};
  known[static_cast<std::size_t>(1 - person())] = entry_.policy.get();
  const Result<double> first = estimator_->estimate(hand_, known);
  if (!first) return std::nullopt;
  return person() == 0 ? *first : -*first;
}

Status PokerTable::act(const std::string& text) {
  if (!persons_turn()) return Error{"bad_move", "the hand is over"};
  if (const Status done = do_action(hand_, text); !done) return done.error();
  play_engines();
  return {};
}

Status PokerTable::next_hand() {
  if (!hand_.betting().finished()) return Error{"bad_move", "the hand is not over"};
  ++hands_;
  deal();
  return {};
}

json PokerTable::seats() const {
  const poker::Betting& betting = hand_.betting();
  json seats = json::array();
  for (int seat = 0; seat < game().players; ++seat) {
    const poker::Chips stack = game().stack[static_cast<std::size_t>(seat)];
    const bool shown = seat == person() || (betting.showdown() && !betting.folded(seat));
    json report{{"name", seat == person() ? "you" : entry_.policy->name()},
                {"role", poker::seat_words(game(), seat)},
                {"stack", nullptr},
                {"committed", betting.spent(seat)},
                {"folded", betting.folded(seat)},
                {"cards", nullptr}};
    if (stack != poker::kUnlimitedStack) report["stack"] = stack - betting.spent(seat);
    if (shown) report["cards"] = card_texts(hand_.hole(seat));
    seats.push_back(std::move(report));
  }
  return seats;
}

json PokerTable::legal_actions() const {
  json actions = json::array();
  if (!persons_turn()) return actions;
  const poker::Betting& betting = hand_.betting();
  if (betting.can_fold()) actions.push_back({{"action", "f"}, {"name", "fold"}});
  actions.push_back({{"action", "c"},
                     {"name", betting.to_call() > 0 ? "call" : "check"},
                     {"amount", betting.to_call()}});
  if (const auto raise = betting.raise_range()) {
    json report{{"action", "r"}, {"name", betting.to_call() > 0 ? "raise" : "bet"}};
    if (game().no_limit()) report.update({{"min", raise->min}, {"max", raise->max}});
    actions.push_back(std::move(report));
  }
  return actions;
}

json PokerTable::log() const {
  json log = json::array();
  poker::Betting betting(game());
  for (const poker::PlayedAction& played : hand_.actions()) {
    log.push_back({{"seat", played.player},
                   {"street", poker::round_words(game(), played.round)},
                   {"action", poker::action_text(played.action)},
                   {"name", poker::action_words(betting, played.action)},
                   {"amount", price_of(betting, played.action)}});
    betting.do_action(played.action);
  }
  return log;
}

json PokerTable::view() const {
  const poker::Betting& betting = hand_.betting();
  const bool over = betting.finished();
  const double hands = static_cast<double>(hands_ + (over ? 1 : 0));
  const double blind = game().big_blind();
  json session{{"hands", hands},
               {"chips", chips_},
               {"big_blinds_per_hand", hands > 0 ? chips_ / hands / blind : 0},
               {"aivat_big_blinds_per_hand", nullptr}};
  if (estimated_ > 0) {
    session["aivat_big_blinds_per_hand"] = aivat_ / static_cast<double>(estimated_) / blind;
  }
  json report{{"table", id_},
              {"game", game_name_},
              {"policy", entry_.policy->name()},
              {"hand", hands_ + 1},
              {"person", person()},
              {"seats", seats()},
              {"board", card_texts(hand_.board())},
              {"pot", betting.pot()},
              {"street", poker::round_words(game(), betting.round())},
              {"turn", persons_turn() ? person() : -1},
              {"actions", legal_actions()},
              {"log", log()},
              {"history", poker::betting_text(hand_)},
              {"over", over},
              {"winnings", nullptr},
              {"session", std::move(session)},
              {"big_blind", game().big_blind()}};
  if (over) report["winnings"] = hand_.payoffs()[static_cast<std::size_t>(person())];
  return report;
}

Result<json> PokerTable::why() const {
  if (!persons_turn()) return Error{"bad_position", "it is not your turn"};
  const poker::Hand seen = poker::as_seen_from(hand_, person());
  const Result<poker::Explanation> mix = poker::explain(seen, *entry_.policy);
  if (!mix) return mix.error();
  const poker::Holding holding = poker::holding_of(seen, person());
  const std::vector<poker::PolicyTerm> terms = rules_->terms(seen.public_state(), holding);
  const auto share = [&terms](std::size_t term) {
    return static_cast<double>(terms[term].value) / static_cast<double>(terms[term].whole);
  };
  json report{{"mix", json_list(mix->actions, explained_action)},
              {"equity_random", share(0)},
              {"equity", share(1)},
              {"price", share(2)},
              {"pot_odds", nullptr},
              {"hand", mix->hand},
              {"draws", mix->draws},
              {"explanation", to_json(*mix)},
              {"range",
               {{"history", poker::betting_text(hand_)},
                {"board", text::joined(seen.board(), "", poker::card_text)}}}};
  if (mix->odds) report["pot_odds"] = {{"wins", mix->odds->wins}, {"needed", mix->odds->needed}};
  return report;
}

}  // namespace trivium::tools::page
