// Results of one experiment as text, JSON and CSV, with seed, number of runs and rule.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "learning/bandits/experiment.h"
#include "learning/statistics/intervals.h"

namespace trivium::learning::bandits {

/// An experiment and its results.
struct Study {
  std::string name;  ///< such as "figure 7, model 3"
  Experiment experiment;
  Trials trials;
};

/// Runs the experiment (run_experiment()).
Study make_study(std::string name, const Experiment& experiment, std::size_t threads,
                 const WorkProgress& progress = {});

/// Returns the indices of the methods with this name without parameter, such as "tbba_tree" with
/// several splits.
std::vector<std::size_t> methods_named(const Experiment& experiment, std::string_view name);
/// Returns the splits of a method except 0 and 1, which leave no rounds for one of the layers.
std::vector<std::size_t> inner_splits(const Study& study, std::string_view method);
/// Returns the index of the method with this text, such as "tbba_tree:0.3". Throws
/// std::invalid_argument if there is none.
std::size_t method_number(const Experiment& experiment, std::string_view text);

/// Returns "0.872 (0.830 to 0.905)".
std::string to_text(const statistics::Estimate& estimate, int decimals = 3);
/// Returns "+0.012 (-0.003 to +0.027)", for differences.
std::string to_signed_text(const statistics::Estimate& estimate, int decimals = 3);

/// Returns "replies (3,3,3), space 1; rule grid:0.1; 300 runs, seed 1".
std::string setting_text(const Experiment& experiment);

/// Returns all figures as text.
std::string study_text(const Study& study);
/// Returns all figures as one JSON object.
nlohmann::ordered_json study_json(const Study& study);
/// Adds lines for each method and checkpoint of the studies to `csv`, after a header line if it is
/// empty.
std::string studies_csv(std::span<const Study> studies, std::string csv = {});

}  // namespace trivium::learning::bandits
