// Referee of Reversi. A pass is a move of the record, and is forced where it is legal.
#include <cstdlib>
#include <fmt/format.h>

#include "engine/core/text.h"
#include "engine/reversi/rules/game.h"
#include "engine/reversi/rules/obf.h"
#include "engine/reversi/rules/records.h"
#include "engine/reversi/rules/vertex.h"
#include "tools/match/play/board/referee.h"

namespace trivium::match {
namespace {

class ReversiReferee final : public Referee {
 public:
  explicit ReversiReferee(int size) : game_(size) {}

  std::unique_ptr<Referee> clone() const override {
    return std::make_unique<ReversiReferee>(*this);
  }
  int to_move() const override { return game_.to_move() == reversi::Color::kBlack ? 0 : 1; }
  std::string_view side_name(int side) const override { return side == 0 ? "Black" : "White"; }
  Result<std::string> play(std::string_view move) override {
    const auto refused = [&](const std::string& cause) {
      return Error{"match.move.refused", "move {} of the game, {}'s: {}", game_.moves().size() + 1,
                   side_name(to_move()), cause};
    };
    const Result<reversi::Move> parsed = reversi::parse_move(move, game_.size());
    if (!parsed) return refused(parsed.error().message);
    if (!game_.position().is_legal(*parsed)) return refused(reversi::illegal_cause(game_, *parsed));
    game_.do_move(*parsed);
    return reversi::gtp_vertex(*parsed);
  }

  std::optional<std::string> forced_move() const override {
    if (!game_.position().must_pass()) return std::nullopt;
    return reversi::gtp_vertex(reversi::kPass);
  }

  std::optional<RuleEnd> end() const override {
    if (!game_.over()) return std::nullopt;
    const int score = game_.final_score(reversi::Color::kBlack);
    const int squares = game_.size() * game_.size();
    if (score == 0) return RuleEnd{Outcome::kDraw, fmt::format("draw, {} discs each", squares / 2)};
    const bool black = score > 0;
    return RuleEnd{black ? Outcome::kWin : Outcome::kLoss,
                   fmt::format("{} wins by {} discs", side_name(black ? 0 : 1), std::abs(score))};
  }

  int full_moves() const override { return static_cast<int>(game_.moves().size()) / 2; }
  std::string position() const override {
    return reversi::write_obf({game_.position(), game_.to_move(), {}});
  }

 private:
  reversi::Game game_;
};

}  // namespace

Result<std::unique_ptr<Referee>> make_reversi_referee(const client::GameSetup& setup) {
  if (!reversi::is_size(setup.board_size)) {
    const auto shown = [](int size) { return std::to_string(size); };
    return Error{"match.board_size", "board size {} is not supported: {}", setup.board_size,
                 text::joined(reversi::kSizes, ", ", shown)};
  }
  return std::unique_ptr<Referee>(std::make_unique<ReversiReferee>(setup.board_size));
}

}  // namespace trivium::match
