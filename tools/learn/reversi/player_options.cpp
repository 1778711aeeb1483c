#include "tools/learn/reversi/player_options.h"

#include <fmt/format.h>
#include <optional>
#include <string_view>

#include "engine/reversi/rules/sgf.h"
#include "learning/harness/manifest.h"
#include "models/format/model_path.h"
#include "models/format/weight_file.h"
#include "tools/common_options.h"

namespace trivium::tools {

namespace {

/// Returns the file of `role` that ships; nothing if there is none. Throws format::LoadError if
/// there are no values, because the games of a player without them would be far weaker.
std::optional<std::filesystem::path> default_file(std::string_view role) {
  if (role == "weights") return format::default_weights("reversi");
  return format::default_model("reversi", role);
}

/// Reads the file that `name` means, and appends it to `files`; nothing for `nothing`, or if no
/// strengths of moves ship.
std::optional<format::WeightFile> read_named(std::string_view option, const std::string& name,
                                             std::string_view role,
                                             std::vector<NamedPlace>& files) {
  if (name == "nothing") return std::nullopt;
  const std::optional<std::filesystem::path> path =
      name == "default" ? default_file(role) : std::filesystem::path(name);
  if (!path) return std::nullopt;
  files.push_back({option, *path});
  return format::read_weight_file(*path);
}

}  // namespace

void add_player_weights(Command& command, PlayerWeights& weights) {
  command.begin_group(kModelGroup);
  command
      .add_option("--weights FILE|default|nothing", weights.value,
                  "Values of positions: a weight file, `default`, or `nothing` to evaluate by "
                  "mobility")
      ->default_str("the shipped values");
  command
      .add_option("--patterns FILE|default|nothing", weights.priors,
                  "Strengths of moves, which order the search: a weight file, `default` or "
                  "`nothing`")
      ->default_str("the shipped strengths");
}

PlayerKnowledge load_player(const PlayerWeights& weights) {
  PlayerKnowledge loaded;
  const std::optional<format::WeightFile> value =
      read_named("--weights", weights.value, "weights", loaded.files);
  const std::optional<format::WeightFile> priors =
      read_named("--patterns", weights.priors, "patterns", loaded.files);
  loaded.knowledge =
      reversi::knowledge_from(value ? &*value : nullptr, priors ? &*priors : nullptr);
  std::vector<learning::DataSource> sources;
  for (const NamedPlace& file : loaded.files)
    sources.push_back(learning::describe_data(file.path, ""));
  loaded.hash = learning::hashes_of(sources);
  return loaded;
}

void add_random_plies(Command& command, RandomPlies& plies) {
  constexpr int kMaxRandomPlies = 50;
  command
      .add_number("--random-plies N [M]", plies, 0, kMaxRandomPlies,
                  "Random moves at the beginning: a number, or minimum and maximum")
      ->expected(1, 2);
}

void check_random_plies(const RandomPlies& plies) {
  if (plies.front() > plies.back())
    throw UsageError("--random-plies", "the minimum exceeds the maximum");
}

Option* add_game_file(Command& command, std::string& out, const std::string& use) {
  return command
      .add_option("--out FILE", out,
                  fmt::format("File of games to write, {}: GGF (*.ggf), SGF (*.sgf) or "
                              "transcripts, one a line",
                              use))
      ->required()
      ->group(kOutputGroup);
}

GameFile::GameFile(const std::filesystem::path& path)
    : suffix_(path.extension().string()), out_(path) {}

void GameFile::add(const reversi::GameRecord& record) {
  if (suffix_ == ".ggf") return out_.write(reversi::write_ggf(record));
  if (suffix_ == ".sgf") return out_.write(reversi::write_sgf(record));
  out_.write_line(reversi::write_transcript(record));
}

}  // namespace trivium::tools
