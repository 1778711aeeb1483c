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

fs::path beside(const fs::path& journal) { return journal.string() + ".live"; }

}  // namespace

LiveGames::LiveGames(const fs::path& journal) : file_(beside(journal)) {}

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
  for (const auto& [number, game] : games_) out << number << ' ' << game << '\n';
  out.close();
  std::error_code ignored;
  if (out) fs::rename(part, file_, ignored);
}

std::vector<std::pair<std::uint64_t, PlayedGame>> live_games(const fs::path& journal) {
  std::vector<std::pair<std::uint64_t, PlayedGame>> games;
  const fs::path file = beside(journal);
  std::error_code failure;
  const auto changed = fs::last_write_time(file, failure);
  if (failure || fs::file_time_type::clock::now() - changed > kStale) return games;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::uint64_t number = 0;
    const auto [end, fault] = std::from_chars(line.data(), line.data() + line.size(), number);
    if (fault != std::errc() || end == line.data() + line.size()) continue;
    Result<PlayedGame> game = parse_played_game(
        std::string_view(line).substr(static_cast<std::size_t>(end - line.data()) + 1));
    if (game) games.emplace_back(number, *std::move(game));
  }
  return games;
}

}  // namespace trivium::match
