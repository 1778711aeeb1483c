#include "tools/check/acpc/check_acpc.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <deque>
#include <fmt/format.h>
#include <functional>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <optional>
#include <poll.h>
#include <span>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <thread>
#include <utility>

#include "engine/core/descriptor.h"
#include "engine/core/text.h"
#include "engine/poker/player.h"
#include "engine/poker/policies/policies.h"
#include "engine/poker/rules/card_dealer.h"
#include "engine/poker/rules/records.h"
#include "protocols/acpc/dealer_match.h"
#include "protocols/acpc/dealer_response.h"
#include "protocols/acpc/version.h"
#include "protocols/client/conversation.h"
#include "tools/check/examinee.h"

namespace trivium::check {

namespace {

// An ACPC player under test: its process, its connection, the conversation and the report.
//
// Each check starts a new process.

using namespace std::chrono_literals;

/// Polling interval for the program's output while waiting for its connection.
constexpr auto kListen = 20ms;

constexpr std::size_t kKeptLines = 16;
constexpr std::size_t kShownState = 300;
constexpr std::size_t kMaxLine = std::size_t{1} << 16;
constexpr auto kExamination = 300s;

/// Listening socket on a port chosen by the system; empty if none is free.
std::optional<std::pair<Descriptor, std::uint16_t>> open_port() {
  Descriptor listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (bind(listener.get(), generic, size) != 0 || listen(listener.get(), 1) != 0)
    return std::nullopt;
  if (getsockname(listener.get(), generic, &size) != 0) return std::nullopt;
  return std::pair(std::move(listener), ntohs(address.sin_port));
}

/// Pause between two parts of a line.
constexpr auto kPause = 30ms;
constexpr std::uint32_t kCards = 7;
constexpr std::uint64_t kRandomSeed = 7;

/// A state to send, and the hand that it shows.
struct Scene {
  poker::Hand hand;
  std::string shown;
};

/// An ACPC player under test. Its dealer is this class; several rules judge one match.
class AcpcExaminee final : public Examinee {
 public:
  /// Requires: both arguments outlive this object.
  AcpcExaminee(const CheckOptions& options, const AcpcTable& table)
      : Examinee("ACPC", options, kExamination), table_(table) {}

  // For checks. All functions may throw CheckOver.

  const AcpcTable& table() const noexcept { return table_; }
  /// Adds a finding for a later rule, reported when that rule is checked; keeps the first per
  /// severity.
  void found_against(std::string_view rule, Severity severity, std::string text) {
    const bool known = std::ranges::any_of(later_, [&](const Finding& other) {
      return other.rule == rule && other.severity == severity;
    });
    if (!known) later_.push_back({std::string(rule), severity, std::move(text), evidence()});
  }

  /// Starts a process with the address of a port; with `listening` false the port is closed.
  void launch(bool listening = true) {
    socket_ = Descriptor();
    received_.clear();
    lines_.clear();
    conversation_.reset();
    auto port = open_port();
    if (!port) leave_out(fmt::format("no port could be opened: {}", std::strerror(errno)));
    listener_ = listening ? std::move(port->first) : Descriptor();
    port->first = Descriptor();
    client::ProgramSpec program = options().program;
    program.command.emplace_back("127.0.0.1");
    program.command.push_back(fmt::format("{}", port->second));
    started_ = Clock::now();
    record("#", fmt::format("started with 127.0.0.1 {}", port->second));
    start(program);
  }

  /// Accepts the program's connection. It is an error if none comes within AcpcTable::start.
  void accept() {
    const Clock::time_point patience = Clock::now() + table_.start;
    while (!wait_readable(listener_.get(), std::min(patience, Clock::now() + kListen))) {
      if (const auto status = conversation_->exit_status())
        give_up(kError, status->words() + " instead of connecting");
      if (Clock::now() >= patience)
        give_up(kError, "did not connect within {} ms", table_.start.count());
    }
    socket_ = Descriptor(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    const int on = 1;
    setsockopt(socket_.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    record("#", "connected");
  }

  /// Calls launch() and accept(), and returns the version line, which it does not check.
  std::string seat() {
    launch();
    accept();
    const std::optional<std::string> version = line(kAnswerPatience);
    if (!version) give_up(kError, "said no version line");
    return *version;
  }

  /// Sends a line with the protocol's line end.
  void send(std::string_view line) { send_bytes(std::string(line).append(acpc::kLineEnd)); }

  /// Sends bytes as they are.
  void send_bytes(std::string_view bytes) {
    record(">", bytes);
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
      if (sent < 0) lost();
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
  }

  /// Returns the next line that is not a comment, without its line end; empty on timeout. It is an
  /// error if the player has closed the connection.
  std::optional<std::string> line(Clock::duration patience) {
    const Clock::time_point until = Clock::now() + patience;
    std::string text;
    while (true) {
      while (take_line(text)) {
        if (!acpc::is_comment(text)) return text;
      }
      if (!wait_readable(socket_.get(), until)) return std::nullopt;
      std::array<char, 4096> chunk;
      const ssize_t got = recv(socket_.get(), chunk.data(), chunk.size(), 0);
      if (got > 0) {
        received_.append(chunk.data(), static_cast<std::size_t>(got));
      } else if (got == 0 || errno != EINTR) {
        lost();
      }
    }
  }

  /// Returns the answer to the last line sent; a timeout is an error.
  std::string answer() {
    const std::optional<std::string> said = line(table_.response);
    if (!said) give_up(kError, "no answer within {} ms", table_.response.count());
    return *said;
  }

  /// Closes the connection and returns the program's exit status. Ends the check with a finding if
  /// it still runs after AcpcTable::leave; `event` says what the program has seen.
  client::ExitStatus hang_up(Severity severity, std::string_view event) {
    socket_ = Descriptor();
    const std::optional<client::ExitStatus> status = exit_status(table_.leave);
    if (!status) give_up(severity, "still runs {} ms after {}", table_.leave.count(), event);
    return *status;
  }

  /// First state of hand `number`, as seen by the first player to act.
  Scene first_to_act(std::uint32_t number = 0) const {
    const poker::Hand hand = deal(number);
    return {hand, poker::write_match_state(hand, hand.betting().actor())};
  }
  /// The first state of the first hand, as seen by another player.
  std::string seen_by_another() const {
    const poker::Hand hand = deal(0);
    return poker::write_match_state(hand, (hand.betting().actor() + 1) % table_.game.players);
  }
  /// The first hand after all calls, as seen by the same player.
  std::string finished() const {
    poker::Hand hand = deal(0);
    const int another = (hand.betting().actor() + 1) % table_.game.players;
    while (!hand.betting().finished()) hand.do_action(poker::Action::call());
    return poker::write_match_state(hand, another);
  }
  /// Calls until the first player to act of the last round must decide.
  Scene late_in(std::uint32_t number) const {
    poker::Hand hand = deal(number);
    while (hand.betting().round() + 1 < table_.game.rounds) hand.do_action(poker::Action::call());
    return {hand, poker::write_match_state(hand, hand.betting().actor())};
  }

  /// Returns the player's action in a state that was sent. Requires a legal answer.
  poker::Action expect_answer(const Scene& scene) {
    const acpc::Response response = acpc::read_response(answer(), scene.hand, scene.shown);
    if (!response.action || response.replaced) give_up(kError, response.fault);
    return *response.action;
  }

  /// Sends the scene and returns the player's action. Requires a legal answer.
  poker::Action expect_action(const Scene& scene) {
    send(scene.shown);
    return expect_answer(scene);
  }

  /// Adds a player to a table with random opponents; calls `ask` when the player must act.
  void play_hands(std::uint32_t hands,
                  const std::function<poker::Action(const Scene& scene)>& ask) {
    seat();
    acpc::MatchSetup setup;
    setup.game = table_.game;
    setup.hands = hands;
    setup.seed = kCards;
    const poker::Player random_player(*poker::policy_named("random", table_.game), kRandomSeed);
    for (acpc::Match match(setup); !match.over(); match.next_hand()) {
      const auto shown = [&match] {
        return poker::write_match_state(match.hand(), match.position_of(0));
      };
      while (!match.hand().betting().finished()) {
        send(shown());
        match.act(match.seat_to_act() == 0 ? ask({match.hand(), shown()})
                                           : random_player.choose(match.hand()),
                  1us);
      }
      send(shown());
    }
  }

  /// Plays the match once; adds findings about the answers to the rules that they break.
  void play_match() {
    if (played_ && answers_ == 0) leave_out("the player gave no answer");
    if (played_) return;
    played_ = true;
    play_hands(table_.hands, [this](const Scene& scene) { return judge(answer(), scene); });
  }

 private:
  /// Forgets the conversation of the previous check, but not the result of the match.
  void open_check(const CheckRule& /*rule*/) override { lines_.clear(); }

  void put_away(const CheckRule& rule) override {
    const auto mine =
        std::stable_partition(later_.begin(), later_.end(),
                              [&](const Finding& finding) { return finding.rule != rule.id; });
    std::for_each(mine, later_.end(), [this](Finding& finding) { enter(std::move(finding)); });
    later_.erase(mine, later_.end());
    socket_ = Descriptor();
    listener_ = Descriptor();
    conversation_.reset();
  }

  std::vector<std::string> evidence() override {
    std::vector<std::string> said(lines_.begin(), lines_.end());
    if (conversation_ == nullptr) return said;
    conversation_->listen();
    const std::vector<std::string> printed = conversation_->evidence();
    said.insert(said.end(), printed.begin(), printed.end());
    return said;
  }

  /// Handles a connection that the program closed.
  [[noreturn]] void lost() {
    const auto status = exit_status(kPrompt);
    give_up(kError, status ? status->words() : "closed the connection");
  }

  /// Waits until `descriptor` can be read; returns false at `until`. Also reads the program's
  /// standard streams.
  bool wait_readable(int descriptor, Clock::time_point until) {
    while (true) {
      conversation_->listen();
      const auto left =
          std::chrono::ceil<std::chrono::milliseconds>(deadline(until) - Clock::now());
      std::array<pollfd, 2> watched{
          {{descriptor, POLLIN, 0},
           {options().interrupt == nullptr ? -1 : options().interrupt->descriptor(), POLLIN, 0}}};
      const int ready =
          poll(watched.data(), watched.size(),
               static_cast<int>(std::clamp(left, 0ms, std::chrono::milliseconds(kListen)).count()));
      if (watched[1].revents != 0) interrupted();
      if (ready > 0 && watched[0].revents != 0) return true;
      if (left <= 0ms) return false;
    }
  }

  poker::Hand deal(std::uint32_t number) const {
    poker::CardDealer cards(kCards + number);
    return poker::Hand(table_.game, number, cards.next(table_.game));
  }
  poker::Action judge(const std::string& said, const Scene& scene) {
    ++answers_;
    if (bare_end_) found_against("line-end", kWarning, "a line ends with '\\n' alone");
    const acpc::Response response = acpc::read_response(said, scene.hand, scene.shown);
    if (!response.action) {
      found_against("echo", kError, response.fault);
      leave_out("stopped: the answer was not to the state sent");
    }
    if (response.replaced) {
      found_against("legal", kError, response.fault);
    } else if (!response.fault.empty()) {
      found_against("echo", kWarning, response.fault);
    } else if (said != scene.shown + ':' + poker::action_text(*response.action)) {
      found_against("echo", kWarning, "understood, but not in the form of the protocol");
    }
    return *response.action;
  }

  bool take_line(std::string& line) {
    const std::size_t end = received_.find('\n');
    if (end == std::string::npos) {
      if (received_.size() > kMaxLine) give_up(kError, "a line of more than {} bytes", kMaxLine);
      return false;
    }
    line = received_.substr(0, end);
    received_.erase(0, end + 1);
    bare_end_ = !line.ends_with('\r');
    if (!bare_end_) line.pop_back();
    record("<", line);
    return true;
  }

  void record(std::string_view mark, std::string_view line) {
    const std::chrono::duration<double> since_start = Clock::now() - started_;
    lines_.push_back(fmt::format("+{:.3f} s {} {}", since_start.count(), mark,
                                 text::printable(text::trimmed(line), kShownState)));
    if (lines_.size() > kKeptLines) lines_.pop_front();
  }

  const AcpcTable& table_;
  std::vector<Finding> later_;  ///< findings for rules that have not been checked yet
  Descriptor listener_;
  Descriptor socket_;
  std::string received_;   ///< received bytes that have not been read
  bool bare_end_ = false;  ///< the last line ended with "\n" alone
  Clock::time_point started_;
  bool played_ = false;            ///< true: the match has been played
  int answers_ = 0;                ///< in the match
  std::deque<std::string> lines_;  ///< last lines in both directions
};

void check_connects(AcpcExaminee& player) { player.seat(); }

void check_version(AcpcExaminee& player) {
  const std::string said = player.seat();
  const Result<acpc::Version> version = acpc::parse_version(said);
  if (!version) player.give_up(kError, version.error().message);
  if (said != acpc::version_line()) player.found(kNote, "not exactly " + acpc::version_line());
}

void check_match(AcpcExaminee& player) { player.play_match(); }

void check_silence(AcpcExaminee& player) {
  player.seat();
  for (const std::string& state : {player.seen_by_another(), player.finished()}) {
    player.send(state);
    if (player.line(kSilence))
      player.give_up(kError, "sent a line for a state in which another player acts");
  }
  player.expect_action(player.first_to_act(1));
}

void check_comments(AcpcExaminee& player) {
  player.seat();
  player.send("# a comment of the dealer: MATCHSTATE:0:0::|");
  player.send(";and another");
  player.expect_action(player.first_to_act());
}

void check_split(AcpcExaminee& player) {
  player.seat();
  for (std::uint32_t number = 0; number < 2; ++number) {
    const Scene scene = player.first_to_act(number);
    const std::string text = scene.shown + "\r\n";
    // In the middle of the cards, then between the two bytes of the line end.
    const std::size_t middle = number == 0 ? text.size() / 2 : text.size() - 1;
    player.send_bytes(text.substr(0, middle));
    std::this_thread::sleep_for(kPause);
    player.send_bytes(text.substr(middle));
    player.expect_answer(scene);
  }
}

void check_joined(AcpcExaminee& player) {
  player.seat();
  const Scene first = player.first_to_act(1), second = player.first_to_act(2);
  player.send_bytes(fmt::format("{}\r\n{}\r\n{}\r\n{}\r\n", player.seen_by_another(),
                                player.finished(), first.shown, second.shown));
  player.expect_answer(first);
  player.expect_answer(second);
}

void check_repeated(AcpcExaminee& player) {
  player.limit(kWarning);
  player.seat();
  constexpr std::uint32_t kHands = 10;
  for (std::uint32_t number = 0; number < kHands; ++number) {
    const Scene scene = player.first_to_act(number);
    const poker::Action action = player.expect_action(scene);
    if (player.expect_action(scene) != action)
      player.give_up(kWarning, "the same state got two different answers");
  }
}

void check_bare_lines(AcpcExaminee& player) {
  player.seat();
  player.send_bytes(player.first_to_act().shown + "\n");
  if (!player.line(player.table().response))
    player.found(kNote, "a state that ends with '\\n' alone is not answered");
}

void check_middle(AcpcExaminee& player) {
  player.limit(kWarning);
  player.seat();
  constexpr std::uint32_t kResumed = 57;
  player.expect_action(player.late_in(kResumed));
}

void check_garbage(AcpcExaminee& player) {
  player.limit(kWarning);
  player.seat();
  constexpr std::size_t kLongLine = 5000;
  for (const std::string& line :
       {std::string("hello"), std::string(), std::string("MATCHSTATE:"),
        std::string("MATCHSTATE:99:-1:xyz:AsAs|//"), std::string(kLongLine, 'r')}) {
    player.send(line);
  }
  player.expect_action(player.first_to_act());
}

void check_leaves(AcpcExaminee& player) {
  player.play_hands(1, [&player](const Scene& scene) { return player.expect_answer(scene); });
  const client::ExitStatus status = player.hang_up(kError, "the dealer closed the connection");
  if (status.signal != 0) player.give_up(kError, status.words());
  if (status.status != 0) player.found(kWarning, status.words() + " after a match without errors");
}

void check_lost_dealer(AcpcExaminee& player) {
  player.seat();
  player.send(player.first_to_act().shown);
  const client::ExitStatus status = player.hang_up(kWarning, "the connection was lost");
  if (status.signal != 0) player.found(kError, status.words());
}

void check_no_dealer(AcpcExaminee& player) {
  player.launch(false);
  const auto status = player.exit_status(2 * player.table().leave);
  if (!status)
    player.give_up(kWarning, "still runs after {} ms without a dealer",
                   2 * player.table().leave.count());
  if (status->signal != 0) player.give_up(kError, status->words());
  if (status->status == 0) player.found(kNote, "ended with status 0 although there was no match");
}

/// Order matters: rules that use the answers of the match come after it.
constexpr auto kAcpcChecks = std::to_array<Check<AcpcExaminee>>({
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

std::vector<CheckRule> acpc_rules() { return rules_of(std::array{std::span(kAcpcChecks)}); }

CheckReport check_acpc(const CheckOptions& options, const AcpcTable& table) {
  AcpcExaminee player(options, table);
  return examine_all(player, std::array{std::span(kAcpcChecks)});
}

}  // namespace trivium::check
