// Attributes of a position that a modeled player may value: the a_k(P) of paper 002, terms of a
// linear value.
//
// They are the paper's first two (material, mobility), the two that it adds later (centre, attack),
// and all features of the engine's evaluation (engine/chess/evaluation/features.h). A set of
// attributes is selected by name. To add an attribute, add a row to the table in attributes.cpp.
//
// Source: Wallbrink 2000, node 8 "The algorithm employed", and nodes 14 and 20 (paper 002).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/chess/rules/position.h"
#include "engine/core/result.h"

namespace trivium::chess {

/// Returns White's material minus Black's: Q9 R5 B3 N3 P1.
int balance_of_material(const Position& position) noexcept;

/// An ordered set of attributes. Immutable and thread-safe.
class Attributes {
 public:
  /// Returns the accepted words: "material, mobility, centre, attack, engine".
  static std::string known();

  /// Returns the attributes of these words; each may occur once. "engine" stands for all parameters
  /// of the evaluation. The error names the invalid word.
  static Result<Attributes> named(std::span<const std::string> words);

  std::size_t size() const noexcept { return names_.size(); }
  /// Returns the names: "material", or a name of the evaluation such as
  /// "endgame.knight_mobility[3]".
  const std::vector<std::string>& names() const noexcept { return names_; }
  /// Returns the words given to named().
  const std::vector<std::string>& words() const noexcept { return words_; }

  /// Computes the attributes, White's minus Black's. `position` is unchanged on return. Requires:
  /// `out` has size() elements.
  void of(Position& position, std::span<double> out) const noexcept;

 private:
  using Measure = void (*)(Position& position, std::span<double> out) noexcept;
  struct Part {
    Measure measure;
    std::size_t size;
  };

  std::vector<Part> parts_;
  std::vector<std::string> names_;
  std::vector<std::string> words_;
};

}  // namespace trivium::chess
