#include "tools/match/record/live_games.h"

#include <charconv>
#include <fstream>
#include <string_view>
#include <system_error>

namespace trivium::match {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds kInterval{1};
constexpr std::chrono::seconds kStale{60};

constexpr std::string_view kPlanned = "of ";

fs::path beside(const fs::path& journal) { return journal.string() + ".live"; }

/// Returns the lines of the file beside `journal`; none if it is missing or old.
std::vector<std::string> fresh_lines(const fs::path& journal) {
  std::vector<std::string> lines;
  const fs::path file = beside(journal);
  std::error_code failure;
  const auto changed = fs::last_write_time(file, failure);
  if (failure || fs::file_time_type::clock::now() - changed > kStale) return lines;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

}  // namespace

LiveGames::LiveGames(const fs::path& journal, std::uint64_t planned)
    : file_(beside(journal)), planned_(planned) {}

LiveGames::~LiveGames() {
  std::error_code ignored;
  fs::remove(file_, ignored);
}

void LiveGames::moved(std::uint64_t number, const PlayedGame& so_far) {
  const std::lock_guard lock(mutex_);
  if (std::chrono::steady_clock::now() < written_ + kInterval && games_.contains(number)) return;
  games_[number] = to_json(so_far);
  write();
}

void LiveGames::ended(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  games_.erase(number);
}

void LiveGames::write() {
  const auto now = std::chrono::steady_clock::now();
  if (now < written_ + kInterval) return;
  written_ = now;
  const fs::path part = file_.string() + ".part";
  std::ofstream out(part, std::ios::trunc);
  out << kPlanned << planned_ << '\n';
  for (const auto& [number, game] : games_) out << number << ' ' << game << '\n';
  out.close();
  std::error_code ignored;
  if (out) fs::rename(part, file_, ignored);
}

std::vector<std::pair<std::uint64_t, PlayedGame>> live_games(const fs::path& journal) {
  std::vector<std::pair<std::uint64_t, PlayedGame>> games;
  for (const std::string& line : fresh_lines(journal)) {
    std::uint64_t number = 0;
    const auto [end, fault] = std::from_chars(line.data(), line.data() + line.size(), number);
    if (fault != std::errc() || end == line.data() + line.size()) continue;
    Result<PlayedGame> game = parse_played_game(
        std::string_view(line).substr(static_cast<std::size_t>(end - line.data()) + 1));
    if (game) games.emplace_back(number, *std::move(game));
  }
  return games;
}

std::optional<std::uint64_t> planned_games(const fs::path& journal) {
  for (const std::string& line : fresh_lines(journal)) {
    if (!line.starts_with(kPlanned)) continue;
    std::uint64_t planned = 0;
    const char* const end = line.data() + line.size();
    const auto [read, fault] = std::from_chars(line.data() + kPlanned.size(), end, planned);
    if (fault == std::errc() && read == end) return planned;
  }
  return std::nullopt;
}

}  // namespace trivium::match
