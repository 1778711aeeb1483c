// `trivium-lab poker curve`: mean chips per hand of a player in logged matches.
#include <array>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "engine/core/readers/input_file.h"
#include "learning/charts/report.h"
#include "learning/poker_measure/best_response/best_response.h"
#include "learning/poker_measure/matches/hand_log.h"
#include "learning/poker_measure/matches/running_means.h"
#include "models/format/file_io.h"
#include "models/format/strict_json.h"
#include "tools/common_options.h"
#include "tools/lab/commands.h"
#include "tools/lab/measured.h"
#include "tools/places.h"
#include "tools/poker_options.h"

namespace trivium::tools {

namespace {

using learning::poker_measure::MatchCourse;

constexpr std::array<const char*, 2> kCurveReport = {"curve.csv", "curve.svg"};

struct CurveRun {
  std::string game;
  std::vector<std::string> logs;
  std::string player;
  std::string title;
  std::string report;
  std::string svg;  ///< the picture of the report as a single file
  std::string csv;  ///< its table
  bool json = false;
};

nlohmann::ordered_json json_of_course(const MatchCourse& course) {
  return {{"opponent", course.opponent}, {"hands", course.won.size()},
          {"deals", course.chips.units}, {"chips", course.chips.mean},
          {"low", course.chips.low()},   {"high", course.chips.high()}};
}

void write_curve(const CurveRun& run, std::span<const MatchCourse> courses) {
  if (run.report.empty() && run.svg.empty() && run.csv.empty()) return;
  const std::string title =
      run.title.empty() ? fmt::format("{}: running mean of its winnings", run.player) : run.title;
  const std::string svg = learning::poker_measure::running_means_svg(courses, title);
  const std::string csv = learning::poker_measure::running_means_csv(courses);
  if (!run.svg.empty()) format::write_file_atomically(run.svg, svg);
  if (!run.csv.empty()) format::write_file_atomically(run.csv, csv);
  learning::charts::write_report(run.report, title, kCurveReport, {csv, svg});
}

void run_curve(const CurveRun& run) {
  const poker::GameDefinition game = or_usage_error("--game", poker::game_named(run.game));
  for (const std::string& place : {run.svg, run.csv}) {
    if (!place.empty()) require_file_place(place);
  }
  prepare_output({.report = run.report, .report_files = kCurveReport},
                 places_named("LOG", run.logs), {{"--svg", run.svg}, {"--csv", run.csv}});
  std::vector<MatchCourse> courses;
  for (const std::string& log : run.logs) {
    const auto hands = or_failure(learning::poker_measure::read_hand_log(log, game));
    courses.push_back(
        or_failure(learning::poker_measure::course_of(hands, run.player), input::shown_name(log)));
  }
  write_curve(run, courses);
  if (run.json) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const MatchCourse& course : courses) all.push_back(json_of_course(course));
    fmt::print("{}\n", format::json_line(all));
    return;
  }
  for (const MatchCourse& course : courses) {
    const learning::poker_measure::Winnings& chips = course.chips;
    fmt::print("{:<16} {:>9} hands, {:>9} deals: {:+.2f} chips a hand +-{:.2f} ({:+.1f} mbb/g)\n",
               course.opponent, course.won.size(), chips.units, chips.mean, chips.half_width,
               learning::poker_measure::in_milli_blinds(game, chips.mean));
  }
}

}  // namespace

void add_poker_curve(Command& poker) {
  Command* command = poker.add_subcommand("curve",
                                          "Report the mean winnings per hand of a player in the "
                                          "course of logged matches, also as a curve");
  auto run = std::make_shared<CurveRun>();
  command->begin_group(kDataGroup);
  add_game_option(*command, "--game", run->game, is_for_two)->required()->old_argument();
  command
      ->add_option("LOG", run->logs,
                   "STATE lines of one match each, all cards shown; - is standard input")
      ->required()
      ->type_name("FILE");
  command->add_option("--player NAME", run->player, "Player whose chips are counted, by name")
      ->required();
  command->begin_group(kOutputGroup);
  add_report(*command, run->report,
             "running means with their 95 % intervals, as a table and as a picture");
  command->add_option("--svg FILE", run->svg, "")->group("")->superseded_by("--report DIR");
  command->add_option("--csv FILE", run->csv, "")->group("")->superseded_by("--report DIR");
  command->add_option("--title TEXT", run->title,
                      "Title of the picture, if not 'NAME: running mean of its winnings'");
  add_json(*command, run->json);
  command->callback([run] { run_curve(*run); });
}

}  // namespace trivium::tools
