// What the commands that learn from chess moves share: which games, and whose moves in them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "learning/choice/records.h"

namespace CLI {
class App;
}

namespace trivium::tools {

struct ChoiceData {
  std::vector<std::string> pgns;
  std::string licence;
  std::string colour;                       ///< "white", "black", or empty for both
  learning::choice::DecisionFilter bounds;  ///< all but the colour

  learning::choice::DecisionFilter filter() const;
};

/// --pgn, --licence and the options that choose decisions; --player only where `by_player`.
void add_choice_data(CLI::App& command, ChoiceData& data, bool by_player = true);

/// Warns on stderr of games that cannot be read, and goes on. Throws format::LoadError where a file cannot be opened.
learning::choice::Records read_games(const std::vector<std::string>& pgns);

/// The options that were given, as they are typed, each behind a blank.
std::string words_of(const ChoiceData& data);

}  // namespace trivium::tools
