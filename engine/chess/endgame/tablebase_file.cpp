#include "engine/chess/endgame/tablebase_file.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <fcntl.h>
#include <span>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace trivium::chess {
namespace {

constexpr std::string_view kTableLetters = "QRBNP";
constexpr std::array kTableTypes{PieceType::kQueen, PieceType::kRook, PieceType::kBishop,
                                 PieceType::kKnight, PieceType::kPawn};

constexpr std::size_t kChecksumBytes = 16;
constexpr std::size_t kBlockAlignment = 64;

/// Reads little-endian numbers. Beyond the end it returns zeros and sets a flag.
class Cursor {
 public:
  explicit Cursor(std::span<const std::byte> bytes) noexcept : bytes_(bytes) {}

  std::uint8_t byte() noexcept {
    if (at_ >= bytes_.size()) {
      ok_ = false;
      return 0;
    }
    return std::to_integer<std::uint8_t>(bytes_[at_++]);
  }
  std::uint16_t two() noexcept {
    const std::uint32_t low = byte();
    return static_cast<std::uint16_t>(low | static_cast<std::uint32_t>(byte()) << 8);
  }
  std::uint32_t four() noexcept {
    const std::uint32_t low = two();
    return low | static_cast<std::uint32_t>(two()) << 16;
  }
  void skip(std::uint64_t count) noexcept {
    ok_ = ok_ && count <= bytes_.size() - at_;
    at_ = ok_ ? at_ + count : bytes_.size();
  }
  void align(std::size_t to) noexcept { skip((to - at_ % to) % to); }
  bool ok() const noexcept { return ok_; }
  std::size_t left() const noexcept { return bytes_.size() - at_; }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

/// Returns the binomial coefficient of `of` and `chosen`.
std::uint64_t choices(int of, int chosen) noexcept {
  std::uint64_t ways = 1;
  for (int i = 0; i < chosen; ++i)
    ways = ways * static_cast<std::uint64_t>(of - i) / static_cast<std::uint64_t>(i + 1);
  return ways;
}

/// Sizes of the parts of a compressed table.
struct Pairs {
  std::uint64_t index_bytes = 0, size_bytes = 0, block_bytes = 0;
  std::uint8_t flags = 0;
};

class TableChecker {
 public:
  TableChecker(std::span<const std::byte> bytes, const TableName& name)
      : cursor_(bytes),
        name_(name),
        material_(name.material),
        files_(material_.has_pawns() ? 4 : 1) {
    split_ = name.kind == TableKind::kWinDrawLoss && !material_.symmetric();
    const int white = material_.count(Color::kWhite, PieceType::kPawn),
              black = material_.count(Color::kBlack, PieceType::kPawn);
    const bool black_leads = black > 0 && (white == 0 || white > black);
    leading_pawns_ = black_leads ? black : white;
    other_pawns_ = black_leads ? white : black;
  }

  std::optional<std::string> fault() {
    constexpr std::array<std::uint32_t, 2> kMagic{0x5D23E871, 0xA50C66D7};
    if (cursor_.four() != kMagic[name_.kind == TableKind::kWinDrawLoss ? 0 : 1])
      return "does not begin as a Syzygy table does";
    const std::uint8_t flags = cursor_.byte();
    if (((flags & 1) == 0) != material_.symmetric() || ((flags & 2) != 0) != material_.has_pawns())
      return "is for other pieces than its name";
    if (!read_piece_lists()) return "is for other pieces than its name";
    cursor_.align(2);
    std::vector<Pairs> tables;
    for (const std::uint64_t positions : positions_) {
      const std::optional<Pairs> pairs = read_pairs(positions);
      if (!pairs) return "has a damaged header";
      tables.push_back(*pairs);
    }
    if (name_.kind == TableKind::kDistanceToZero) skip_maps(tables);
    for (const Pairs& table : tables) cursor_.skip(table.index_bytes);
    for (const Pairs& table : tables) cursor_.skip(table.size_bytes);
    for (const Pairs& table : tables) {
      cursor_.align(kBlockAlignment);
      cursor_.skip(table.block_bytes);
    }
    if (!cursor_.ok() || cursor_.left() < kChecksumBytes)
      return "is shorter than its header states";
    return std::nullopt;
  }

 private:
  /// Reads the order of the pieces for each pawn file and each side to move.
  bool read_piece_lists() {
    for (int file = 0; file < files_; ++file) {
      const std::uint8_t orders = cursor_.byte(),
                         pawn_orders = both_have_pawns() ? cursor_.byte() : 0xFF;
      std::vector<int> first, second;
      for (int i = 0; i < material_.men(); ++i) {
        const std::uint8_t both = cursor_.byte();
        first.push_back(both & 15);
        second.push_back(both >> 4);
      }
      if (!add_table(first, orders & 15, pawn_orders & 15, file)) return false;
      if (split_ && !add_table(second, orders >> 4, pawn_orders >> 4, file)) return false;
    }
    return cursor_.ok();
  }

  bool both_have_pawns() const noexcept { return other_pawns_ > 0; }

  /// Adds the number of positions of one table. Returns false if its pieces or their order are
  /// impossible.
  bool add_table(const std::vector<int>& pieces, int order, int pawn_order, int file) {
    if (!same_material(pieces)) return false;
    std::vector<int> groups = group_sizes(pieces);
    if (groups.empty()) return false;
    std::uint64_t positions = 1;
    int squares = 64;
    std::size_t next = both_have_pawns() ? 2 : 1;
    for (std::size_t i = 0; i < next; ++i) squares -= groups[i];
    bool led = false, seconded = !both_have_pawns();
    for (int place = 0; next < groups.size() || place == order || place == pawn_order; ++place) {
      if (place == order) {
        positions *= leading_placements(groups[0], file);
        led = true;
      } else if (place == pawn_order) {
        positions *= choices(48 - groups[0], groups[1]);
        seconded = true;
      } else {
        positions *= choices(squares, groups[next]);
        squares -= groups[next++];
      }
    }
    positions_.push_back(positions);
    return led && seconded;
  }

  /// Pieces are numbered 1 to 6 from pawn to king, plus 8 for Black.
  bool same_material(const std::vector<int>& pieces) const {
    TableMaterial found;
    for (const int piece : pieces) {
      if ((piece & 7) < 1 || (piece & 7) > 6) return false;
      ++found.counts[static_cast<std::size_t>(piece >> 3)]
                    [static_cast<std::size_t>((piece & 7) - 1)];
    }
    return found.counts == material_.counts;
  }

  /// Returns the number of pieces in each group that is encoded together: the leading group, then
  /// runs of equal pieces. Empty if the order is invalid.
  std::vector<int> group_sizes(const std::vector<int>& pieces) const {
    const int men = material_.men();
    std::vector<int> groups;
    if (material_.has_pawns()) {
      groups.push_back(leading_pawns_);
      if (both_have_pawns()) groups.push_back(other_pawns_);
    } else {
      const auto unique = [&](int piece) { return std::ranges::count(pieces, piece) == 1; };
      groups.push_back(std::ranges::count_if(pieces, unique) == 2 ? 2 : 3);
      if (!std::all_of(pieces.begin(), pieces.begin() + groups[0], unique)) return {};
    }
    int at = 0;
    for (const int size : groups) at += size;
    while (at < men) {
      int size = 1;
      while (at + size < men &&
             pieces[static_cast<std::size_t>(at + size)] == pieces[static_cast<std::size_t>(at)])
        ++size;
      groups.push_back(size);
      at += size;
    }
    if (material_.has_pawns() && !pawns_lead(pieces)) return {};
    return groups;
  }

  bool pawns_lead(const std::vector<int>& pieces) const {
    const auto all_alike = [&](int from, int count) {
      const auto begin = pieces.begin() + from;
      return (*begin & 7) == 1 &&
             std::all_of(begin, begin + count, [begin](int piece) { return piece == *begin; });
    };
    return all_alike(0, leading_pawns_) &&
           (!both_have_pawns() || all_alike(leading_pawns_, other_pawns_));
  }

  /// Returns the number of placements of the leading group, up to symmetry.
  std::uint64_t leading_placements(int size, int file) const noexcept {
    if (!material_.has_pawns()) return size == 2 ? 462 : 31332;
    std::uint64_t placements = 0;
    for (int rank = 0; rank < 6; ++rank)
      placements += choices(47 - 2 * (6 * file + rank), size - 1);
    return placements;
  }

  std::optional<Pairs> read_pairs(std::uint64_t positions) {
    Pairs pairs;
    pairs.flags = cursor_.byte();
    if ((pairs.flags & 0x80) != 0) {  // the same value for all positions
      const std::uint8_t value = cursor_.byte();
      return name_.kind == TableKind::kWinDrawLoss && value > 4 ? std::nullopt
                                                                : std::optional(pairs);
    }
    const int block_bits = cursor_.byte(), index_bits = cursor_.byte();
    const std::uint64_t spare_blocks = cursor_.byte(), blocks = cursor_.four();
    const int longest = cursor_.byte(), shortest = cursor_.byte();
    if (block_bits > 31 || index_bits < 1 || index_bits > 31 || shortest < 1 ||
        longest < shortest || longest > 32)
      return std::nullopt;
    cursor_.skip(2 * static_cast<std::uint64_t>(longest - shortest + 1));
    if (!symbols_are_sound()) return std::nullopt;
    pairs.index_bytes = 6 * ((positions + (std::uint64_t{1} << index_bits) - 1) >> index_bits);
    pairs.size_bytes = 2 * (blocks + spare_blocks);
    pairs.block_bytes = blocks << block_bits;
    return pairs;
  }

  /// True if each symbol is a value or a pair of other symbols, without cycles.
  bool symbols_are_sound() {
    constexpr std::size_t kMaxSymbols = 4095;
    constexpr std::size_t kValue = 0xFFF;
    const std::size_t count = cursor_.two();
    if (count == 0 || count > kMaxSymbols || 3 * count > cursor_.left()) return false;
    std::vector<std::array<std::size_t, 2>> parts(count);
    for (auto& part : parts) {
      const std::size_t low = cursor_.byte(), middle = cursor_.byte(), high = cursor_.byte();
      part = {(middle & 15) << 8 | low, high << 4 | middle >> 4};
      if (part[1] == kValue) continue;
      if (part[0] >= count || part[1] >= count) return false;
    }
    cursor_.skip(count % 2);
    std::vector<std::uint8_t> state(count, 0);  // 0 new, 1 in progress, 2 sound
    const auto sound = [&](const auto& self, std::size_t symbol) -> bool {
      if (state[symbol] != 0) return state[symbol] == 2;
      state[symbol] = 1;
      if (parts[symbol][1] != kValue &&
          !(self(self, parts[symbol][0]) && self(self, parts[symbol][1])))
        return false;
      state[symbol] = 2;
      return true;
    };
    for (std::size_t symbol = 0; symbol < count; ++symbol) {
      if (!sound(sound, symbol)) return false;
    }
    return true;
  }

  void skip_maps(const std::vector<Pairs>& tables) {
    constexpr int kMapped = 2, kWide = 16;
    for (const Pairs& table : tables) {
      if ((table.flags & kMapped) == 0) continue;
      if ((table.flags & kWide) != 0) cursor_.align(2);
      for (int outcome = 0; outcome < 4; ++outcome) {
        cursor_.skip((table.flags & kWide) != 0 ? 2 * std::uint64_t{cursor_.two()}
                                                : std::uint64_t{cursor_.byte()});
      }
    }
    cursor_.align(2);
  }

  Cursor cursor_;
  const TableName& name_;
  const TableMaterial& material_;
  int files_;
  bool split_ = false;
  int leading_pawns_ = 0, other_pawns_ = 0;
  std::vector<std::uint64_t> positions_;  ///< by table, in file order
};

/// Returns the number of pieces of each type for a name such as "KRP", or nothing.
std::optional<std::array<int, kPieceTypes>> side_named(std::string_view name) {
  if (name.empty() || name.front() != 'K') return std::nullopt;
  std::array<int, kPieceTypes> counts{};
  counts[static_cast<std::size_t>(index(PieceType::kKing))] = 1;
  std::size_t last = 0;
  for (const char letter : name.substr(1)) {
    const std::size_t at = kTableLetters.find(letter);
    if (at == std::string_view::npos || at < last) return std::nullopt;
    last = at;
    ++counts[static_cast<std::size_t>(index(kTableTypes[at]))];
  }
  return counts;
}

/// A file that is mapped into memory for reading.
class MappedFile {
 public:
  MappedFile(int file, std::size_t size) noexcept
      : size_(size), data_(mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0)) {}
  ~MappedFile() {
    if (data_ != MAP_FAILED) munmap(data_, size_);
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  bool ok() const noexcept { return data_ != MAP_FAILED; }
  std::span<const std::byte> bytes() const noexcept {
    return {static_cast<const std::byte*>(data_), size_};
  }

 private:
  std::size_t size_;
  void* data_;
};

std::optional<std::string> fault_of_open_file(int file, const TableName& name) {
  struct stat found {};
  if (fstat(file, &found) != 0) return std::strerror(errno);
  if (!S_ISREG(found.st_mode)) return "is not a file";
  const auto size = static_cast<std::size_t>(found.st_size);
  if (size % kBlockAlignment != kChecksumBytes) return "is not complete";
  if (name.kind == TableKind::kDistanceToMate) return std::nullopt;  // Fathom checks only its size
  const MappedFile mapped(file, size);
  if (!mapped.ok()) return std::strerror(errno);
  return TableChecker(mapped.bytes(), name).fault();
}

}  // namespace

int TableMaterial::men() const noexcept {
  int men = 0;
  for (const auto& side : counts) {
    for (const int count : side) men += count;
  }
  return men;
}

std::optional<TableMaterial> table_material(std::string_view name) {
  const std::size_t v = name.find('v');
  if (v == std::string_view::npos) return std::nullopt;
  const std::string_view first = name.substr(0, v), second = name.substr(v + 1);
  const auto white = side_named(first), black = side_named(second);
  if (!white || !black || first.size() < second.size()) return std::nullopt;
  const auto rank = [](char a, char b) { return kTableLetters.find(a) < kTableLetters.find(b); };
  const bool weaker_first = std::lexicographical_compare(second.begin() + 1, second.end(),
                                                         first.begin() + 1, first.end(), rank);
  if (first.size() == second.size() && weaker_first) return std::nullopt;
  const TableMaterial material{{*white, *black}};
  return material.men() >= 3 && material.men() <= kMaxTableMen ? std::optional(material)
                                                               : std::nullopt;
}

std::optional<TableName> table_name(const std::filesystem::path& path) {
  const std::string ending = path.extension().string();
  const std::optional<TableMaterial> material = table_material(path.stem().string());
  if (!material) return std::nullopt;
  if (ending == ".rtbw") return TableName{*material, TableKind::kWinDrawLoss};
  if (ending == ".rtbz") return TableName{*material, TableKind::kDistanceToZero};
  if (ending == ".rtbm") return TableName{*material, TableKind::kDistanceToMate};
  return std::nullopt;
}

std::optional<std::string> table_fault(const std::filesystem::path& path, const TableName& name) {
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return std::strerror(errno);
  std::optional<std::string> fault = fault_of_open_file(file, name);
  close(file);
  return fault;
}

}  // namespace trivium::chess
