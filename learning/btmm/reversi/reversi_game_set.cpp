#include "learning/btmm/reversi/reversi_game_set.h"

#include <fmt/format.h>
#include <utility>

#include "engine/core/text.h"
#include "models/format/load_error.h"

namespace trivium::learning::btmm {

ReversiGameSet::ReversiGameSet(std::span<const std::string> files, const records::Split& split)
    : ReversiGameSet(records::read_reversi_games(files), split, text::joined(files, ", ")) {}

ReversiGameSet::ReversiGameSet(records::ReversiGames read, const records::Split& split,
                               std::string source)
    : read_(std::move(read)), split_(split), source_(std::move(source)) {
  assign_roles();
}

void ReversiGameSet::assign_roles() {
  records::RoleAssigner assigner(split_);
  for (const records::ReversiGame& game : read_.games) {
    const records::Role role = assigner.next(records::hash_of(game));
    roles_.push_back(role);
    visit_game(game, split_.used_in(role), [&](const ReversiChoice& choice) {
      states_[static_cast<std::size_t>(role)] += choice.is_forced() ? 0 : 1;
    });
  }
}

void ReversiGameSet::require_states() const {
  if (states(records::Role::kTrain) > 0) return;
  fail("games.teach.none",
       fmt::format("no move to learn from: in no game that is learned from did {} have a choice",
                   split_.learn_from == records::LearnFrom::kWinner ? "the winner" : "a side"));
}

void ReversiGameSet::fail(std::string code, std::string_view fault) const {
  throw format::LoadError(std::move(code), "{}: {}", source_, fault);
}

}  // namespace trivium::learning::btmm
