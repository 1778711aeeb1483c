// `trivium explain`: where an evaluation comes from, term by term, for one position.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/chess/explain.h"
#include "engine/chess/rules/notation.h"
#include "tools/trivium/commands.h"

namespace trivium::tools {
namespace {

struct ExplainOptions {
  std::string fen{chess::kStartFen};
  std::string record;
  std::string weights;
  bool json = false;
};

nlohmann::json to_json(const chess::Explanation& explanation) {
  nlohmann::json terms = nlohmann::json::array();
  for (const chess::ExplainedTerm& term : explanation.terms) {
    terms.push_back({{"name", term.name},
                     {"white", term.white},
                     {"black", term.black},
                     {"weight_units", term.weight_units},
                     {"contribution_units", term.contribution_units}});
  }
  return {{"units_per_centipawn", chess::Weights::kUnitsPerCentipawn},
          {"terms", std::move(terms)},
          {"rounding_units", explanation.rounding_units},
          {"limit_units", explanation.limit_units},
          {"white_centipawns", explanation.white_centipawns},
          {"score_centipawns", explanation.score_centipawns},
          {"weights", explanation.weights_source}};
}

int explain_chess(const ExplainOptions& options) {
  const Result<chess::Position> position = chess::parse_fen(options.fen);
  if (!position) {
    fmt::print(stderr, "trivium explain chess: {}\n", position.error().message);
    return 2;
  }
  const auto weights = options.weights.empty() ? chess::Weights::load_default() : chess::Weights::load(options.weights);
  const chess::Explanation explanation = chess::explain(*position, *weights);
  fmt::print("{}", options.json ? to_json(explanation).dump(2) + "\n" : chess::to_text(explanation));
  return 0;
}

}  // namespace

void add_explain(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("explain", "Where an evaluation comes from, term by term");
  command->require_subcommand(1);

  auto chess = std::make_shared<ExplainOptions>();
  CLI::App* chess_command = command->add_subcommand("chess", "A chess position");
  chess_command->add_option("--fen", chess->fen, "Position: FEN, X-FEN or Shredder-FEN (default: the start position)");
  chess_command->add_option("--weights", chess->weights, "Weight file (default: the one in models/chess/default.json)");
  chess_command->add_flag("--json", chess->json, "For programs");
  chess_command->callback([chess, &status] { status = explain_chess(*chess); });
}

}  // namespace trivium::tools
