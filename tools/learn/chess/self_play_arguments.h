// The options of self-play on the command line, which `chess tdleaf` and `chess selfplay` share.
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
  std::vector<int> random_plies{8};  ///< one number, or the fewest and the most
  learning::tdleaf::SelfPlayOptions options;
};

/// How each position is searched: --nodes, --depth, --hash.
void add_search_options(Command& app, learning::tdleaf::SearchOptions& options);
/// How games begin, end and vary: --book, --random-plies, ...
void add_self_play_options(Command& app, SelfPlayArguments& arguments);

/// To be called when all is parsed. Throws UsageError where an option has no effect with the
/// others.
void check_self_play_options(const Command& app, const SelfPlayArguments& arguments);

/// The options as parsed. Throws format::LoadError when they contradict each other.
learning::tdleaf::SelfPlayOptions self_play_options(const SelfPlayArguments& arguments);
/// Throws format::LoadError when games of so many half-moves might not fit into a file, because of their trees.
void require_storable(const learning::tdleaf::SearchOptions& options, std::size_t plies);
/// Reads the book, if there is one; then `data` gets its name and hash.
learning::tdleaf::Openings read_openings(const SelfPlayArguments& arguments, std::vector<learning::DataSource>& data);
/// Throws format::LoadError where so many games, made with the same weights, cannot all be others: there are no random moves, and fewer
/// openings than games.
void require_variety(const SelfPlayArguments& arguments, const learning::tdleaf::Openings& openings, std::uint64_t games);
/// Message about the number of games for which no balanced start was found; empty for 0.
std::string unbalanced_words(std::uint64_t games);

/// The words of a command line that would give the same searches and games, each with a blank before it.
std::string search_words(const learning::tdleaf::SearchOptions& options);
std::string self_play_words(const SelfPlayArguments& arguments, const ShownNames& names);

/// The file that weights of this name come from; none for "nothing" and "zero". Throws format::LoadError where there are no default ones.
std::optional<std::string> file_of_weights(const std::string& name);

/// Weights in pawns by name: "nothing" (a pawn is a pawn, all else 0), "zero", "default" (those in use) or a weight file, whose name and
/// hash `data` gets. Throws format::LoadError.
std::vector<double> weights_named(const std::string& name, std::vector<learning::DataSource>& data);

}  // namespace trivium::tools
