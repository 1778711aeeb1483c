// `trivium-learn connect6 records --data FILE... --out FILE`: converts records to a file of games
// for the learners.
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/readers/input_file.h"
#include "engine/core/text.h"
#include "learning/harness/progress.h"
#include "learning/records/convert.h"
#include "learning/records/file_kind.h"
#include "models/format/load_error.h"
#include "tools/common_options.h"
#include "tools/learn/commands.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

struct GamesArguments : OutputOptions {
  std::vector<std::string> from;
  int opening = 0;
  bool keep_duplicates = false;
};

void run_games(const GamesArguments& arguments) {
  require_file_place(arguments.out);
  require_different(with_parts({{"--out", arguments.out}}), places_named("--data", arguments.from));
  learning::records::Connect6GameWriter writer(arguments.out);
  learning::Progress progress("games", 0, arguments.reporting.delayed_progress(arguments.out));
  learning::records::Converter converter(writer, arguments.opening, arguments.keep_duplicates,
                                         [&](std::uint64_t done) { progress.update(done); });
  for (const std::string& name : arguments.from) {
    const std::unique_ptr<input::Stream> in = format::or_throw(input::Stream::open(name));
    if (learning::records::is_block_file(*in)) {
      converter.read_games(name);
    } else {
      converter.read(*in, name);
      format::or_throw(in->status());
    }
  }
  const learning::records::ConvertCounts& counts = converter.counts();
  if (counts.games == 0)
    throw format::LoadError("games.few", "{}: no game with a stone",
                            fmt::join(arguments.from, ", "));
  writer.finish();
  progress.note(fmt::format("{}, {}; left out: {}, {} without stones",
                            text::counted(counts.games, "game"),
                            text::counted(counts.stones, "stone"),
                            text::counted(counts.duplicates, "duplicate"), counts.empty));
  arguments.reporting.print_file(arguments.out);
}

}  // namespace

void add_connect6_records(Command& command) {
  auto arguments = std::make_shared<GamesArguments>();
  add_data(command, arguments->from,
           "Records, by content: CSV (game_id,\"j10,k11,...\",winner), SGF, the form of paper 000, "
           "or files of games; all boards must have one size")
      ->required()
      ->old_name("--from");
  command.begin_group(kDataGroup);
  command.add_number("--opening", arguments->opening, 0, 1000,
                     "Number of opening stones of each game, which are not learned from");
  command.add_flag("--keep-duplicates", arguments->keep_duplicates,
                   "Keep games with the moves of an earlier one");
  command.begin_group(kOutputGroup);
  command.add_option("--out FILE", arguments->out, "File of games to write")->required();
  add_reporting(command, arguments->reporting);
  command.callback([arguments] { run_games(*arguments); });
}

}  // namespace trivium::tools
