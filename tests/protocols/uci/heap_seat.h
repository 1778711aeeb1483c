// The smallest seat: a game of taking sticks from a heap, for tests of the session's own part.
//
// A move takes one, two or three sticks ("1", "2", "3"); the side that takes the last one wins. A
// position is the number of sticks, 10 at the start. The player leaves a multiple of four if it
// can.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "protocols/uci/seat.h"

namespace trivium::uci {

class HeapSeat : public Seat {
 public:
  explicit HeapSeat(Host& host) : host_(host) {}

  Result<std::string> set_position(const PositionCommand& command) override {
    int sticks = kStart;
    if (command.fen) {
      const char* const end = command.fen->data() + command.fen->size();
      if (std::from_chars(command.fen->data(), end, sticks).ptr != end)
        return Error{"heap.position", "position: no number"};
    }
    int moves = 0;
    for (const std::string& move : command.moves) {
      if (!is_legal(move, sticks)) return Error{"heap.move", "position: '" + move + "' is illegal"};
      sticks -= move[0] - '0';
      ++moves;
    }
    sticks_ = sticks;
    moves_ = moves;
    return sticks == 0 ? std::string("the heap is empty") : std::string();
  }
  bool first_to_move() const override { return moves_ % 2 == 0; }
  std::string position_text() const override { return std::to_string(sticks_); }
  Status check_move(const std::string& move) const override {
    if (is_legal(move, sticks_)) return {};
    return Error{"heap.move", "'" + move + "' is illegal"};
  }
  std::string any_move() const override { return sticks_ > 0 ? "1" : ""; }
  std::optional<Score> final_score() const override {
    if (sticks_ > 0) return std::nullopt;
    return Score{.kind = Score::Kind::kMate};
  }

  void add_options(OptionGroup group, OptionTable& options) override {
    const auto say = [this](const char* what) { return [this, what](bool) { host_.say(what); }; };
    if (group == OptionGroup::kStrength) options.add_check("Own Strength", false, say("strength"));
    if (group == OptionGroup::kRules) options.add_check("Own Rules", false, say("rules"));
    if (group == OptionGroup::kFiles) options.add_check("Own Files", false, say("files"));
  }
  std::optional<Error> cannot_think() const override { return std::nullopt; }
  Status load_weights(const std::string& file) override {
    if (file.empty()) return {};
    return Error{"heap.weights", "this game needs none"};
  }
  void begin_game() override { host_.say("a new game"); }

  bool has_player() const override { return settings_.has_value(); }
  void make_player(const PlayerSettings& settings) override { settings_ = settings; }
  void apply(const PlayerSettings& settings) override { settings_ = settings; }
  void renew_player() override {}
  void warm_up(const std::stop_token&) override {}

  std::optional<Answer> immediate_answer(const Request& request) override {
    if (!request.for_game || sticks_ == 0 || sticks_ > 3) return std::nullopt;
    return Answer{.best = std::to_string(sticks_), .expected = {}, .note = "takes all"};
  }
  bool has_chooser(const Request&) const override { return false; }
  void think(const Request& request, const SearchControl&, const ReportSink<std::string>& report,
             Answer& answer) override {
    if (sticks_ == 0) return;
    answer.best = request.search_moves.empty() ? any_move() : request.search_moves.front();
    const int wanted = sticks_ % 4;
    if (wanted > 0 && request.search_moves.empty()) answer.best = std::to_string(wanted);
    Report<std::string> found;
    found.depth = 1;
    const int moves_to_win = (sticks_ + 3) / 4;
    found.score = {Score::Kind::kMate, Score::Bound::kExact,
                   wanted > 0 ? moves_to_win : -moves_to_win};
    found.principal_variation = {answer.best};
    report(found);
    if (request.limits.clock)
      answer.note = "clock " + std::to_string(request.limits.clock->remaining.count());
  }

  std::optional<std::uint64_t> perft(int depth, const PerftVisitor& visit,
                                     const std::function<bool()>&) override {
    if (depth != 1) return std::nullopt;
    const std::uint64_t moves = static_cast<std::uint64_t>(std::min(sticks_, 3));
    for (std::uint64_t move = 1; move <= moves; ++move) visit(std::to_string(move), 1);
    return moves;
  }
  std::string display() const override {
    return std::string(static_cast<std::size_t>(sticks_), '|') + "\n";
  }
  std::string eval(bool) const override { return "sticks " + std::to_string(sticks_) + "\n"; }
  std::string bench(const SearchControl&) const override { return "bench\n"; }

 protected:
  std::optional<PlayerSettings> settings_;

 private:
  static constexpr int kStart = 10;

  static bool is_legal(const std::string& move, int sticks) {
    return move.size() == 1 && move[0] >= '1' && move[0] <= '3' && move[0] - '0' <= sticks;
  }

  Host& host_;
  int sticks_ = kStart;
  int moves_ = 0;
};

}  // namespace trivium::uci
