// Classes of positions: a small tree of questions about the position before a move, so that a player may want different things in different
// positions. Each question has a whole number for an answer; a branch parts the answers below a threshold from the others.
//
// Whoever adds a question adds a row to the table in position_classes.cpp; learner, files and explanations follow.
// Source: Wallbrink 2000, section of future work (paper 002).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/chess/rules/position.h"
#include "engine/core/result.h"

namespace trivium::chess {

struct PositionQuestion {
  std::string_view name;  ///< in files
  int least = 0;          ///< what the answer can be
  int most = 0;
  int (*answer)(const Position& position, std::size_t legal_moves) noexcept;
  std::span<const int> thresholds;  ///< where a learner may part positions, rising
  std::string_view text;            ///< "legal moves", or what a 1 means where the answer is 0 or 1: "in check"
  std::string_view text_of_no{};    ///< what a 0 means there
};

/// All that can be asked.
std::span<const PositionQuestion> position_questions() noexcept;

/// Immutable; any thread.
class PositionClasses {
 public:
  static constexpr std::size_t kMax = 64;

  /// One class, of all positions.
  PositionClasses() : nodes_(1) {}

  /// As text() writes it. The error names the word that is wrong.
  static Result<PositionClasses> parse(std::string_view tree);

  std::size_t count() const noexcept { return nodes_.size() / 2 + 1; }
  /// From 0; `legal_moves` is the number of moves there are.
  std::size_t class_of(const Position& position, std::size_t legal_moves) const noexcept;
  /// "phase >= 60, in check"; "all positions" where there is one class.
  std::string conditions_of(std::size_t number) const;

  /// Whether the tree has room for one class more, and a position of this class may lie on either side.
  bool can_part(std::size_t number, const PositionQuestion& question, int threshold) const;
  /// With this class parted, as can_part() allows: below the threshold it keeps its number, the rest of it has the next, and those behind
  /// it have one more than before.
  PositionClasses parted(std::size_t number, const PositionQuestion& question, int threshold) const;

  /// The tree, the part below the threshold first, "." being a class: "phase<40 . check<1 . .".
  std::string text() const;

 private:
  /// In the order of text(): what lies below the threshold is next to a branch.
  struct Node {
    const PositionQuestion* question = nullptr;  ///< of position_questions(); none: a class
    int threshold = 0;
    std::size_t rest = 0;  ///< of a branch, the node of what is not below the threshold; of a class, its number
  };
  using Answers = std::vector<std::pair<int, int>>;  ///< by question: least and most

  std::size_t first_class_in(std::size_t node) const noexcept;
  /// The node of a class.
  std::size_t node_of(std::size_t number) const noexcept;
  Answers answers_in(std::size_t number) const;

  std::vector<Node> nodes_;
};

}  // namespace trivium::chess
