#include "learning/btmm/reversi/reversi_source.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/reversi/patterns/move_strengths.h"

namespace trivium::learning::btmm {

namespace {

using reversi::PatternSet;
using reversi::Square;

constexpr std::size_t kMaxMoves = 64;  // more than any position has
constexpr std::size_t kDiscNumbers = 65;

constexpr std::array<std::size_t, 5> kPlaces = {1, 2, 3, 5, 10};

constexpr GameWords kWords{
    .game = "Reversi",
    .move = "move",
    .moves = "moves",
    .moves_first = "Moves",
    .played = "played",
    .pieces = "discs",
    .candidate = "move",
    .candidates = "legal moves",
    .team = "one of each count and one for each instance of a shape that has its square",
    .purpose = "The engine orders moves by them.",
    .set_page = "engine/reversi/patterns/patterns.md",
    .matches = "`trivium-match` plays games with it against other weights.",
    .places = kPlaces,
    .shown_places = {3, 5}};

/// Maximum number of instances of shape `shape` that have the same square.
std::size_t instances_per_square(const PatternSet& set, std::size_t shape) {
  std::size_t most = 0;
  for (Square square = 0; square < 64; ++square) {
    const auto count =
        std::ranges::count(set.instances_at(square), shape, &reversi::InstanceAt::shape);
    most = std::max(most, static_cast<std::size_t>(count));
  }
  return most;
}

std::vector<FeatureTable> tables_of(const PatternSet& set) {
  std::vector<FeatureTable> tables;
  for (const reversi::PatternTable& table : set.tables()) {
    const bool is_shape = tables.size() < set.shapes().size();
    tables.push_back({table.name, table.begin, table.codes, table.stages,
                      is_shape ? instances_per_square(set, tables.size()) : 1});
  }
  return tables;
}

/// The teams of one state after the other, with their strengths. Memory is taken once.
class Teams {
 public:
  explicit Teams(const PatternSet& set) : set_(set) {}

  /// Replaces the teams by those of the legal moves. Requires: `choice` is not forced.
  void list(const ReversiChoice& choice) {
    features_.clear();
    ends_.clear();
    for (reversi::Bitboard moves = choice.legal; moves != 0;) {
      const Square square = reversi::take_square(moves);
      if (square == choice.chosen) winner_ = ends_.size();
      set_.visit_move(choice.position, square, choice.position.flips(square),
                      [this](FeatureId feature) { features_.push_back(feature); });
      ends_.push_back(features_.size());
    }
  }

  /// Computes the strengths, and returns their sum.
  double weigh(std::span<const double> gammas) {
    strengths_.clear();
    double total = 0.0;
    for (std::size_t i = 0; i < size(); ++i) {
      double strength = 1.0;
      for (const FeatureId feature : (*this)[i]) strength *= gammas[feature];
      strengths_.push_back(strength);
      total += strength;
    }
    return total;
  }

  std::size_t size() const noexcept { return ends_.size(); }
  std::size_t winner() const noexcept { return winner_; }
  std::span<const FeatureId> operator[](std::size_t team) const noexcept {
    const std::size_t begin = team == 0 ? 0 : ends_[team - 1];
    return std::span(features_).subspan(begin, ends_[team] - begin);
  }
  /// Strength of a team, by the last weigh().
  double strength(std::size_t team) const noexcept { return strengths_[team]; }

 private:
  const PatternSet& set_;
  std::vector<FeatureId> features_;  // of all teams, one after the other
  std::vector<std::size_t> ends_;    // by team, in features_
  std::vector<double> strengths_;
  std::size_t winner_ = 0;
};

/// Calls `visit(choice, teams)` for the states of a shard.
template <class Visit>
void visit_teams(const ReversiGameSet& games, const PatternSet& set, records::Role role,
                 const Shards& shards, std::size_t shard, const Visit& visit) {
  Teams teams(set);
  games.visit(shards, shard, role, [&](const ReversiChoice& choice) {
    if (choice.is_forced()) return;
    teams.list(choice);
    visit(choice, teams);
  });
}

Evaluation no_states() {
  return {{}, std::vector<double>(kMaxMoves), std::vector<ChoiceEvidence>(kDiscNumbers)};
}

/// Adds a position to an evaluation. `teams` are listed anew if it is a state.
void judge_choice(const ReversiChoice& choice, std::span<const double> gammas, Teams& teams,
                  Evaluation& evaluation) {
  if (choice.is_forced()) {
    ++evaluation.forced;
    return;
  }
  teams.list(choice);
  const double total = teams.weigh(gammas);
  const double chosen = teams.strength(teams.winner());
  ChoiceEvidence& sums = evaluation.by_pieces[static_cast<std::size_t>(choice.position.discs())];
  sums.add(std::log(chosen / total), teams.size());
  evaluation.add_rank(
      chosen, teams.size(), [&](std::size_t i) { return teams.strength(i); }, sums);
}

}  // namespace

ReversiSource::ReversiSource(const ReversiGameSet& games, const PatternSet& set)
    : SetSource(games, set, tables_of(set)) {}

const GameWords& ReversiSource::game_words() noexcept { return kWords; }

Expectations ReversiSource::expect(std::span<const double> gammas, FeatureRange range,
                                   const Shards& shards) const {
  const Expectations start{0.0, std::vector<double>(range.size())};
  const auto part = [&](std::size_t shard) {
    Expectations sums = start;
    visit_teams(games_, set_, records::Role::kTrain, shards, shard,
                [&](const ReversiChoice&, Teams& teams) {
                  const double inverse = 1.0 / teams.weigh(gammas);
                  sums.log_evidence += std::log(teams.strength(teams.winner()) * inverse);
                  for (std::size_t i = 0; i < teams.size(); ++i) {
                    const double probability = teams.strength(i) * inverse;
                    for (const FeatureId feature : teams[i]) {
                      if (range.contains(feature))
                        sums.expected[feature - range.begin] += probability;
                    }
                  }
                });
    return sums;
  };
  return shards.sum(start, part);
}

std::vector<std::uint64_t> ReversiSource::wins(const Shards& shards) const {
  const auto part = [&](std::size_t shard) {
    std::vector<std::uint64_t> counts(set_.features());
    games_.visit(shards, shard, records::Role::kTrain, [&](const ReversiChoice& choice) {
      if (choice.is_forced()) return;
      set_.visit_move(choice.position, choice.chosen, choice.position.flips(choice.chosen),
                      [&](FeatureId feature) { ++counts[feature]; });
    });
    return counts;
  };
  return shards.sum(std::vector<std::uint64_t>(set_.features()), part);
}

Evaluation ReversiSource::evaluate(records::Role role, std::span<const double> gammas,
                                   const Shards& shards) const {
  const auto part = [&](std::size_t shard) {
    Evaluation evaluation = no_states();
    Teams teams(set_);
    games_.visit(shards, shard, role, [&](const ReversiChoice& choice) {
      judge_choice(choice, gammas, teams, evaluation);
    });
    return evaluation;
  };
  Evaluation whole = shards.sum(no_states(), part);
  whole.sum_up();
  return whole;
}

double ReversiSource::mean_log_evidence(records::Role role, std::span<const double> gammas,
                                        const Shards& shards) const {
  const auto part = [&](std::size_t shard) {
    ChoiceEvidence sums;
    visit_teams(games_, set_, role, shards, shard, [&](const ReversiChoice&, Teams& teams) {
      ++sums.cases;
      const double total = teams.weigh(gammas);
      sums.log_likelihood += std::log(teams.strength(teams.winner()) / total);
    });
    return sums;
  };
  return shards.sum(ChoiceEvidence{}, part).mean();
}

void ReversiSource::visit_states(const std::function<void(const Competition&)>& visit) const {
  visit_teams(games_, set_, records::Role::kTrain, Shards(1, 1), 0,
              [&](const ReversiChoice&, const Teams& teams) {
                Competition state;
                for (std::size_t i = 0; i < teams.size(); ++i)
                  state.teams.emplace_back(teams[i].begin(), teams[i].end());
                state.winner = teams.winner();
                visit(state);
              });
}

format::WeightFile ReversiSource::weight_file(std::span<const double> gammas,
                                              std::span<const std::uint32_t> wins) const {
  std::vector<float> stored;
  for (const double gamma : gammas) {
    stored.push_back(static_cast<float>(
        std::clamp(gamma, double{reversi::kMinGamma}, double{reversi::kMaxGamma})));
  }
  return {.kind = std::string(reversi::kMoveStrengthsKind),
          .schema = reversi::kMoveStrengthsSchema,
          .tensors = reversi::strength_tensors(set_, stored, wins)};
}

}  // namespace trivium::learning::btmm
