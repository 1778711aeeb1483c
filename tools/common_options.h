// Options that several commands have. Each has one name, one group and one description here, so
// that it means the same everywhere.
//
// Each function returns the option, to which a command adds what only it needs: required(), old
// names, conditions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

#include "learning/harness/model_card.h"
#include "learning/harness/progress.h"
#include "learning/harness/run.h"
#include "models/format/weight_file.h"
#include "tools/command.h"

namespace trivium::tools {

/// Values of --quiet and --json: how a long command reports.
struct Reporting {
  bool quiet = false;
  bool json = false;

  /// Returns options for learning::Progress and learning::Phases. `result` is the path of the
  /// result file, or empty.
  learning::Progress::Options progress(const std::string& result = {},
                                       const learning::RunOptions& run = {}) const;
  /// Returns progress() for a command that is often short: it prints no line in its first seconds.
  learning::Progress::Options delayed_progress(const std::string& result = {}) const;
  /// Prints a part of a table on standard output; nothing with --json, because standard output then
  /// has the JSON result only.
  template <class... T>
  void table(fmt::format_string<T...> format, T&&... values) const {
    if (!json) fmt::print(format, std::forward<T>(values)...);
  }
  /// Prints a message on stderr, with --json as {"note": TEXT}.
  template <class... T>
  void note(fmt::format_string<T...> format, T&&... values) const {
    learning::print_note(progress(), fmt::format(format, std::forward<T>(values)...));
  }
  /// Prints the path of a file that was written on standard output, with --json as {"file": PATH}.
  void print_file(const std::string& path) const;
  /// Writes `file` and its model card (learning::write_with_card()) and prints its path as
  /// print_file() does; with --json also the figures of its manifest: {"file": PATH, "figures":
  /// {...}}.
  void write_weights(const std::filesystem::path& target, const format::WeightFile& file,
                     const learning::CardText& card) const;
};

/// Values of the options for the results of a command.
struct OutputOptions {
  std::string out;     ///< --out; empty if it is not given
  std::string report;  ///< --report: folder or page; empty if it is not given
  Reporting reporting;

  /// Returns the place of the result, to name beside the progress: the weight file, or without it
  /// the report.
  const std::string& result() const noexcept { return out.empty() ? report : out; }
};

/// Adds --data: input files, whose type is found by their content. `check` is that of each of them.
/// Also accepts "-": before the callback of the command, the path of a copy of standard input,
/// which can be opened any number of times, replaces it. The copy is a file in the folder of the
/// environment variable TMPDIR, or in /tmp. It has no name there, so nothing is left when the
/// program ends or is killed.
Option* add_data(Command& command, std::vector<std::string>& files, const std::string& what,
                 Check check = existing_file());

/// Adds --count: number of things to make or to use, from `minimum` to `maximum`.
template <class T>
Option* add_count(Command& command, T& count, const std::string& what, ElementOf<T> minimum,
                  ElementOf<T> maximum) {
  return command.add_number("--count", count, minimum, maximum, what)->group(kDataGroup);
}

/// Adds --held-out: share of the data held out for the test, from `minimum` to 0.9. `items`:
/// "games".
Option* add_held_out(Command& command, double& share, const std::string& items, double minimum = 0);

/// Adds --train-games: number of games to learn from, 0 for all.
Option* add_train_games(Command& command, std::size_t& games);

/// Adds --license: license of the data, for the model card. `items`: "games".
Option* add_license(Command& command, std::string& license, const std::string& items);
/// Returns " --license 'TEXT'", for the command line of a manifest; empty if there is no license.
std::string license_words(const std::string& license);

/// Adds --steps: length of the run, from 1 to `maximum`.
template <class T>
Option* add_steps(Command& command, T& steps, const std::string& what, ElementOf<T> maximum) {
  return command.add_number("--steps", steps, 1, maximum, what)->group(kUpdateGroup);
}

/// Words for the description of a ridge.
struct RidgeWords {
  std::string weights;       ///< weights that it pulls: "the weights of lines"
  std::string center = "0";  ///< where it pulls them
  std::string unit;          ///< of the loss that it is added to: "in nats over all positions"
};
/// Adds the option `name`: a ridge from `minimum` to 1e9.
Option* add_ridge(Command& command, const std::string& name, double& ridge, const RidgeWords& words,
                  double minimum = 0);

/// Adds --seed. `use`: what is chosen at random, "openings and moves".
Option* add_seed(Command& command, std::uint64_t& seed, const std::string& use);

/// Adds --threads. `note` is appended to the description.
template <class T>
Option* add_threads(Command& command, T& threads, const std::string& note = {}) {
  constexpr int kMaxThreads = 1024;
  return command
      .add_number("--threads", threads, 1, kMaxThreads,
                  "Number of threads; the result does not depend on it" + note)
      ->group(kGeneralGroup);
}

/// Adds --out: the weight file that the command writes.
Option* add_out(Command& command, std::string& out);

/// Adds --report. `contents`: what the report shows, "learning curve".
Option* add_report(Command& command, std::string& report, const std::string& contents);

/// Adds --checkpoint and --resume, and returns --checkpoint. `note` is appended to its description.
/// Requires: the command has add_reporting() too.
Option* add_checkpoint(Command& command, learning::RunOptions& run, const std::string& note = {});

/// Adds --json, with which the command prints its result as JSON.
Option* add_json(Command& command, bool& json);

/// Adds --quiet and --json, for a long command.
void add_reporting(Command& command, Reporting& reporting);

}  // namespace trivium::tools
