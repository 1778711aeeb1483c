#include "engine/chess/choice/position_classes.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>

#include "engine/chess/choice/attributes.h"
#include "engine/chess/evaluation/features.h"
#include "engine/core/text.h"

namespace trivium::chess {

namespace {

int phase_before(const Position& position, std::size_t) noexcept { return game_phase(position); }

/// Returns the mover's material minus the other side's, in pawns.
int balance_before(const Position& position, std::size_t) noexcept {
  const int balance = balance_of_material(position);
  return position.side_to_move() == Color::kWhite ? balance : -balance;
}

int check_before(const Position& position, std::size_t) noexcept {
  return position.in_check() ? 1 : 0;
}

int queens_before(const Position& position, std::size_t) noexcept {
  return position.pieces(PieceType::kQueen) != 0 ? 1 : 0;
}

int moves_before(const Position&, std::size_t legal_moves) noexcept {
  return static_cast<int>(legal_moves);
}

/// Returns the number of the mover's pieces and pawns that are attacked and not defended.
int loose_before(const Position& position, std::size_t) noexcept {
  const Color mover = position.side_to_move();
  int loose = 0;
  for (Bitboard men = position.pieces(mover) & ~position.pieces(PieceType::kKing); men != 0;) {
    const Bitboard attackers = position.attackers_to(pop_lowest(men), position.pieces());
    if ((attackers & position.pieces(~mover)) != 0 && (attackers & position.pieces(mover)) == 0)
      ++loose;
  }
  return loose;
}

int number_before(const Position& position, std::size_t) noexcept {
  return position.fullmove_number();
}

int clock_before(const Position& position, std::size_t) noexcept {
  return position.halfmove_clock();
}

constexpr std::array kYesOrNo = {1};
constexpr std::array kPhases = {10, 20, 30, 40, 50, 60, 70, 80, 90};
constexpr std::array kBalances = {-8, -4, -2, -1, 0, 1, 2, 3, 5, 9};
constexpr std::array kMoves = {5, 10, 15, 20, 25, 30, 35, 40};
constexpr std::array kLoose = {1, 2};
constexpr std::array kNumbers = {6, 11, 16, 21, 31, 41, 61};
constexpr std::array kClocks = {1, 4, 10, 20};

constexpr std::array kQuestions = std::to_array<PositionQuestion>({
    {"phase", 0, 100, phase_before, kPhases, "phase"},
    {"balance", -200, 200, balance_before, kBalances, "balance of material"},
    {"check", 0, 1, check_before, kYesOrNo, "in check", "not in check"},
    {"queens", 0, 1, queens_before, kYesOrNo, "queens on the board", "no queens"},
    {"moves", 0, 256, moves_before, kMoves, "legal moves"},
    {"loose", 0, 15, loose_before, kLoose, "men attacked and not defended"},
    {"number", 0, kMaxCounter, number_before, kNumbers, "number of the move"},
    {"clock", 0, kMaxCounter, clock_before, kClocks,
     "half-moves since a man was taken or a pawn moved"},
});

constexpr std::string_view kClass = ".";

std::size_t number_of(const PositionQuestion& question) noexcept {
  return static_cast<std::size_t>(&question - kQuestions.data());
}

std::string condition(const PositionQuestion& question, int minimum, int maximum) {
  if (!question.text_of_no.empty())
    return std::string(minimum > 0 ? question.text : question.text_of_no);
  if (maximum == question.maximum) return fmt::format("{} >= {}", question.text, minimum);
  if (minimum == question.minimum) return fmt::format("{} < {}", question.text, maximum + 1);
  return fmt::format("{} <= {} < {}", minimum, question.text, maximum + 1);
}

struct Branch {
  const PositionQuestion* question;
  int threshold;
};

/// Parses "phase<40".
std::optional<Branch> branch_in(std::string_view word) {
  const std::size_t sign = word.find('<');
  if (sign == std::string_view::npos) return std::nullopt;
  const auto* const question =
      std::ranges::find(kQuestions, word.substr(0, sign), &PositionQuestion::name);
  const std::optional<int> threshold = text::parse_number<int>(word.substr(sign + 1));
  if (question == kQuestions.end() || !threshold) return std::nullopt;
  return Branch{question, *threshold};
}

}  // namespace

std::span<const PositionQuestion> position_questions() noexcept { return kQuestions; }

std::size_t PositionClasses::first_class_in(std::size_t node) const noexcept {
  while (nodes_[node].question != nullptr) ++node;
  return nodes_[node].rest;
}

std::size_t PositionClasses::node_of(std::size_t number) const noexcept {
  std::size_t node = 0;
  while (nodes_[node].question != nullptr)
    node = number < first_class_in(nodes_[node].rest) ? node + 1 : nodes_[node].rest;
  return node;
}

std::size_t PositionClasses::class_of(const Position& position,
                                      std::size_t legal_moves) const noexcept {
  std::size_t node = 0;
  while (const PositionQuestion* const question = nodes_[node].question) {
    node = question->answer(position, legal_moves) < nodes_[node].threshold ? node + 1
                                                                            : nodes_[node].rest;
  }
  return nodes_[node].rest;
}

PositionClasses::Answers PositionClasses::answers_in(std::size_t number) const {
  Answers answers;
  for (const PositionQuestion& question : kQuestions)
    answers.emplace_back(question.minimum, question.maximum);
  for (std::size_t node = 0; nodes_[node].question != nullptr;) {
    auto& [minimum, maximum] = answers[number_of(*nodes_[node].question)];
    const bool is_below = number < first_class_in(nodes_[node].rest);
    if (is_below) {
      maximum = nodes_[node].threshold - 1;
    } else {
      minimum = nodes_[node].threshold;
    }
    node = is_below ? node + 1 : nodes_[node].rest;
  }
  return answers;
}

std::string PositionClasses::conditions_of(std::size_t number) const {
  const Answers answers = answers_in(number);
  std::string text;
  for (const PositionQuestion& question : kQuestions) {
    const auto [minimum, maximum] = answers[number_of(question)];
    if (minimum == question.minimum && maximum == question.maximum) continue;
    text.append(text.empty() ? "" : ", ").append(condition(question, minimum, maximum));
  }
  return text.empty() ? "all positions" : text;
}

bool PositionClasses::can_part(std::size_t number, const PositionQuestion& question,
                               int threshold) const {
  const auto [minimum, maximum] = answers_in(number)[number_of(question)];
  return count() < kMax && minimum < threshold && threshold <= maximum;
}

PositionClasses PositionClasses::parted(std::size_t number, const PositionQuestion& question,
                                        int threshold) const {
  const std::size_t place = node_of(number);
  PositionClasses result = *this;
  for (Node& node : result.nodes_) {
    if (node.question != nullptr) {
      node.rest += node.rest > place ? 2 : 0;
    } else {
      node.rest += node.rest > number ? 1 : 0;
    }
  }
  result.nodes_[place] = {&question, threshold, place + 2};
  const std::array sides = {Node{nullptr, 0, number}, Node{nullptr, 0, number + 1}};
  result.nodes_.insert(result.nodes_.begin() + static_cast<std::ptrdiff_t>(place) + 1,
                       sides.begin(), sides.end());
  return result;
}

std::string PositionClasses::text() const {
  return text::joined(nodes_, " ", [](const Node& node) {
    return node.question == nullptr ? std::string(kClass)
                                    : fmt::format("{}<{}", node.question->name, node.threshold);
  });
}

Result<PositionClasses> PositionClasses::parse(std::string_view tree) {
  PositionClasses classes;
  std::size_t number = 0;  // class of the next word
  for (std::string_view word = text::take_word(tree); !word.empty(); word = text::take_word(tree)) {
    if (number == classes.count())
      return Error{"classes.syntax", "{} is unexpected: the tree is complete before it",
                   text::quoted(word, 40)};
    if (word == kClass) {
      ++number;
      continue;
    }
    const std::optional<Branch> branch = branch_in(word);
    if (!branch)
      return Error{"classes.syntax", "{} is neither \".\" nor a known question",
                   text::quoted(word, 40)};
    if (classes.count() == kMax)
      return Error{"classes.many", "there are more than {} classes", kMax};
    if (!classes.can_part(number, *branch->question, branch->threshold)) {
      return Error{"classes.empty", "{}: no position can be on one of its sides",
                   text::quoted(word, 40)};
    }
    classes = classes.parted(number, *branch->question, branch->threshold);
  }
  if (number < classes.count()) return Error{"classes.syntax", "the tree ends too soon"};
  return classes;
}

}  // namespace trivium::chess
