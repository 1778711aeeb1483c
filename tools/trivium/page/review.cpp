#include "tools/trivium/page/review.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include "tools/trivium/page/parameters.h"

namespace trivium::tools::page {

using nlohmann::json;

namespace {

constexpr std::size_t kShownChanges = 3;

Line first_moves(const Line& line, std::size_t count) {
  return {line.start,
          {line.moves.begin(), line.moves.begin() + static_cast<std::ptrdiff_t>(count)}};
}

/// Returns the terms that differ most between the two positions: after `played` minus after `best`.
std::vector<ValueTerm> largest_changes(const std::vector<ValueTerm>& played,
                                       const std::vector<ValueTerm>& best) {
  std::map<std::string, double> differences;
  for (const ValueTerm& term : played) differences[term.name] += term.value;
  for (const ValueTerm& term : best) differences[term.name] -= term.value;
  std::vector<ValueTerm> changes;
  for (const auto& [name, value] : differences) {
    if (value != 0) changes.push_back({name, value});
  }
  std::ranges::stable_sort(changes, std::ranges::greater{},
                           [](const ValueTerm& term) { return std::abs(term.value); });
  changes.resize(std::min(changes.size(), kShownChanges));
  return changes;
}

}  // namespace

Review review_game(const BoardPage& page, const std::string& text, const ReviewOptions& options,
                   const std::function<void(std::size_t, std::size_t)>& progress,
                   const std::stop_token& stop) {
  const Line line = page.parse(text);
  const std::vector<std::string> notation = page.position(line)["notation"];
  const std::unique_ptr<Assessor> assessor = page.assessor();
  const std::size_t count = line.moves.size();
  std::vector<Assessment> found;
  for (std::size_t i = 0; i <= count; ++i) {
    found.push_back(assessor->assess(first_moves(line, i), options.nodes, stop));
    if (stop.stop_requested()) throw Refusal(Error("canceled", "the review was canceled"));
    progress(i + 1, count + 1);
  }
  const auto first_chance = [&](std::size_t i) {
    return found[i].first_side ? found[i].chance : 1 - found[i].chance;
  };
  Review review{std::string(page.game()), line, first_chance(0)};
  for (std::size_t i = 0; i < count; ++i) {
    const bool first_side = found[i].first_side;
    const double change = first_chance(i + 1) - first_chance(i);
    ReviewedMove move{line.moves[i],       notation[i],
                      first_side,          found[i].best_notation,
                      first_chance(i + 1), std::max(0.0, first_side ? -change : change)};
    if (move.move == found[i].best) move.loss = 0;
    const Line after = first_moves(line, i + 1);
    if (move.loss >= kMistake) {
      Line best = first_moves(line, i);
      best.moves.push_back(found[i].best);
      move.changes = largest_changes(page.terms(after), page.terms(best));
    }
    move.style_probability = page.style_probability(after, options.style);
    review.moves.push_back(std::move(move));
  }
  return review;
}

const char* mark_of(const ReviewedMove& move) noexcept {
  return move.loss >= kBlunder      ? "blunder"
         : move.loss >= kMistake    ? "mistake"
         : move.loss >= kInaccuracy ? "inaccuracy"
                                    : "";
}

json to_json(const Review& review) {
  json moves = json::array();
  for (std::size_t i = 0; i < review.moves.size(); ++i) {
    const ReviewedMove& move = review.moves[i];
    json changes = json::array();
    for (const ValueTerm& term : move.changes)
      changes.push_back({{"name", term.name}, {"value", term.value}});
    json row{{"number", i + 1},
             {"move", move.move},
             {"played", move.notation},
             {"best", move.best},
             {"chance", move.chance},
             {"loss", move.loss},
             {"mark", mark_of(move)},
             {"side", move.first_side ? "first" : "second"},
             {"changes", std::move(changes)},
             {"style_probability", nullptr}};
    if (move.style_probability) row["style_probability"] = *move.style_probability;
    moves.push_back(std::move(row));
  }
  return {{"game", review.game},
          {"start", review.line.start},
          {"start_chance", review.start_chance},
          {"moves", std::move(moves)}};
}

}  // namespace trivium::tools::page
