#include "learning/btmm/export_mm.h"

#include <fmt/format.h>
#include <string>

#include "models/format/load_error.h"
#include "models/format/part_file.h"

namespace trivium::learning::btmm {

void export_mm(const StateSource& source, const std::filesystem::path& path) {
  source.require_states();
  format::PartFile out(path);
  std::string head = fmt::format("! {}\n{}\n", source.features(), source.tables().size());
  for (const FeatureTable& table : source.tables()) {
    if (table.per_team > 1)
      throw format::LoadError("patterns.table.shared",
                              "mm has no groups that share a table, as {} do", table.name);
    head += fmt::format("{} {}\n", table.range().size(), table.name);
  }
  out.write(head + "!\n");
  source.visit_states([&](const Competition& state) {
    std::string text = "#\n";
    const auto add = [&](const std::vector<FeatureId>& team) {
      text += fmt::format("{}\n", fmt::join(team, " "));
    };
    add(state.teams[state.winner]);
    for (const std::vector<FeatureId>& team : state.teams) add(team);
    out.write(text);
  });
  out.finish();
}

}  // namespace trivium::learning::btmm
