// Runs a fuzz target on files instead of under libFuzzer:  fuzz_replay NAME PATH...
//
// NAME is that of the target in NAME_fuzz.cpp. A path is a file or a folder of files; a missing one
// counts as empty. The target also gets an empty input. Exit status: 0 success, 1 no file, 2 no
// such target; a violated property ends the process by a signal.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/fuzz/fuzz_target.h"

namespace {

using trivium::fuzz::Target;

void replay(Target target, const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  // A copy of exactly that size, so that a sanitizer sees a read past its end.
  const std::vector<std::uint8_t> input(bytes.begin(), bytes.end());
  std::fprintf(stderr, "%s\n", path.c_str());
  target(input);
}

/// Returns the number of files.
int replay_all(Target target, const std::filesystem::path& path) {
  if (!std::filesystem::exists(path)) return 0;
  if (!std::filesystem::is_directory(path)) {
    replay(target, path);
    return 1;
  }
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    replay(target, entry.path());
    ++files;
  }
  return files;
}

int bad_usage(const char* program) {
  std::fprintf(stderr, "usage: %s NAME PATH...\nNAME is one of:\n", program);
  for (const auto& [name, target] : trivium::fuzz::targets()) {
    std::fprintf(stderr, "  %.*s\n", static_cast<int>(name.size()), name.data());
  }
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const auto& targets = trivium::fuzz::targets();
  const auto found = argc < 2 ? targets.end() : targets.find(argv[1]);
  if (found == targets.end()) return bad_usage(argv[0]);
  int inputs = 0;
  for (int i = 2; i < argc; ++i) inputs += replay_all(found->second, argv[i]);
  found->second({});
  std::printf("%d inputs\n", inputs);
  return inputs > 0 ? 0 : 1;
}
