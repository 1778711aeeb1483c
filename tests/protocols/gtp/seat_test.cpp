// A session with a second, very small game: a session's knowledge of a game comes only from its
// seat.
#include "protocols/gtp/seat.h"

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "doctest/doctest.h"

#include "tests/protocols/gtp/gtp_client.h"

namespace trivium::gtp {

namespace {

/// A row of cells A1, B1, ... which the sides fill in turn. No side wins. It has no pass.
class RowSeat : public Seat {
 public:
  GameTexts texts() const override { return {}; }
  std::span<const GameCommand> commands() const override { return commands_; }

  int size() const override { return size_; }
  bool set_size(int size) override {
    if (size < 1 || size > 8) return false;
    size_ = size;
    cells_.clear();
    return true;
  }
  Color to_move() const override { return cells_.size() % 2 == 0 ? Color::kBlack : Color::kWhite; }
  TurnMoves turn() const override { return {}; }
  bool over() const override { return moves() == size_; }
  int moves() const override { return static_cast<int>(cells_.size()); }
  Status play(Color color, const std::string& vertex) override {
    if (over()) return Error{kGameOver};
    const std::vector<std::string> legal = legal_moves();
    const bool is_legal = std::find(legal.begin(), legal.end(), vertex) != legal.end();
    if (color != to_move() || !is_legal) return Error{kIllegalMove};
    cells_.push_back(vertex);
    return {};
  }
  void undo() override { cells_.pop_back(); }
  std::vector<std::string> legal_moves() const override {
    std::vector<std::string> vertices;
    for (int column = 0; column < size_; ++column) {
      const std::string vertex = {static_cast<char>('A' + column), '1'};
      const bool is_free = std::find(cells_.begin(), cells_.end(), vertex) == cells_.end();
      if (is_free) vertices.push_back(vertex);
    }
    return vertices;
  }
  std::string picture() const override { return "a row"; }
  std::string rows() const override { return "a row"; }
  std::optional<std::string> score() const override {
    return over() ? std::optional<std::string>("0") : std::nullopt;
  }
  std::string result() const override { return over() ? "Draw" : "The game is not over"; }

  Status load(const std::string&, std::optional<int>) override { return Error{"row", "no record"}; }
  std::string record() const override { return "(;)"; }

  std::optional<Error> weights_missing() const override { return std::nullopt; }
  std::vector<std::string> weights() const override { return {"/etc/row", "/etc/column"}; }
  Status use(const std::string&) override { return {}; }
  std::function<void()> new_game() override {
    cells_.clear();
    return nullptr;
  }

  void take_position() override { taken_ = cells_; }
  void prepare(const PlayerSettings&) override {}
  void warm_up(const std::stop_token&) override {}
  Priors priors() const override { return {{legal_moves().front(), 0.5}}; }
  Choice think(const Limits&, const SearchControl&, const MoveReportSink& report) override {
    CHECK(taken_ == cells_);
    MoveReport found;
    found.principal_variation = legal_moves();
    if (report) report(found);
    return {found.principal_variation.front(), ""};
  }
  void plan(const std::string&) override {}
  std::optional<std::string> planned() const override { return std::nullopt; }

 private:
  const std::vector<GameCommand> commands_{
      {"row-count", "", "number of free cells",
       [this](const Arguments&) { return std::to_string(legal_moves().size()); }},
      {"row-count_beside", "", "number of free cells, by the worker",
       [this](const Arguments& arguments) -> GameReply {
         if (!arguments.empty()) return Error{kSyntaxError};
         return Job{[this](const JobContext&) { return std::to_string(legal_moves().size()); }};
       }},
      {"row-fail", "", "fails on the worker",
       [](const Arguments&) {
         return Job{[](const JobContext&) -> std::string { throw std::runtime_error("no row"); }};
       }},
  };
  int size_ = 4;
  std::vector<std::string> cells_;
  std::vector<std::string> taken_;
};

/// Calls of a session to its seat.
struct Calls {
  std::vector<std::string> worker{};                ///< functions that ran on the worker
  std::thread::id made{};                           ///< thread that made the last seat
  std::thread::id shown{};                          ///< thread of the last picture()
  std::vector<std::optional<ClockState>> clocks{};  ///< of the searches
};

/// A row that records calls. Its first search fails after 50 ms.
class NotedSeat final : public RowSeat {
 public:
  explicit NotedSeat(Calls& calls) : calls_(calls) { calls_.made = std::this_thread::get_id(); }

  std::string picture() const override {
    calls_.shown = std::this_thread::get_id();
    return RowSeat::picture();
  }
  std::function<void()> new_game() override {
    (void)RowSeat::new_game();
    return [this] { calls_.worker.emplace_back("new game"); };
  }
  void prepare(const PlayerSettings&) override {
    calls_.worker.emplace_back("prepare");
    if (no_memory) throw std::runtime_error("not enough memory");
  }
  void warm_up(const std::stop_token&) override { calls_.worker.emplace_back("warm up"); }
  Choice think(const Limits& limits, const SearchControl& control,
               const MoveReportSink& report) override {
    calls_.clocks.push_back(limits.clock);
    if (calls_.clocks.size() > 1) return RowSeat::think(limits, control, report);
    std::this_thread::sleep_for(Milliseconds(50));
    throw std::runtime_error("no search");
  }

  bool no_memory = false;

 private:
  Calls& calls_;
};

/// A session with a second game, whose seats record in `calls`.
SessionConfig noted_game(Calls& calls, bool no_memory = false) {
  SessionConfig config = test_config();
  config.games.push_back({"Noted", "Noted", [&calls, no_memory](bool) {
                            auto seat = std::make_unique<NotedSeat>(calls);
                            seat->no_memory = no_memory;
                            return seat;
                          }});
  return config;
}

SessionConfig two_games() {
  SessionConfig config = test_config();
  config.games.push_back({"Row", "A row", [](bool) { return std::make_unique<RowSeat>(); }});
  return config;
}

}  // namespace

TEST_CASE("list_games lists all games, and set_game selects one, ignoring case") {
  GtpClient client(two_games());
  CHECK(client.text("list_games") == "Connect6\nRow");
  CHECK(client.text("gogui-rules_game_id") == "Connect6");
  CHECK(client.ask("set_game rOW") == "=");
  CHECK(client.text("gogui-rules_game_id") == "Row");
  CHECK(client.text("gogui-title") == "Trivium: A row");
  CHECK(client.text("gogui-rules_legal_moves") == "A1 B1 C1 D1");
  CHECK(client.ask("set_game connect6") == "=");
  CHECK(client.text("gogui-rules_board_size") == "19");
}

TEST_CASE("an unknown game is an error that lists the games, and the present game stays") {
  GtpClient client(two_games());
  client.ask("play b K10");
  CHECK(client.ask("set_game Shogi") == "? unknown game 'Shogi'; games: Connect6, Row");
  CHECK(client.ask("set_game") == "? syntax error");
  CHECK(client.text("gogui-rules_side_to_move") == "white");
}

TEST_CASE("selecting the present game starts it again") {
  GtpClient client(two_games());
  client.ask("boardsize 9");
  client.ask("play b E5");
  CHECK(client.ask("set_game Connect6") == "=");
  CHECK(client.text("gogui-rules_side_to_move") == "black");
  CHECK(client.text("gogui-rules_board_size") == "9");
}

TEST_CASE("a game is played to its end through its seat alone") {
  GtpClient client(two_games());
  client.ask("set_game row");
  CHECK(client.ask("boardsize 9") == "? unacceptable size");
  CHECK(client.ask("boardsize 3") == "=");
  CHECK(client.ask("genmove w") == "? illegal move");
  CHECK(client.text("genmove b") == "A1");
  CHECK(client.text("reg_genmove w") == "B1");
  CHECK(client.ask("play w C1") == "=");
  CHECK(client.ask("final_score") == "? cannot score");
  CHECK(client.text("kata-genmove_analyze b 100").ends_with("play B1"));
  CHECK(client.text("final_score") == "0");
  CHECK(client.text("gogui-rules_final_result") == "Draw");
  CHECK(client.ask("play w B1") == "? game over");
  CHECK(client.ask("gg-undo 4") == "? cannot undo");
  CHECK(client.ask("gg-undo 3") == "=");
  CHECK(client.ask("gogui-play_sequence b A1 w A1") == "? illegal move");
  CHECK(client.text("row-count") == "3");
  CHECK(client.text("printsgf") == "(;)");
  CHECK(client.text("trivium-weights") == "/etc/row\n/etc/column");
}

TEST_CASE(
    "a game's own commands are known while it is selected; they run at once or on the worker") {
  GtpClient client(two_games());
  CHECK(client.ask("row-count") == "? unknown command");
  CHECK(client.text("known_command trivium-odds") == "true");
  client.ask("set_game row");
  CHECK(client.text("known_command row-count") == "true");
  CHECK(client.text("known_command trivium-odds") == "false");
  CHECK(client.text("help row-count") == "row-count: number of free cells");
  CHECK(client.text("list_commands").ends_with("\nrow-count\nrow-count_beside\nrow-fail"));
  CHECK(client.text("row-count") == "4");
  CHECK(client.text("row-count_beside") == "4");
  CHECK(client.ask("row-count_beside 1") == "? syntax error");
}

TEST_CASE("after a failed job the session continues") {
  GtpClient client(two_games());
  client.ask("set_game row");
  CHECK(client.ask("row-fail") == "? no row");
  CHECK(client.text("row-count_beside") == "4");
}

TEST_CASE("a new game has its memory before its answer") {
  for (const bool no_memory : {false, true}) {
    Calls calls;
    GtpClient client(noted_game(calls, no_memory));
    CHECK(client.ask("set_game noted") == "=");
    CHECK(client.ask("clear_board") == "=");
    std::vector<std::string> expected{"prepare", "warm up", "new game", "prepare", "warm up"};
    if (no_memory) std::erase(expected, "warm up");
    CHECK(calls.worker == expected);
  }
}

TEST_CASE("a search does not warm up its table while its clock runs") {
  Calls calls;
  GtpClient client(noted_game(calls));
  client.ask("set_game noted");
  calls.worker.clear();
  client.ask("genmove b");
  CHECK(calls.worker == std::vector<std::string>{"prepare"});
}

/// Warms up its table until it is stopped.
class ColdSeat final : public RowSeat {
 public:
  std::function<void()> new_game() override {
    return [] {};
  }
  void warm_up(const std::stop_token& stop) override {
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any().wait(lock, stop, [] { return false; });
  }
};

TEST_CASE("an interrupt ends the warm-up of a table, and the command before it succeeds") {
  SessionConfig config = test_config();
  config.games.front() = {"Cold", "A cold row", [](bool) { return std::make_unique<ColdSeat>(); }};
  GtpClient client(std::move(config));
  client.wire().write("trivium-hash 2\n# interrupt\n");
  CHECK(client.response() == "=");
  client.wire().write("clear_board\n# interrupt\n");
  CHECK(client.response() == "=");
  CHECK(client.text("trivium-hash") == "2");
}

TEST_CASE("an interrupt does not cancel a new game that waits for a slot") {
  Calls calls;
  SessionConfig config = noted_game(calls);
  config.search_slots = std::make_shared<line::SearchSlots>(1);
  std::rotate(config.games.begin(), config.games.end() - 1, config.games.end());
  const line::SearchSlots::Claim other(config.search_slots, [] {});
  {
    GtpClient client(config);
    client.wire().write("clear_board\n# interrupt\n");
    CHECK(client.response() == "=");
    CHECK(calls.worker.front() == "new game");
  }
}

TEST_CASE("a seat is made on the thread that replaces shared data") {
  Calls calls;
  GtpClient client(noted_game(calls));
  client.ask("set_game noted");
  client.ask("showboard");
  CHECK(calls.made == calls.shown);
}

TEST_CASE("the time of a failed search is subtracted from the clock") {
  Calls calls;
  GtpClient client(noted_game(calls));
  client.ask("set_game noted");
  client.ask("time_settings 60 0 0");
  CHECK(client.text("genmove b") == "A1");
  client.ask("play w B1");
  CHECK(client.text("genmove b") == "C1");
  REQUIRE(calls.clocks.size() == 3);  // the failure, the answer in its place, the second move
  REQUIRE(calls.clocks[2]);
  CHECK(calls.clocks[2]->remaining <= Milliseconds(59'950));
}

TEST_CASE("if the seat of a game cannot be made, the former game stays") {
  SessionConfig config = test_config();
  const auto fail = [](bool) -> std::unique_ptr<Seat> { throw std::runtime_error("no seat"); };
  config.games.push_back({"Broken", "Broken", fail});
  GtpClient client(std::move(config));
  client.ask("play b K10");
  CHECK(client.ask("set_game broken") == "? no seat");
  CHECK(client.text("gogui-rules_game_id") == "Connect6");
  CHECK(client.text("gogui-rules_side_to_move") == "white");
}

}  // namespace trivium::gtp
