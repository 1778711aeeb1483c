#include "tools/trivium/games.h"

#include <algorithm>
#include <memory>

#include "engine/chess/choice/strength.h"
#include "engine/chess/evaluation/weights.h"
#include "engine/connect6/evaluation/knowledge.h"
#include "protocols/gtp/connect6/connect6_seat.h"
#include "protocols/gtp/connect6/root_policy.h"
#include "protocols/uci/chess/chess_seat.h"

namespace trivium::tools {

namespace {

/// Returns the file of `key`; an empty path stands for that of default.json.
std::filesystem::path file_of(const ModelFiles& named, const std::string& key) {
  const auto found = named.find(key);
  return found != named.end() ? found->second : std::filesystem::path();
}

void add_chess(Games& games, const chess::SearchParameters& search) {
  const auto chess = std::make_shared<uci::ChessConfig>(uci::ChessConfig{.search = search});
  games.sessions.uci.seat = uci::chess_seats(chess);
  const auto load_weights = [chess](const ModelFiles& named) -> LoadedModels {
    const std::filesystem::path file = file_of(named, "chess");
    const auto weights = file.empty() ? chess::Weights::load_default() : chess::Weights::load(file);
    return {{{"chess", weights->source()}}, [=] { chess->weights = weights; }};
  };
  const auto load_strength = [chess](const ModelFiles& named) {
    const auto scale = chess::StrengthScale::load_or_default(file_of(named, "chess_strength"));
    LoadedModels models{{}, [=] { chess->strength = scale; }};
    if (scale != nullptr) models.files = {{"chess-strength", scale->source}};
    return models;
  };
  const auto explain = [chess](const std::string& fault) { chess->weights_fault = fault; };
  const auto without_strength = [](const std::string&) {};  // only UCI_Elo is missing then
  games.models.push_back({"chess", server::Protocol::kUci, true, {"chess"}, load_weights, explain});
  games.models.push_back({"strength scale", server::Protocol::kUci, false, {"chess_strength"}, load_strength, without_strength});
}

void add_connect6(Games& games, const connect6::SearchParameters& search) {
  const auto connect6 = std::make_shared<gtp::Connect6Config>();
  connect6->search = search;
  games.sessions.gtp.games.push_back(gtp::connect6_game(connect6));
  const auto load = [connect6](const ModelFiles& named) {
    const connect6::Knowledge knowledge = connect6::load_knowledge({file_of(named, "connect6"), file_of(named, "connect6_patterns")});
    LoadedModels models{{{"connect6", knowledge.weights->source()}}, [=] { connect6->knowledge = knowledge; }};
    if (knowledge.patterns != nullptr) models.files.emplace_back("connect6-patterns", knowledge.patterns->source());
    return models;
  };
  const auto explain = [connect6](const std::string& fault) { connect6->weights_fault = fault; };
  games.models.push_back({"Connect-6", server::Protocol::kGtp, true, {"connect6", "connect6_patterns"}, load, explain});
}

}  // namespace

Games all_games(const SearchSettings& search) {
  Games games;
  add_chess(games, search.chess);
  add_connect6(games, search.connect6);
  return games;
}

server::GameKeys config_keys(const Games& games) {
  server::GameKeys keys{{}, {{"root_policy", gtp::check_root_policy, gtp::kRootPolicyWarning}}};
  for (const ModelSource& source : games.models) keys.weights.insert(keys.weights.end(), source.keys.begin(), source.keys.end());
  return keys;
}

bool is_named(const ModelSource& source, const ModelFiles& named) {
  return std::ranges::any_of(source.keys, [&named](const std::string& key) { return named.contains(key); });
}

}  // namespace trivium::tools
