#include "engine/chess/endgame/tablebase.h"

#include <algorithm>
#include <array>
#include <bit>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <span>
#include <system_error>
#include <tbprobe.h>

#include "engine/chess/endgame/tablebase_file.h"
#include "engine/chess/rules/movegen.h"
#include "engine/core/rng.h"
#include "engine/core/text.h"

namespace trivium::chess {

namespace fs = std::filesystem;

namespace {

bool has_castling_rights(const Position& position) noexcept {
  return position.has_castling_right(Color::kWhite) || position.has_castling_right(Color::kBlack);
}

/// Calls a Fathom function with the position and further arguments.
template <class Function, class... Others>
auto call_fathom(Function function, const Position& p, unsigned rule50, Others... others) noexcept {
  const unsigned en_passant =
      p.en_passant() == Square::kNone ? 0 : static_cast<unsigned>(index(p.en_passant()));
  return function(p.pieces(Color::kWhite), p.pieces(Color::kBlack), p.pieces(PieceType::kKing),
                  p.pieces(PieceType::kQueen), p.pieces(PieceType::kRook),
                  p.pieces(PieceType::kBishop), p.pieces(PieceType::kKnight),
                  p.pieces(PieceType::kPawn), rule50, 0U, en_passant,
                  p.side_to_move() == Color::kWhite, others...);
}

/// Promotion types in Fathom's numbering.
constexpr std::array kPromotions{PieceType::kNone, PieceType::kQueen, PieceType::kRook,
                                 PieceType::kBishop, PieceType::kKnight};

bool is_same(Move move, TbMove other) noexcept {
  const PieceType promotion =
      move.kind() == Move::Kind::kPromotion ? move.promotion() : PieceType::kNone;
  return index(move.from()) == TB_MOVE_FROM(other) && index(move.to()) == TB_MOVE_TO(other) &&
         promotion == kPromotions[TB_MOVE_PROMOTES(other)];
}

/// Returns a position with these pieces, White to move, without captures, so that Fathom probes no
/// other table.
std::optional<Position> quiet_position(const TableMaterial& material) {
  constexpr int kTries = 100000;
  Rng rng(static_cast<std::uint64_t>(material.men()));
  for (int attempt = 0; attempt < kTries; ++attempt) {
    PositionBuilder builder;
    Bitboard taken = 0;
    for (const Color color : {Color::kWhite, Color::kBlack}) {
      for (int type = 0; type < kPieceTypes; ++type) {
        for (int i = 0; i < material.count(color, static_cast<PieceType>(type)); ++i) {
          const auto square = static_cast<Square>(rng.below(64));
          taken |= bit(square);
          builder.put(square, make_piece(color, static_cast<PieceType>(type)));
        }
      }
    }
    if (std::popcount(taken) != material.men()) continue;
    const Result<Position> position = builder.build();
    if (!position) continue;
    MoveList captures;
    generate_legal(*position, captures, MoveClass::kNoisy);
    if (captures.empty()) return *position;
  }
  return std::nullopt;
}

}  // namespace

bool is_folder(const std::string& name) {
  std::error_code ignored;
  return fs::is_directory(name, ignored);
}

/// Splits a path. ':' always separates folders, because Fathom accepts only this separator here.
/// ';' (used on Windows) separates unless a folder's name contains it.
std::vector<std::string> folders_in(const std::string& path) {
  std::vector<std::string> folders;
  for (const std::string_view part : text::split(path, ':')) {
    const bool whole = is_folder(std::string(part));
    for (const std::string_view folder : whole ? std::vector{part} : text::split(part, ';')) {
      if (!folder.empty()) folders.emplace_back(whole ? folder : text::trimmed(folder));
    }
  }
  return folders;
}

/// Returns the error for a folder that cannot be read. If the path contains separators, the message
/// mentions them, since the path may have been split at the wrong place.
Error folder_error(const std::string& path, const std::string& folder,
                   const std::error_code& failure) {
  const bool cut = path.find_first_of(":;") != std::string::npos;
  return Error{"tablebase.folder", "{}: {}{}", folder, failure.message(),
               cut ? "; folders are separated by ':' or ';'" : ""};
}

/// Table files of a path. As in Fathom, a file in an earlier folder hides one of the same name in a
/// later folder.
struct Tablebases::Files {
  std::string folders;                      ///< in Fathom's format
  std::map<std::string, fs::path> by_name;  ///< with the extension

  static Result<Files> find(const std::string& path);
  /// Returns success, or "N of M table files cannot be used, ...".
  Status check() const;
};

Result<Tablebases::Files> Tablebases::Files::find(const std::string& path) {
  if (path.find(':') != std::string::npos && is_folder(path))
    return Error{"tablebase.folder.name",
                 "{}: the folder's name contains ':', which separates folders", path};
  Files files;
  for (const std::string& folder : folders_in(path)) {
    std::error_code failure;
    fs::directory_iterator entries(folder, failure);
    if (failure) return folder_error(path, folder, failure);
    for (; !failure && entries != fs::directory_iterator(); entries.increment(failure)) {
      if (table_name(entries->path()))
        files.by_name.emplace(entries->path().filename().string(), entries->path());
    }
    if (failure) return folder_error(path, folder, failure);
    files.folders += (files.folders.empty() ? "" : ":") + folder;
  }
  const auto has_outcomes = [](const auto& file) { return file.first.ends_with(".rtbw"); };
  if (std::ranges::none_of(files.by_name, has_outcomes)) {
    return Error{"tablebase.none", "{}: no Syzygy tables (.rtbw) there", path};
  }
  return files;
}

Status Tablebases::Files::check() const {
  std::size_t damaged = 0;
  std::string first;
  for (const auto& [name, path] : by_name) {
    const auto fault = table_fault(path, *table_name(path));
    if (fault && damaged++ == 0) first = fmt::format("{} {}", path.string(), *fault);
  }
  if (damaged == 0) return {};
  return Error{"tablebase.damaged", "{} of {} table files cannot be used, so no table is used: {}",
               damaged, by_name.size(), first};
}

/// The set of tables that this process has open. Fathom supports only one.
struct Tablebases::Registry {
  static Registry& of_process() {
    static Registry registry;
    return registry;
  }

  std::mutex mutex;
  std::string path;
  std::shared_ptr<const Tablebases> tables;
};

Result<std::shared_ptr<const Tablebases>> Tablebases::open(const std::string& path) {
  Registry& registry = Registry::of_process();
  const std::lock_guard lock(registry.mutex);
  if (registry.tables != nullptr && registry.path == path) return registry.tables;
  if (registry.tables.use_count() > 1) {
    return Error{"tablebase.in_use",
                 "the tables of {} are in use in this process, which can have one set only",
                 registry.path};
  }
  const Result<Files> files = Files::find(path);
  if (!files) return files.error();
  if (Status sound = files->check(); !sound) return sound.error();
  registry.tables.reset();
  const Result<std::shared_ptr<Tablebases>> tables = load(*files);
  if (!tables) return tables.error();
  registry.path = path;
  registry.tables = *tables;
  return registry.tables;
}

Result<std::shared_ptr<Tablebases>> Tablebases::load(const Files& files) {
  if (!tb_init(files.folders.c_str()))
    return Error{"tablebase.damaged", "{}: Fathom cannot use these tables", files.folders};
  std::shared_ptr<Tablebases> tables(new Tablebases);
  for (const auto& [file, path] : files.by_name) {
    const TableName name = *table_name(path);
    if (name.kind == TableKind::kDistanceToZero) ++tables->distance_tables_;
    if (name.kind != TableKind::kWinDrawLoss) continue;
    ++tables->outcome_tables_;
    tables->max_men_ = std::max(tables->max_men_, name.material.men());
    const std::optional<Position> position = quiet_position(name.material);
    if (!position || !tables->probe(*position))
      return Error{"tablebase.damaged", "{}: Fathom cannot read this table", path.string()};
  }
  return tables;
}

bool Tablebases::knows(const Position& position) const noexcept {
  return std::popcount(position.pieces()) <= max_men_ && !has_castling_rights(position);
}

std::optional<TableOutcome> Tablebases::probe(const Position& position) const noexcept {
  static_assert(TB_LOSS == 0 && TB_BLESSED_LOSS == 1 && TB_DRAW == 2 && TB_CURSED_WIN == 3 &&
                TB_WIN == 4);
  if (!knows(position)) return std::nullopt;
  const unsigned outcome = call_fathom(tb_probe_wdl, position, 0U);
  return outcome == TB_RESULT_FAILED ? std::nullopt
                                     : std::optional(static_cast<TableOutcome>(outcome));
}

std::optional<std::vector<RankedMove>> Tablebases::rank_root(const Position& position,
                                                             bool repeated,
                                                             bool fifty_move_rule) const {
  if (!knows(position) || !probe(position)) return std::nullopt;
  const auto results = std::make_unique<TbRootMoves>();
  const auto count = static_cast<unsigned>(std::min(position.halfmove_clock(), 255));
  {
    const std::lock_guard lock(root_);
    if (call_fathom(tb_probe_root_dtz, position, count, repeated, fifty_move_rule, results.get()) ==
            0 &&
        call_fathom(tb_probe_root_wdl, position, count, fifty_move_rule, results.get()) == 0) {
      return std::nullopt;
    }
  }
  std::vector<RankedMove> ranked;
  for (const Move move : legal_moves(position)) {
    const std::span known(results->moves, results->size);
    const auto same =
        std::ranges::find_if(known, [&](const TbRootMove& one) { return is_same(move, one.move); });
    if (same == known.end()) return std::nullopt;
    ranked.push_back({move, same->tbRank});
  }
  if (ranked.empty()) return std::nullopt;
  std::ranges::stable_sort(ranked, std::greater<>(), &RankedMove::rank);
  return ranked;
}

}  // namespace trivium::chess
