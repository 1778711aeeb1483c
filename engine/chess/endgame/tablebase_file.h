// Whether a Syzygy table file is sound, as far as its head tells.
//
// Fathom trusts the files it opens: it prints about a short one on stdout, asserts on a wrong head, and reads past the end of a wrong
// table. So nothing reaches it that was not looked through here: size, magic number, pieces, and that all parts the head speaks of fit into
// the file. What stands inside the compressed blocks is not looked at; that would mean reading gigabytes.
//
// Source: the format as the probing code of Ronald de Man and Fathom read it.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "engine/chess/rules/types.h"

namespace trivium::chess {

/// The pieces of a table: KRPvKN and the like, kings included.
struct TableMaterial {
  /// By color and piece type; White is the side named first.
  std::array<std::array<int, kPieceTypes>, 2> counts{};

  int men() const noexcept;
  int count(Color color, PieceType type) const noexcept {
    return counts[static_cast<std::size_t>(index(color))][static_cast<std::size_t>(index(type))];
  }
  bool has_pawns() const noexcept { return count(Color::kWhite, PieceType::kPawn) + count(Color::kBlack, PieceType::kPawn) > 0; }
  /// Both sides have the same.
  bool symmetric() const noexcept { return counts[0] == counts[1]; }
};

inline constexpr int kMaxTableMen = 7;

/// The material that a table file without its ending is named for; nothing where no probing code would look for that name: the stronger
/// side stands first, pieces in the order QRBNP.
std::optional<TableMaterial> table_material(std::string_view name);

/// .rtbw holds who wins, .rtbz how many plies to the next capture or pawn move, .rtbm (not used here) the moves to mate.
enum class TableKind : std::uint8_t { kWinDrawLoss, kDistanceToZero, kDistanceToMate };

struct TableName {
  TableMaterial material;
  TableKind kind;
};

/// What a file's name says; nothing when it is no table.
std::optional<TableName> table_name(const std::filesystem::path& path);

/// What is wrong with the file, in words for a message, or nothing.
std::optional<std::string> table_fault(const std::filesystem::path& path, const TableName& name);

}  // namespace trivium::chess
