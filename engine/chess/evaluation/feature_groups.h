// Table of the feature groups: names, sizes and meanings, in the order of the features in every
// vector.
//
// Terms used in the meanings: squares, ranks and files are seen from the side itself; the king
// starts on its first rank. A square is free if no piece stands on it, and safe if no enemy piece
// attacks it. Attacks are those of extractor_pieces.h: bishops and rooks see through queens, rooks
// also through own rooks, and a pinned piece attacks along the pin only. Each side counts its own
// features; the evaluation uses the difference.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trivium::chess {

/// Index of a feature in every feature vector.
using FeatureIndex = std::uint16_t;

struct FeatureGroupInfo {
  std::string_view name;     ///< as in weight files, `explain` and model cards
  std::uint16_t size;        ///< features in the group
  std::string_view meaning;  ///< description in one line; explains the number in brackets
};

inline constexpr auto kFeatureGroupTable = std::to_array<FeatureGroupInfo>({
    // Material, in the order of PieceType, and imbalance.
    {"pawn", 1, "pawns on the board"},
    {"knight", 1, "knights on the board"},
    {"bishop", 1, "bishops on the board"},
    {"rook", 1, "rooks on the board"},
    {"queen", 1, "queens on the board"},
    {"bishop_pair", 1, "bishops on squares of both colors"},
    {"knight_pair", 1, "two knights or more"},
    {"rook_pair", 1, "two rooks or more"},
    {"rook_with_queen", 1, "rooks of a side that has a queen"},
    {"knight_by_pawns", 9, "knights, by the number of own pawns"},
    {"bishop_by_pawns", 9, "bishops, by the number of own pawns"},
    {"rook_by_pawns", 9, "rooks, by the number of own pawns"},
    {"queen_by_pawns", 9, "queens, by the number of own pawns"},

    // Piece-square tables: from the own king's half, and from the enemy king's.
    {"pawn_square", 48,
     "pawns by square, mirrored so that the own king is on files e-h: 0 = a2, 47 = h7"},
    {"knight_square", 64,
     "knights by square, mirrored so that the own king is on files e-h: 0 = a1, 63 = h8"},
    {"bishop_square", 64,
     "bishops by square, mirrored so that the own king is on files e-h: 0 = a1, 63 = h8"},
    {"rook_square", 64,
     "rooks by square, mirrored so that the own king is on files e-h: 0 = a1, 63 = h8"},
    {"queen_square", 64,
     "queens by square, mirrored so that the own king is on files e-h: 0 = a1, 63 = h8"},
    {"king_square", 32,
     "the king's square, mirrored so that it is on files e-h: 0 = e1, 4 = e2, 31 = h8"},
    {"pawn_enemy_square", 48, "pawns by square, mirrored so that the enemy king is on files e-h"},
    {"knight_enemy_square", 64,
     "knights by square, mirrored so that the enemy king is on files e-h"},
    {"bishop_enemy_square", 64,
     "bishops by square, mirrored so that the enemy king is on files e-h"},
    {"rook_enemy_square", 64, "rooks by square, mirrored so that the enemy king is on files e-h"},
    {"queen_enemy_square", 64, "queens by square, mirrored so that the enemy king is on files e-h"},

    // Mobility, in the order of PieceType.
    {"knight_mobility", 9,
     "knights by mobility: the number of squares they attack that no enemy pawn attacks and where "
     "neither the own king nor an own pawn "
     "stands that is blocked or on the second or third rank"},
    {"bishop_mobility", 14,
     "bishops by mobility: the number of squares they attack, counted as for knights"},
    {"rook_mobility", 15,
     "rooks by mobility: the number of squares they attack, counted as for knights"},
    {"queen_mobility", 28,
     "queens by mobility: the number of squares they attack, counted as for knights"},

    // Pawn structure.
    {"isolated_pawn", 2,
     "pawns without an own pawn on an adjacent file; 0 = an enemy pawn is ahead on their file, 1 = "
     "none is"},
    {"doubled_pawn", 2,
     "pawns with an own pawn ahead on their file; 0 = an own pawn defends them, 1 = none does"},
    {"backward_pawn", 2,
     "pawns that no own pawn can support (own pawns on adjacent files exist, but all are ahead) "
     "whose next square an enemy "
     "pawn occupies or attacks; 0 = an enemy pawn is ahead on their file, 1 = none is"},
    {"phalanx_pawn", 12,
     "pawns beside an own pawn by rank, 0 = second; 6 more when no enemy pawn is ahead on their "
     "file"},
    {"supported_pawn", 10,
     "pawns that an own pawn defends by rank, 0 = third; 5 more when no enemy pawn is ahead on "
     "their file"},
    {"pawn_island", 1, "groups of adjacent files with own pawns"},
    {"advanced_ram", 2,
     "pawns that an enemy pawn directly blocks; 0 = on the fifth rank, 1 = on the sixth"},
    {"candidate_pawn", 5,
     "pawns that are not passed, with no pawn ahead on their file, and on adjacent files at least "
     "as many own pawns level or behind as enemy pawns "
     "ahead; by rank, 0 = second"},
    {"passed_pawn", 6,
     "passed pawns: no pawn ahead on their file, no enemy pawn ahead on an adjacent one; by rank, "
     "0 = second"},
    {"connected_passer", 6,
     "passed pawns with an own passed pawn on an adjacent file at most one rank away; by rank, 0 = "
     "second"},
    {"protected_passer", 5, "passed pawns that an own pawn defends; by rank, 0 = third"},

    // Support and obstacles of passed pawns.
    {"passer_free_stop", 6, "passed pawns whose next square is free; by rank, 0 = second"},
    {"passer_blockaded", 6, "passed pawns blocked by an enemy piece; by rank, 0 = second"},
    {"passer_safe_stop", 6, "passed pawns whose next square is safe; by rank, 0 = second"},
    {"passer_defended_stop", 6, "passed pawns whose next square is defended; by rank, 0 = second"},
    {"passer_safe_path", 6,
     "passed pawns with no enemy on or attacking the squares to promotion; by rank, 0 = second"},
    {"passer_rook_behind", 2,
     "passed pawns with a rook or queen directly behind them on their file; 0 = own, 1 = enemy"},
    {"passer_own_king", 32,
     "passed pawns from the fourth rank on, by 8 x (rank - 4) + own king's distance to the next "
     "square"},
    {"passer_enemy_king", 32,
     "passed pawns from the fourth rank on, by 8 x (rank - 4) + enemy king's distance to the next "
     "square"},
    {"passer_unstoppable", 1,
     "passed pawns with a free path that an enemy with only king and pawns cannot catch"},

    // The own king's cover.
    {"king_shelter", 28,
     "the king's file and the adjacent files (b-g in the middle) by 7 x distance from the edge + "
     "rank of the rearmost own pawn not behind "
     "the king, 0 = none, 1 = second rank"},
    {"king_storm", 28,
     "the files of king_shelter by 7 x distance from the edge + rank of the nearest enemy pawn not "
     "behind the king, unless the shelter "
     "pawn blocks it"},
    {"king_blocked_storm", 5,
     "the files of king_shelter where the shelter pawn blocks the nearest enemy pawn, by the "
     "latter's rank, 0 = third"},
    {"king_file", 3, "the king's file has 0 = no own pawn, 1 = no enemy pawn, 2 = no pawn"},
    {"king_pawn_distance", 8, "the king's distance to the nearest own pawn, 0 = no pawns"},
    {"king_pawnless_flank", 1, "no pawn of either side on the king's flank (a-d, c-f or e-h)"},
    {"king_defender", 1,
     "own knights and bishops in the king's ring (3 x 3 squares, shifted away from the edge)"},
    {"castling_right", 1, "castling rights that the side still has"},
    {"pinned", 5,
     "own pieces that are the only shield of the king against an enemy slider, by type, 0 = pawn"},

    // The attack on the enemy king.
    {"ring_attacker", 4, "pieces that attack the enemy king's ring, by type, 0 = knight"},
    {"ring_attack", 4, "attacks on squares beside the enemy king, by the piece's type, 0 = knight"},
    {"weak_ring_square", 1,
     "attacked squares of the enemy king's ring that the enemy defends at most once, with king or "
     "queen only"},
    {"safe_check", 8,
     "types that could give check on a square where they are unlikely to be captured: 0 = knight, "
     "one square; 4 = knight, several"},
    {"unsafe_check", 4, "types that could give check, but on no such square: 0 = knight"},
    {"flank_attack", 2,
     "attacked squares on the enemy king's flank, five ranks on the enemy's side; 1 = attacked "
     "twice"},
    {"flank_defence", 1, "attacked squares on the own king's flank, on the first five ranks"},
    {"king_danger", 64,
     "attack units on the enemy king by a side that has a queen; units are defined in "
     "extractor_king.h, 63 = more"},
    {"king_danger_queenless", 32,
     "attack units on the enemy king by a side without a queen, 31 = more"},
    {"king_danger_units", 1, "the units of the attack on the enemy king as a count, at most 63"},
    {"king_danger_squared", 1, "the square of king_danger_units, divided by 32 and rounded down"},

    // Threats.
    {"threat_by_pawn", 4,
     "enemy pieces attacked by own pawns that are safe or defended, by the attacked type, 0 = "
     "knight"},
    {"threat_by_knight", 5,
     "weak enemy pieces, and all rooks and queens, that knights attack; by type, 0 = pawn. Weak: "
     "attacked, not defended by a pawn, and "
     "not defended twice unless attacked twice"},
    {"threat_by_bishop", 5,
     "weak enemy pieces, and all rooks and queens, that bishops attack; by type"},
    {"threat_by_rook", 5, "weak enemy pieces, and all queens, that rooks attack; by type"},
    {"threat_by_king", 5, "undefended enemy pieces that the king attacks; by type"},
    {"hanging", 5,
     "weak enemy pieces that no piece defends, or that are attacked twice and are not pawns; by "
     "type, 0 = pawn"},
    {"pawn_push_threat", 1,
     "enemy pieces that an own pawn would attack after a step to a square that is safe or "
     "defended, and that no enemy pawn attacks"},
    {"restricted_square", 1,
     "squares both sides attack, the enemy without a pawn, and twice only if this side attacks "
     "them twice too"},
    {"queen_pressure", 2,
     "squares from which a knight (0), or a slider with support (1), could attack the enemy's only "
     "queen next move"},

    // Pieces.
    {"knight_outpost", 2,
     "knights on the fourth to sixth rank where no enemy pawn can ever attack them; 1 = an own "
     "pawn defends them"},
    {"bishop_outpost", 2,
     "bishops on an outpost as in knight_outpost; 1 = an own pawn defends them"},
    {"reachable_outpost", 1,
     "knights outside outposts that could move to one that an own pawn defends"},
    {"minor_behind_pawn", 2,
     "0 = knights, 1 = bishops with a pawn of either side directly before them"},
    {"minor_king_distance", 2, "the sum of distances to the own king, of 0 = knights, 1 = bishops"},
    {"bishop_color_pawn", 1, "for each bishop the own pawns on squares of its color"},
    {"bishop_blocked_center", 1,
     "for each bishop the own pawns on its color times the blocked own pawns on files c-f"},
    {"bishop_xray_pawn", 1,
     "for each bishop the enemy pawns on its diagonals, through other pieces"},
    {"bishop_long_diagonal", 1,
     "bishops that attack two of the four center squares if only pawns block"},
    {"rook_open_file", 2, "rooks on a file without own pawns; 0 = with enemy pawns, 1 = without"},
    {"rook_closed_file", 1, "rooks on a file with an own pawn that is blocked"},
    {"rook_on_seventh", 1,
     "rooks on the seventh rank with the enemy king on the eighth or pawns beside them"},
    {"rook_trapped", 2,
     "rooks behind own pawns with mobility 3 or less, on the king's wing further out than it; 0 = "
     "may still castle, 1 = not"},
    {"rook_queen_file", 1, "rooks on a file with a queen of either side"},
    {"queen_infiltration", 1,
     "queens on the fifth rank or beyond where no enemy pawn can ever attack them"},
    {"queen_exposed", 1,
     "queens from which just one piece shields an enemy bishop's or rook's line"},

    // Space, and the turn.
    {"space", 1, "squares c2-f4 without an own pawn that no enemy pawn attacks"},
    {"space_behind_pawns", 1,
     "squares counted by space that are safe and at most three ranks behind an own pawn"},
    {"tempo", 1, "the side to move"},
});
inline constexpr std::size_t kFeatureGroups = kFeatureGroupTable.size();

/// A family of features that differ by a number: a count, a rank, a square, ... A single feature is
/// a group of size 1.
enum class FeatureGroup : std::uint8_t {};  // its index in the table
constexpr std::size_t index(FeatureGroup group) noexcept { return static_cast<std::size_t>(group); }

/// Returns the group of that name; an unknown name does not compile.
consteval FeatureGroup operator""_group(const char* name, std::size_t length) {
  std::size_t g = 0;
  while (kFeatureGroupTable.at(g).name != std::string_view(name, length)) ++g;
  return static_cast<FeatureGroup>(g);
}

namespace detail {

/// Returns the first feature of each group, and the number of features as the last element.
constexpr std::array<FeatureIndex, kFeatureGroups + 1> group_starts() noexcept {
  std::array<FeatureIndex, kFeatureGroups + 1> starts{};
  for (std::size_t g = 0; g < kFeatureGroups; ++g) {
    starts[g + 1] = static_cast<FeatureIndex>(starts[g] + kFeatureGroupTable[g].size);
  }
  return starts;
}
inline constexpr auto kGroupStarts = group_starts();

}  // namespace detail

inline constexpr std::size_t kFeatureCount = detail::kGroupStarts[kFeatureGroups];

/// Returns the group's row of the table.
constexpr const FeatureGroupInfo& info(FeatureGroup group) noexcept {
  return kFeatureGroupTable[index(group)];
}

/// Returns the group's first feature; the others follow.
constexpr FeatureIndex first_feature(FeatureGroup group) noexcept {
  return detail::kGroupStarts[index(group)];
}

/// Returns feature `number` of the group. Requires: `number` is below the group's size.
constexpr FeatureIndex feature_at(FeatureGroup group, int number = 0) noexcept {
  return static_cast<FeatureIndex>(first_feature(group) + number);
}

}  // namespace trivium::chess
