#include "tools/trivium/games.h"

#include <optional>

#include "engine/chess/choice/strength.h"
#include "engine/chess/evaluation/weights.h"
#include "engine/connect6/evaluation/knowledge.h"
#include "models/format/model_path.h"
#include "protocols/gtp/connect6/root_policy.h"

namespace trivium::tools {

namespace {

using format::WeightFile;

/// Returns the weights of `game`: the file that is named, or the default one.
WeightFile weights_of(const ModelFiles& named, const std::string& game) {
  const auto found = named.find(game);
  return found != named.end() ? found->second
                              : format::read_weight_file(format::default_weights(game));
}

/// Returns the file of `role` of `game`; none if neither `key` nor default.json names one.
std::optional<WeightFile> model_of(const ModelFiles& named, const std::string& key,
                                   const std::string& game, const std::string& role) {
  if (const auto found = named.find(key); found != named.end()) return found->second;
  const auto path = format::default_model(game, role);
  return path ? std::optional(format::read_weight_file(*path)) : std::nullopt;
}

void add_chess(Games& games, const chess::SearchParameters& search) {
  const auto chess = std::make_shared<uci::ChessConfig>(uci::ChessConfig{.search = search});
  games.chess = chess;
  games.sessions.uci.seat = uci::chess_seats(chess);
  const auto load_weights = [chess](const ModelFiles& named) -> server::ServerWeights {
    const WeightFile file = weights_of(named, "chess");
    const auto weights = chess::Weights::from_file(file);
    return {{{"chess", file.source, file.sha256}}, [=] { chess->weights = weights; }};
  };
  const auto load_strength = [chess](const ModelFiles& named) -> server::ServerWeights {
    const auto file = model_of(named, "chess_strength", "chess", "strength");
    if (!file) return {{}, [=] { chess->strength = nullptr; }};
    const auto scale =
        std::make_shared<const chess::StrengthScale>(chess::StrengthScale::from_file(*file));
    return {{{"chess-strength", file->source, file->sha256}}, [=] { chess->strength = scale; }};
  };
  const auto explain = [chess](const std::string& fault) { chess->weights_fault = fault; };
  const auto without_strength = [](const std::string&) {};  // then only UCI_Elo is missing
  games.models.push_back({"chess", server::Protocol::kUci, true, {"chess"}, load_weights, explain});
  games.models.push_back({"strength scale",
                          server::Protocol::kUci,
                          false,
                          {"chess_strength"},
                          load_strength,
                          without_strength});
}

void add_connect6(Games& games, const connect6::SearchParameters& search) {
  const auto connect6 = std::make_shared<gtp::Connect6Config>();
  connect6->search = search;
  games.connect6 = connect6;
  games.sessions.gtp.games.push_back(gtp::connect6_game(connect6));
  const auto load = [connect6](const ModelFiles& named) {
    const WeightFile weights = weights_of(named, "connect6");
    const auto patterns = model_of(named, "connect6_patterns", "connect6", "patterns");
    const connect6::Knowledge knowledge =
        connect6::knowledge_from(weights, patterns ? &*patterns : nullptr);
    server::ServerWeights models{{{"connect6", weights.source, weights.sha256}},
                                 [=] { connect6->knowledge = knowledge; }};
    if (patterns) models.files.push_back({"connect6-patterns", patterns->source, patterns->sha256});
    return models;
  };
  const auto explain = [connect6](const std::string& fault) { connect6->weights_fault = fault; };
  games.models.push_back({"Connect-6",
                          server::Protocol::kGtp,
                          true,
                          {"connect6", "connect6_patterns"},
                          load,
                          explain});
}

void add_reversi(Games& games, const reversi::SearchParameters& search) {
  const auto reversi = std::make_shared<gtp::ReversiConfig>();
  reversi->search = search;
  games.reversi = reversi;
  games.sessions.gtp.games.push_back(gtp::reversi_game(reversi));
  const auto load = [reversi](const ModelFiles& named) {
    const auto value = model_of(named, "reversi", "reversi", "weights");
    const auto priors = model_of(named, "reversi_patterns", "reversi", "patterns");
    const reversi::Knowledge knowledge =
        reversi::knowledge_from(value ? &*value : nullptr, priors ? &*priors : nullptr);
    server::ServerWeights models{{}, [=] { reversi->knowledge = knowledge; }};
    if (value) models.files.push_back({"reversi", value->source, value->sha256});
    if (priors) models.files.push_back({"reversi-patterns", priors->source, priors->sha256});
    return models;
  };
  const auto plays_by_mobility = [](const std::string&) {};
  games.models.push_back({"Reversi",
                          server::Protocol::kGtp,
                          false,
                          {"reversi", "reversi_patterns"},
                          load,
                          plays_by_mobility});
}

}  // namespace

Games all_games(const SearchSettings& search) {
  Games games;
  add_chess(games, search.chess);
  add_connect6(games, search.connect6);
  add_reversi(games, search.reversi);
  return games;
}

server::GameKeys config_keys(const Games& games) {
  server::GameKeys keys{{}, {{"root_policy", gtp::check_root_policy, gtp::kRootPolicyWarning}}};
  for (const ModelSource& source : games.models)
    keys.weights.insert(keys.weights.end(), source.keys.begin(), source.keys.end());
  return keys;
}

}  // namespace trivium::tools
