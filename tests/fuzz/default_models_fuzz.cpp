// default.json: any bytes are rejected with a message, or name a file in the same folder.
#include <fstream>
#include <string>

#include "models/format/load_error.h"
#include "models/format/model_path.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/temporary_folder.h"

namespace trivium::format {

TRIVIUM_FUZZ_TARGET(default_models) {
  static const TemporaryFolder kFolder;
  const std::filesystem::path game = kFolder / "chess";
  std::filesystem::create_directory(game);
  std::ofstream(game / "default.json", std::ios::binary) << fuzz::text_of(input);
  for (const char* role : {"weights", "strength", "limit"}) {
    try {
      const auto file = default_model("chess", role, {kFolder.path()});
      fuzz::check(!file || file->parent_path() == game, "a model lies beside its default.json");
    } catch (const LoadError& error) {
      fuzz::check_message(error.what());
    }
  }
}

}  // namespace trivium::format
