// `trivium explain reversi`: where the value of a position comes from, and the move that would be
// played.
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "engine/core/input_file.h"
#include "engine/core/text.h"
#include "engine/reversi/evaluation/knowledge.h"
#include "engine/reversi/explain.h"
#include "engine/reversi/patterns/pattern_value.h"
#include "engine/reversi/rules/obf.h"
#include "engine/reversi/rules/record_reader.h"
#include "engine/reversi/rules/vertex.h"
#include "models/format/load_error.h"
#include "tools/common_options.h"
#include "tools/trivium/commands.h"
#include "tools/trivium/page/explain_json.h"

namespace trivium::tools {
namespace {

struct ExplainReversiOptions {
  std::string record;
  int plies = -1;
  std::string position;
  std::string value;
  std::string priors;
  bool all = false;
  bool json = false;
};

/// Returns the game of the record in `path` ("-" is standard input), or its first `plies` moves if
/// not negative. The error names the file and the place in it. Throws format::LoadError if the file
/// cannot be read.
Result<reversi::Game> game_from_file(const std::string& path, int plies) {
  constexpr std::uint64_t kMaxRecordBytes = std::uint64_t{1} << 20;
  const std::string text = format::or_throw(input::read_text(path, kMaxRecordBytes));
  Result<reversi::GameRecord> record = reversi::read_record(text);
  if (!record) return at_place(input::shown_name(path), record.error());
  const auto moves = static_cast<int>(record->moves.size());
  if (plies > moves) {
    return Error{"record.moves", "{}: has {}, not {}", input::shown_name(path),
                 text::counted(moves, "move"), plies};
  }
  if (plies >= 0) record->moves.resize(static_cast<std::size_t>(plies));
  return reversi::replay(*record);
}

reversi::Game game_of(const ExplainReversiOptions& options) {
  if (!options.record.empty()) {
    Result<reversi::Game> game = game_from_file(options.record, options.plies);
    if (!game) throw UsageError(game.error());
    return *std::move(game);
  }
  if (options.position.empty()) return reversi::Game();
  const Result<reversi::Problem> problem = reversi::parse_obf(options.position);
  if (!problem) throw UsageError("--position", problem.error());
  return {problem->position, problem->to_move};
}

int run_explain_reversi(const ExplainReversiOptions& options) {
  const reversi::Game game = game_of(options);
  const reversi::Knowledge knowledge = reversi::load_knowledge({options.value, options.priors});
  const reversi::Explanation explanation = reversi::explain(game, knowledge);
  const reversi::PlannedMove planned = reversi::planned_move(game.position(), knowledge);
  const auto text = [&] {
    return reversi::overview_text(explanation, planned) +
           reversi::to_text(explanation, options.all);
  };
  fmt::print("{}", options.json ? page::to_json(explanation, planned).dump(2) + "\n" : text());
  return 0;
}

}  // namespace

void add_explain_reversi(Command& explain, int& status) {
  auto options = std::make_shared<ExplainReversiOptions>();
  Command* command = explain.add_subcommand(
      "reversi", "Explain a Reversi position (default: before the first move)");
  Option* file =
      command
          ->add_option("FILE", options->record,
                       "The position after this record: SGF, GGF or a transcript (- is stdin)")
          ->type_name("FILE");
  Option* record =
      command->add_option("--record FILE", options->record, "The same as FILE")->excludes(file);
  command
      ->add_option("--plies", options->plies,
                   "Use only the first N moves of the record, passes included")
      ->check(nonnegative_number());
  command
      ->add_option("--position", options->position,
                   "Position as OBF: squares from a1 to h8, and side to move")
      ->excludes(file)
      ->excludes(record);
  command->add_option("--weights FILE", options->value,
                      "Weights of the value (default: those in models/reversi/default.json)");
  command->add_option("--patterns FILE", options->priors,
                      "Pattern strengths of moves (default: those in models/reversi/default.json)");
  command->add_flag("--all", options->all, "Print every instance of each shape");
  add_json(*command, options->json);
  command->callback([options, &status] {
    if (options->plies >= 0 && options->record.empty())
      throw UsageError::needs("--plies", "--record");
    status = run_explain_reversi(*options);
  });
}

}  // namespace trivium::tools
