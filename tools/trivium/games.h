// The games that sessions of `trivium` play, on standard input and output and on the server, and
// the files that they play by.
//
// A new game over GTP or over UCI is one function in games.cpp. The commands that run sessions, the
// keys of the server's configuration and its reloads go through these lists.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/chess/search/search_parameters.h"
#include "engine/connect6/search/search_parameters.h"
#include "models/format/weight_file.h"
#include "protocols/server/dispatch.h"
#include "protocols/server/server.h"
#include "protocols/server/server_config.h"

namespace trivium::tools {

/// Weight files that have been read, by key. Without a key it is the file that the game's
/// default.json names, if any.
using ModelFiles = std::map<std::string, format::WeightFile>;

/// Models that are loaded together, from one or more files.
struct ModelSource {
  const char* name;           ///< for messages
  server::Protocol protocol;  ///< over which their game is played
  bool needed;                ///< false: the game can be played without them
  /// Of the files, as the configuration of the server has them. The first of a game is its name,
  /// with which the kinds of its files begin.
  std::vector<std::string> keys;
  /// Throws format::LoadError. Thread-safe.
  std::function<server::ServerWeights(const ModelFiles& named)> load;
  /// Notes why there are none. The thread of the sessions.
  std::function<void(const std::string& fault)> explain;
};

struct Games {
  server::SessionConfigs sessions;  ///< with the seat of each game
  std::vector<ModelSource> models;  ///< those of each game stand together
};

/// Numbers of searches that are not the usual ones.
struct SearchSettings {
  chess::SearchParameters chess;
  connect6::SearchParameters connect6;
};

/// Returns all games, without their models.
Games all_games(const SearchSettings& search = {});

/// Returns the keys that all games have in the configuration of the server.
server::GameKeys config_keys(const Games& games);

/// True if `named`, a map by key, has a file of `source`.
bool is_named(const ModelSource& source, const auto& named) {
  return std::ranges::any_of(source.keys, [&named](const std::string& key) { return named.contains(key); });
}

}  // namespace trivium::tools
