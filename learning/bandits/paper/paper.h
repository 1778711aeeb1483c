// Reproduces the experiments of paper 001: figures 4 and 6 to 10 and tables 3 to 5, under several
// decision rules.
//
// The decision rule of the paper, taken literally, cannot reach the paper's figures, and the
// numbers of some of its instances are lost. So each figure is measured under four rules on our own
// instances, and each statement of the paper is tested against the results (paper_claims.h).
// Source: Liu et al. 2019, section 4 (paper 001; shared/papers.md, 001.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "learning/bandits/instance.h"
#include "learning/bandits/result_text.h"

namespace trivium::learning::bandits {

/// Number of parts of all figures, for PaperOptions::on_part.
inline constexpr int kPaperParts = 22;

struct PaperOptions {
  bool quick = false;     ///< fewer runs, splits and checkpoints
  std::size_t fewer = 1;  ///< divides the number of runs, for tests
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  /// Called with the name of each part before it runs. May be empty.
  std::function<void(std::string_view what)> on_part;
};

/// Results on one set of instances under each rule, the paper's own first.
struct PaperPart {
  std::string name;  ///< "model 1", "K = 20"
  std::vector<Study> by_rule;
};

struct PaperFigure {
  std::string name;  ///< such as "figure 7"
  std::string title;
  std::vector<PaperPart> parts;
};

/// Returns the rules for instances of a space: lexicographic, grid of the space's precision,
/// tolerance:0.05 and weighted:0.1. Under each of them an answer is right if it is the best action
/// by the paper's order.
std::vector<trivium::bandits::DecisionRule> paper_rules(int space);

/// A shape of trees in figure 10: its name ("A 3x3"), and the number of replies to each action.
using PaperShape = std::pair<std::string, std::vector<std::size_t>>;
/// Returns the six shapes of figure 10.
const std::vector<PaperShape>& paper_shapes();

/// Parses methods as parse_method() does. Throws std::invalid_argument if one is unknown.
std::vector<trivium::bandits::MethodChoice> methods_of_names(const std::vector<std::string>& names);
/// Adds a method with each of some splits, which are in tenths: "tbba_tree:0.1" and so on.
void add_splits(std::string_view method, const std::vector<int>& tenths,
                std::vector<std::string>& names);

/// Runs figures 7, 8 (a), 8 (b), 9 and 10, and returns them in this order. Figures 4 and 6 use the
/// random trees of figure 9.
std::vector<PaperFigure> run_paper(const PaperOptions& options);

/// Return a part or a figure by its name. Throw std::invalid_argument if there is none. No two
/// parts have the same name.
const PaperPart& part_named(const std::vector<PaperFigure>& figures, std::string_view name);
const PaperFigure& figure_named(const std::vector<PaperFigure>& figures, std::string_view name);

// Our own instances in place of those of paper 001 whose numbers are lost: three models of five
// arms (its table 3) and four trees.
//
// They follow the description in the paper's text. Model 1 has large gaps, and the probability of a
// loss decides. Model 2 has smaller gaps. The arms of model 3 differ only slightly, and only in the
// probability of a draw. Trees have three actions with three replies. The upper layer is hard if
// the worst replies to different actions have similar values, else easy. The lower layer is hard if
// the replies to one action have similar values, else easy.

/// Returns model 1, 2 or 3. Arm 1 is the best; the scores of arms 1 to 5 are 5, 4, 3, 2, 1.
Instance paper_model(int number);

/// Returns a tree: 'A' (upper layer hard, lower layer hard), 'B' (hard, easy), 'C' (easy, hard) or
/// 'D' (easy, easy). Action 1 is the best.
Instance paper_tree(char name);

}  // namespace trivium::learning::bandits
