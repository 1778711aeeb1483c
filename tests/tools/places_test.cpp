// Identity of files under different names: a command that would overwrite its input is rejected.
#include "tools/places.h"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <filesystem>
#include <string>

#include "engine/core/descriptor.h"
#include "models/format/load_error.h"
#include "tests/temporary_folder.h"

using namespace trivium;
using namespace trivium::tools;
namespace fs = std::filesystem;

TEST_CASE("an input is not overwritten, under any path, hard link or symbolic link") {
  const TemporaryFolder folder;
  const fs::path games = folder.write("games.pgn", "1. e4 *\n");
  fs::create_hard_link(games, folder / "hard");
  fs::create_symlink(games, folder / "soft");
  for (const char* name : {"games.pgn", "./games.pgn", "hard", "soft"}) {
    CAPTURE(name);
    CHECK_THROWS_WITH_AS(require_different({{"--out", folder / name}},
                                           {{"--book", folder / "none"}, {"--games", games}}),
                         doctest::Contains("--out would be written over what --games reads"),
                         format::LoadError);
  }
  folder.write("copy", "1. e4 *\n");
  CHECK_NOTHROW(require_different({{"--out", folder / "copy"}}, {{"--games", games}}));
  CHECK_NOTHROW(require_different({{"--out", games}, {"--report", {}}},
                                  {{"--games", {}}}));  // options that were not given
}

TEST_CASE("an input without a name, such as a copy of standard input, is no output") {
  const TemporaryFolder folder;
  const std::string games = folder.write("games.pgn", "1. e4 *\n").string();
  const Descriptor open(::open(games.c_str(), O_RDONLY));
  fs::remove(games);
  const fs::path input = "/dev/fd/" + std::to_string(open.get());
  CHECK_NOTHROW(require_different({{"--out", folder / "out"}}, {{"--data", input}}));
}

TEST_CASE("two output files must differ, whether they exist or not") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "real");
  fs::create_directory_symlink(folder / "real", folder / "linked");
  CHECK_THROWS_WITH_AS(
      require_different({{"--out", folder / "real/new"}, {"--report", folder / "linked/new"}}, {}),
      doctest::Contains("both --out and --report would be written there"), format::LoadError);
  CHECK_NOTHROW(require_different(
      {{"--out", folder / "real/new"}, {"--report", folder / "linked/other"}}, {}));
}

TEST_CASE("the .part file of an output does not overwrite an input") {
  const TemporaryFolder folder;
  const fs::path left = folder.write("games.c6.part", "of a run that was killed");
  CHECK_NOTHROW(require_different({{"--out", folder / "games.c6"}}, {{"--from", left}}));
  CHECK_THROWS_WITH_AS(
      require_different(with_parts({{"--out", folder / "games.c6"}, {"--report", {}}}),
                        places_named("--from", {left})),
      doctest::Contains("games.c6.part: --out would be written over what --from reads"),
      format::LoadError);
}
