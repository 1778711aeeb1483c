// Counts of each feature group on positions small enough to check by eye, and the table of names.
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

struct Example {
  FeatureGroup group;
  int number;
  std::string_view fen;
  int white;
  int black;
};

constexpr Example kMaterialAndSquares[] = {
    {"pawn"_group, 0, "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", 2, 0},
    {"knight"_group, 0, "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", 2, 0},
    {"bishop"_group, 0, "4k3/8/8/8/8/8/8/QRB1KBR1 w - - 0 1", 2, 0},
    {"rook"_group, 0, "4k3/8/8/8/8/8/8/QRB1KBR1 w - - 0 1", 2, 0},
    {"queen"_group, 0, "4k3/8/8/8/8/8/8/QRB1KBR1 w - - 0 1", 1, 0},
    {"bishop_pair"_group, 0, "4k3/8/8/8/8/8/8/QRB1KBR1 w - - 0 1", 1, 0},
    {"bishop_pair"_group, 0, "4k3/8/8/8/8/4B3/8/2B1K3 w - - 0 1", 0, 0},  // both on dark squares
    {"knight_pair"_group, 0, "1n2k1n1/8/8/8/8/8/8/1N2K3 w - - 0 1", 0, 1},
    {"rook_pair"_group, 0, "4k2r/8/8/8/8/8/8/R3K2R w - - 0 1", 1, 0},
    {"rook_with_queen"_group, 0, "r2qk3/8/8/8/8/8/8/R3K2R w - - 0 1", 0, 1},
    {"knight_by_pawns"_group, 2, "4k1n1/8/8/8/8/8/PP6/1N2K3 w - - 0 1", 1, 0},
    {"knight_by_pawns"_group, 0, "4k1n1/8/8/8/8/8/PP6/1N2K3 w - - 0 1", 0, 1},
    {"bishop_by_pawns"_group, 1, "2b1k3/8/8/8/8/8/P7/2B1K3 w - - 0 1", 1, 0},
    {"rook_by_pawns"_group, 8, "r3k3/8/8/8/8/8/PPPPPPPP/R3K2R w - - 0 1", 2, 0},
    {"queen_by_pawns"_group, 0, "3qk3/8/8/8/8/8/P7/3QK3 w - - 0 1", 0, 1},

    {"pawn_square"_group, 0, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 1, 0},
    // Mirrored, because the king is on the queen side.
    {"pawn_square"_group, 7, "4k3/8/8/8/8/8/P7/3K4 w - - 0 1", 1, 0},
    {"pawn_square"_group, 47, "3k4/8/8/8/8/8/p7/4K3 w - - 0 1", 0, 1},
    {"knight_square"_group, 1, "4k1n1/8/8/8/8/8/8/1N2K3 w - - 0 1", 1, 0},
    {"knight_square"_group, 6, "4k1n1/8/8/8/8/8/8/1N2K3 w - - 0 1", 0, 1},
    {"bishop_square"_group, 63, "4k2B/8/8/8/8/8/8/4K3 w - - 0 1", 1, 0},
    {"rook_square"_group, 0, "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1", 1, 0},
    {"queen_square"_group, 35, "4k3/8/8/3Q4/8/8/8/4K3 w - - 0 1", 1, 0},
    {"king_square"_group, 0, "8/4k3/8/8/8/8/8/3K4 w - - 0 1", 1, 0},
    {"king_square"_group, 4, "8/4k3/8/8/8/8/8/3K4 w - - 0 1", 0, 1},
    {"pawn_enemy_square"_group, 0, "4k3/8/8/8/8/8/P7/3K4 w - - 0 1", 1, 0},
    {"knight_enemy_square"_group, 6, "3k4/8/8/8/8/8/8/1N2K3 w - - 0 1", 1, 0},
    {"bishop_enemy_square"_group, 2, "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", 1, 0},
    {"rook_enemy_square"_group, 7, "4k3/8/8/8/8/8/8/4K2R w - - 0 1", 1, 0},
    {"queen_enemy_square"_group, 3, "4k3/8/8/8/8/8/8/3QK3 w - - 0 1", 1, 0},

    {"knight_mobility"_group, 2, "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", 1, 0},
    {"knight_mobility"_group, 1, "4k3/8/8/8/p7/8/8/N3K3 w - - 0 1", 1, 0},    // the pawn defends b3
    {"knight_mobility"_group, 0, "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", 1, 0},  // pinned
    {"bishop_mobility"_group, 7, "4k3/8/8/8/8/8/8/B3K3 w - - 0 1", 1, 0},
    {"rook_mobility"_group, 10, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 1, 0},
    {"queen_mobility"_group, 17, "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", 1, 0},
};

constexpr Example kPawns[] = {
    {"isolated_pawn"_group, 1, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 1, 0},
    {"isolated_pawn"_group, 0, "4k3/pp6/8/8/8/8/P7/4K3 w - - 0 1", 1, 0},
    {"doubled_pawn"_group, 1, "4k3/8/8/8/8/P7/P7/4K3 w - - 0 1", 1, 0},
    {"doubled_pawn"_group, 0, "4k3/8/8/8/P7/P7/1P6/4K3 w - - 0 1", 1, 0},
    {"backward_pawn"_group, 1, "4k3/8/8/4p3/4P3/3P4/8/4K3 w - - 0 1", 1, 0},
    {"backward_pawn"_group, 0, "4k3/8/3p4/4p3/4P3/3P4/8/4K3 w - - 0 1", 1, 1},
    {"backward_pawn"_group, 1, "4k3/8/8/4p3/4P3/3P4/2P5/4K3 w - - 0 1", 0, 0},  // c2 can help d3
    {"phalanx_pawn"_group, 6, "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", 2, 0},
    {"phalanx_pawn"_group, 0, "4k3/p7/8/8/8/8/PP6/4K3 w - - 0 1", 1, 0},  // a2 meets a7
    {"supported_pawn"_group, 5, "4k3/8/8/8/8/1P6/P7/4K3 w - - 0 1", 1, 0},
    {"pawn_island"_group, 0, "4k3/8/8/8/8/8/P1PP2P1/4K3 w - - 0 1", 3, 0},
    {"advanced_ram"_group, 0, "4k3/8/4p3/4P3/8/8/8/4K3 w - - 0 1", 1, 0},
    {"advanced_ram"_group, 1, "4k3/4p3/4P3/8/8/8/8/4K3 w - - 0 1", 1, 0},
    {"candidate_pawn"_group, 0, "4k3/p7/8/8/8/8/PP6/4K3 w - - 0 1", 1, 0},
    {"passed_pawn"_group, 0, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 1, 0},
    {"passed_pawn"_group, 5, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 1, 0},
    {"passed_pawn"_group, 2, "4k3/1p6/8/8/P7/8/8/4K3 w - - 0 1", 0, 0},  // b7 guards the path
    {"connected_passer"_group, 2, "4k3/8/8/8/PP6/8/8/4K3 w - - 0 1", 2, 0},
    {"protected_passer"_group, 0, "4k3/8/8/8/8/1P6/P7/4K3 w - - 0 1", 1, 0},

    {"passer_free_stop"_group, 0, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 1, 0},
    {"passer_blockaded"_group, 3, "4k3/8/n7/P7/8/8/8/4K3 w - - 0 1", 1, 0},
    {"passer_free_stop"_group, 3, "4k3/8/n7/P7/8/8/8/4K3 w - - 0 1", 0, 0},
    {"passer_safe_stop"_group, 0, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 1, 0},
    // The rook behind the pawn attacks the next square through it.
    {"passer_safe_stop"_group, 1, "4k3/8/8/8/8/P7/r7/4K3 w - - 0 1", 0, 0},
    {"passer_defended_stop"_group, 0, "4k3/8/8/8/8/8/P7/1N2K3 w - - 0 1", 1, 0},
    {"passer_safe_path"_group, 0, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", 1, 0},
    {"passer_safe_path"_group, 0, "1k6/8/8/8/8/8/P7/4K3 w - - 0 1", 0, 0},
    {"passer_rook_behind"_group, 0, "4k3/8/8/8/8/P7/8/R3K3 w - - 0 1", 1, 0},
    {"passer_rook_behind"_group, 1, "4k3/8/8/8/8/P7/r7/4K3 w - - 0 1", 1, 0},
    {"passer_own_king"_group, 4, "4k3/8/8/8/P7/8/8/4K3 w - - 0 1", 1, 0},
    {"passer_enemy_king"_group, 4, "4k3/8/8/8/P7/8/8/4K3 w - - 0 1", 1, 0},
    {"passer_unstoppable"_group, 0, "7k/8/8/P7/8/8/8/7K w - - 0 1", 1, 0},
    // Black is to move and catches the pawn.
    {"passer_unstoppable"_group, 0, "4k3/8/8/P7/8/8/8/7K b - - 0 1", 0, 0},
    {"passer_unstoppable"_group, 0, "4k3/8/8/P7/8/8/8/7K w - - 0 1", 1, 0},
};

constexpr Example kKings[] = {
    {"king_shelter"_group, 8, "4k3/8/8/8/8/8/5PPP/6K1 w - - 0 1", 1, 0},
    {"king_shelter"_group, 21, "4k3/8/8/8/8/8/5PPP/6K1 w - - 0 1", 0, 2},
    {"king_storm"_group, 10, "4k3/8/8/8/6p1/8/5PPP/6K1 w - - 0 1", 1, 0},
    {"king_blocked_storm"_group, 0, "4k3/8/8/8/8/6p1/5PP1/6K1 w - - 0 1", 1, 0},
    {"king_blocked_storm"_group, 4, "4k3/6p1/6P1/8/8/8/8/6K1 w - - 0 1", 1, 0},
    {"king_file"_group, 0, "4k3/6p1/8/8/8/8/5P1P/6K1 w - - 0 1", 1, 0},
    {"king_file"_group, 1, "4k3/8/8/8/8/8/6P1/6K1 w - - 0 1", 1, 0},
    {"king_file"_group, 2, "4k3/8/8/8/8/8/6P1/6K1 w - - 0 1", 0, 1},
    {"king_pawn_distance"_group, 1, "4k3/8/8/8/8/8/6P1/6K1 w - - 0 1", 1, 0},
    {"king_pawn_distance"_group, 0, "4k3/8/8/8/8/8/6P1/6K1 w - - 0 1", 0, 1},
    {"king_pawnless_flank"_group, 0, "1k6/8/8/8/8/8/P7/6K1 w - - 0 1", 1, 0},
    {"king_defender"_group, 0, "4k3/8/8/8/8/8/6B1/6K1 w - - 0 1", 1, 0},
    {"castling_right"_group, 0, "r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1", 2, 1},
    {"pinned"_group, 0, "4k3/4r3/8/8/8/8/4P3/4K3 w - - 0 1", 1, 0},
    {"pinned"_group, 1, "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", 1, 0},
    {"pinned"_group, 2, "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1", 1, 0},
    {"pinned"_group, 3, "4k3/8/8/8/1b6/8/3R4/4K3 w - - 0 1", 1, 0},
    {"pinned"_group, 4, "4k3/8/8/8/1b6/8/3Q4/4K3 w - - 0 1", 1, 0},

    {"ring_attacker"_group, 0, "6k1/8/8/5N2/8/8/8/4K3 w - - 0 1", 1, 0},
    {"ring_attacker"_group, 1, "6k1/8/8/8/8/8/1B6/4K3 w - - 0 1", 1, 0},
    {"ring_attacker"_group, 2, "6k1/8/8/8/8/8/8/4KR2 w - - 0 1", 1, 0},
    {"ring_attacker"_group, 3, "6k1/8/8/8/8/8/8/4K2Q w - - 0 1", 1, 0},
    {"ring_attack"_group, 0, "6k1/8/8/5N2/8/8/8/4K3 w - - 0 1", 1, 0},       // g7
    {"ring_attack"_group, 1, "6k1/8/8/8/8/8/1B6/4K3 w - - 0 1", 2, 0},       // g7, h8
    {"ring_attack"_group, 2, "6k1/8/8/8/8/8/8/4KR2 w - - 0 1", 2, 0},        // f7, f8
    {"ring_attack"_group, 3, "6k1/8/8/8/8/8/8/4K2Q w - - 0 1", 2, 0},        // h7, h8
    {"weak_ring_square"_group, 0, "6k1/8/8/5N2/8/8/8/4K3 w - - 0 1", 2, 0},  // g7, h6
    {"safe_check"_group, 4, "6k1/8/8/5N2/8/8/8/4K3 w - - 0 1", 1, 0},        // e7, h6
    {"safe_check"_group, 0, "6k1/8/2N5/8/8/8/8/4K3 w - - 0 1", 1, 0},        // e7
    {"safe_check"_group, 1, "6k1/8/8/8/8/8/4B3/4K3 w - - 0 1", 1, 0},        // c4
    {"safe_check"_group, 5, "4k3/8/8/8/8/3B4/8/4K3 w - - 0 1", 1, 0},        // b5, g6
    {"safe_check"_group, 2, "6k1/8/8/8/8/8/8/R3K3 w - - 0 1", 1, 0},         // a8
    {"safe_check"_group, 6, "6k1/8/8/8/8/4K3/8/R7 w - - 0 1", 1, 0},         // a8, g1
    {"safe_check"_group, 3, "6k1/8/8/8/8/P7/1P6/QK6 w - - 0 1", 1, 0},       // a2
    {"safe_check"_group, 7, "6k1/8/8/8/8/8/1P6/QK6 w - - 0 1", 1, 0},        // a2, a8
    {"unsafe_check"_group, 0, "3b2k1/8/2N5/8/8/8/8/4K3 w - - 0 1", 1, 0},    // the bishop guards e7
    {"unsafe_check"_group, 1, "6k1/8/1n6/8/8/8/4B3/4K3 w - - 0 1", 1, 0},    // the knight guards c4
    {"unsafe_check"_group, 2, "6k1/1b6/8/8/8/8/8/R3K3 w - - 0 1", 1, 0},     // the bishop guards a8
    {"unsafe_check"_group, 3, "5rk1/5ppp/8/8/8/8/Q7/4K3 w - - 0 1", 1,
     0},                                                                   // king and rook guard f7
    {"flank_attack"_group, 0, "6k1/8/8/5N2/8/8/8/4K3 w - - 0 1", 4, 0},    // e7, g7, h6, h4
    {"flank_attack"_group, 1, "6k1/8/8/3N1N2/8/8/8/4K3 w - - 0 1", 1, 0},  // e7
    {"flank_defence"_group, 0, "6k1/8/8/5N2/8/8/8/4K3 w - - 0 1", 7,
     5},  // White's king's five squares, d4, e3
    // 14 for safe checks by the queen and 9 for three files without a pawn; the side without a
    // queen has only the 9.
    {"king_danger"_group, 23, "6k1/8/8/8/8/8/8/3QK3 w - - 0 1", 1, 0},
    {"king_danger_queenless"_group, 9, "6k1/8/8/8/8/8/8/3QK3 w - - 0 1", 0, 1},
    {"king_danger_units"_group, 0, "6k1/8/8/8/8/8/8/3QK3 w - - 0 1", 23, 9},
    {"king_danger_squared"_group, 0, "6k1/8/8/8/8/8/8/3QK3 w - - 0 1", 16, 2},
};

constexpr Example kPiecesAndThreats[] = {
    {"threat_by_pawn"_group, 0, "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", 1, 0},
    {"threat_by_pawn"_group, 1, "4k3/8/8/3b4/4P3/4K3/8/8 w - - 0 1", 1, 0},
    {"threat_by_pawn"_group, 2, "4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1", 1, 0},
    {"threat_by_pawn"_group, 3, "4k3/8/8/3q4/4P3/4K3/8/8 w - - 0 1", 1, 0},
    // The attacking pawn is not defended.
    {"threat_by_pawn"_group, 3, "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", 0, 0},
    {"threat_by_knight"_group, 0, "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", 1, 0},
    {"threat_by_knight"_group, 0, "4k3/8/4p3/3p4/8/2N5/8/4K3 w - - 0 1", 0,
     0},  // a pawn defends it
    // Queens and rooks count even if a pawn defends them.
    {"threat_by_knight"_group, 4, "4k3/8/4p3/3q4/8/2N5/8/4K3 w - - 0 1", 1, 0},
    {"threat_by_bishop"_group, 1, "4k3/8/8/3n4/8/5B2/8/4K3 w - - 0 1", 1, 0},
    {"threat_by_bishop"_group, 3, "4k3/8/8/3r4/8/5B2/8/4K3 w - - 0 1", 1, 0},
    {"threat_by_rook"_group, 1, "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", 1, 0},
    {"threat_by_rook"_group, 4, "4k3/8/4p3/3q4/8/8/8/3RK3 w - - 0 1", 1, 0},
    {"threat_by_rook"_group, 3, "4k3/8/4p3/3r4/8/8/8/3RK3 w - - 0 1", 0,
     1},  // a pawn defends Black's rook
    {"threat_by_king"_group, 0, "4k3/8/8/4p3/4K3/8/8/8 w - - 0 1", 1, 0},
    {"threat_by_king"_group, 1, "4k3/8/8/4n3/4K3/8/8/8 w - - 0 1", 1, 0},
    {"hanging"_group, 0, "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", 1, 0},
    {"hanging"_group, 1, "4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", 1, 0},
    {"hanging"_group, 1, "8/8/4k3/3n4/8/8/8/3RK3 w - - 0 1", 0, 0},    // the king defends it
    {"hanging"_group, 1, "8/8/4k3/3n4/8/5B2/8/3RK3 w - - 0 1", 1, 0},  // but it is attacked twice
    {"hanging"_group, 0, "8/8/4k3/3p4/8/5B2/8/3RK3 w - - 0 1", 0,
     0},  // pawns attacked twice do not count if they are defended
    {"hanging"_group, 3, "4k3/8/8/3r4/8/5B2/8/4K3 w - - 0 1", 1, 0},
    {"pawn_push_threat"_group, 0, "4k3/8/8/3n4/8/4P3/8/4K3 w - - 0 1", 1, 0},
    {"restricted_square"_group, 0, "4k3/8/8/3n4/8/8/1P2N3/4K3 w - - 0 1", 2,
     1},  // c3 and f4; a pawn defends c3
    {"queen_pressure"_group, 0, "3qk3/8/8/8/3N4/8/8/4K3 w - - 0 1", 2, 0},    // c6, e6
    {"queen_pressure"_group, 1, "4k3/8/8/3q4/8/1N6/8/R5K1 w - - 0 1", 1, 0},  // a5
    // No piece supports the rook there.
    {"queen_pressure"_group, 1, "4k3/8/8/3q4/8/8/8/R5K1 w - - 0 1", 0, 0},

    {"knight_outpost"_group, 1, "4k3/8/8/3N4/2P5/8/8/4K3 w - - 0 1", 1, 0},
    {"knight_outpost"_group, 0, "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", 1, 0},
    // The pawn could drive it away from c6.
    {"knight_outpost"_group, 0, "4k3/2p5/8/3N4/8/8/8/4K3 w - - 0 1", 0, 0},
    {"bishop_outpost"_group, 0, "4k3/8/8/3B4/8/8/8/4K3 w - - 0 1", 1, 0},
    {"bishop_outpost"_group, 1, "4k3/8/8/3B4/2P5/8/8/4K3 w - - 0 1", 1, 0},
    {"reachable_outpost"_group, 0, "4k3/8/8/8/2P5/2N5/8/4K3 w - - 0 1", 1, 0},
    {"minor_behind_pawn"_group, 0, "4k3/8/8/8/4P3/4N3/8/4K3 w - - 0 1", 1, 0},
    {"minor_behind_pawn"_group, 1, "4k3/8/8/8/4P3/4B3/8/4K3 w - - 0 1", 1, 0},
    {"minor_king_distance"_group, 0, "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", 2, 0},
    {"minor_king_distance"_group, 1, "4k3/8/8/8/8/8/8/4K2B w - - 0 1", 3, 0},
    {"bishop_color_pawn"_group, 0, "4k3/8/8/8/3P4/8/1P6/2B1K3 w - - 0 1", 2, 0},
    {"bishop_blocked_center"_group, 0, "4k3/8/8/3p4/3P4/8/1P6/2B1K3 w - - 0 1", 2, 0},
    {"bishop_xray_pawn"_group, 0, "4k3/8/8/6p1/8/4P3/8/2B1K3 w - - 0 1", 1, 0},
    {"bishop_long_diagonal"_group, 0, "4k3/8/8/8/8/8/1B6/4K3 w - - 0 1", 1, 0},
    {"bishop_long_diagonal"_group, 0, "4k3/8/8/8/3P4/8/1B6/4K3 w - - 0 1", 0, 0},
    {"rook_open_file"_group, 1, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 1, 0},
    {"rook_open_file"_group, 0, "4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", 1, 0},
    {"rook_closed_file"_group, 0, "4k3/8/8/8/8/p7/P7/R3K3 w - - 0 1", 1, 0},
    {"rook_on_seventh"_group, 0, "4k3/7R/8/8/8/8/8/4K3 w - - 0 1", 1, 0},
    {"rook_on_seventh"_group, 0, "8/7R/4k3/8/8/8/8/4K3 w - - 0 1", 0, 0},
    {"rook_trapped"_group, 1, "4k3/8/8/8/8/8/5PPP/5K1R w - - 0 1", 1, 0},
    {"rook_trapped"_group, 0, "4k3/8/8/8/8/8/6PP/4K2R w K - 0 1", 1, 0},
    {"rook_queen_file"_group, 0, "3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", 1, 0},
    {"queen_infiltration"_group, 0, "4k3/8/8/Q7/8/8/8/4K3 w - - 0 1", 1, 0},
    {"queen_infiltration"_group, 0, "4k3/1p6/8/Q7/8/8/8/4K3 w - - 0 1", 0,
     0},  // the pawn could drive it away from b6
    {"queen_exposed"_group, 0, "3rk3/8/8/8/8/3N4/8/3QK3 w - - 0 1", 1, 0},

    {"space"_group, 0, "4k3/8/8/8/8/8/2PP4/4K3 w - - 0 1", 10, 12},
    {"space_behind_pawns"_group, 0, "4k3/8/8/8/3P4/8/8/4K3 w - - 0 1", 2, 0},  // d2, d3
    {"tempo"_group, 0, "4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1, 0},
    {"tempo"_group, 0, "4k3/8/8/8/8/8/8/4K3 b - - 0 1", 0, 1},
};

std::vector<Example> all_examples() {
  std::vector<Example> examples(std::begin(kMaterialAndSquares), std::end(kMaterialAndSquares));
  examples.insert(examples.end(), std::begin(kPawns), std::end(kPawns));
  examples.insert(examples.end(), std::begin(kKings), std::end(kKings));
  examples.insert(examples.end(), std::begin(kPiecesAndThreats), std::end(kPiecesAndThreats));
  return examples;
}

TEST_CASE("each feature counts on these positions what its meaning states") {
  for (const Example& example : all_examples()) {
    const FeatureIndex feature = feature_at(example.group, example.number);
    CAPTURE(feature_name(feature));
    CAPTURE(example.fen);
    const FeatureCounts counts = count_features(position_of(example.fen));
    CHECK(counts.white[feature] == example.white);
    CHECK(counts.black[feature] == example.black);
  }
}

TEST_CASE("every group has an example in which one side has more of it") {
  std::set<FeatureGroup> shown;
  for (const Example& example : all_examples()) {
    if (example.white != example.black) shown.insert(example.group);
  }
  for (std::size_t g = 0; g < kFeatureGroups; ++g) {
    CAPTURE(kFeatureGroupTable[g].name);
    CHECK(shown.contains(static_cast<FeatureGroup>(g)));
  }
}

TEST_CASE("the start position is balanced except for the tempo") {
  Extraction extraction;
  extract(start_position(), extraction);
  REQUIRE(extraction.balance().size() == 1);
  CHECK(extraction.balance()[0].feature == feature_at("tempo"_group));
  CHECK(extraction.balance()[0].count == 1);
  CHECK(extraction.phase() == 100);
  CHECK(extraction.scale(Color::kWhite) == 100);
  CHECK_FALSE(extraction.known());
}

TEST_CASE("the phase is 4 for a minor piece, 8 for a rook, 18 for a queen, at most 100") {
  CHECK(game_phase(position_of("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1")) == 0);
  CHECK(game_phase(position_of("1n2k3/8/8/8/8/8/8/2B1K3 w - - 0 1")) == 8);
  CHECK(game_phase(position_of("r2qk3/8/8/8/8/8/8/4K3 w - - 0 1")) == 26);
  CHECK(game_phase(position_of("qqqqk3/8/8/8/8/8/8/3QKQQ1 w - - 0 1")) == 100);
}

TEST_CASE("every feature has a unique name, and a group knows its features") {
  std::set<std::string> names;
  for (std::size_t k = 0; k < kFeatureCount; ++k) {
    const auto feature = static_cast<FeatureIndex>(k);
    const FeatureGroup group = group_of(feature);
    const int number = feature - first_feature(group);
    CHECK(number < info(group).size);
    CHECK(feature_at(group, number) == feature);
    CHECK(feature_name(feature) ==
          std::string(info(group).name) +
              (info(group).size == 1 ? "" : "[" + std::to_string(number) + "]"));
    names.insert(feature_name(feature));
  }
  CHECK(names.size() == kFeatureCount);
}

TEST_CASE("parameters are the middlegame weights of all features, then their endgame weights") {
  const std::vector<std::string> names = parameter_names();
  REQUIRE(names.size() == kParameterCount);
  CHECK(names[0] == "middlegame.pawn");
  CHECK(names[feature_at("knight_mobility"_group, 3)] == "middlegame.knight_mobility[3]");
  CHECK(names[kFeatureCount] == "endgame.pawn");
  CHECK(names.back() == "endgame.tempo");
}

}  // namespace
}  // namespace trivium::chess
