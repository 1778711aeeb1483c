// What a player may look at when he values a position: numbers that a linear value is made of, the a_k(P) of paper 002.
//
// The paper's own two (material, mobility), the two that it adds later (centre, attack), and the engine's whole evaluation through its one
// extractor (engine/chess/evaluation/features.h). A set of them is chosen by name; whoever adds one adds a row to the table in
// attributes.cpp. Source: Wallbrink 2000, node 8 "The algorithm employed", and nodes 14 and 20 (paper 002).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/chess/rules/position.h"
#include "engine/core/result.h"

namespace trivium::chess {

/// White's less Black's: Q9 R5 B3 N3 P1.
int balance_of_material(const Position& position) noexcept;

/// A choice of attributes, in an order. Immutable; any thread.
class Attributes {
 public:
  /// What there is to choose: "material, mobility, centre, attack, engine".
  static std::string known();

  /// Of these words, each once. "engine" stands for all parameters of the evaluation. The error names the word.
  static Result<Attributes> named(std::span<const std::string> words);

  std::size_t size() const noexcept { return names_.size(); }
  /// "material", or what the evaluation calls a parameter: "endgame.knight_mobility[3]".
  const std::vector<std::string>& names() const noexcept { return names_; }
  /// As they were given.
  const std::vector<std::string>& words() const noexcept { return words_; }

  /// White's less Black's, size() numbers. The position is as it was when this returns.
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
