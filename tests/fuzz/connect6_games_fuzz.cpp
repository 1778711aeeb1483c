// Files of Connect-6 games (.c6): either a LoadError that names the place, or games that can be
// played and survive writing and reading.
//
// A mutation almost never has the right checksums, so the input is also read with corrected ones,
// to reach the checks behind them. This is the only target for block files of every kind
// (learning/harness/block_file.h).
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <vector>

#include "engine/core/signature.h"
#include "learning/records/connect6_games.h"
#include "models/format/load_error.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/temporary_folder.h"

namespace trivium::learning::btmm {
namespace {

using fuzz::check;

constexpr std::size_t kHeaderBytes = 16;
constexpr std::size_t kBlockHeadBytes = 16;
constexpr std::size_t kMaxBytes =
    1 << 20;  // a block's header may state 64 MB, which takes time and tests nothing more

std::uint32_t number_at(std::span<const std::byte> bytes, std::size_t at) {
  std::uint32_t number = 0;
  std::memcpy(&number, bytes.data() + at, sizeof(number));
  return number;
}

/// True if every block has the length that its header states, as far as there are headers.
bool is_small(std::span<const std::byte> bytes) {
  for (std::size_t at = kHeaderBytes; at + kBlockHeadBytes <= bytes.size();) {
    const std::uint32_t size = number_at(bytes, at);
    if (size > kMaxBytes) return false;
    at += kBlockHeadBytes + size;
  }
  return true;
}

/// Returns the same bytes with corrected checksums of all complete blocks.
std::vector<std::byte> with_right_checksums(std::span<const std::byte> bytes) {
  std::vector<std::byte> mended(bytes.begin(), bytes.end());
  for (std::size_t at = kHeaderBytes; at + kBlockHeadBytes <= mended.size();) {
    const std::size_t end = at + kBlockHeadBytes + number_at(mended, at);
    if (end > mended.size()) break;
    Signature sum;
    for (std::size_t i = at; i < end; ++i) {
      const bool is_checksum = i >= at + 8 && i < at + kBlockHeadBytes;
      if (!is_checksum) sum.add(std::to_integer<std::uint64_t>(mended[i]));
    }
    const std::uint64_t value = sum.value();
    std::memcpy(mended.data() + at + 8, &value, sizeof(value));
    at = end;
  }
  return mended;
}

std::vector<records::Connect6Game> games_of(const std::filesystem::path& path) {
  std::vector<records::Connect6Game> games;
  BlockReader in(path, records::kConnect6Games);
  while (const auto record = in.next()) {
    records::Connect6Game& game = games.emplace_back();
    decode(*record, game);
    records::require_playable(game);
  }
  return games;
}

void check_file(const TemporaryFolder& folder, std::span<const std::byte> bytes) {
  if (!is_small(bytes)) return;
  std::ofstream(folder / "games.c6", std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  std::vector<records::Connect6Game> games;
  try {
    games = games_of(folder / "games.c6");
  } catch (const format::LoadError& error) {
    fuzz::check_message(error.what());
    return;
  }
  records::Connect6GameWriter writer(folder / "again.c6");
  for (const records::Connect6Game& game : games) writer.add(game);
  writer.finish();
  check(games_of(folder / "again.c6") == games, "what is written reads the same");
}

}  // namespace

TRIVIUM_FUZZ_TARGET(connect6_games) {
  static const trivium::TemporaryFolder folder;
  const auto bytes = std::as_bytes(input);
  check_file(folder, bytes);
  check_file(folder, with_right_checksums(bytes));
}

}  // namespace trivium::learning::btmm
