// Decision tree that divides positions into classes, so that a player model can have different
// weights in different positions.
//
// Each question about the position before the move has an integer answer. A branch separates the
// answers below a threshold from the others. To add a question, add a row to the table in
// position_classes.cpp; learner, files and explanations use the table.
//
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
  int minimum = 0;        ///< range of the answer
  int maximum = 0;
  int (*answer)(const Position& position, std::size_t legal_moves) noexcept;
  std::span<const int> thresholds;  ///< thresholds that a learner may use, rising
  std::string_view text;  ///< meaning of the number ("legal moves"), or of the answer 1 to a
                          ///< question with the answers 0 and 1 ("in check")
  std::string_view text_of_no{};  ///< meaning of the answer 0 to such a question
};

/// Returns all questions.
std::span<const PositionQuestion> position_questions() noexcept;

/// Immutable and thread-safe.
class PositionClasses {
 public:
  static constexpr std::size_t kMax = 64;

  /// One class with all positions.
  PositionClasses() : nodes_(1) {}

  /// Parses the format of text(). The error names the invalid word.
  static Result<PositionClasses> parse(std::string_view tree);

  std::size_t count() const noexcept { return nodes_.size() / 2 + 1; }
  /// Returns the class of the position, from 0. `legal_moves` is the number of its legal moves.
  std::size_t class_of(const Position& position, std::size_t legal_moves) const noexcept;
  /// Returns the conditions of a class: "phase >= 60, in check"; "all positions" if there is only
  /// one class.
  std::string conditions_of(std::size_t number) const;

  /// True if there are fewer than kMax classes and both sides of the threshold are possible within
  /// this class.
  bool can_part(std::size_t number, const PositionQuestion& question, int threshold) const;
  /// Returns the tree with this class divided. Below the threshold the class keeps its number, the
  /// other part gets the next number, and the numbers of later classes grow by one. Requires:
  /// can_part().
  PositionClasses parted(std::size_t number, const PositionQuestion& question, int threshold) const;

  /// Returns the tree in prefix notation, the part below the threshold first; "." is a class:
  /// "phase<40 . check<1 . .".
  std::string text() const;

 private:
  /// Nodes are in the order of text(): the child below the threshold follows its branch.
  struct Node {
    const PositionQuestion* question = nullptr;  ///< null for a class
    int threshold = 0;
    std::size_t rest = 0;  ///< branch: node of the answers at or above the threshold; class: its
                           ///< number
  };
  using Answers = std::vector<std::pair<int, int>>;  ///< minimum and maximum, by question

  std::size_t first_class_in(std::size_t node) const noexcept;
  /// Returns the node of a class.
  std::size_t node_of(std::size_t number) const noexcept;
  Answers answers_in(std::size_t number) const;

  std::vector<Node> nodes_;
};

}  // namespace trivium::chess
