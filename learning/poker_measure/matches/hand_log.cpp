#include "learning/poker_measure/matches/hand_log.h"

#include <fmt/format.h>
#include <memory>
#include <utility>

#include "engine/core/readers/input_file.h"
#include "engine/core/text.h"

namespace trivium::learning::poker_measure {

namespace {

constexpr std::size_t kShownPath = 256;
constexpr std::size_t kMaxLine = std::size_t{1} << 20;

}  // namespace

Result<std::vector<poker::StateRecord>> read_hand_log(const std::string& path,
                                                      const poker::GameDefinition& game) {
  const Result<std::unique_ptr<input::Stream>> file = input::Stream::open(path);
  if (!file) return file.error();
  std::vector<poker::StateRecord> hands;
  std::string line;
  for (std::size_t number = 1;; ++number) {
    const auto fault = [&](const Error& error) {
      return at_place(fmt::format("{}, line {}", text::quoted(path, kShownPath), number), error);
    };
    const Result<bool> more = (*file)->next_line(line, kMaxLine);
    if (!more) return (*file)->status() ? fault(more.error()) : more.error();
    if (!*more) break;
    if (!line.starts_with("STATE:")) continue;
    Result<poker::StateRecord> record = poker::parse_state(line, game);
    if (!record) return fault(record.error());
    hands.push_back(*std::move(record));
  }
  return hands;
}

}  // namespace trivium::learning::poker_measure
