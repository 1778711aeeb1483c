// Options of self-play, shared by `chess tdleaf` and `chess selfplay`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "learning/harness/manifest.h"
#include "learning/tdleaf/games/openings.h"
#include "learning/tdleaf/games/self_play.h"
#include "tools/learn/shown_names.h"

namespace trivium::tools {

class Command;

struct SelfPlayArguments {
  std::string book;  ///< a file, or empty for the start position
  int book_plies = 16;
  /// Number of random moves after the opening, or its minimum and maximum.
  std::vector<int> random_plies{8};
  learning::tdleaf::SelfPlayOptions options;
};

/// True if there is a book and it is PGN. Throws format::LoadError if it cannot be read.
bool has_pgn_book(const SelfPlayArguments& arguments);

/// Adds the options of a search: --nodes, --depth, --hash.
void add_search_options(Command& app, learning::tdleaf::SearchOptions& options);
/// Adds the options for start, end and variety of games: --openings, --random-plies, ...
void add_self_play_options(Command& app, SelfPlayArguments& arguments);

/// Call after parsing. Throws UsageError if an option has no effect with the others.
void check_self_play_options(const Command& app, const SelfPlayArguments& arguments);

/// Returns SelfPlayArguments::options with the numbers of random moves. Throws format::LoadError if
/// the minimum of the random moves exceeds their maximum, or if neither nodes nor depth are
/// limited.
learning::tdleaf::SelfPlayOptions self_play_options(const SelfPlayArguments& arguments);
/// Throws format::LoadError if a file cannot store the search trees (--tree) of games of `plies`
/// half-moves.
void require_storable(const learning::tdleaf::SearchOptions& options, std::size_t plies);
/// Reads the book, if one is given, and adds its name and hash to `data`; without a book returns
/// the start position.
learning::tdleaf::Openings read_openings(const SelfPlayArguments& arguments,
                                         std::vector<learning::DataSource>& data);
/// Throws format::LoadError if the games cannot all differ: no random moves, and fewer openings
/// than games.
void require_variety(const SelfPlayArguments& arguments, const learning::tdleaf::Openings& openings,
                     std::uint64_t games);
/// Returns a message about the number of games for which no balanced start was found; empty for 0.
std::string unbalanced_words(std::uint64_t games);

/// Returns the options of a command line that plays the same games, each after a blank.
std::string search_words(const learning::tdleaf::SearchOptions& options);
std::string self_play_words(const SelfPlayArguments& arguments, const ShownNames& names);

/// Returns the weight file that `name` stands for, as in weights_named(); empty for "nothing" and
/// "zero", which are no files. Throws format::LoadError if there are no default weights.
std::optional<std::string> file_of_weights(const std::string& name);

/// Loads weights in pawns by name: "nothing" (pawn 1, all else 0), "zero", "default" or a weight
/// file, whose name and hash are added to `data`. Throws format::LoadError.
std::vector<double> weights_named(const std::string& name, std::vector<learning::DataSource>& data);

}  // namespace trivium::tools
