#include "learning/btmm/connect6/match.h"

#include <memory>
#include <stdexcept>

namespace trivium::learning::btmm {

std::vector<MatchPair> play_match(const Contestant& first, const Contestant& second,
                                  const MatchOptions& options, std::size_t count,
                                  std::size_t threads, const WorkProgress& progress) {
  options.game.check();
  const int size = first.layout->size();
  if (second.layout->size() != size)
    throw std::invalid_argument("both contestants need a board of one size");
  const ChooserFactory new_one = chooser_factory(*first.layout, first.gammas, first.choice);
  const ChooserFactory new_two = chooser_factory(*second.layout, second.gammas, second.choice);
  const auto make_table = [&] {
    return [table = std::make_unique<GameTable>(size, options.game), one = new_one(),
            two = new_two()](bool first_is_black, Rng& opening, Rng& stones) {
      const records::Connect6Game game = first_is_black ? table->play(*one, *two, opening, stones)
                                                        : table->play(*two, *one, opening, stones);
      return MatchGame{1 + static_cast<int>(game.outcome_for(connect6::Stone::kBlack)),
                       static_cast<int>(game.moves.size())};
    };
  };
  return play_pairs(make_table, options.seed, count, threads, progress);
}

}  // namespace trivium::learning::btmm
