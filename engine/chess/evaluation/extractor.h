// The only feature extractor: passes each side's features (feature_groups.h) of a position to a
// sink.
//
// All users count features with these templates: the evaluation with a sink that adds weights;
// learners, `explain` and tests with sinks that keep counts. A Sink has
//
//   void add(FeatureIndex feature, Color side, int count = 1);   // adds `count`, which may be 0
//   void place(Color side, Seat seat);                           // a piece's features
//
// Each theme has its own file: pawns and shelter (extractor_pawns.h), pieces, king, threats and
// space, passed pawns. extractor_placement.h defines Seat.
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

/// Extracts the themes that need complete attack maps of both sides.
template <Color kUs, class Sink>
void extract_relations(const Position& position, const PawnFacts& pawns, const BoardFacts& facts,
                       Sink& sink) noexcept {
  extract_king_cover<kUs>(position, facts, sink);
  extract_king_attack<kUs>(position, pawns, facts, sink);
  extract_threats<kUs>(position, facts, sink);
  extract_space<kUs>(facts, sink);
  extract_passers<kUs>(position, pawns, facts, sink);
}

}  // namespace detail

/// Extracts all features except those of extract_pawn_features(), whose result is `pawns`.
template <class Sink>
void extract_other_features(const Position& position, const PawnFacts& pawns, Sink& sink) noexcept {
  BoardFacts facts = gather_facts(position);
  detail::extract_side_pieces<Color::kWhite>(position, pawns, facts, sink);
  detail::extract_side_pieces<Color::kBlack>(position, pawns, facts, sink);
  detail::extract_relations<Color::kWhite>(position, pawns, facts, sink);
  detail::extract_relations<Color::kBlack>(position, pawns, facts, sink);
  sink.add(feature_at("tempo"_group), position.side_to_move());
}

/// Extracts all features of both sides.
template <class Sink>
void extract_features(const Position& position, Sink& sink) noexcept {
  const PawnFacts pawns = extract_pawn_features(position, sink);
  extract_other_features(position, pawns, sink);
}

}  // namespace trivium::chess
