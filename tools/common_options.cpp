#include "tools/common_options.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <unistd.h>
#include <utility>

#include "engine/core/readers/input_file.h"
#include "learning/harness/spool.h"
#include "models/format/load_error.h"
#include "models/format/strict_json.h"
#include "tools/manual/writers.h"

namespace trivium::tools {

namespace {

constexpr std::string_view kStandardInput = "-";

/// Reads standard input to its end into a temporary file without a name, makes this file the
/// standard input, and returns its path. Throws format::LoadError if standard input cannot be read
/// or copied.
std::string copy_standard_input() {
  const auto fail = [] {
    learning::fail_temporary_file("standard input cannot be copied there", errno);
  };
  const int descriptor = learning::open_temporary_file();
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(::fdopen(descriptor, "wb"),
                                                            std::fclose);
  if (out == nullptr) fail();
  input::File in = format::or_throw(input::File::open("-", input::Pipes::kAll));
  std::vector<char> block(std::size_t{1} << 16);
  while (const std::size_t count = format::or_throw(in.read(block))) {
    if (std::fwrite(block.data(), 1, count, out.get()) != count) fail();
  }
  if (std::fflush(out.get()) != 0 || ::dup2(descriptor, STDIN_FILENO) < 0) fail();
  return "/dev/stdin";
}

}  // namespace

learning::Progress::Options Reporting::progress(const std::string& result,
                                                const learning::RunOptions& run) const {
  return {.json = json,
          .quiet = quiet,
          .result = result,
          .checkpoint = run.checkpoint_folder.value_or(""),
          .resumed = run.resume};
}

learning::Progress::Options Reporting::delayed_progress(const std::string& result) const {
  learning::Progress::Options options = progress(result);
  options.delay = learning::kProgressDelay;
  return options;
}

void Reporting::print_file(const std::string& path) const {
  fmt::print("{}\n", json ? format::json_line(nlohmann::ordered_json{{"file", path}}) : path);
}

void Reporting::write_weights(const std::filesystem::path& target, const format::WeightFile& file,
                              const learning::CardText& card) const {
  const std::filesystem::path path = learning::write_with_card(target, file, card);
  if (!json) return print_file(path.string());
  nlohmann::ordered_json result{{"file", path.string()}};
  const auto manifest = nlohmann::ordered_json::parse(file.manifest);
  if (manifest.contains("figures")) result["figures"] = manifest.at("figures");
  fmt::print("{}\n", format::json_line(result));
}

Option* add_data(Command& command, std::vector<std::string>& files, const std::string& what,
                 Check check) {
  check.fault = [fault = std::move(check.fault)](const std::string& word) {
    return word == kStandardInput ? std::string() : fault(word);
  };
  Option* const option =
      command
          .add_option("--data FILE", files,
                      what + "; - is standard input, which is copied to a temporary file")
          ->check(check)
          ->group(kDataGroup);
  command.prepare_callback([&files, option] {
    const auto named = std::ranges::find(files, kStandardInput);
    if (named == files.end()) return;
    if (std::ranges::count(files, kStandardInput) > 1)
      throw UsageError(option->get_name(), "standard input (-) can be given once only");
    *named = copy_standard_input();
  });
  return option;
}

Option* add_held_out(Command& command, double& share, const std::string& items, double minimum) {
  constexpr double kMaxShare = 0.9;
  return command
      .add_number("--held-out", share, minimum, kMaxShare,
                  fmt::format("Share of the {} held out for the test", items))
      ->group(kDataGroup);
}

Option* add_train_games(Command& command, std::size_t& games) {
  return command
      .add_number("--train-games", games, 0, std::numeric_limits<std::size_t>::max(),
                  "Learn only from the first N games that are not held out; 0: from all")
      ->group(kDataGroup);
}

Option* add_license(Command& command, std::string& license, const std::string& items) {
  return command
      .add_option("--license", license, fmt::format("License of the {}, for the model card", items))
      ->old_name("--licence")
      ->group(kDataGroup);
}

std::string license_words(const std::string& license) {
  return license.empty() ? std::string() : " --license " + shell_word(license);
}

Option* add_ridge(Command& command, const std::string& name, double& ridge, const RidgeWords& words,
                  double minimum) {
  constexpr double kMaxRidge = 1e9;
  return command
      .add_number(name, ridge, minimum, kMaxRidge,
                  fmt::format("Ridge: half of it times the squared distance of {} from {} is added "
                              "to the loss, {}",
                              words.weights, words.center, words.unit))
      ->group(kUpdateGroup);
}

Option* add_seed(Command& command, std::uint64_t& seed, const std::string& use) {
  return command
      .add_number("--seed", seed, 0, std::numeric_limits<std::uint64_t>::max(),
                  fmt::format("Random seed of {}", use))
      ->group(kGeneralGroup);
}

Option* add_out(Command& command, std::string& out) {
  return command
      .add_option("--out FILE|DIR", out,
                  "Weight file to write; in a folder it gets its canonical name")
      ->group(kOutputGroup);
}

Option* add_report(Command& command, std::string& report, const std::string& contents) {
  return command
      .add_option(
          "--report DIR", report,
          fmt::format("Folder for the report: {}; a name that ends in .html: one page", contents))
      ->group(kOutputGroup);
}

Option* add_checkpoint(Command& command, learning::RunOptions& run, const std::string& note) {
  run.note = [&command](const std::string& text) {
    Reporting{.json = command.count("--json") > 0}.note("{}", text);
  };
  const auto set = [&run](const std::string& folder) {
    if (!folder.empty()) run.checkpoint_folder = folder;
  };
  Option* checkpoint =
      command
          .add_option_function("--checkpoint DIR", set,
                               "Folder that keeps the latest state of the run, saved after each "
                               "step or about every minute" +
                                   note)
          ->group(kOutputGroup);
  command
      .add_flag("--resume", run.resume, "Resume from the snapshot in --checkpoint, if there is one")
      ->needs(checkpoint)
      ->group(kOutputGroup);
  return checkpoint;
}

Option* add_json(Command& command, bool& json) {
  return command.add_flag("--json", json, "Print the result as JSON")->group(kOutputGroup);
}

void add_reporting(Command& command, Reporting& reporting) {
  add_json(command, reporting.json)
      ->description("Print the result, and progress and notes on standard error, as JSON");
  command.add_flag("--quiet", reporting.quiet, "Print no progress")->group(kOutputGroup);
}

}  // namespace trivium::tools
