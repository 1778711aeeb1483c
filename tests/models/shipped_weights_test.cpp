// The weights in models/ can be loaded by the engines, have their canonical names and a model card
// each.
#include <doctest/doctest.h>
#include <filesystem>
#include <string>

#include "engine/chess/evaluation/weights.h"
#include "engine/connect6/evaluation/draw_model.h"
#include "engine/connect6/evaluation/weights.h"
#include "engine/connect6/patterns/line_features.h"
#include "engine/connect6/patterns/pattern_weights.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/poker/strategy/strategy.h"
#include "models/format/file_io.h"
#include "models/format/model_path.h"
#include "models/format/weight_file.h"

using namespace trivium;
namespace fs = std::filesystem;

namespace {

const fs::path kModels = fs::path(TRIVIUM_SOURCE_DIR) / "models";

fs::path shipped(const char* game) { return format::default_weights(game, {kModels}); }

}  // namespace

TEST_CASE("both players load their default weights") {
  CHECK_NOTHROW(chess::Weights::load(shipped("chess")));
  CHECK_NOTHROW(connect6::Weights::load(shipped("connect6")));
  const auto patterns = format::default_model("connect6", "patterns", {kModels});
  REQUIRE(patterns);
  CHECK_NOTHROW(connect6::PatternWeights::load(*patterns));
}

TEST_CASE("the Connect-6 values predict few draws on an empty 19 x 19 board and many on 9 x 9") {
  const auto draws = connect6::Weights::load(shipped("connect6"))->draws();
  REQUIRE(draws);
  const auto drawn = [&draws](int size) {
    return ExpectationModel{.draw_margin =
                                draws->margin(connect6::room(connect6::LineFeatures(size)))}
        .chances(0.0)
        .draw;
  };
  CHECK(drawn(19) > 0.0);
  CHECK(drawn(19) < 0.01);
  CHECK(drawn(9) > 0.5);
  CHECK(drawn(9) < 1.0);
}

TEST_CASE(
    "every shipped weight file verifies, has its canonical name and a card that names its hash") {
  for (const char* game : {"chess", "connect6", "poker"}) {
    for (const fs::directory_entry& entry : fs::directory_iterator(kModels / game)) {
      if (entry.path().extension() != ".safetensors") continue;
      const format::WeightFile file = format::read_weight_file(entry.path());
      CHECK(entry.path().filename() == format::canonical_file_name(file.kind, file.sha256));
      fs::path card = entry.path();
      const auto bytes = format::read_file(card.replace_extension(".md"), 1'000'000);
      const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      CHECK(text.find(file.sha256) != std::string::npos);
    }
  }
}

TEST_CASE("the poker strategies are for the games in their names and have at most 12 MiB") {
  std::uintmax_t total = 0;
  for (const char* game : {"limit", "nolimit"}) {
    const auto path = format::default_model("poker", game, {kModels});
    REQUIRE(path);
    CHECK(poker::Strategy::load(*path)->tree().game() == *poker::game_named(game));
    total += fs::file_size(*path);
  }
  CHECK(total <= 12U * 1024 * 1024);
}

TEST_CASE("all shipped weights together are smaller than 24 MiB") {
  std::uintmax_t total = 0;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(kModels)) {
    if (entry.path().extension() == ".safetensors") total += entry.file_size();
  }
  CHECK(total > 0);
  CHECK(total < 24U * 1024 * 1024);
}
