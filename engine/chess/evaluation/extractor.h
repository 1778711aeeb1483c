// The one extractor: what each side of a position has of each feature (feature_groups.h), told to a sink.
//
// Everybody counts through these templates: the evaluation with a sink that adds up weights, learners, `explain` and tests with sinks
// that keep counts. A Sink has
//
//   void add(FeatureIndex feature, Color side, int count = 1);   // `count` more of the feature for that side; may be 0
//   void place(Color side, Seat seat);                           // the features of a piece on its square (extractor_placement.h)
//
// A theme has a file of its own: pawns and shelter (extractor_pawns.h), pieces, king, threats and space, passers.
#pragma once

#include "engine/chess/evaluation/extractor_facts.h"
#include "engine/chess/evaluation/extractor_king.h"
#include "engine/chess/evaluation/extractor_passers.h"
#include "engine/chess/evaluation/extractor_pawns.h"
#include "engine/chess/evaluation/extractor_pieces.h"
#include "engine/chess/evaluation/extractor_threats.h"
#include "engine/chess/rules/position.h"

namespace trivium::chess {

namespace detail {

/// The themes that need both sides' attack maps complete.
template <Color kUs, class Sink>
void extract_relations(const Position& position, const PawnFacts& pawns, const BoardFacts& facts, Sink& sink) noexcept {
  extract_king_cover<kUs>(position, facts, sink);
  extract_king_attack<kUs>(position, pawns, facts, sink);
  extract_threats<kUs>(position, facts, sink);
  extract_space<kUs>(facts, sink);
  extract_passers<kUs>(position, pawns, facts, sink);
}

}  // namespace detail

/// Everything but extract_pawn_features(), whose result for this position is `pawns`.
template <class Sink>
void extract_other_features(const Position& position, const PawnFacts& pawns, Sink& sink) noexcept {
  BoardFacts facts = gather_facts(position);
  detail::extract_side_pieces<Color::kWhite>(position, pawns, facts, sink);
  detail::extract_side_pieces<Color::kBlack>(position, pawns, facts, sink);
  detail::extract_relations<Color::kWhite>(position, pawns, facts, sink);
  detail::extract_relations<Color::kBlack>(position, pawns, facts, sink);
  sink.add(feature_at("tempo"_group), position.side_to_move());
}

/// All features of both sides.
template <class Sink>
void extract_features(const Position& position, Sink& sink) noexcept {
  const PawnFacts pawns = extract_pawn_features(position, sink);
  extract_other_features(position, pawns, sink);
}

}  // namespace trivium::chess
