// Checks the header of a Syzygy table file.
//
// Fathom trusts the files that it opens: it prints on stdout for a short file, asserts on a wrong
// header, and reads beyond the end of a wrong table. So every file is checked first: size, magic
// number, pieces, and that all parts named by the header fit into the file. The compressed blocks
// are not checked; that would require reading gigabytes.
//
// Source: the format as read by Ronald de Man's probing code and Fathom.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "engine/chess/rules/types.h"

namespace trivium::chess {

/// Pieces of a table such as KRPvKN, kings included.
struct TableMaterial {
  /// Number of pieces by color and type; White is the side named first.
  std::array<std::array<int, kPieceTypes>, 2> counts{};

  int men() const noexcept;
  int count(Color color, PieceType type) const noexcept {
    return counts[static_cast<std::size_t>(index(color))][static_cast<std::size_t>(index(type))];
  }
  bool has_pawns() const noexcept {
    return count(Color::kWhite, PieceType::kPawn) + count(Color::kBlack, PieceType::kPawn) > 0;
  }
  /// True if both sides have the same pieces.
  bool symmetric() const noexcept { return counts[0] == counts[1]; }
};

inline constexpr int kMaxTableMen = 7;

/// Returns the material for the name of a table file without its extension. Returns nothing if
/// there are fewer than 3 or more than kMaxTableMen pieces, or if the name is not canonical: the
/// stronger side comes first, pieces in the order QRBNP.
std::optional<TableMaterial> table_material(std::string_view name);

/// .rtbw stores results, .rtbz plies to the next capture or pawn move, .rtbm (not used here) moves
/// to mate.
enum class TableKind : std::uint8_t { kWinDrawLoss, kDistanceToZero, kDistanceToMate };

struct TableName {
  TableMaterial material;
  TableKind kind;
};

/// Returns the content that the file name states; nothing if it is not a table.
std::optional<TableName> table_name(const std::filesystem::path& path);

/// Returns the fault of the file in words for a message, or nothing.
std::optional<std::string> table_fault(const std::filesystem::path& path, const TableName& name);

}  // namespace trivium::chess
