#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>

#include "engine/core/readers/input_file.h"
#include "engine/core/spelling.h"
#include "engine/core/text.h"
#include "engine/poker/rules/game_definition.h"

namespace trivium::poker {

namespace {

constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 20;  // maximum size of a GAMEDEF file

struct BuiltIn {
  std::string_view name;
  std::string_view title;
  std::string_view text;
  bool is_holdem = false;  ///< true if kHoldem is part of its text
};

constexpr std::string_view kHoldem = R"(numRounds = 4
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
)";

constexpr std::array kBuiltIns = std::to_array<BuiltIn>({
    {"limit", "heads-up limit hold'em, reverse blinds", R"(limit
numPlayers = 2
blind = 10 5
raiseSize = 10 10 20 20
firstPlayer = 2 1 1 1
maxRaises = 3 4 4 4
)",
     true},
    {"nolimit", "heads-up no-limit hold'em, reverse blinds, 200 big blinds deep", R"(nolimit
numPlayers = 2
stack = 20000 20000
blind = 100 50
firstPlayer = 2 1 1 1
)",
     true},
    {"limit3", "three-player limit hold'em", R"(limit
numPlayers = 3
blind = 5 10 0
raiseSize = 10 10 20 20
firstPlayer = 3 1 1 1
maxRaises = 3 4 4 4
)",
     true},
    {"nolimit3", "three-player no-limit hold'em, 200 big blinds deep", R"(nolimit
numPlayers = 3
stack = 20000 20000 20000
blind = 50 100 0
firstPlayer = 3 1 1 1
)",
     true},
    {"kuhn", "Kuhn poker", R"(limit
numPlayers = 2
numRounds = 1
blind = 1 1
raiseSize = 1
maxRaises = 1
numSuits = 1
numRanks = 3
numHoleCards = 1
numBoardCards = 0
)"},
    {"kuhn3", "three-player Kuhn poker", R"(limit
numPlayers = 3
numRounds = 1
stack = 2 2 2
blind = 1 1 1
raiseSize = 1
maxRaises = 1
numSuits = 1
numRanks = 4
numHoleCards = 1
numBoardCards = 0
)"},
    {"leduc", "Leduc hold'em", R"(limit
numPlayers = 2
numRounds = 2
blind = 1 1
raiseSize = 2 4
maxRaises = 2 2
numSuits = 2
numRanks = 3
numHoleCards = 1
numBoardCards = 0 1
)"},
});

std::vector<NamedGame> read_built_ins() {
  std::vector<NamedGame> games;
  for (const BuiltIn& built_in : kBuiltIns) {
    const std::string text = std::string(built_in.text).append(built_in.is_holdem ? kHoldem : "");
    games.push_back({built_in.name, built_in.title, *parse_game_definition(text)});
  }
  return games;
}

/// Returns "; did you mean 'limit'?" with the nearest game or the nearest file, or an empty string
/// if none is near.
std::string suggestion(const std::string& unknown) {
  std::string nearest(text::nearest_word(unknown, kBuiltIns, &BuiltIn::name));
  if (nearest.empty()) nearest = text::nearest_file(unknown);
  return nearest.empty() ? "" : fmt::format("; did you mean {}?", text::quoted(nearest, 256));
}

}  // namespace

const std::vector<NamedGame>& built_in_games() {
  static const std::vector<NamedGame> games = read_built_ins();
  return games;
}

Result<GameDefinition> game_named(const std::string& name_or_path) {
  const auto& games = built_in_games();
  const auto named = std::ranges::find(games, name_or_path, &NamedGame::name);
  if (named != games.end()) return named->game;
  const std::string shown = text::quoted(name_or_path, 256);
  std::error_code ignored;
  if (!std::filesystem::exists(name_or_path, ignored)) {
    return Error("poker.game.unknown",
                 "{} is neither a game ({}) nor a GAMEDEF file that can be read{}", shown,
                 text::joined(kBuiltIns, ", ", &BuiltIn::name), suggestion(name_or_path));
  }
  const Result<std::string> text = input::read_text(name_or_path, kMaxBytes);
  if (!text) return text.error();
  Result<GameDefinition> game = parse_game_definition(*text);
  if (!game) return Error(game.error().code, shown + ": " + game.error().message);
  return game;
}

}  // namespace trivium::poker
