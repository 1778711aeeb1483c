#include "engine/bandits/decision_rule.h"

#include <array>
#include <charconv>

#include "engine/core/text.h"

namespace trivium::bandits {

namespace {

/// Primary and secondary criterion; the smaller pair is better.
struct Key {
  double first;
  double second;
};

/// Rounds a probability to the nearest grid step.
double in_steps(double chance, double per_step) noexcept {
  const double half_a_step_more = chance * per_step + 0.5;
  return static_cast<double>(static_cast<int>(half_a_step_more));
}

/// Returns the index of the smallest key (largest if `sign` is negative), except `but`, with random
/// tie-breaking.
template <class KeyOf>
std::size_t extreme(std::size_t count, std::size_t but, double sign, const KeyOf& key_of,
                    Rng& rng) noexcept {
  std::size_t found = but == 0 ? 1 : 0;
  std::uint32_t equal = 1;
  Key minimum = key_of(found);
  for (std::size_t i = found + 1; i < count; ++i) {
    if (i == but) continue;
    const Key key = key_of(i);
    const double ahead = sign * (key.first != minimum.first ? minimum.first - key.first
                                                            : minimum.second - key.second);
    if (ahead < 0) continue;
    equal = ahead > 0 ? 1 : equal + 1;
    if (equal > 1 && rng.below(equal) != 0) continue;
    found = i;
    minimum = key;
  }
  return found;
}

struct NamedKind {
  std::string_view name;
  RuleKind kind;
  bool has_parameter;
};

constexpr std::array kKinds = std::to_array<NamedKind>({
    {"lexicographic", RuleKind::kLexicographic, false},
    {"grid", RuleKind::kGrid, true},
    {"tolerance", RuleKind::kTolerance, true},
    {"weighted", RuleKind::kWeighted, true},
    {"expectation", RuleKind::kExpectation, false},
});

}  // namespace

std::size_t DecisionRule::choose(Goal goal, std::span<const Ternary> values,
                                 Rng& rng) const noexcept {
  return choose_but(values.size(), goal, values, rng);
}

std::size_t DecisionRule::choose_but(std::size_t one, Goal goal, std::span<const Ternary> values,
                                     Rng& rng) const noexcept {
  const double sign = goal == Goal::kBest ? 1 : -1;
  const auto by = [&](const auto& key_of) {
    return extreme(values.size(), one, sign, key_of, rng);
  };
  switch (kind) {
    case RuleKind::kLexicographic:
      return by([&](std::size_t i) { return Key{values[i].loss, values[i].draw}; });
    case RuleKind::kGrid: {
      const double per_step = 1 / parameter;
      return by([&](std::size_t i) {
        return Key{in_steps(values[i].loss, per_step), in_steps(values[i].draw, per_step)};
      });
    }
    case RuleKind::kTolerance: {
      double minimum = values[one == 0 ? 1 : 0].loss;
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (i != one && sign * (values[i].loss - minimum) < 0) minimum = values[i].loss;
      }
      return by([&](std::size_t i) {
        const bool near = sign * (values[i].loss - minimum) <= parameter;
        return near ? Key{minimum, values[i].draw} : Key{values[i].loss, 0};
      });
    }
    case RuleKind::kWeighted:
      return by([&](std::size_t i) { return Key{values[i].loss + parameter * values[i].draw, 0}; });
    case RuleKind::kExpectation:
      break;
  }
  return by([&](std::size_t i) { return Key{values[i].loss - values[i].win, 0}; });
}

double DecisionRule::cost(const Ternary& chances) const noexcept {
  constexpr double kMaxSteps = 0x1.0p21;  // exceeds every probability in steps; integers of this
                                          // size and their sums are exact
  switch (kind) {
    case RuleKind::kGrid: {
      const double per_step = 1 / parameter;
      return in_steps(chances.loss, per_step) * kMaxSteps + in_steps(chances.draw, per_step);
    }
    case RuleKind::kWeighted:
      return chances.loss + parameter * chances.draw;
    case RuleKind::kExpectation:
      return chances.loss - chances.win;
    case RuleKind::kLexicographic:
    case RuleKind::kTolerance:
      break;
  }
  return chances.loss;
}

double DecisionRule::reward(Outcome outcome) const noexcept {
  if (outcome != Outcome::kDraw) return outcome == Outcome::kWin ? 1 : 0;
  return kind == RuleKind::kExpectation ? 0.5 : 1 - parameter;
}

Result<DecisionRule> parse_rule(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  for (const NamedKind& known : kKinds) {
    if (known.name != name) continue;
    if (!known.has_parameter) {
      if (colon != std::string_view::npos)
        return Error{"bandits.rule.number", "rule: " + std::string(name) + " takes no number"};
      return DecisionRule{known.kind, 0};
    }
    const auto number = colon == std::string_view::npos
                            ? std::nullopt
                            : text::parse_number<double>(text.substr(colon + 1));
    if (!number || !(*number >= kMinRuleParameter && *number <= 1)) {
      return Error{"bandits.rule.number", "rule: " + std::string(name) +
                                              " needs a number from 0.000001 to 1, as in " +
                                              std::string(name) + ":0.1"};
    }
    return DecisionRule{known.kind, *number};
  }
  return Error{"bandits.rule.unknown",
               "rule: " + text::quoted(text, 40) +
                   " is none of lexicographic, grid:N, tolerance:N, weighted:N, expectation"};
}

std::string to_string(const DecisionRule& rule) {
  for (const NamedKind& known : kKinds) {
    if (known.kind != rule.kind) continue;
    std::string text(known.name);
    if (!known.has_parameter) return text;
    std::array<char, 32> number{};
    const auto end =
        std::to_chars(number.data(), number.data() + number.size(), rule.parameter).ptr;
    return text + ':' + std::string(number.data(), end);
  }
  return {};
}

}  // namespace trivium::bandits
