// Options shared by the commands that learn from chess moves: games, and selection of their moves.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "engine/chess/choice/attributes.h"
#include "engine/chess/rules/pgn.h"
#include "learning/choice/split.h"
#include "learning/harness/manifest.h"
#include "learning/harness/progress.h"
#include "tools/common_options.h"

namespace trivium::tools {

/// Values of these options.
struct ChoiceData {
  std::vector<std::string> pgns;            ///< files of games
  std::string license;                      ///< license of the games
  std::string color;                        ///< "white", "black", or empty for both
  learning::choice::DecisionFilter bounds;  ///< all conditions except the color

  /// Returns all conditions on the decisions (moves) to learn from.
  learning::choice::DecisionFilter filter() const;
};

/// Selection of held-out games.
struct ChoiceSplit {
  double held_out = 0.1;  ///< share of the games
  std::uint64_t seed = 1;
};

/// Values of the options that all commands have that learn styles.
struct StyleArguments : OutputOptions {
  ChoiceData data;
  std::vector<std::string> attributes{"material", "mobility", "centre", "attack"};
  ChoiceSplit split;
};

/// Adds --data and the options that select decisions; --player only if `by_player`.
void add_choice_data(Command& command, ChoiceData& data, bool by_player = true);

/// Adds --attributes, and --lookahead, whose values are the names of chess::kLookaheads and the
/// words in `besides`.
void add_choice_model_options(Command& command, std::vector<std::string>& attributes,
                              std::string& lookahead, const std::vector<std::string>& besides = {});

/// Adds --held-out, with shares from `minimum` on, and --seed.
void add_choice_split(Command& command, ChoiceSplit& split, double minimum = 0);

/// Returns an object with the settings that select decisions and held-out games. Reads the games to
/// hash them.
nlohmann::json identity_of(const StyleArguments& arguments);

/// Prints a note if the share of held-out games is above 0, but no decision is held out.
void warn_if_none_held_out(const Reporting& reporting, const ChoiceSplit& asked,
                           const learning::choice::Split& split,
                           const std::string& option = "--held-out");

/// Returns the attributes with these names. Throws UsageError, which names --attributes.
chess::Attributes attributes_asked(const std::vector<std::string>& words);

/// Calls `take` for each game of the PGN files, with progress as one phase of `phases` for each
/// file. Games that are unreadable or have contradictory results are skipped, reported as notes and
/// counted. Returns the counts. Throws format::LoadError if a file cannot be opened.
learning::GamesLeftOut for_each_game(const std::vector<std::string>& pgns, learning::Phases& phases,
                                     const std::function<void(const chess::PgnGame& game)>& take);

struct GamesRead {
  learning::choice::Records records;
  learning::GamesLeftOut left_out;
};

/// Reads all games of the files, as for_each_game() does. Also throws format::LoadError unless they
/// have a player of each name of --player. The message lists similar names.
GamesRead read_games(const ChoiceData& data, learning::Phases& phases);

/// Returns the options of `data` for the command line in a manifest, each after a blank. Options
/// with their default are left out; files have their short names (ShownNames).
std::string words_of(const ChoiceData& data);

}  // namespace trivium::tools
