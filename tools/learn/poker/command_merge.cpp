// `trivium-learn poker merge FILE... --out FILE`: one log of hands from those of several runs.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/core/readers/input_file.h"
#include "engine/core/text.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/poker/rules/records.h"
#include "models/format/load_error.h"
#include "models/format/part_file.h"
#include "tools/command.h"
#include "tools/learn/commands.h"
#include "tools/learn/merge_command.h"
#include "tools/poker_options.h"

namespace trivium::tools {

namespace {

namespace fs = std::filesystem;
namespace records = learning::records;

using format::LoadError;
using format::or_throw;

constexpr std::size_t kMaxLogLine = std::size_t{1} << 20;
constexpr std::string_view kLogHeader = "# name/game/hands/seed ";
/// Number of hands in a row, and their place in the file, by which two logs of one seed are
/// recognized. Single hands can be equal by chance: many end before the flop.
constexpr std::uint64_t kHandsInARow = 100;

/// Returns the seed that a dealer's log states in its first line; nothing for other lines.
std::optional<std::uint64_t> stated_seed(std::string_view line) {
  if (!line.starts_with(kLogHeader)) return std::nullopt;
  return text::parse_number<std::uint64_t>(
      text::trimmed(line.substr(std::min(line.rfind(' '), line.size()))));
}

/// Copies logs line by line, and checks hands and seeds.
class LogMerger {
 public:
  LogMerger(const poker::GameDefinition& game, const std::vector<fs::path>& files,
            const fs::path& out, const records::MergeOptions& options)
      : game_(game), files_(files), options_(options), out_(out) {}

  records::MergeCounts merge() {
    for (file_ = 0; file_ < files_.size(); ++file_) read();
    if (counts_.games == 0) throw LoadError("merge.empty", "{}: no hands", name(0));
    out_.finish();
    return counts_;
  }

 private:
  std::string name(std::size_t file) const { return input::shown_name(files_[file]); }

  /// Copies the current file.
  void read() {
    const auto in = or_throw(input::Stream::open(files_[file_]));
    hands_ = 0;
    in_a_row_.clear();
    std::string line;
    for (line_ = 1; or_throw(in->next_line(line, kMaxLogLine)); ++line_) {
      if (const auto seed = stated_seed(line)) check_seed(*seed);
      if (line.starts_with("STATE:")) take_hand(line);
      out_.write_line(line);
    }
    if (!in_a_row_.empty()) check_row();
  }

  void check_seed(std::uint64_t seed) {
    const auto [known, added] = seeds_.try_emplace(seed, file_);
    if (!added && known->second != file_)
      throw LoadError("merge.seed", "{}, line {}: seed {} is that of {} too", name(file_), line_,
                      seed, name(known->second));
  }

  void take_hand(const std::string& line) {
    const Result<poker::StateRecord> hand = poker::parse_state(line, game_);
    if (!hand) or_throw(hand, fmt::format("{}, line {}", name(file_), line_));
    ++hands_;
    ++counts_.games;
    if (options_.progress) options_.progress(counts_.games);
    in_a_row_ += line;
    in_a_row_ += '\n';
    if (hands_ % kHandsInARow == 0) check_row();
  }

  /// Throws if an earlier file has the last hands.
  void check_row() {
    const auto before =
        rows_.find_or_add(std::hash<std::string_view>{}(in_a_row_), {file_, hands_});
    in_a_row_.clear();
    if (!before) return;
    throw LoadError("merge.duplicate",
                    "{}: its hands up to number {} are in {} too; were both played with one seed?",
                    name(file_), hands_, name(before->file));
  }

  const poker::GameDefinition& game_;
  const std::vector<fs::path>& files_;
  const records::MergeOptions& options_;
  format::PartFile out_;
  std::unordered_map<std::uint64_t, std::size_t> seeds_;  // seed -> file that states it
  records::CommonItems rows_;
  records::MergeCounts counts_;
  std::size_t file_ = 0;     // the current file
  std::uint64_t line_ = 0;   // number of the current line, from 1
  std::uint64_t hands_ = 0;  // hands of the current file so far
  std::string in_a_row_;     // their lines since the last check
};

}  // namespace

void add_poker_merge(Command& command) {
  auto arguments = std::make_shared<MergeArguments>();
  auto game = std::make_shared<std::string>();
  command.begin_group(kDataGroup);
  add_game_option(command, "--game", *game)->required();
  add_merge_options(command, *arguments,
                    "Logs of `poker selfplay`, of a dealer or of `trivium-match export`, with "
                    "different seeds");
  command.callback([arguments, game] {
    const poker::GameDefinition played = or_usage_error("--game", poker::game_named(*game));
    run_merge(*arguments, "hand",
              [&played](const std::vector<fs::path>& files, const fs::path& out,
                        const records::MergeOptions& options) {
                return LogMerger(played, files, out, options).merge();
              });
  });
}

}  // namespace trivium::tools
