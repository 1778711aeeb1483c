#include "learning/records/searched_games.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <limits>
#include <stdexcept>
#include <utility>

#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/value.h"
#include "learning/harness/shards.h"

namespace trivium::learning::records {

namespace {

constexpr std::uint8_t kLeafDecides = 1;

// Sizes in bytes (see the header).
constexpr std::size_t kGameHead = 35;
constexpr std::size_t kMaxLine = std::numeric_limits<std::uint8_t>::max();
constexpr std::size_t kMaxPosition = 8 + 2 * kMaxLine;  // without the nodes of its tree
constexpr std::size_t kNode = 35;

// A portion ends at either limit. Trees can make single games large.
constexpr std::size_t kPortionGames = 512;
constexpr std::size_t kPortionBytes = std::size_t{1} << 22;
constexpr std::size_t kPortionShards = 32;

template <class Count>
Count count_of(std::size_t number, const char* what) {
  if (number > std::numeric_limits<Count>::max())
    throw std::length_error(fmt::format("a game with {} {}", number, what));
  return static_cast<Count>(number);
}

void encode(const SearchedPosition& position, ByteWriter& record) {
  record.put(position.played.bits());
  record.put(static_cast<std::int16_t>(position.value));
  record.put(position.leaf_decides ? kLeafDecides : std::uint8_t{0});
  record.put(count_of<std::uint8_t>(position.variation.size(), "moves in a line"));
  for (const chess::Move move : position.variation) record.put(move.bits());
  record.put(count_of<std::uint16_t>(position.tree.size(), "nodes in a tree"));
  for (const TreeNode& node : position.tree) {
    record.put(node.position);
    record.put(static_cast<std::int16_t>(node.value));
    record.put(static_cast<std::uint8_t>(node.bound));
  }
}

chess::Value take_value(ByteReader& record) {
  const chess::Value value = record.take<std::int16_t>();
  if (value > chess::kMateValue || value < -chess::kMateValue)
    throw format::LoadError("tdleaf.game.damaged", "a value of {}", value);
  return value;
}

/// Reads the next move of the record. Throws if it is not legal in `position`.
chess::Move take_move(ByteReader& record, const chess::Position& position) {
  const chess::Move move = chess::Move::from_bits(record.take<std::uint16_t>());
  if (!chess::is_legal(position, move))
    throw format::LoadError("tdleaf.game.damaged", "an illegal move ({:04x})", move.bits());
  return move;
}

PackedPosition take_packed(ByteReader& record) {
  PackedPosition packed{};
  std::ranges::copy(record.take(packed.size()), packed.begin());
  return packed;
}

TreeNode take_node(ByteReader& record) {
  TreeNode node;
  node.position = take_packed(record);
  node.value = take_value(record);
  const auto bound = record.take<std::uint8_t>();
  if (bound > static_cast<std::uint8_t>(Score::Bound::kUpper))
    throw format::LoadError("tdleaf.game.damaged", "a bound of {}", bound);
  node.bound = static_cast<Score::Bound>(bound);
  return node;
}

/// Reads the data of position `here` into `position`, then plays the move in `here`.
void decode(ByteReader& record, chess::Position& here, SearchedPosition& position) {
  position.played = take_move(record, here);
  position.value = take_value(record);
  const auto flags = record.take<std::uint8_t>();
  if (flags > kLeafDecides)
    throw format::LoadError("tdleaf.game.damaged", "unknown flags ({})", flags);
  position.leaf_decides = flags == kLeafDecides;
  position.variation.resize(record.take<std::uint8_t>());
  chess::Position leaf = here;
  chess::Undo undo;
  for (chess::Move& move : position.variation) {
    move = take_move(record, leaf);
    leaf.do_move(move, undo);
  }
  position.tree.resize(record.take<std::uint16_t>());
  for (TreeNode& node : position.tree) node = take_node(record);
  here.do_move(position.played, undo);
}

/// Returns White's value from the mover's view as text: "+0.35", "-M3".
std::string shown(chess::Value white, chess::Color mover) {
  const chess::Value value = chess::seen_by(mover, white);
  const Score score = chess::to_score(value);
  if (score.kind == Score::Kind::kMate)
    return fmt::format("{}M{}", value > 0 ? '+' : '-', std::abs(score.value));
  return fmt::format("{:+.2f}", 0.01 * value);
}

}  // namespace

void encode(const SearchedGame& game, ByteWriter& record) {
  record.clear();
  record.put(pack(game.start));
  record.put(static_cast<std::int8_t>(game.for_white));
  record.put(count_of<std::uint16_t>(game.positions.size(), "positions"));
  for (const SearchedPosition& position : game.positions) encode(position, record);
}

void decode(std::span<const std::byte> bytes, SearchedGame& game) {
  ByteReader record(bytes);
  game.start = format::or_throw(unpack(take_packed(record)));
  const auto result = record.take<std::int8_t>();
  if (result < -1 || result > 1)
    throw format::LoadError("tdleaf.game.damaged", "a result of {}", result);
  game.for_white = static_cast<Outcome>(result);
  game.positions.resize(record.take<std::uint16_t>());
  if (game.positions.empty())
    throw format::LoadError("tdleaf.game.damaged", "a game without positions");
  chess::Position here = game.start;
  for (std::size_t i = 0; i < game.positions.size(); ++i) {
    try {
      decode(record, here, game.positions[i]);
    } catch (const format::LoadError& error) {
      throw format::LoadError("tdleaf.game.damaged", "position {}: {}", i + 1, error.what());
    }
  }
  if (!record.empty()) throw format::LoadError("tdleaf.game.damaged", "something follows the game");
}

std::size_t max_tree_nodes(std::size_t plies) noexcept {
  const std::size_t share = (kMaxRecordBytes - kGameHead) / std::max<std::size_t>(plies, 1);
  return share > kMaxPosition ? (share - kMaxPosition) / kNode : 0;
}

bool SearchedGameReader::next(SearchedGame& game) {
  if (next_ == records_.size()) {
    read_portion();
    if (records_.empty()) return false;
    decode_portion();
  }
  std::swap(game, games_[next_++]);  // swaps, to reuse the memory of the previous game
  return true;
}

void SearchedGameReader::read_portion() {
  bytes_.clear();
  records_.clear();
  next_ = 0;
  while (records_.size() < kPortionGames && bytes_.size() < kPortionBytes) {
    const auto record = in_.next();
    if (!record) break;
    records_.push_back({bytes_.size(), record->size(), in_.record_place()});
    bytes_.insert(bytes_.end(), record->begin(), record->end());
  }
}

void SearchedGameReader::decode_portion() {
  if (games_.size() < records_.size()) games_.resize(records_.size());
  const Shards shards(std::min(records_.size(), kPortionShards), threads_);
  shards.run([&](std::size_t shard) {
    const Range range = shards.range(shard, records_.size());
    for (std::size_t i = range.begin; i < range.end; ++i) {
      try {
        decode(std::span(bytes_).subspan(records_[i].begin, records_[i].size), games_[i]);
      } catch (const format::LoadError& error) {
        in_.fail(records_[i].place, error.code(), error.what());
      }
    }
  });
}

chess::PgnGame to_pgn_game(const SearchedGame& game, std::vector<chess::PgnTag> tags) {
  chess::PgnGame record;
  record.tags = std::move(tags);
  record.start = game.start;
  record.result = game.for_white;
  record.comments.emplace_back();
  chess::Color mover = game.start.side_to_move();
  for (const SearchedPosition& position : game.positions) {
    record.moves.push_back(position.played);
    record.comments.push_back(shown(position.value, mover));
    mover = ~mover;
  }
  return record;
}

}  // namespace trivium::learning::records
