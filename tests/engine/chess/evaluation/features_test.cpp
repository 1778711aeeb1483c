// What each group of features counts, on positions small enough to check by eye; and the table of names.
#include "engine/chess/evaluation/features.h"

#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "doctest/doctest.h"

#include "tests/engine/chess/support.h"

namespace trivium::chess {
namespace {

using G = FeatureGroup;

struct Example {
  FeatureGroup group;
  int number;
  std::string_view fen;
  int white;
  int black;
};

constexpr Example kMaterialAndSquares[] = {
    {G::kPawn, 0, "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", 2, 0},
    {G::kKnight, 0, "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", 2, 0},
    {G::kBishop, 0, "4k3/8/8/8/8/8/8/QRB1KBR1 w - - 0 1", 2, 0},
    {G::kRook, 0, "4k3/8/8/8/8/8/8/QRB1KBR1 w - - 0 1", 2, 0},
    {G::kQueen, 0, "4k3/8/8/8/8/8/8/QRB1KBR1 w - - 0 1", 1, 0},
    {G::kBishopPair, 0, "4k3/8/8/8/8/8/8/QRB1KBR1 w - - 0 1", 1, 0},
    {G::kBishopPair, 0, "4k3/8/8/8/8/4B3/8/2B1K3 w - - 0 1", 0, 0},  // both on dark squares
    {G::kKnightPair, 0, "1n2k1n1/8/8/8/8/8/8/1N2K3 w - - 0 1", 0, 1},
    {G::kRookPair, 0, "4k2r/8/8/8/8/8/8/R3K2R w - - 0 1", 1, 0},
    {G::kRookWithQueen, 0, "r2qk3/8/8/8/8/8/8/R3K2R w - - 0 1", 0, 1},
    {G::kKnightByPawns, 2, "4k1n1/8/8/8/8/8/PP6/1N2K3 w - - 0 1", 1, 0},
    {G::kKnightByPawns, 0, "4k1n1/8/8/8/8/8/PP6/1N2K3 w - - 0 1", 0, 1},
    {G::kBishopByPawns, 1, "2b1k3/8/8/8/8/8/P7/2B1K3 w - - 0 1", 1, 0},
    {G::kRookByPawns, 8, "r3k3/8/8/8/8/8/PPPPPPPP/R3K2R w - - 0 1", 2, 0},
    {G::kQueenByPawns, 0, "3qk3/8/8/8/8/8/P7/3QK3 w - - 0 1", 0, 1},

    {G::kPawnSquare, 0, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 1, 0},
    {G::kPawnSquare, 7, "4k3/8/8/8/8/8/P7/3K4 w - - 0 1", 1, 0},  // mirrored: the king is on the queen's side
    {G::kPawnSquare, 47, "3k4/8/8/8/8/8/p7/4K3 w - - 0 1", 0, 1},
    {G::kKnightSquare, 1, "4k1n1/8/8/8/8/8/8/1N2K3 w - - 0 1", 1, 0},
    {G::kKnightSquare, 6, "4k1n1/8/8/8/8/8/8/1N2K3 w - - 0 1", 0, 1},
    {G::kBishopSquare, 63, "4k2B/8/8/8/8/8/8/4K3 w - - 0 1", 1, 0},
    {G::kRookSquare, 0, "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1", 1, 0},
    {G::kQueenSquare, 35, "4k3/8/8/3Q4/8/8/8/4K3 w - - 0 1", 1, 0},
    {G::kKingSquare, 0, "8/4k3/8/8/8/8/8/3K4 w - - 0 1", 1, 0},
    {G::kKingSquare, 4, "8/4k3/8/8/8/8/8/3K4 w - - 0 1", 0, 1},
    {G::kPawnEnemySquare, 0, "4k3/8/8/8/8/8/P7/3K4 w - - 0 1", 1, 0},
    {G::kKnightEnemySquare, 6, "3k4/8/8/8/8/8/8/1N2K3 w - - 0 1", 1, 0},
    {G::kBishopEnemySquare, 2, "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", 1, 0},
    {G::kRookEnemySquare, 7, "4k3/8/8/8/8/8/8/4K2R w - - 0 1", 1, 0},
    {G::kQueenEnemySquare, 3, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", 1, 0},

    {G::kKnightMobility, 2, "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", 1, 0},
    {G::kKnightMobility, 1, "4k3/8/8/8/p7/8/8/N3K3 w - - 0 1", 1, 0},    // the pawn guards b3
    {G::kKnightMobility, 0, "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", 1, 0},  // pinned
    {G::kBishopMobility, 7, "4k3/8/8/8/8/8/8/B3K3 w - - 0 1", 1, 0},
    {G::kRookMobility, 10, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 1, 0},
    {G::kQueenMobility, 17, "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 1, 0},
};

constexpr Example kPawns[] = {
    {G::kIsolatedPawn, 1, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 1, 0},
    {G::kIsolatedPawn, 0, "4k3/pp6/8/8/8/8/P7/4K3 w - - 0 1", 1, 0},
    {G::kDoubledPawn, 1, "4k3/8/8/8/8/P7/P7/4K3 w - - 0 1", 1, 0},
    {G::kDoubledPawn, 0, "4k3/8/8/8/P7/P7/1P6/4K3 w - - 0 1", 1, 0},
    {G::kBackwardPawn, 1, "4k3/8/8/4p3/4P3/3P4/8/4K3 w - - 0 1", 1, 0},
    {G::kBackwardPawn, 0, "4k3/8/3p4/4p3/4P3/3P4/8/4K3 w - - 0 1", 1, 1},
    {G::kBackwardPawn, 1, "4k3/8/8/4p3/4P3/3P4/2P5/4K3 w - - 0 1", 0, 0},  // c2 can help d3
    {G::kPhalanxPawn, 6, "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", 2, 0},
    {G::kPhalanxPawn, 0, "4k3/p7/8/8/8/8/PP6/4K3 w - - 0 1", 1, 0},  // a2 meets a7
    {G::kSupportedPawn, 5, "4k3/8/8/8/8/1P6/P7/4K3 w - - 0 1", 1, 0},
    {G::kPawnIsland, 0, "4k3/8/8/8/8/8/P1PP2P1/4K3 w - - 0 1", 3, 0},
    {G::kAdvancedRam, 0, "4k3/8/4p3/4P3/8/8/8/4K3 w - - 0 1", 1, 0},
    {G::kAdvancedRam, 1, "4k3/4p3/4P3/8/8/8/8/4K3 w - - 0 1", 1, 0},
    {G::kCandidatePawn, 0, "4k3/p7/8/8/8/8/PP6/4K3 w - - 0 1", 1, 0},
    {G::kPassedPawn, 0, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 1, 0},
    {G::kPassedPawn, 5, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 1, 0},
    {G::kPassedPawn, 2, "4k3/1p6/8/8/P7/8/8/4K3 w - - 0 1", 0, 0},  // b7 guards the way
    {G::kConnectedPasser, 2, "4k3/8/8/8/PP6/8/8/4K3 w - - 0 1", 2, 0},
    {G::kProtectedPasser, 0, "4k3/8/8/8/8/1P6/P7/4K3 w - - 0 1", 1, 0},

    {G::kPasserFreeStop, 0, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 1, 0},
    {G::kPasserBlockaded, 3, "4k3/8/n7/P7/8/8/8/4K3 w - - 0 1", 1, 0},
    {G::kPasserFreeStop, 3, "4k3/8/n7/P7/8/8/8/4K3 w - - 0 1", 0, 0},
    {G::kPasserSafeStop, 0, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 1, 0},
    {G::kPasserSafeStop, 1, "4k3/8/8/8/8/P7/r7/4K3 w - - 0 1", 0, 0},  // the rook behind it looks through the pawn
    {G::kPasserDefendedStop, 0, "4k3/8/8/8/8/8/P7/1N2K3 w - - 0 1", 1, 0},
    {G::kPasserSafePath, 0, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 1, 0},
    {G::kPasserSafePath, 0, "1k6/8/8/8/8/8/P7/4K3 w - - 0 1", 0, 0},
    {G::kPasserRookBehind, 0, "4k3/8/8/8/8/P7/8/R3K3 w - - 0 1", 1, 0},
    {G::kPasserRookBehind, 1, "4k3/8/8/8/8/P7/r7/4K3 w - - 0 1", 1, 0},
    {G::kPasserOwnKing, 4, "4k3/8/8/8/P7/8/8/4K3 w - - 0 1", 1, 0},
    {G::kPasserEnemyKing, 4, "4k3/8/8/8/P7/8/8/4K3 w - - 0 1", 1, 0},
    {G::kPasserUnstoppable, 0, "7k/8/8/P7/8/8/8/7K w - - 0 1", 1, 0},
    {G::kPasserUnstoppable, 0, "4k3/8/8/P7/8/8/8/7K b - - 0 1", 0, 0},  // Black, on move, is in the square
    {G::kPasserUnstoppable, 0, "4k3/8/8/P7/8/8/8/7K w - - 0 1", 1, 0},
};

constexpr Example kKings[] = {
    {G::kKingShelter, 8, "4k3/8/8/8/8/8/5PPP/6K1 w - - 0 1", 1, 0},
    {G::kKingShelter, 21, "4k3/8/8/8/8/8/5PPP/6K1 w - - 0 1", 0, 2},
    {G::kKingStorm, 10, "4k3/8/8/8/6p1/8/5PPP/6K1 w - - 0 1", 1, 0},
    {G::kKingBlockedStorm, 0, "4k3/8/8/8/8/6p1/5PP1/6K1 w - - 0 1", 1, 0},
    {G::kKingBlockedStorm, 4, "4k3/6p1/6P1/8/8/8/8/6K1 w - - 0 1", 1, 0},
    {G::kKingFile, 0, "4k3/6p1/8/8/8/8/5P1P/6K1 w - - 0 1", 1, 0},
    {G::kKingFile, 1, "4k3/8/8/8/8/8/6P1/6K1 w - - 0 1", 1, 0},
    {G::kKingFile, 2, "4k3/8/8/8/8/8/6P1/6K1 w - - 0 1", 0, 1},
    {G::kKingPawnDistance, 1, "4k3/8/8/8/8/8/6P1/6K1 w - - 0 1", 1, 0},
    {G::kKingPawnDistance, 0, "4k3/8/8/8/8/8/6P1/6K1 w - - 0 1", 0, 1},
    {G::kKingPawnlessFlank, 0, "1k6/8/8/8/8/8/P7/6K1 w - - 0 1", 1, 0},
    {G::kKingDefender, 0, "4k3/8/8/8/8/8/6B1/6K1 w - - 0 1", 1, 0},
    {G::kCastlingRight, 0, "r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1", 2, 1},
    {G::kPinned, 0, "4k3/4r3/8/8/8/8/4P3/4K3 w - - 0 1", 1, 0},
    {G::kPinned, 1, "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", 1, 0},
    {G::kPinned, 2, "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1", 1, 0},
    {G::kPinned, 3, "4k3/8/8/8/1b6/8/3R4/4K3 w - - 0 1", 1, 0},
    {G::kPinned, 4, "4k3/8/8/8/1b6/8/3Q4/4K3 w - - 0 1", 1, 0},

    {G::kRingAttacker, 0, "6k1/8/8/5N2/8/8/8/4K3 w - - 0 1", 1, 0},
    {G::kRingAttacker, 1, "6k1/8/8/8/8/8/1B6/4K3 w - - 0 1", 1, 0},
    {G::kRingAttacker, 2, "6k1/8/8/8/8/8/8/4KR2 w - - 0 1", 1, 0},
    {G::kRingAttacker, 3, "6k1/8/8/8/8/8/8/4K2Q w - - 0 1", 1, 0},
    {G::kRingAttack, 0, "6k1/8/8/5N2/8/8/8/4K3 w - - 0 1", 1, 0},      // g7
    {G::kRingAttack, 1, "6k1/8/8/8/8/8/1B6/4K3 w - - 0 1", 2, 0},      // g7, h8
    {G::kRingAttack, 2, "6k1/8/8/8/8/8/8/4KR2 w - - 0 1", 2, 0},       // f7, f8
    {G::kRingAttack, 3, "6k1/8/8/8/8/8/8/4K2Q w - - 0 1", 2, 0},       // h7, h8
    {G::kWeakRingSquare, 0, "6k1/8/8/5N2/8/8/8/4K3 w - - 0 1", 2, 0},  // g7, h6
    {G::kSafeCheck, 4, "6k1/8/8/5N2/8/8/8/4K3 w - - 0 1", 1, 0},       // e7, h6
    {G::kSafeCheck, 0, "6k1/8/2N5/8/8/8/8/4K3 w - - 0 1", 1, 0},       // e7
    {G::kSafeCheck, 1, "6k1/8/8/8/8/8/4B3/4K3 w - - 0 1", 1, 0},       // c4
    {G::kSafeCheck, 5, "4k3/8/8/8/8/3B4/8/4K3 w - - 0 1", 1, 0},       // b5, g6
    {G::kSafeCheck, 2, "6k1/8/8/8/8/8/8/R3K3 w - - 0 1", 1, 0},        // a8
    {G::kSafeCheck, 6, "6k1/8/8/8/8/4K3/8/R7 w - - 0 1", 1, 0},        // a8, g1
    {G::kSafeCheck, 3, "6k1/8/8/8/8/P7/1P6/QK6 w - - 0 1", 1, 0},      // a2
    {G::kSafeCheck, 7, "6k1/8/8/8/8/8/1P6/QK6 w - - 0 1", 1, 0},       // a2, a8
    {G::kUnsafeCheck, 0, "3b2k1/8/2N5/8/8/8/8/4K3 w - - 0 1", 1, 0},   // the bishop guards e7
    {G::kUnsafeCheck, 1, "6k1/8/1n6/8/8/8/4B3/4K3 w - - 0 1", 1, 0},   // the knight guards c4
    {G::kUnsafeCheck, 2, "6k1/1b6/8/8/8/8/8/R3K3 w - - 0 1", 1, 0},    // the bishop guards a8
    {G::kUnsafeCheck, 3, "5rk1/5ppp/8/8/8/8/Q7/4K3 w - - 0 1", 1, 0},  // king and rook guard f7
    {G::kFlankAttack, 0, "6k1/8/8/5N2/8/8/8/4K3 w - - 0 1", 4, 0},     // e7, g7, h6, h4
    {G::kFlankAttack, 1, "6k1/8/8/3N1N2/8/8/8/4K3 w - - 0 1", 1, 0},   // e7
    {G::kFlankDefence, 0, "6k1/8/8/5N2/8/8/8/4K3 w - - 0 1", 7, 5},    // White's king's five squares, d4, e3
    // 14 for safe checks by the queen and 9 for three files without a pawn; the side without a queen has the 9 alone.
    {G::kKingDanger, 23, "6k1/8/8/8/8/8/8/3QK3 w - - 0 1", 1, 0},
    {G::kKingDangerQueenless, 9, "6k1/8/8/8/8/8/8/3QK3 w - - 0 1", 0, 1},
    {G::kKingDangerUnits, 0, "6k1/8/8/8/8/8/8/3QK3 w - - 0 1", 23, 9},
    {G::kKingDangerSquared, 0, "6k1/8/8/8/8/8/8/3QK3 w - - 0 1", 16, 2},
};

constexpr Example kPiecesAndThreats[] = {
    {G::kThreatByPawn, 0, "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", 1, 0},
    {G::kThreatByPawn, 1, "4k3/8/8/3b4/4P3/4K3/8/8 w - - 0 1", 1, 0},
    {G::kThreatByPawn, 2, "4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1", 1, 0},
    {G::kThreatByPawn, 3, "4k3/8/8/3q4/4P3/4K3/8/8 w - - 0 1", 1, 0},
    {G::kThreatByPawn, 3, "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", 0, 0},  // nobody defends the pawn that she attacks
    {G::kThreatByKnight, 0, "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", 1, 0},
    {G::kThreatByKnight, 0, "4k3/8/4p3/3p4/8/2N5/8/4K3 w - - 0 1", 0, 0},  // a pawn defends it
    {G::kThreatByKnight, 4, "4k3/8/4p3/3q4/8/2N5/8/4K3 w - - 0 1", 1, 0},  // whoever defends her
    {G::kThreatByBishop, 1, "4k3/8/8/3n4/8/5B2/8/4K3 w - - 0 1", 1, 0},
    {G::kThreatByBishop, 3, "4k3/8/8/3r4/8/5B2/8/4K3 w - - 0 1", 1, 0},
    {G::kThreatByRook, 1, "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", 1, 0},
    {G::kThreatByRook, 4, "4k3/8/4p3/3q4/8/8/8/3RK3 w - - 0 1", 1, 0},
    {G::kThreatByRook, 3, "4k3/8/4p3/3r4/8/8/8/3RK3 w - - 0 1", 0, 1},  // a pawn defends Black's rook
    {G::kThreatByKing, 0, "4k3/8/8/4p3/4K3/8/8/8 w - - 0 1", 1, 0},
    {G::kThreatByKing, 1, "4k3/8/8/4n3/4K3/8/8/8 w - - 0 1", 1, 0},
    {G::kHanging, 0, "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", 1, 0},
    {G::kHanging, 1, "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", 1, 0},
    {G::kHanging, 1, "8/8/4k3/3n4/8/8/8/3RK3 w - - 0 1", 0, 0},    // the king defends it
    {G::kHanging, 1, "8/8/4k3/3n4/8/5B2/8/3RK3 w - - 0 1", 1, 0},  // but it is attacked twice
    {G::kHanging, 0, "8/8/4k3/3p4/8/5B2/8/3RK3 w - - 0 1", 0, 0},  // which does not count for pawns
    {G::kHanging, 3, "4k3/8/8/3r4/8/5B2/8/4K3 w - - 0 1", 1, 0},
    {G::kPawnPushThreat, 0, "4k3/8/8/3n4/8/4P3/8/4K3 w - - 0 1", 1, 0},
    {G::kRestrictedSquare, 0, "4k3/8/8/3n4/8/8/1P2N3/4K3 w - - 0 1", 2, 1},  // c3 and f4; a pawn defends c3
    {G::kQueenPressure, 0, "3qk3/8/8/8/3N4/8/8/4K3 w - - 0 1", 2, 0},        // c6, e6
    {G::kQueenPressure, 1, "4k3/8/8/3q4/8/1N6/8/R5K1 w - - 0 1", 1, 0},      // a5
    {G::kQueenPressure, 1, "4k3/8/8/3q4/8/8/8/R5K1 w - - 0 1", 0, 0},        // nobody supports the rook there

    {G::kKnightOutpost, 1, "4k3/8/8/3N4/2P5/8/8/4K3 w - - 0 1", 1, 0},
    {G::kKnightOutpost, 0, "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", 1, 0},
    {G::kKnightOutpost, 0, "4k3/2p5/8/3N4/8/8/8/4K3 w - - 0 1", 0, 0},  // c6 would drive it away
    {G::kBishopOutpost, 0, "4k3/8/8/3B4/8/8/8/4K3 w - - 0 1", 1, 0},
    {G::kBishopOutpost, 1, "4k3/8/8/3B4/2P5/8/8/4K3 w - - 0 1", 1, 0},
    {G::kReachableOutpost, 0, "4k3/8/8/8/2P5/2N5/8/4K3 w - - 0 1", 1, 0},
    {G::kMinorBehindPawn, 0, "4k3/8/8/8/4P3/4N3/8/4K3 w - - 0 1", 1, 0},
    {G::kMinorBehindPawn, 1, "4k3/8/8/8/4P3/4B3/8/4K3 w - - 0 1", 1, 0},
    {G::kMinorKingDistance, 0, "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", 2, 0},
    {G::kMinorKingDistance, 1, "4k3/8/8/8/8/8/8/4K2B w - - 0 1", 3, 0},
    {G::kBishopColorPawn, 0, "4k3/8/8/8/3P4/8/1P6/2B1K3 w - - 0 1", 2, 0},
    {G::kBishopBlockedCenter, 0, "4k3/8/8/3p4/3P4/8/1P6/2B1K3 w - - 0 1", 2, 0},
    {G::kBishopXrayPawn, 0, "4k3/8/8/6p1/8/4P3/8/2B1K3 w - - 0 1", 1, 0},
    {G::kBishopLongDiagonal, 0, "4k3/8/8/8/8/8/1B6/4K3 w - - 0 1", 1, 0},
    {G::kBishopLongDiagonal, 0, "4k3/8/8/8/3P4/8/1B6/4K3 w - - 0 1", 0, 0},
    {G::kRookOpenFile, 1, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 1, 0},
    {G::kRookOpenFile, 0, "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", 1, 0},
    {G::kRookClosedFile, 0, "4k3/8/8/8/8/p7/P7/R3K3 w - - 0 1", 1, 0},
    {G::kRookOnSeventh, 0, "4k3/7R/8/8/8/8/8/4K3 w - - 0 1", 1, 0},
    {G::kRookOnSeventh, 0, "8/7R/4k3/8/8/8/8/4K3 w - - 0 1", 0, 0},
    {G::kRookTrapped, 1, "4k3/8/8/8/8/8/5PPP/5K1R w - - 0 1", 1, 0},
    {G::kRookTrapped, 0, "4k3/8/8/8/8/8/6PP/4K2R w K - 0 1", 1, 0},
    {G::kRookQueenFile, 0, "3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", 1, 0},
    {G::kQueenInfiltration, 0, "4k3/8/8/Q7/8/8/8/4K3 w - - 0 1", 1, 0},
    {G::kQueenInfiltration, 0, "4k3/1p6/8/Q7/8/8/8/4K3 w - - 0 1", 0, 0},  // b6 would drive it away
    {G::kQueenExposed, 0, "3rk3/8/8/8/8/3N4/8/3QK3 w - - 0 1", 1, 0},

    {G::kSpace, 0, "4k3/8/8/8/8/8/2PP4/4K3 w - - 0 1", 10, 12},
    {G::kSpaceBehindPawns, 0, "4k3/8/8/8/3P4/8/8/4K3 w - - 0 1", 2, 0},  // d2, d3
    {G::kTempo, 0, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1, 0},
    {G::kTempo, 0, "4k3/8/8/8/8/8/8/4K3 b - - 0 1", 0, 1},
};

std::vector<Example> all_examples() {
  std::vector<Example> examples(std::begin(kMaterialAndSquares), std::end(kMaterialAndSquares));
  examples.insert(examples.end(), std::begin(kPawns), std::end(kPawns));
  examples.insert(examples.end(), std::begin(kKings), std::end(kKings));
  examples.insert(examples.end(), std::begin(kPiecesAndThreats), std::end(kPiecesAndThreats));
  return examples;
}

TEST_CASE("each feature counts on these positions what its meaning says") {
  for (const Example& example : all_examples()) {
    const FeatureIndex feature = feature_at(example.group, example.number);
    CAPTURE(feature_name(feature));
    CAPTURE(example.fen);
    const FeatureCounts counts = count_features(position_of(example.fen));
    CHECK(counts.white[feature] == example.white);
    CHECK(counts.black[feature] == example.black);
  }
}

TEST_CASE("every group has an example where one side has more of it than the other") {
  std::set<FeatureGroup> shown;
  for (const Example& example : all_examples()) {
    if (example.white != example.black) shown.insert(example.group);
  }
  for (std::size_t g = 0; g < kFeatureGroups; ++g) {
    CAPTURE(kFeatureGroupTable[g].name);
    CHECK(shown.contains(static_cast<FeatureGroup>(g)));
  }
}

TEST_CASE("the start position is balanced but for the turn") {
  Extraction extraction;
  extract(start_position(), extraction);
  REQUIRE(extraction.balance().size() == 1);
  CHECK(extraction.balance()[0].feature == feature_at(FeatureGroup::kTempo));
  CHECK(extraction.balance()[0].count == 1);
  CHECK(extraction.phase() == 100);
  CHECK(extraction.scale(Color::kWhite) == 100);
  CHECK_FALSE(extraction.known());
}

TEST_CASE("the phase is four for a minor piece, eight for a rook, eighteen for a queen, at most a hundred") {
  CHECK(game_phase(position_of("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1")) == 0);
  CHECK(game_phase(position_of("1n2k3/8/8/8/8/8/8/2B1K3 w - - 0 1")) == 8);
  CHECK(game_phase(position_of("r2qk3/8/8/8/8/8/8/4K3 w - - 0 1")) == 26);
  CHECK(game_phase(position_of("qqqqk3/8/8/8/8/8/8/3QKQQ1 w - - 0 1")) == 100);
}

TEST_CASE("every feature has a name of its own, and a group knows its features") {
  std::set<std::string> names;
  for (std::size_t k = 0; k < kFeatureCount; ++k) {
    const auto feature = static_cast<FeatureIndex>(k);
    const FeatureGroup group = group_of(feature);
    const int number = feature - first_feature(group);
    CHECK(number < info(group).size);
    CHECK(feature_at(group, number) == feature);
    CHECK(feature_name(feature) == std::string(info(group).name) + (info(group).size == 1 ? "" : "[" + std::to_string(number) + "]"));
    names.insert(feature_name(feature));
  }
  CHECK(names.size() == kFeatureCount);
}

TEST_CASE("parameters are the middlegame weights of all features, then their endgame weights") {
  const std::vector<std::string> names = parameter_names();
  REQUIRE(names.size() == kParameterCount);
  CHECK(names[0] == "middlegame.pawn");
  CHECK(names[feature_at(FeatureGroup::kKnightMobility, 3)] == "middlegame.knight_mobility[3]");
  CHECK(names[kFeatureCount] == "endgame.pawn");
  CHECK(names.back() == "endgame.tempo");
}

}  // namespace
}  // namespace trivium::chess
