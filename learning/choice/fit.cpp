#include "learning/choice/fit.h"

#include <algorithm>

#include "learning/harness/work_items.h"

namespace trivium::learning::choice {

namespace {

constexpr std::size_t kShards = 16;

/// Computes the values of the moves of decisions, including their search values. Not thread-safe:
/// each thread needs its own.
struct DecisionValuer {
  const SearchValues* searched;
  std::size_t attributes;
  chess::MoveValuer valuer;

  /// Sets `out` to the values of `moves` and their slopes (derivatives by the weights), like
  /// chess::MoveValuer::value(). `position` is one of game `number`; it is unchanged on return. If
  /// the decisions have search values, the last column of the slopes is that of the search.
  /// Requires: as many weights as Decisions::width().
  void value(std::uint32_t number, chess::Position& position, const chess::MoveList& moves,
             std::span<const double> weights, chess::MoveValues& out) {
    valuer.value(position, moves, weights.first(attributes), out);
    if (searched == nullptr) return;
    const std::span<const float> values = searched->at(number, position);
    out.slopes.resize(moves.size() * (attributes + 1));
    for (std::size_t i = moves.size(); i-- > 0;) {
      double* const row = out.slopes.data() + i * (attributes + 1);
      std::copy_backward(out.slopes.data() + i * attributes,
                         out.slopes.data() + (i + 1) * attributes, row + attributes);
      row[attributes] = values[i];
      out.values[i] += weights[attributes] * values[i];
    }
  }
};

/// A decision with the values and probabilities of its moves.
struct Decided {
  const chess::Position& position;
  const chess::MoveValues& moves;
  std::span<const double> chances;
  std::size_t choice;
};

/// Calls take(part, adder, decided) for every decision and end_game(part, adder) after those of a
/// game. Each of a fixed number of shards has its own part, which starts as `empty`. Returns the
/// merged parts.
template <class Part, class Take>
Part over_decisions(
    const Decisions& decisions, const chess::Attributes& attributes, chess::Lookahead lookahead,
    std::span<const double> weights, Crew crew, const Part& empty, const Take& take,
    void (*end_game)(Part&, SlopeAdder&) = [](Part&, SlopeAdder&) {}) {
  const auto add =
      [&, valuer = DecisionValuer{decisions.searched, attributes.size(), {attributes, lookahead}},
       values = chess::MoveValues(), chances = std::vector<double>(),
       adder = SlopeAdder()](Part& part, std::size_t i) mutable {
        const std::uint32_t number = decisions.games[i];
        const GameRecord& game = decisions.records->games()[number];
        decisions.records->visit(
            game, decisions.filter,
            [&](chess::Position& position, const chess::MoveList& moves, std::size_t choice) {
              valuer.value(number, position, moves, weights, values);
              chess::softmax(values.values, chances);
              take(part, adder, Decided{position, values, chances, choice});
            });
        end_game(part, adder);
      };
  return sum_of_items(decisions.games.size(), Shards(kShards, crew), empty, add);
}

}  // namespace

ChoiceSums predicted(const Decisions& decisions, const chess::Attributes& attributes,
                     chess::Lookahead lookahead, std::span<const double> weights, Crew crew) {
  const auto take = [](ChoiceSums& part, SlopeAdder&, const Decided& at) {
    count_choice(part, at.moves.values, at.chances, at.choice);
  };
  return over_decisions<ChoiceSums>(decisions, attributes, lookahead, weights, crew, ChoiceSums(),
                                    take);
}

ChoiceSlopes slopes(const Decisions& decisions, const chess::Attributes& attributes,
                    chess::Lookahead lookahead, std::span<const double> weights, Crew crew) {
  const auto take = [](ChoiceSlopes& part, SlopeAdder& adder, const Decided& at) {
    if (part.sums.cases == 0) part = ChoiceSlopes(at.moves.slope(0).size());
    count_choice(part.sums, at.moves.values, at.chances, at.choice);
    adder.add(part, at.moves, at.chances, at.choice);
  };
  ChoiceSlopes all = over_decisions<ChoiceSlopes>(
      decisions, attributes, lookahead, weights, crew, ChoiceSlopes(0), take,
      [](ChoiceSlopes& part, SlopeAdder& adder) { adder.end_game(part); });
  return all.sums.cases > 0 ? all : ChoiceSlopes(decisions.width(attributes));
}

std::vector<ChoiceSlopes> slopes_by_part(const Decisions& decisions,
                                         const chess::Attributes& attributes,
                                         chess::Lookahead lookahead,
                                         std::span<const double> weights, std::size_t threads,
                                         std::size_t parts, const PartsOf& parts_of) {
  using Parts = std::vector<ChoiceSlopes>;
  const auto take = [&parts_of](Parts& all, SlopeAdder& adder, const Decided& at) {
    ChoiceSlopes one(at.moves.slope(0).size());
    count_choice(one.sums, at.moves.values, at.chances, at.choice);
    adder.add(one, at.moves, at.chances, at.choice);
    parts_of(at.position, at.moves.values.size(), [&](std::size_t part) { all[part] += one; });
  };
  Parts all = over_decisions<Parts>(decisions, attributes, lookahead, weights, threads,
                                    Parts(parts, ChoiceSlopes(0)), take);
  for (ChoiceSlopes& part : all) {
    if (part.sums.cases == 0) part = ChoiceSlopes(decisions.width(attributes));
  }
  return all;
}

Fit fit(const Decisions& decisions, const chess::Attributes& attributes, const FitOptions& options,
        const FitListener& on_iteration) {
  const auto slopes_at = [&](std::span<const double> weights) {
    return slopes(decisions, attributes, options.lookahead, weights, options.crew());
  };
  return fit(decisions.width(attributes), slopes_at, options, on_iteration);
}

}  // namespace trivium::learning::choice
