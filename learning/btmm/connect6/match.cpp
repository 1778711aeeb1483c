#include "learning/btmm/connect6/match.h"

#include <memory>
#include <stdexcept>

namespace trivium::learning::btmm {

namespace {

/// Returns the half points of Black.
int black_points(const records::Connect6Game& game) noexcept {
  if (game.result == connect6::GameResult::kBlackWins) return 2;
  return game.result == connect6::GameResult::kWhiteWins ? 0 : 1;
}

/// Plays the games of a match, for play_pairs().
class TableOfMatch {
 public:
  TableOfMatch(int size, const GameOptions& options, const ChooserFactory& first,
               const ChooserFactory& second)
      : table_(std::make_unique<GameTable>(size, options)),
        first_(first.make()),
        second_(second.make()) {}

  MatchGame operator()(bool first_is_black, Rng& opening, Rng& stones) {
    const records::Connect6Game game = first_is_black
                                           ? table_->play(*first_, *second_, opening, stones)
                                           : table_->play(*second_, *first_, opening, stones);
    return {black_points(game), static_cast<int>(game.moves.size())};
  }

 private:
  std::unique_ptr<GameTable> table_;
  std::unique_ptr<StoneChooser> first_;
  std::unique_ptr<StoneChooser> second_;
};

}  // namespace

std::vector<MatchPair> play_match(const Contestant& first, const Contestant& second,
                                  const MatchOptions& options, std::size_t count,
                                  std::size_t threads, const WorkProgress& progress) {
  options.game.check();
  const int size = first.layout->size();
  if (second.layout->size() != size)
    throw std::invalid_argument("both contestants need a board of one size");
  const ChooserFactory ones(*first.layout, first.gammas, first.choice);
  const ChooserFactory twos(*second.layout, second.gammas, second.choice);
  return play_pairs([&] { return TableOfMatch(size, options.game, ones, twos); }, options.seed,
                    count, threads, progress);
}

}  // namespace trivium::learning::btmm
