// The table of feature groups: names, sizes and meanings, in the order in which features stand in every vector.
//
// Words used below. Squares, ranks and files are a side's own: its first rank is where its king begins. A square is free when nothing
// stands on it, safe when no enemy attacks it. Attacks are those of extractor_pieces.h: bishops and rooks see through queens, rooks through
// own rooks too, and a piece pinned to its king attacks along the pin only. Each side counts its own; an evaluation takes the difference.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trivium::chess {

/// Where a feature stands in every vector of features.
using FeatureIndex = std::uint16_t;

/// A family of features that differ by a number: a count, a rank, a square, ...; a single feature is a group of size 1.
enum class FeatureGroup : std::uint8_t {
  // Material, in the order of PieceType, and imbalance.
  kPawn,
  kKnight,
  kBishop,
  kRook,
  kQueen,
  kBishopPair,
  kKnightPair,
  kRookPair,
  kRookWithQueen,
  kKnightByPawns,
  kBishopByPawns,
  kRookByPawns,
  kQueenByPawns,
  // Piece-square tables: from the own king's half, and from the enemy king's.
  kPawnSquare,
  kKnightSquare,
  kBishopSquare,
  kRookSquare,
  kQueenSquare,
  kKingSquare,
  kPawnEnemySquare,
  kKnightEnemySquare,
  kBishopEnemySquare,
  kRookEnemySquare,
  kQueenEnemySquare,
  // Mobility, in the order of PieceType.
  kKnightMobility,
  kBishopMobility,
  kRookMobility,
  kQueenMobility,
  // Pawn structure.
  kIsolatedPawn,
  kDoubledPawn,
  kBackwardPawn,
  kPhalanxPawn,
  kSupportedPawn,
  kPawnIsland,
  kAdvancedRam,
  kCandidatePawn,
  kPassedPawn,
  kConnectedPasser,
  kProtectedPasser,
  // What helps or hinders a passed pawn.
  kPasserFreeStop,
  kPasserBlockaded,
  kPasserSafeStop,
  kPasserDefendedStop,
  kPasserSafePath,
  kPasserRookBehind,
  kPasserOwnKing,
  kPasserEnemyKing,
  kPasserUnstoppable,
  // The own king's cover.
  kKingShelter,
  kKingStorm,
  kKingBlockedStorm,
  kKingFile,
  kKingPawnDistance,
  kKingPawnlessFlank,
  kKingDefender,
  kCastlingRight,
  kPinned,
  // The attack on the enemy king.
  kRingAttacker,
  kRingAttack,
  kWeakRingSquare,
  kSafeCheck,
  kUnsafeCheck,
  kFlankAttack,
  kFlankDefence,
  kKingDanger,
  kKingDangerQueenless,
  kKingDangerUnits,
  kKingDangerSquared,
  // Threats.
  kThreatByPawn,
  kThreatByKnight,
  kThreatByBishop,
  kThreatByRook,
  kThreatByKing,
  kHanging,
  kPawnPushThreat,
  kRestrictedSquare,
  kQueenPressure,
  // Pieces.
  kKnightOutpost,
  kBishopOutpost,
  kReachableOutpost,
  kMinorBehindPawn,
  kMinorKingDistance,
  kBishopColorPawn,
  kBishopBlockedCenter,
  kBishopXrayPawn,
  kBishopLongDiagonal,
  kRookOpenFile,
  kRookClosedFile,
  kRookOnSeventh,
  kRookTrapped,
  kRookQueenFile,
  kQueenInfiltration,
  kQueenExposed,
  // Space, and the turn.
  kSpace,
  kSpaceBehindPawns,
  kTempo,
  kCount
};
inline constexpr std::size_t kFeatureGroups = static_cast<std::size_t>(FeatureGroup::kCount);
constexpr std::size_t index(FeatureGroup group) noexcept { return static_cast<std::size_t>(group); }

struct FeatureGroupInfo {
  FeatureGroup group;
  std::string_view name;     ///< as in weight files, `explain` and model cards
  std::uint16_t size;        ///< features in the group
  std::string_view meaning;  ///< one line for a reader; says what the number in brackets is
};

inline constexpr std::array<FeatureGroupInfo, kFeatureGroups> kFeatureGroupTable{{
    {FeatureGroup::kPawn, "pawn", 1, "pawns on the board"},
    {FeatureGroup::kKnight, "knight", 1, "knights on the board"},
    {FeatureGroup::kBishop, "bishop", 1, "bishops on the board"},
    {FeatureGroup::kRook, "rook", 1, "rooks on the board"},
    {FeatureGroup::kQueen, "queen", 1, "queens on the board"},
    {FeatureGroup::kBishopPair, "bishop_pair", 1, "bishops on squares of both colours"},
    {FeatureGroup::kKnightPair, "knight_pair", 1, "two knights or more"},
    {FeatureGroup::kRookPair, "rook_pair", 1, "two rooks or more"},
    {FeatureGroup::kRookWithQueen, "rook_with_queen", 1, "rooks of a side that has a queen"},
    {FeatureGroup::kKnightByPawns, "knight_by_pawns", 9, "knights, by the number of own pawns"},
    {FeatureGroup::kBishopByPawns, "bishop_by_pawns", 9, "bishops, by the number of own pawns"},
    {FeatureGroup::kRookByPawns, "rook_by_pawns", 9, "rooks, by the number of own pawns"},
    {FeatureGroup::kQueenByPawns, "queen_by_pawns", 9, "queens, by the number of own pawns"},

    {FeatureGroup::kPawnSquare, "pawn_square", 48, "pawns by square, mirrored so that the own king is on files e-h: 0 = a2, 47 = h7"},
    {FeatureGroup::kKnightSquare, "knight_square", 64, "knights by square, mirrored so that the own king is on files e-h: 0 = a1, 63 = h8"},
    {FeatureGroup::kBishopSquare, "bishop_square", 64, "bishops by square, mirrored so that the own king is on files e-h: 0 = a1, 63 = h8"},
    {FeatureGroup::kRookSquare, "rook_square", 64, "rooks by square, mirrored so that the own king is on files e-h: 0 = a1, 63 = h8"},
    {FeatureGroup::kQueenSquare, "queen_square", 64, "queens by square, mirrored so that the own king is on files e-h: 0 = a1, 63 = h8"},
    {FeatureGroup::kKingSquare, "king_square", 32, "the king's square, mirrored so that it is on files e-h: 0 = e1, 4 = e2, 31 = h8"},
    {FeatureGroup::kPawnEnemySquare, "pawn_enemy_square", 48, "pawns by square, mirrored so that the enemy king is on files e-h"},
    {FeatureGroup::kKnightEnemySquare, "knight_enemy_square", 64, "knights by square, mirrored so that the enemy king is on files e-h"},
    {FeatureGroup::kBishopEnemySquare, "bishop_enemy_square", 64, "bishops by square, mirrored so that the enemy king is on files e-h"},
    {FeatureGroup::kRookEnemySquare, "rook_enemy_square", 64, "rooks by square, mirrored so that the enemy king is on files e-h"},
    {FeatureGroup::kQueenEnemySquare, "queen_enemy_square", 64, "queens by square, mirrored so that the enemy king is on files e-h"},

    {FeatureGroup::kKnightMobility, "knight_mobility", 9,
     "knights by mobility: the number of squares they attack that no enemy pawn attacks and where neither the own king nor an own pawn "
     "stands that is blocked or on the second or third rank"},
    {FeatureGroup::kBishopMobility, "bishop_mobility", 14,
     "bishops by mobility: the number of squares they attack, counted as for knights"},
    {FeatureGroup::kRookMobility, "rook_mobility", 15, "rooks by mobility: the number of squares they attack, counted as for knights"},
    {FeatureGroup::kQueenMobility, "queen_mobility", 28, "queens by mobility: the number of squares they attack, counted as for knights"},

    {FeatureGroup::kIsolatedPawn, "isolated_pawn", 2,
     "pawns without an own pawn on a neighbouring file; 0 = an enemy pawn is ahead on their file, 1 = none is"},
    {FeatureGroup::kDoubledPawn, "doubled_pawn", 2,
     "pawns with an own pawn ahead on their file; 0 = an own pawn defends them, 1 = none does"},
    {FeatureGroup::kBackwardPawn, "backward_pawn", 2,
     "pawns ahead of all own pawns' help (none on a neighbouring file is level or behind, but one is there) whose next square an enemy "
     "pawn holds or attacks; 0 = an enemy pawn is ahead on their file, 1 = none is"},
    {FeatureGroup::kPhalanxPawn, "phalanx_pawn", 12,
     "pawns beside an own pawn by rank, 0 = second; 6 more when no enemy pawn is ahead on their file"},
    {FeatureGroup::kSupportedPawn, "supported_pawn", 10,
     "pawns that an own pawn defends by rank, 0 = third; 5 more when no enemy pawn is ahead on their file"},
    {FeatureGroup::kPawnIsland, "pawn_island", 1, "groups of neighbouring files with own pawns"},
    {FeatureGroup::kAdvancedRam, "advanced_ram", 2, "pawns that an enemy pawn directly blocks; 0 = on the fifth rank, 1 = on the sixth"},
    {FeatureGroup::kCandidatePawn, "candidate_pawn", 5,
     "pawns not passed, no pawn ahead on their file, and on the neighbouring files not fewer own pawns level or behind than enemy pawns "
     "ahead; by rank, 0 = second"},
    {FeatureGroup::kPassedPawn, "passed_pawn", 6,
     "passed pawns: no pawn ahead on their file, no enemy pawn ahead on a neighbouring one; by rank, 0 = second"},
    {FeatureGroup::kConnectedPasser, "connected_passer", 6,
     "passed pawns with an own passed pawn on a neighbouring file at most one rank away; by rank, 0 = second"},
    {FeatureGroup::kProtectedPasser, "protected_passer", 5, "passed pawns that an own pawn defends; by rank, 0 = third"},

    {FeatureGroup::kPasserFreeStop, "passer_free_stop", 6, "passed pawns whose next square is free; by rank, 0 = second"},
    {FeatureGroup::kPasserBlockaded, "passer_blockaded", 6, "passed pawns before an enemy piece; by rank, 0 = second"},
    {FeatureGroup::kPasserSafeStop, "passer_safe_stop", 6, "passed pawns whose next square is safe; by rank, 0 = second"},
    {FeatureGroup::kPasserDefendedStop, "passer_defended_stop", 6, "passed pawns whose next square is defended; by rank, 0 = second"},
    {FeatureGroup::kPasserSafePath, "passer_safe_path", 6,
     "passed pawns with no enemy on or attacking the squares to promotion; by rank, 0 = second"},
    {FeatureGroup::kPasserRookBehind, "passer_rook_behind", 2,
     "passed pawns with a rook or queen next behind them on their file; 0 = own, 1 = enemy"},
    {FeatureGroup::kPasserOwnKing, "passer_own_king", 32,
     "passed pawns from the fourth rank on, by 8 x (rank - 4) + own king's distance to the next square"},
    {FeatureGroup::kPasserEnemyKing, "passer_enemy_king", 32,
     "passed pawns from the fourth rank on, by 8 x (rank - 4) + enemy king's distance to the next square"},
    {FeatureGroup::kPasserUnstoppable, "passer_unstoppable", 1,
     "passed pawns with a free path that an enemy with king and pawns alone cannot catch"},

    {FeatureGroup::kKingShelter, "king_shelter", 28,
     "the king's file and its neighbours (b-g in the middle) by 7 x distance from the edge + rank of the rearmost own pawn not behind "
     "the king, 0 = none, 1 = second rank"},
    {FeatureGroup::kKingStorm, "king_storm", 28,
     "the files of king_shelter by 7 x distance from the edge + rank of the nearest enemy pawn not behind the king, unless the shelter "
     "pawn blocks it"},
    {FeatureGroup::kKingBlockedStorm, "king_blocked_storm", 5,
     "the files of king_shelter where the shelter pawn blocks the nearest enemy pawn, by the latter's rank, 0 = third"},
    {FeatureGroup::kKingFile, "king_file", 3, "the king's file has 0 = no own pawn, 1 = no enemy pawn, 2 = none at all"},
    {FeatureGroup::kKingPawnDistance, "king_pawn_distance", 8, "the king's distance to the nearest own pawn, 0 = no pawns"},
    {FeatureGroup::kKingPawnlessFlank, "king_pawnless_flank", 1, "no pawn of either side on the king's flank (a-d, c-f or e-h)"},
    {FeatureGroup::kKingDefender, "king_defender", 1, "own knights and bishops in the king's ring (three by three, moved off the edge)"},
    {FeatureGroup::kCastlingRight, "castling_right", 1, "castlings that the side may still make some day"},
    {FeatureGroup::kPinned, "pinned", 5, "own pieces that alone shield the king from an enemy slider, by type, 0 = pawn"},

    {FeatureGroup::kRingAttacker, "ring_attacker", 4, "pieces that attack the enemy king's ring, by type, 0 = knight"},
    {FeatureGroup::kRingAttack, "ring_attack", 4, "attacks on squares beside the enemy king, by the piece's type, 0 = knight"},
    {FeatureGroup::kWeakRingSquare, "weak_ring_square", 1,
     "attacked squares of the enemy king's ring that the enemy defends at most once, and with king or queen if at all"},
    {FeatureGroup::kSafeCheck, "safe_check", 8,
     "types that could give check on a square where they could hardly be taken: 0 = knight, one square; 4 = knight, several"},
    {FeatureGroup::kUnsafeCheck, "unsafe_check", 4, "types that could give check, but on no such square: 0 = knight"},
    {FeatureGroup::kFlankAttack, "flank_attack", 2,
     "attacked squares on the enemy king's flank, five ranks on the enemy's side; 1 = attacked twice"},
    {FeatureGroup::kFlankDefence, "flank_defence", 1, "attacked squares on the own king's flank, on the first five ranks"},
    {FeatureGroup::kKingDanger, "king_danger", 64,
     "attack units on the enemy king by a side that has a queen; units are made in extractor_king.h, 63 = more"},
    {FeatureGroup::kKingDangerQueenless, "king_danger_queenless", 32,
     "attack units on the enemy king by a side without a queen, 31 = more"},
    {FeatureGroup::kKingDangerUnits, "king_danger_units", 1, "the units of the attack on the enemy king as a count, at most 63"},
    {FeatureGroup::kKingDangerSquared, "king_danger_squared", 1, "the square of king_danger_units, divided by 32 and rounded down"},

    {FeatureGroup::kThreatByPawn, "threat_by_pawn", 4,
     "enemy pieces attacked by own pawns that are safe or defended, by the attacked type, 0 = knight"},
    {FeatureGroup::kThreatByKnight, "threat_by_knight", 5,
     "weak enemy pieces, and all rooks and queens, that knights attack; by type, 0 = pawn. Weak: attacked, not defended by a pawn, and "
     "not defended twice unless attacked twice"},
    {FeatureGroup::kThreatByBishop, "threat_by_bishop", 5, "weak enemy pieces, and all rooks and queens, that bishops attack; by type"},
    {FeatureGroup::kThreatByRook, "threat_by_rook", 5, "weak enemy pieces, and all queens, that rooks attack; by type"},
    {FeatureGroup::kThreatByKing, "threat_by_king", 5, "undefended enemy pieces that the king attacks; by type"},
    {FeatureGroup::kHanging, "hanging", 5,
     "weak enemy pieces that nobody defends, or that are attacked twice and no pawns; by type, 0 = pawn"},
    {FeatureGroup::kPawnPushThreat, "pawn_push_threat", 1,
     "enemy pieces that an own pawn would attack after a step to a square that is safe or defended, and that no enemy pawn attacks"},
    {FeatureGroup::kRestrictedSquare, "restricted_square", 1,
     "squares both sides attack, the enemy without a pawn, and twice only if this side attacks them twice too"},
    {FeatureGroup::kQueenPressure, "queen_pressure", 2,
     "squares from which a knight (0), or a slider with support (1), could attack the enemy's only queen next move"},

    {FeatureGroup::kKnightOutpost, "knight_outpost", 2,
     "knights on the fourth to sixth rank where no enemy pawn can ever attack them; 1 = an own pawn defends them"},
    {FeatureGroup::kBishopOutpost, "bishop_outpost", 2, "bishops on an outpost as knight_outpost has it; 1 = an own pawn defends them"},
    {FeatureGroup::kReachableOutpost, "reachable_outpost", 1, "knights on no outpost that could move to one which an own pawn defends"},
    {FeatureGroup::kMinorBehindPawn, "minor_behind_pawn", 2, "0 = knights, 1 = bishops with a pawn of either side directly before them"},
    {FeatureGroup::kMinorKingDistance, "minor_king_distance", 2, "the sum of distances to the own king, of 0 = knights, 1 = bishops"},
    {FeatureGroup::kBishopColorPawn, "bishop_color_pawn", 1, "for each bishop the own pawns on squares of its colour"},
    {FeatureGroup::kBishopBlockedCenter, "bishop_blocked_center", 1,
     "for each bishop the own pawns on its colour times the blocked own pawns on files c-f"},
    {FeatureGroup::kBishopXrayPawn, "bishop_xray_pawn", 1, "for each bishop the enemy pawns on its diagonals, whatever stands between"},
    {FeatureGroup::kBishopLongDiagonal, "bishop_long_diagonal", 1,
     "bishops that look at two of the four centre squares with nothing but pieces between"},
    {FeatureGroup::kRookOpenFile, "rook_open_file", 2, "rooks on a file without own pawns; 0 = with enemy pawns, 1 = without"},
    {FeatureGroup::kRookClosedFile, "rook_closed_file", 1, "rooks on a file with an own pawn that is blocked"},
    {FeatureGroup::kRookOnSeventh, "rook_on_seventh", 1,
     "rooks on the seventh rank with the enemy king on the eighth or pawns beside them"},
    {FeatureGroup::kRookTrapped, "rook_trapped", 2,
     "rooks behind own pawns with mobility 3 or less, on the king's wing further out than it; 0 = may still castle, 1 = not"},
    {FeatureGroup::kRookQueenFile, "rook_queen_file", 1, "rooks on a file with a queen of either side"},
    {FeatureGroup::kQueenInfiltration, "queen_infiltration", 1,
     "queens on the fifth rank or beyond where no enemy pawn can ever attack them"},
    {FeatureGroup::kQueenExposed, "queen_exposed", 1, "queens from which just one piece shields an enemy bishop's or rook's line"},

    {FeatureGroup::kSpace, "space", 1, "squares c2-f4 without an own pawn that no enemy pawn attacks"},
    {FeatureGroup::kSpaceBehindPawns, "space_behind_pawns", 1,
     "squares counted by space that are safe and at most three ranks behind an own pawn"},
    {FeatureGroup::kTempo, "tempo", 1, "the side to move"},
}};

namespace detail {

/// Where each group begins, and after the last the number of features.
constexpr std::array<FeatureIndex, kFeatureGroups + 1> group_starts() noexcept {
  std::array<FeatureIndex, kFeatureGroups + 1> starts{};
  for (std::size_t g = 0; g < kFeatureGroups; ++g) {
    starts[g + 1] = static_cast<FeatureIndex>(starts[g] + kFeatureGroupTable[g].size);
  }
  return starts;
}
inline constexpr auto kGroupStarts = group_starts();

constexpr bool table_follows_the_enumeration() noexcept {
  for (std::size_t g = 0; g < kFeatureGroups; ++g) {
    if (index(kFeatureGroupTable[g].group) != g || kFeatureGroupTable[g].size == 0) return false;
  }
  return true;
}
static_assert(table_follows_the_enumeration());

}  // namespace detail

inline constexpr std::size_t kFeatureCount = detail::kGroupStarts[kFeatureGroups];

/// The group's line of the table.
constexpr const FeatureGroupInfo& info(FeatureGroup group) noexcept { return kFeatureGroupTable[index(group)]; }

/// Of the group's first feature; the others follow.
constexpr FeatureIndex first_feature(FeatureGroup group) noexcept { return detail::kGroupStarts[index(group)]; }

/// The group's feature of that number, which must be below its size.
constexpr FeatureIndex feature_at(FeatureGroup group, int number = 0) noexcept {
  return static_cast<FeatureIndex>(first_feature(group) + number);
}

}  // namespace trivium::chess
