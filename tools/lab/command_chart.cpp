// `trivium-lab chart`: draws a table in CSV.
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/readers/input_file.h"
#include "learning/charts/table_chart.h"
#include "models/format/file_io.h"
#include "models/format/load_error.h"
#include "tools/command.h"
#include "tools/common_options.h"
#include "tools/lab/commands.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

constexpr std::uint64_t kMaxBytes = std::uint64_t{64} << 20;
constexpr std::size_t kMaxColumns = 6;

struct ChartRun {
  std::string table;
  std::string out;
  learning::charts::TableChart wanted;
};

void run_chart(const ChartRun& run) {
  if (!run.out.empty()) {
    require_file_place(run.out);
    require_different({{"--out", run.out}}, {{"FILE", run.table == "-" ? "" : run.table}});
  }
  const std::string csv = format::or_throw(input::read_text(run.table, kMaxBytes));
  const Result<std::string> svg = learning::charts::table_svg(csv, run.wanted);
  if (!svg) {
    if (svg.error().message.starts_with("--")) throw UsageError(svg.error());
    throw Failure(at_place(input::shown_name(run.table), svg.error()));
  }
  if (run.out.empty()) {
    fmt::print("{}", *svg);
  } else {
    format::write_file_atomically(run.out, *svg);
  }
}

}  // namespace

void add_chart(Command& app) {
  Command* command = app.add_subcommand("chart", "Draw a table (CSV) as a picture (SVG)");
  auto run = std::make_shared<ChartRun>();
  learning::charts::TableChart& wanted = run->wanted;
  const auto list = [command](const char* name, std::vector<std::string>& values, const char* type,
                              const char* description) {
    command->add_option(name, values, description)->type_name(type)->allow_extra_args(false);
  };
  command
      ->add_option("FILE", run->table,
                   "Table whose first line names the columns; - is standard input")
      ->required()
      ->type_name("FILE");
  command->begin_group(kDataGroup);
  command->add_option(
      "--x AXIS", wanted.x,
      "Column of the horizontal axis, as '[AXIS TITLE: ]COLUMN'; default: the first column");
  list("--y", wanted.y, "SERIES",
       "Columns of a chart, as '[AXIS TITLE: ]SERIES, SERIES'; repeat for more charts; default: "
       "all other columns. A SERIES is COLUMN, or COLUMN(LOW..HIGH) with the columns of its "
       "interval, then '=NAME' for another name; '~' before it: dashed");
  command->add_option("--by COLUMN,...", wanted.by, "Columns: a line for each of their values");
  command->add_option("--panels COLUMN,...", wanted.panels,
                      "Columns: a chart for each of their values");
  list("--where", wanted.where, "CONDITION",
       "Only rows with COLUMN=VALUE, 'COLUMN!=VALUE', 'COLUMN>=N' or 'COLUMN<=N'; repeat for more "
       "conditions");
  command->begin_group(kOutputGroup);
  command->add_option("--out FILE", run->out, "Picture to write; default: standard output");
  command->add_option("--title TEXT", wanted.title, "Title above the charts");
  command->add_option("--log-axes", wanted.logarithmic, "Logarithmic axes")
      ->check(one_of({"x", "y", "xy"}))
      ->old_name("--log");
  command->add_option("--y-at-least LOW..HIGH", wanted.y_at_least,
                      "Range that the vertical axis must include");
  list("--reference", wanted.references, "NAME=VALUE", "A horizontal line; can be repeated");
  command->add_number("--columns", wanted.columns, 1, kMaxColumns, "Number of charts per row");
  command->add_option("--note TEXT", wanted.note, "Text below the charts");
  command->callback([run] { run_chart(*run); });
}

}  // namespace trivium::tools
