#include "tools/check/acpc/check_acpc.h"

#include <array>
#include <fmt/format.h>
#include <functional>
#include <string>
#include <thread>
#include <utility>

#include "engine/poker/player.h"
#include "engine/poker/policies/policies.h"
#include "engine/poker/rules/card_dealer.h"
#include "engine/poker/rules/records.h"
#include "protocols/acpc/dealer_match.h"
#include "protocols/acpc/dealer_response.h"
#include "protocols/acpc/version.h"
#include "tools/check/acpc/examinee.h"

namespace trivium::check {

namespace {

using namespace std::chrono_literals;

/// Pause between two parts of a line.
constexpr auto kPause = 30ms;
constexpr std::uint32_t kCards = 7;
constexpr std::uint64_t kRandomSeed = 7;

/// A state to send, and the hand that it shows.
struct Scene {
  poker::Hand hand;
  std::string shown;
};

/// Data shared by all rules.
class Examination {
 public:
  Examination(const CheckOptions& options, const AcpcTable& table)
      : table_(table), player_(options, table) {}

  AcpcExaminee& player() noexcept { return player_; }
  const poker::GameDefinition& game() const noexcept { return table_.game; }

  /// First state of hand `number`, as seen by the first player to act.
  Scene first_to_act(std::uint32_t number = 0) const {
    const poker::Hand hand = deal(number);
    return {hand, poker::write_match_state(hand, hand.betting().actor())};
  }
  /// The same state as seen by another player.
  std::string seen_by_another(std::uint32_t number = 0) const {
    const poker::Hand hand = deal(number);
    return poker::write_match_state(hand, (hand.betting().actor() + 1) % game().players);
  }
  /// Hand `number` after all calls, as seen by the same player.
  std::string finished(std::uint32_t number = 0) const {
    poker::Hand hand = deal(number);
    const int another = (hand.betting().actor() + 1) % game().players;
    while (!hand.betting().finished()) hand.do_action(poker::Action::call());
    return poker::write_match_state(hand, another);
  }
  /// Calls until the first player to act of the last round must decide.
  Scene late_in(std::uint32_t number) const {
    poker::Hand hand = deal(number);
    while (hand.betting().round() + 1 < game().rounds) hand.do_action(poker::Action::call());
    return {hand, poker::write_match_state(hand, hand.betting().actor())};
  }

  /// Returns the player's action in a state that was sent. Requires a legal answer.
  poker::Action expect_answer(const Scene& scene) {
    const acpc::Response response = acpc::read_response(player_.answer(), scene.hand, scene.shown);
    if (!response.action || response.replaced) player_.give_up(Severity::kError, response.fault);
    return *response.action;
  }

  /// Adds a player to a table with random opponents; calls `ask` when the player must act.
  void play_hands(std::uint32_t hands, const std::function<poker::Action(const Scene& scene)>& ask);
  /// Plays the match once; adds findings about the answers to the rules that they break.
  void play_match();

 private:
  poker::Hand deal(std::uint32_t number) const {
    poker::CardDealer cards(kCards + number);
    return poker::Hand(game(), number, cards.next(game()));
  }
  poker::Action judge(const std::string& said, const Scene& scene);

  const AcpcTable& table_;
  AcpcExaminee player_;
  bool played_ = false;
  int answers_ = 0;
};

poker::Action Examination::judge(const std::string& said, const Scene& scene) {
  ++answers_;
  if (player_.bare_end())
    player_.found_against("line-end", Severity::kWarning, "a line ends with '\\n' alone");
  const acpc::Response response = acpc::read_response(said, scene.hand, scene.shown);
  if (!response.action) {
    player_.found_against("echo", Severity::kError, response.fault);
    player_.leave_out("stopped: the answer was not to the state sent");
  }
  if (response.replaced) {
    player_.found_against("legal", Severity::kError, response.fault);
  } else if (!response.fault.empty()) {
    player_.found_against("echo", Severity::kWarning, response.fault);
  } else if (said != scene.shown + ':' + poker::action_text(*response.action)) {
    player_.found_against("echo", Severity::kWarning,
                          "understood, but not in the form of the protocol");
  }
  return *response.action;
}

void Examination::play_hands(std::uint32_t hands,
                             const std::function<poker::Action(const Scene& scene)>& ask) {
  player_.seat();
  acpc::MatchSetup setup;
  setup.game = game();
  setup.hands = hands;
  setup.seed = kCards;
  const poker::Player random_player(*poker::policy_named("random", game()), kRandomSeed);
  for (acpc::Match match(setup); !match.over(); match.next_hand()) {
    const auto shown = [&match] {
      return poker::write_match_state(match.hand(), match.position_of(0));
    };
    while (!match.hand().betting().finished()) {
      player_.send(shown());
      match.act(match.seat_to_act() == 0 ? ask({match.hand(), shown()})
                                         : random_player.choose(match.hand()),
                1us);
    }
    player_.send(shown());
  }
}

void Examination::play_match() {
  if (played_ && answers_ == 0) player_.leave_out("the player gave no answer");
  if (played_) return;
  played_ = true;
  play_hands(table_.hands, [this](const Scene& scene) { return judge(player_.answer(), scene); });
}

void check_connects(Examination& examination) { examination.player().seat(); }

void check_version(Examination& examination) {
  const std::string said = examination.player().seat();
  const Result<acpc::Version> version = acpc::parse_version(said);
  if (!version) examination.player().give_up(Severity::kError, version.error().message);
  if (said != acpc::version_line())
    examination.player().found(Severity::kNote, "not exactly " + acpc::version_line());
}

void check_match(Examination& examination) { examination.play_match(); }

void check_silence(Examination& examination) {
  AcpcExaminee& player = examination.player();
  player.seat();
  for (const std::string& state : {examination.seen_by_another(), examination.finished()}) {
    player.send(state);
    if (player.line(kSilence))
      player.give_up(Severity::kError, "sent a line for a state in which another player acts");
  }
  const Scene scene = examination.first_to_act(1);
  player.send(scene.shown);
  examination.expect_answer(scene);
}

void check_comments(Examination& examination) {
  AcpcExaminee& player = examination.player();
  player.seat();
  const Scene scene = examination.first_to_act();
  player.send("# a comment of the dealer: MATCHSTATE:0:0::|");
  player.send(";and another");
  player.send(scene.shown);
  examination.expect_answer(scene);
}

void check_split(Examination& examination) {
  AcpcExaminee& player = examination.player();
  player.seat();
  for (std::uint32_t number = 0; number < 2; ++number) {
    const Scene scene = examination.first_to_act(number);
    const std::string text = scene.shown + "\r\n";
    // In the middle of the cards, then between the two bytes of the line end.
    const std::size_t middle = number == 0 ? text.size() / 2 : text.size() - 1;
    player.send_bytes(text.substr(0, middle));
    std::this_thread::sleep_for(kPause);
    player.send_bytes(text.substr(middle));
    examination.expect_answer(scene);
  }
}

void check_joined(Examination& examination) {
  AcpcExaminee& player = examination.player();
  player.seat();
  const Scene first = examination.first_to_act(1), second = examination.first_to_act(2);
  player.send_bytes(fmt::format("{}\r\n{}\r\n{}\r\n{}\r\n", examination.seen_by_another(),
                                examination.finished(), first.shown, second.shown));
  examination.expect_answer(first);
  examination.expect_answer(second);
}

void check_repeated(Examination& examination) {
  AcpcExaminee& player = examination.player();
  player.limit(Severity::kWarning);
  player.seat();
  constexpr std::uint32_t kHands = 10;
  for (std::uint32_t number = 0; number < kHands; ++number) {
    const Scene scene = examination.first_to_act(number);
    player.send(scene.shown);
    const poker::Action action = examination.expect_answer(scene);
    player.send(scene.shown);
    if (examination.expect_answer(scene) != action)
      player.give_up(Severity::kWarning, "the same state got two different answers");
  }
}

void check_bare_lines(Examination& examination) {
  AcpcExaminee& player = examination.player();
  player.seat();
  const Scene scene = examination.first_to_act();
  player.send_bytes(scene.shown + "\n");
  if (!player.line(player.table().response))
    player.found(Severity::kNote, "a state that ends with '\\n' alone is not answered");
}

void check_middle(Examination& examination) {
  AcpcExaminee& player = examination.player();
  player.limit(Severity::kWarning);
  player.seat();
  constexpr std::uint32_t kResumed = 57;
  const Scene scene = examination.late_in(kResumed);
  player.send(scene.shown);
  examination.expect_answer(scene);
}

void check_garbage(Examination& examination) {
  AcpcExaminee& player = examination.player();
  player.limit(Severity::kWarning);
  player.seat();
  constexpr std::size_t kLongLine = 5000;
  for (const std::string& line :
       {std::string("hello"), std::string(), std::string("MATCHSTATE:"),
        std::string("MATCHSTATE:99:-1:xyz:AsAs|//"), std::string(kLongLine, 'r')}) {
    player.send(line);
  }
  const Scene scene = examination.first_to_act();
  player.send(scene.shown);
  examination.expect_answer(scene);
}

void check_leaves(Examination& examination) {
  AcpcExaminee& player = examination.player();
  examination.play_hands(
      1, [&examination](const Scene& scene) { return examination.expect_answer(scene); });
  player.hang_up();
  const auto status = player.exit_status(player.table().leave);
  if (!status)
    player.give_up(Severity::kError,
                   fmt::format("still runs {} ms after the dealer closed the connection",
                               player.table().leave.count()));
  if (status->signal != 0) player.give_up(Severity::kError, status->words());
  if (status->status != 0)
    player.found(Severity::kWarning, status->words() + " after a match without errors");
}

void check_lost_dealer(Examination& examination) {
  AcpcExaminee& player = examination.player();
  player.seat();
  player.send(examination.first_to_act().shown);
  player.hang_up();
  const auto status = player.exit_status(player.table().leave);
  if (!status)
    player.give_up(Severity::kWarning, fmt::format("still runs {} ms after the connection was lost",
                                                   player.table().leave.count()));
  if (status->signal != 0) player.found(Severity::kError, status->words());
}

void check_no_dealer(Examination& examination) {
  AcpcExaminee& player = examination.player();
  player.launch(false);
  const auto status = player.exit_status(2 * player.table().leave);
  if (!status)
    player.give_up(Severity::kWarning, fmt::format("still runs after {} ms without a dealer",
                                                   2 * player.table().leave.count()));
  if (status->signal != 0) player.give_up(Severity::kError, status->words());
  if (status->status == 0)
    player.found(Severity::kNote, "ended with status 0 although there was no match");
}

/// Order matters: rules that use the answers of the match come after it.
constexpr auto kAcpcChecks = std::to_array<std::pair<CheckRule, void (*)(Examination&)>>({
    {{"connects",
      "The player connects to the host and port that are its last two arguments, and is the first "
      "to speak."},
     check_connects},
    {{"version", "Its first line is its version: 2, with a minor number that the dealer knows."},
     check_version},
    {{"match", "It plays a match to the end in all positions, whatever the other players do."},
     check_match},
    {{"echo", "An answer is the state that it answers, unchanged, a colon and an action."},
     check_match},
    {{"legal",
      "Its actions are legal: no fold if checking is free, raises between the minimum and all its "
      "chips."},
     check_match},
    {{"line-end", "Its lines end with a carriage return and a line feed."}, check_match},
    {{"silence",
      "It sends nothing for states in which another player acts, or at the end of a hand."},
     check_silence},
    {{"comments", "It ignores lines that begin with '#' or ';'."}, check_comments},
    {{"split-lines", "A line may come in several packets."}, check_split},
    {{"joined-lines",
      "A packet may hold several lines; each state that needs an answer gets one, in order."},
     check_joined},
    {{"repeated-state", "A repeated state is answered again, with the same action."},
     check_repeated},
    {{"middle", "It joins a match in the middle of a hand, as after a dealer's restart."},
     check_middle},
    {{"bare-lines", "It understands lines that end with a line feed alone."}, check_bare_lines},
    {{"garbage", "Lines that are not states have no effect."}, check_garbage},
    {{"leaves", "It ends with status 0 when the dealer closes after a hand, which ends the match."},
     check_leaves},
    {{"lost-dealer",
      "It ends without a crash when the connection is lost in the middle of a hand."},
     check_lost_dealer},
    {{"no-dealer", "If nothing listens at its address it reports that and ends."}, check_no_dealer},
});

}  // namespace

std::vector<CheckRule> acpc_rules() {
  std::vector<CheckRule> rules;
  for (const auto& [rule, check] : kAcpcChecks) rules.push_back(rule);
  return rules;
}

CheckReport check_acpc(const CheckOptions& options, const AcpcTable& table) {
  Examination examination(options, table);
  for (const auto& [rule, check] : kAcpcChecks) {
    examination.player().examine(rule, [&examination, run = check] { run(examination); });
  }
  return std::move(examination.player()).report();
}

}  // namespace trivium::check
