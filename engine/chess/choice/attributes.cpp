#include "engine/chess/choice/attributes.h"

#include <algorithm>
#include <array>
#include <bit>

#include "engine/chess/evaluation/features.h"
#include "engine/chess/rules/movegen.h"
#include "engine/core/text.h"

namespace trivium::chess {

namespace {

/// Material by PieceType; the king has none.
constexpr std::array<int, kPieceTypes> kPieceValues = {1, 3, 3, 5, 9, 0};
constexpr Bitboard kCenter = Bitboard{0x18} << 24 | Bitboard{0x18} << 32;  // d4, e4, d5, e5

void material(Position& position, std::span<double> out) noexcept {
  out[0] = balance_of_material(position);
}

/// Counts the legal moves of the side to move, and of the other side as if it were to move.
void mobility(Position& position, std::span<double> out) noexcept {
  const int own = count_legal(position);
  Undo undo;
  position.do_null_move(undo);
  const int others = count_legal(position);
  position.undo_null_move(undo);
  out[0] = position.side_to_move() == Color::kWhite ? own - others : others - own;
}

/// Counts the pieces and pawns on the four center squares, and the attacks on these squares.
void center(Position& position, std::span<double> out) noexcept {
  const auto on = [&](Color color) { return std::popcount(position.pieces(color) & kCenter); };
  int balance = on(Color::kWhite) - on(Color::kBlack);
  for (Bitboard squares = kCenter; squares != 0;) {
    const Bitboard attackers = position.attackers_to(pop_lowest(squares), position.pieces());
    balance += std::popcount(attackers & position.pieces(Color::kWhite)) -
               std::popcount(attackers & position.pieces(Color::kBlack));
  }
  out[0] = balance;
}

/// Counts the attacked pieces and pawns of the other side, without the king.
void attack(Position& position, std::span<double> out) noexcept {
  int balance = 0;
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    for (Bitboard men = position.pieces(~color) & ~position.pieces(PieceType::kKing); men != 0;) {
      const Bitboard attackers = position.attackers_to(pop_lowest(men), position.pieces());
      if ((attackers & position.pieces(color)) != 0) balance += color == Color::kWhite ? 1 : -1;
    }
  }
  out[0] = balance;
}

/// Computes the factor of each parameter in the evaluation's linear sum. The better side, which the
/// scale of drawish endgames depends on, is determined by material. Exact endgame knowledge is not
/// an attribute.
void engine(Position& position, std::span<double> out) noexcept {
  std::ranges::fill(out, 0.0);
  Extraction extraction;
  extract(position, extraction);
  const Color better = balance_of_material(position) >= 0 ? Color::kWhite : Color::kBlack;
  const double scale = extraction.scale(better) / 100.0;
  const double middlegame = scale * extraction.phase() / 100.0;
  const double endgame = scale * (100 - extraction.phase()) / 100.0;
  for (const Coefficient& coefficient : extraction.balance()) {
    out[coefficient.feature] = middlegame * coefficient.count;
    out[kFeatureCount + coefficient.feature] = endgame * coefficient.count;
  }
}

struct Known {
  std::string_view word;
  void (*measure)(Position&, std::span<double>) noexcept;
};
constexpr std::string_view kEngine = "engine";
constexpr std::size_t kShownBytes = 40;
constexpr std::array kKnown = std::to_array<Known>({{"material", material},
                                                    {"mobility", mobility},
                                                    {"centre", center},
                                                    {"attack", attack},
                                                    {kEngine, engine}});

}  // namespace

int balance_of_material(const Position& position) noexcept {
  int balance = 0;
  for (int type = 0; type < kPieceTypes; ++type) {
    const auto piece = static_cast<PieceType>(type);
    balance += kPieceValues[static_cast<std::size_t>(type)] *
               (std::popcount(position.pieces(Color::kWhite, piece)) -
                std::popcount(position.pieces(Color::kBlack, piece)));
  }
  return balance;
}

std::string Attributes::known() { return text::joined(kKnown, ", ", &Known::word); }

Result<Attributes> Attributes::named(std::span<const std::string> words) {
  Attributes chosen;
  for (const std::string& word : words) {
    const auto* const found = std::ranges::find(kKnown, word, &Known::word);
    if (found == kKnown.end())
      return Error{"attribute.unknown", "unknown attribute {}; accepted are {}",
                   text::printable(word, kShownBytes), known()};
    if (std::ranges::find(chosen.words_, word) != chosen.words_.end())
      return Error{"attribute.repeated", "{} is repeated", word};
    std::vector<std::string> names = word == kEngine ? parameter_names() : std::vector{word};
    chosen.parts_.push_back({found->measure, names.size()});
    std::ranges::move(names, std::back_inserter(chosen.names_));
    chosen.words_.push_back(word);
  }
  if (chosen.parts_.empty()) return Error{"attribute.none", "no attribute is given"};
  return chosen;
}

void Attributes::of(Position& position, std::span<double> out) const noexcept {
  for (const Part& part : parts_) {
    part.measure(position, out.first(part.size));
    out = out.subspan(part.size);
  }
}

}  // namespace trivium::chess
