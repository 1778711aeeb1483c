// The results of one experiment, as text, JSON and CSV. Figures carry seed, runs and rule.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "learning/bandits/experiment.h"
#include "learning/statistics/intervals.h"

namespace trivium::learning::bandits {

/// An experiment, its trials, and its name: "figure 7, model 3".
struct Study {
  std::string name;
  Experiment experiment;
  Trials trials;
};

/// Runs it.
Study make_study(std::string name, const Experiment& experiment, std::size_t threads,
                 const WorkProgress& progress = {});

/// The methods that are one method with several splits, by their numbers: those whose name is
/// `name`.
std::vector<std::size_t> methods_named(const Experiment& experiment, std::string_view name);
/// The number of the method written so; the experiment has it.
std::size_t method_number(const Experiment& experiment, std::string_view text);

/// "0.872 (0.830 to 0.905)".
std::string to_text(const statistics::Estimate& estimate, int decimals = 3);
/// "+0.012 (-0.003 to +0.027)", for differences.
std::string to_signed_text(const statistics::Estimate& estimate, int decimals = 3);

/// "replies (3,3,3), space 1; rule grid:0.1; 300 runs, seed 1".
std::string setting_text(const Experiment& experiment);

/// All that was measured, as a page of text.
std::string study_text(const Study& study);
/// One object with every figure.
nlohmann::ordered_json study_json(const Study& study);
/// A line for each method and number of rounds; the first names the columns, where asked for.
std::string study_csv(const Study& study, bool with_header);

}  // namespace trivium::learning::bandits
