#include "tools/match/record/live_games.h"

#include <fstream>
#include <string_view>
#include <system_error>

#include "engine/core/text.h"

namespace trivium::match {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::seconds kInterval{1};
constexpr std::chrono::seconds kStale{60};

constexpr std::string_view kPlanned = "of";

fs::path beside(const fs::path& journal) { return journal.string() + ".live"; }

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
  out << kPlanned << ' ' << planned_ << '\n';
  for (const auto& [number, game] : games_) out << number << ' ' << game << '\n';
  out.close();
  std::error_code ignored;
  if (out) fs::rename(part, file_, ignored);
}

RunningGames running_games(const fs::path& journal) {
  RunningGames running;
  const fs::path file = beside(journal);
  std::error_code failure;
  const auto changed = fs::last_write_time(file, failure);
  if (failure || fs::file_time_type::clock::now() - changed > kStale) return running;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::string_view rest = line;
    const std::string_view first = text::take_word(rest);
    if (first == kPlanned) {
      running.planned = text::parse_number<std::uint64_t>(text::take_word(rest));
    } else if (const auto number = text::parse_number<std::uint64_t>(first)) {
      if (Result<PlayedGame> game = parse_played_game(rest))
        running.games.emplace_back(*number, *std::move(game));
    }
  }
  return running;
}

}  // namespace trivium::match
