// `trivium-learn published GAME --out FILE`: weights from the literature as a weight file, labelled as such.
#include <fmt/format.h>
#include <memory>
#include <string>

#include "learning/harness/model_card.h"
#include "learning/published/chess.h"
#include "tools/command.h"
#include "tools/learn/commands.h"
#include "tools/places.h"

namespace trivium::tools {

void add_published(Command& app, int& status) {
  Command* published = app.add_subcommand("published", "Write published values, not learned, as a weight file");
  published->require_subcommand(1);
  Command* chess = published->add_subcommand("chess", "Material and mobility of paper 002 (kind chess.linear)");
  auto out = std::make_shared<std::string>();
  chess->add_option("--out", *out, "Weight file to write; in a folder it gets its canonical name")->required()->type_name("FILE");
  chess->callback([out, &status] {
    require_place(*out);
    learning::require_card_place(*out);
    const format::WeightFile file = learning::published_chess(tool_identity(), "trivium-learn published chess");
    const std::filesystem::path path = learning::write_with_card(*out, file, learning::published_chess_card());
    fmt::print("{}\n", path.string());
    status = 0;
  });
}

}  // namespace trivium::tools
