// Options shared by the commands that learn from chess moves: games, and selection of their moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/chess/choice/attributes.h"
#include "engine/chess/rules/pgn.h"
#include "learning/choice/split.h"
#include "learning/harness/manifest.h"
#include "learning/harness/progress.h"

namespace trivium::tools {

class Command;

struct ChoiceData {
  std::vector<std::string> pgns;
  std::string licence;
  std::string color;                        ///< "white", "black", or empty for both
  learning::choice::DecisionFilter bounds;  ///< all conditions except the color

  learning::choice::DecisionFilter filter() const;
};

/// Adds --data, --licence and the options that select decisions; --player only if `by_player`.
void add_choice_data(Command& command, ChoiceData& data, bool by_player = true);

/// The default of --attributes.
std::vector<std::string> usual_attributes();

/// Adds --attributes, and --lookahead with the names of chess::kLookaheads and the given extra
/// words.
void add_choice_looking(Command& command, std::vector<std::string>& attributes,
                        std::string& lookahead, const std::vector<std::string>& besides = {});

/// Selection of held-out games.
struct ChoiceSplit {
  double held_out = 0.1;
  std::uint64_t seed = 1;
};
/// Adds --held-out (minimum `least`) and --seed.
void add_choice_split(Command& command, ChoiceSplit& split, double least = 0);

/// Returns the settings that select decisions and held-out games, as a JSON object. Reads the games
/// to hash them.
std::string identity_of(const ChoiceData& data, const ChoiceSplit& split);

/// Warns on stderr if a share above 0 left no decision for the test.
void warn_if_none_held_out(const ChoiceSplit& asked, const learning::choice::Split& split,
                           const std::string& option = "--held-out");

/// Throws UsageError, naming --attributes.
chess::Attributes attributes_asked(const std::vector<std::string>& words);

/// Calls `take` for each game of a PGN file, which is an often short phase. Games that are
/// unreadable or have contradictory results are skipped, reported on stderr and counted. Throws
/// format::LoadError if the file cannot be opened.
learning::GamesLeftOut for_each_game(const std::string& pgn, learning::Phases& phases,
                                     const std::function<void(const chess::PgnGame& game)>& take);

struct GamesRead {
  learning::choice::Records records;
  learning::GamesLeftOut left_out;
};

/// Returns all games of the files. Each file is a phase. Throws as above.
GamesRead read_games(const std::vector<std::string>& pgns, learning::Phases& phases);

/// Throws format::LoadError with similar names if the games have no player of one of these names.
void require_players(const learning::choice::Records& records,
                     const std::vector<std::string>& players);

/// Returns the given options as typed, each after a blank.
std::string words_of(const ChoiceData& data);

}  // namespace trivium::tools
