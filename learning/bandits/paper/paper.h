// Reproduces the experiments of paper 001: figures 4 and 6 to 10 and tables 3 to 5, under several
// ways to compare probabilities.
//
// The paper's selection rule, taken literally, cannot reach the paper's figures, and the numbers of
// some of its instances are lost, so every figure is made under each of four rules, on stated
// instances, and each of its statements is asked of the results (paper_claims.h). Source: Liu et
// al. 2019, section 4 (paper 001; shared/papers.md, 001.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "learning/bandits/result_text.h"

namespace trivium::learning::bandits {

/// Number of parts of all figures, for PaperOptions::on_part.
inline constexpr int kPaperParts = 22;

struct PaperOptions {
  bool quick = false;     ///< fewer runs, splits and numbers of rounds
  std::size_t fewer = 1;  ///< divides the number of runs: for tests
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  std::function<void(std::string_view what)>
      on_part;  ///< called with the part that starts; may be empty
};

/// One set of instances under each rule, the paper's own first.
struct PaperPart {
  std::string name;  ///< "model 1", "K = 20"
  std::vector<Study> by_rule;
};

struct PaperFigure {
  std::string name;   ///< such as "figure 7"
  std::string title;  ///< what it shows
  std::vector<PaperPart> parts;

  std::vector<std::string> rules() const;
};

/// The rules on instances of a space: lexicographic, grid of the space's precision, tolerance:0.05,
/// weighted:0.1. Wherever they are used, an answer is right if it is the paper's best action.
std::vector<trivium::bandits::DecisionRule> paper_rules(int space);

/// The methods of these names, as parse_method() reads them.
std::vector<trivium::bandits::MethodChoice> methods_of_names(const std::vector<std::string>& names);
/// "tbba_tree:0.1" and so on, of splits in tenths.
std::vector<std::string> with_splits(std::string_view method, const std::vector<int>& tenths);

/// Runs figures 7, 8 (a), 8 (b), 9 and 10, in this order. Figures 4 and 6 use the random trees of
/// figure 9.
std::vector<PaperFigure> run_paper(const PaperOptions& options);

/// A part by its name; the figure has it.
const PaperPart& part_named(const PaperFigure& figure, std::string_view name);
const PaperFigure& figure_named(const std::vector<PaperFigure>& figures, std::string_view name);

}  // namespace trivium::learning::bandits
