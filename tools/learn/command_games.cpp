// `trivium-learn games connect6 --from FILE --out FILE`: records as the file of games that `btmm` learns from.
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/input_file.h"
#include "learning/records/convert.h"
#include "models/format/load_error.h"
#include "tools/command.h"
#include "tools/learn/commands.h"
#include "tools/number_range.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

struct GamesArguments {
  std::vector<std::string> from;
  std::string out;
  int opening = 0;
  bool keep_duplicates = false;
};

int run_games(const GamesArguments& arguments) {
  require_file_place(arguments.out);
  require_different(with_parts({{"--out", arguments.out}}), places_named("--from", arguments.from));
  learning::records::Connect6GameWriter writer(arguments.out);
  learning::records::Converter converter(writer, arguments.opening, arguments.keep_duplicates);
  for (const std::string& name : arguments.from) {
    const std::unique_ptr<input::Stream> in = format::or_throw(input::Stream::open(name));
    if (learning::records::is_game_file(*in)) {
      converter.read_games(name);
    } else {
      converter.read(*in, name);
      format::or_throw(in->status());
    }
  }
  const learning::records::ConvertCounts& counts = converter.counts();
  if (counts.games == 0) throw format::LoadError("games.few", fmt::format("{}: no game with a stone", fmt::join(arguments.from, ", ")));
  writer.finish();
  const auto s = [](std::uint64_t number) { return number == 1 ? "" : "s"; };
  fmt::print(stderr, "{} game{}, {} stone{}; left out: {} duplicate{}, {} without stones\n", counts.games, s(counts.games), counts.stones,
             s(counts.stones), counts.duplicates, s(counts.duplicates), counts.empty);
  fmt::print("{}\n", arguments.out);
  return 0;
}

}  // namespace

void add_games(Command& app, int& status) {
  Command* games = app.add_subcommand("games", "Write records as a file of games to learn from");
  games->require_subcommand(1);
  Command* connect6 = games->add_subcommand(
      "connect6",
      "Games of Connect-6 as one file that btmm and outcome learn from; duplicates are left out, all boards must have one size");
  auto arguments = std::make_shared<GamesArguments>();
  connect6
      ->add_option("--from", arguments->from,
                   "Records: CSV (game_id,\"j10,k11,...\",winner), SGF or paper 000's form; or files of games, which are put together")
      ->required()
      ->check(existing_file())
      ->type_name("FILE");
  connect6->add_option("--out", arguments->out, "File of games to write")->required()->type_name("FILE");
  connect6->add_option("--opening", arguments->opening, "So many stones of each game were chosen by nobody: they teach nothing")
      ->check(number_range(0, 1000))
      ->capture_default_str();
  connect6->add_flag("--keep-duplicates", arguments->keep_duplicates, "Keep games with the moves of an earlier one");
  connect6->callback([arguments, &status] { status = run_games(*arguments); });
}

}  // namespace trivium::tools
