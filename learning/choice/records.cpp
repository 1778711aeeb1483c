#include "learning/choice/records.h"

#include <algorithm>

#include "engine/chess/rules/notation.h"
#include "engine/core/text.h"

namespace trivium::learning::choice {

namespace {

using chess::Color;

int number_in(std::optional<std::string_view> text) {
  return text ? text::parse_number<int>(*text).value_or(0) : 0;
}

/// Returns a rating; 0 if it is unknown or impossible.
std::uint16_t elo_in(std::optional<std::string_view> text) {
  const int number = number_in(text);
  return std::in_range<std::uint16_t>(number) ? static_cast<std::uint16_t>(number)
                                              : std::uint16_t{0};
}

/// Converts a PGN date, "2026.01.31" or "2026.??.??", to the form of GameRecord::date.
int date_in(std::optional<std::string_view> text) {
  if (!text || text->size() != 10) return 0;
  const int year = number_in(text->substr(0, 4));
  return year == 0
             ? 0
             : year * 10'000 + number_in(text->substr(5, 2)) * 100 + number_in(text->substr(8, 2));
}

/// True if `number` is within the bounds. An unknown number (0) passes only the widest bounds.
bool lies_in(int number, int minimum, int maximum) noexcept {
  const bool widest = minimum <= 0 && maximum == std::numeric_limits<int>::max();
  return widest || (number != 0 && number >= minimum && number <= maximum);
}

}  // namespace

std::uint32_t Records::number_of(std::string_view name) {
  const auto [place, is_new] =
      numbers_.try_emplace(std::string(name), static_cast<std::uint32_t>(names_.size()));
  if (is_new) names_.push_back(&place->first);
  return place->second;
}

void Records::add(const chess::PgnGame& game) {
  if (game.moves.empty()) return;
  GameRecord record;
  record.players = {number_of(game.tag("White").value_or("?")),
                    number_of(game.tag("Black").value_or("?"))};
  record.elos = {elo_in(game.tag("WhiteElo")), elo_in(game.tag("BlackElo"))};
  record.date = date_in(game.tag("Date"));
  record.first = moves_.size();
  record.count = static_cast<std::uint32_t>(game.moves.size());
  moves_.append(game.moves);
  if (!(game.start == chess::start_position())) {
    record.start = static_cast<std::uint32_t>(starts_.size());
    starts_.push_back(game.start);
  }
  games_.push_back(record);
}

std::uint64_t Records::hash_of(const GameRecord& game) const noexcept {
  std::uint64_t state = game.start == kUsualStart ? 0 : starts_[game.start].key();
  for (const chess::Move move : moves(game)) state = splitmix64(state) ^ move.bits();
  return splitmix64(state);
}

chess::Position Records::start_of(const GameRecord& game) const {
  return game.start == kUsualStart ? chess::start_position() : starts_[game.start];
}

bool Records::is_asked(const GameRecord& game, Color mover,
                       const DecisionFilter& filter) const noexcept {
  const auto side = static_cast<std::size_t>(chess::index(mover));
  if (filter.color && *filter.color != mover) return false;
  if (!filter.players.empty()) {
    const bool named =
        std::ranges::find(filter.players, name(game.players[side])) != filter.players.end();
    if (named == filter.all_but_players) return false;
  }
  return lies_in(game.elos[side], filter.min_elo, filter.max_elo) &&
         lies_in(game.date, filter.first_date, filter.last_date);
}

}  // namespace trivium::learning::choice
