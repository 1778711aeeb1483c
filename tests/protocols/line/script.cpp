#include "tests/protocols/line/script.h"

#include <algorithm>
#include <fstream>
#include <regex>

namespace trivium::line {

namespace {

class Player {
 public:
  explicit Player(Client& client) : client_(client) {}

  /// Plays one line of a script. Returns the fault, or an empty text.
  std::string play(const std::string& step) {
    if (step.empty() || step.starts_with("#")) return {};
    if (step == "...") {
      skip_ = true;
      return {};
    }
    if (step.starts_with("> ") || step == ">") {
      client_.write(step.substr(std::min<std::size_t>(2, step.size())) + "\n");
      return {};
    }
    if (step.starts_with("< ") || step == "<")
      return expect(step.substr(std::min<std::size_t>(2, step.size())));
    if (step.starts_with("never ")) return expect_none(step.substr(6));
    if (step == "end") {
      client_.end_input();
      return {};
    }
    if (step == "gone") {
      const std::optional<std::string> line = client_.read_line();
      return line ? "expected the end of the stream, received '" + *line + "'" : "";
    }
    return "this is not a step of a script: '" + step + "'";
  }

 private:
  std::string expect(const std::string& pattern) {
    const std::regex regex(pattern);
    std::string received;
    while (const std::optional<std::string> line = client_.read_line()) {
      if (std::regex_match(*line, regex)) {
        skip_ = false;
        return {};
      }
      received += "\n    " + *line;
      if (!skip_) break;
    }
    return "expected '" + pattern + "', received" +
           (received.empty() ? " nothing" : ":" + received);
  }

  std::string expect_none(const std::string& arguments) {
    std::size_t used = 0;
    const auto end =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(std::stoi(arguments, &used));
    const std::regex regex(arguments.substr(used + 1));
    while (true) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
          end - std::chrono::steady_clock::now());
      const std::optional<std::string> line = client_.read_line(left);
      if (!line) return {};
      if (std::regex_match(*line, regex)) return "unexpected: '" + *line + "'";
    }
  }

  Client& client_;
  bool skip_ = false;
};

}  // namespace

std::string play_script(const std::filesystem::path& script, Client& client) {
  std::ifstream file(script);
  if (!file) return script.string() + ": cannot be read";
  Player player(client);
  std::string step;
  for (int number = 1; std::getline(file, step); ++number) {
    const std::string fault = player.play(step);
    if (!fault.empty())
      return script.filename().string() + ":" + std::to_string(number) + ": " + fault;
  }
  return {};
}

std::vector<std::filesystem::path> golden_scripts(const std::string& prefix) {
  std::vector<std::filesystem::path> scripts;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(TRIVIUM_SOURCE_DIR) / "tests" / "golden")) {
    if (entry.path().filename().string().starts_with(prefix) && entry.path().extension() == ".txt")
      scripts.push_back(entry.path());
  }
  std::sort(scripts.begin(), scripts.end());
  return scripts;
}

}  // namespace trivium::line
