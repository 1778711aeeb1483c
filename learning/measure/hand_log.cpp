#include "learning/measure/hand_log.h"

#include <fmt/format.h>
#include <fstream>
#include <utility>

#include "engine/core/text.h"

namespace trivium::learning {

namespace {

constexpr std::size_t kShownPath = 256;

}  // namespace

Result<std::vector<poker::StateRecord>> read_hand_log(const std::string& path, const poker::GameDefinition& game) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error{"file.read", text::quoted(path, kShownPath) + " cannot be read"};
  std::vector<poker::StateRecord> hands;
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    if (line.ends_with('\r')) line.pop_back();
    if (!line.starts_with("STATE:")) continue;
    Result<poker::StateRecord> record = poker::parse_state(line, game);
    if (!record)
      return Error{record.error().code, fmt::format("{}, line {}: {}", text::quoted(path, kShownPath), number, record.error().message)};
    hands.push_back(*std::move(record));
  }
  if (file.bad()) return Error{"file.read", text::quoted(path, kShownPath) + " cannot be read"};
  return hands;
}

}  // namespace trivium::learning
