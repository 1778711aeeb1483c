#include "engine/chess/choice/move_values.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace trivium::chess {

namespace {

constexpr std::array<std::string_view, kLookaheads.size()> kNames = {"1-ply", "2-ply", "quiet-2",
                                                                     "quiet-3", "quiet-4"};

/// Number of half-moves to look ahead: minimum, and maximum if the position is not quiet.
constexpr std::array<std::size_t, kLookaheads.size()> kMin = {1, 2, 1, 1, 1};
constexpr std::array<std::size_t, kLookaheads.size()> kMax = {1, 2, 2, 3, 4};

bool is_noisy(const Position& before, Move move) noexcept {
  return is_capture(before, move) || move.kind() == Move::Kind::kPromotion;
}

}  // namespace

std::string_view lookahead_name(Lookahead lookahead) noexcept {
  return kNames[static_cast<std::size_t>(lookahead)];
}

std::optional<Lookahead> lookahead_named(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return kLookaheads[static_cast<std::size_t>(found - kNames.begin())];
}

MoveValuer::MoveValuer(const Attributes& attributes, Lookahead lookahead)
    : attributes_(attributes), lookahead_(lookahead) {}

bool MoveValuer::ends_at(const Position& position, std::size_t ply, bool quiet) const noexcept {
  const auto lookahead = static_cast<std::size_t>(lookahead_);
  if (ply < kMin[lookahead]) return false;
  return ply >= kMax[lookahead] || (quiet && !position.in_check());
}

double MoveValuer::evaluate_position(Position& position, std::size_t ply, bool quiet,
                                     std::span<const double> weights, std::span<double> slope) {
  const auto decided = [&slope](double value) {
    std::ranges::fill(slope, 0.0);
    return value;
  };
  if (ends_at(position, ply, quiet)) {
    if (count_legal(position) > 0) {
      attributes_.of(position, slope);
      return std::inner_product(slope.begin(), slope.end(), weights.begin(), 0.0);
    }
  } else {
    const MoveList moves = legal_moves(position);
    if (!moves.empty()) return average(position, moves, ply, weights, slope);
  }
  if (!position.in_check()) return decided(0);
  const double win = kWinValue - static_cast<double>(ply);
  return decided(position.side_to_move() == Color::kWhite ? -win : win);
}

void MoveValuer::evaluate_moves(Position& position, const MoveList& moves, std::size_t ply,
                                std::span<const double> weights, MoveValues& out) {
  const std::size_t width = attributes_.size();
  out.values.resize(moves.size());
  out.slopes.resize(moves.size() * width);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const bool quiet = !is_noisy(position, moves[i]);
    Undo undo;
    position.do_move(moves[i], undo);
    out.values[i] = evaluate_position(position, ply + 1, quiet, weights,
                                      std::span(out.slopes).subspan(i * width, width));
    position.undo_move(moves[i], undo);
  }
}

double MoveValuer::average(Position& position, const MoveList& moves, std::size_t ply,
                           std::span<const double> weights, std::span<double> slope) {
  MoveValues& replies = replies_[ply];
  evaluate_moves(position, moves, ply, weights, replies);
  const double sigma = position.side_to_move() == Color::kWhite ? 1 : -1;
  double best = sigma * replies.values.front();
  for (const double value : replies.values) best = std::max(best, sigma * value);
  double sum = 0, mean = 0;
  for (const double value : replies.values) {
    const double chance = std::exp(sigma * value - best);
    sum += chance;
    mean += chance * value;
  }
  mean /= sum;
  std::ranges::fill(slope, 0.0);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const double chance = std::exp(sigma * replies.values[i] - best) / sum;
    const double share = chance * (1 + sigma * (replies.values[i] - mean));
    const std::span<const double> reply = replies.slope(i);
    for (std::size_t k = 0; k < slope.size(); ++k) slope[k] += share * reply[k];
  }
  return mean;
}

void MoveValuer::value(Position& position, const MoveList& moves, std::span<const double> weights,
                       MoveValues& out) {
  evaluate_moves(position, moves, 0, weights, out);
  if (position.side_to_move() == Color::kWhite) return;
  for (double& value : out.values) value = -value;
  for (double& slope : out.slopes) slope = -slope;
}

void softmax(std::span<const double> values, std::vector<double>& chances) {
  chances.resize(values.size());
  const double best = std::ranges::max(values);
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += chances[i] = std::exp(values[i] - best);
  for (double& chance : chances) chance /= sum;
}

}  // namespace trivium::chess
