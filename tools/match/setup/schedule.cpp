#include "tools/match/setup/schedule.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>

#include "engine/core/text.h"

namespace trivium::match {
namespace {

using Tables = std::vector<std::vector<int>>;

constexpr int kMaxSeats = 10;
constexpr std::uint64_t kMaxTables = 1'000'000;  // pairings of a round, which are stored

/// Number of ways to choose `chosen` of `all`; stops counting past kMaxTables.
std::uint64_t choices(int all, int chosen) noexcept {
  std::uint64_t count = 1;
  for (int i = 1; i <= chosen; ++i) {
    count = count * static_cast<std::uint64_t>(all - chosen + i) / static_cast<std::uint64_t>(i);
    if (count > kMaxTables) break;
  }
  return count;
}

/// Round robin in laps in which no engine plays twice. Engine `last` stays in place (as the bye if
/// their number is odd), the others rotate; in lap `lap` engines at equal distance from place `lap`
/// meet. The first mover follows from the distance of the two places, which is odd in half of an
/// engine's games.
Tables circle(int engines) {
  const int places = engines % 2 == 0 ? engines - 1 : engines;
  const int last = engines - 1;
  Tables tables;
  for (int lap = 0; lap < places; ++lap) {
    if (engines % 2 == 0)
      tables.push_back(lap % 2 == 0 ? std::vector{lap, last} : std::vector{last, lap});
    for (int distance = 1; distance <= places / 2; ++distance) {
      const int before = (lap + places - distance) % places;
      const int after = (lap + distance) % places;
      const bool odd = (after - before + places) % places % 2 == 1;
      tables.push_back(odd ? std::vector{before, after} : std::vector{after, before});
    }
  }
  return tables;
}

/// Each seed against each other engine; consecutive pairings share no engine if others > seeds.
Tables seeds_against_others(int seeds, int engines) {
  const int others = engines - seeds;
  Tables tables;
  for (int lap = 0; lap < others; ++lap) {
    for (int seed = 0; seed < seeds; ++seed) {
      const int other = (lap + others - seed % others) % others;
      const bool seed_first = (other + seed) % 2 == 0;
      tables.push_back(seed_first ? std::vector{seed, seeds + other}
                                  : std::vector{seeds + other, seed});
    }
  }
  return tables;
}

/// All ways to fill `seats` seats after those in `table` with engines from `first` on, in
/// lexicographic order.
void choose(Tables& tables, std::vector<int>& table, int first, int engines, int seats) {
  if (static_cast<int>(table.size()) == seats) {
    tables.push_back(table);
    return;
  }
  for (int engine = first; engine < engines; ++engine) {
    table.push_back(engine);
    choose(tables, table, engine + 1, engines, seats);
    table.pop_back();
  }
}

Tables tables_of(const ScheduleOptions& options) {
  const bool gauntlet = options.format == Format::kGauntlet;
  if (options.format == Format::kSwiss) return {};
  if (options.seats == 2)
    return gauntlet ? seeds_against_others(options.seeds, options.engines)
                    : circle(options.engines);
  Tables tables;
  std::vector<int> table;
  if (!gauntlet) choose(tables, table, 0, options.engines, options.seats);
  for (int seed = 0; gauntlet && seed < options.seeds; ++seed) {
    table = {seed};
    choose(tables, table, options.seeds, options.engines, options.seats);
  }
  return tables;
}

/// Number of pairings of a round, before they are listed.
std::uint64_t encounters_of(const ScheduleOptions& options) noexcept {
  switch (options.format) {
    case Format::kSwiss:
      return static_cast<std::uint64_t>(options.engines / 2);
    case Format::kGauntlet:
      return static_cast<std::uint64_t>(options.seeds) *
             choices(options.engines - options.seeds, options.seats - 1);
    case Format::kRoundRobin:
      break;
  }
  return choices(options.engines, options.seats);
}

Status check(const ScheduleOptions& options) {
  if (options.seats < 2 || options.seats > kMaxSeats)
    return Error{"match.schedule.seats", "a table has 2 to {} seats, not {}", kMaxSeats,
                 options.seats};
  if (options.engines < options.seats) {
    return Error{"match.schedule.engines", "{} seats need at least as many engines: there {} {}",
                 options.seats, options.engines == 1 ? "is" : "are", options.engines};
  }
  if (options.format == Format::kSwiss && options.seats != 2)
    return Error{"match.schedule.seats", "a Swiss tournament has two at a table"};
  if (options.format == Format::kGauntlet &&
      (options.seeds < 1 || options.engines - options.seeds < options.seats - 1)) {
    return Error{"match.schedule.seeds",
                 "a gauntlet of {} engines with {} at a table has 1 to {} seeds, not {}",
                 options.engines,
                 options.seats,
                 options.engines - options.seats + 1,
                 options.seeds};
  }
  if (const Status parts = check_part(options); !parts) return parts.error();
  if (options.rounds == 0)
    return Error{"match.schedule.rounds", "a tournament has at least one round"};
  const int rotations = rotation_count(options.seats, options.all_orders);
  if (options.games != 1 && options.games != rotations) {
    return Error{"match.schedule.rounds",
                 "an encounter of {} has 1 game or {} (one per seat rotation), not {}",
                 options.seats, rotations, options.games};
  }
  const std::uint64_t encounters = encounters_of(options);
  if (encounters > kMaxTables)
    return Error{"match.schedule.size", "more than {} pairings in a round", kMaxTables};
  const std::uint64_t games = encounters * static_cast<std::uint64_t>(options.games);
  if (games >
      static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()) / options.rounds) {
    return Error{"match.schedule.size", "{} rounds of {} games are more than can be numbered",
                 options.rounds, games};
  }
  return {};
}

}  // namespace

Status check_part(const ScheduleOptions& options) {
  if (options.format == Format::kSwiss && !options.part.is_whole()) {
    return Error{"match.part.swiss",
                 "-part: the results of all games decide the pairings of a Swiss tournament, and a "
                 "part does not see those of the others"};
  }
  if (options.part.number >= options.part.count)
    return Error{"match.part.number", "-part: there is no part {}", to_string(options.part)};
  return {};
}

std::string to_string(const Part& part) { return fmt::format("{}/{}", part.number, part.count); }

std::optional<Part> parse_part(std::string_view text) noexcept {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const auto number = text::parse_number<std::uint64_t>(text.substr(0, slash));
  const auto count = text::parse_number<std::uint64_t>(text.substr(slash + 1));
  if (!number || !count || *number >= *count || *count > kMaxParts) return std::nullopt;
  return Part{*number, *count};
}

int rotation_count(int seats, bool all_orders) noexcept {
  int count = seats;
  for (int i = seats - 1; all_orders && i > 1; --i) count *= i;
  return count;
}

std::vector<int> rotated(std::span<const int> players, int rotation, bool all_orders) {
  std::vector<int> left(players.begin(), players.end());
  if (!all_orders) {
    std::rotate(left.begin(), left.begin() + rotation, left.end());
    return left;
  }
  // Digits of `rotation` in the factorial number system select the player of each seat.
  std::vector<int> seats;
  for (int orders = rotation_count(static_cast<int>(players.size()), true); !left.empty();) {
    orders /= static_cast<int>(left.size());
    const auto next = left.begin() + rotation / orders;
    rotation %= orders;
    seats.push_back(*next);
    left.erase(next);
  }
  return seats;
}

Result<Schedule> Schedule::make(const ScheduleOptions& options) {
  if (const Status status = check(options); !status) return at_place("schedule", status.error());
  return Schedule(options);
}

Schedule::Schedule(const ScheduleOptions& options)
    : options_(options), tables_(tables_of(options)), encounters_(encounters_of(options)) {}

std::uint64_t Schedule::size() const noexcept {
  return encounters_ * options_.rounds * static_cast<std::uint64_t>(options_.games);
}

std::uint64_t Schedule::size_of_part() const noexcept {
  const auto& [number, count] = options_.part;
  const std::uint64_t encounters = encounters_ * options_.rounds;
  const std::uint64_t own = number < encounters ? (encounters - number - 1) / count + 1 : 0;
  return own * static_cast<std::uint64_t>(options_.games);
}

std::uint64_t Schedule::next_of_part(std::uint64_t number) const noexcept {
  const auto& [own, count] = options_.part;
  const auto games = static_cast<std::uint64_t>(options_.games);
  const std::uint64_t encounter = number / games;
  const std::uint64_t ahead = (own + count - encounter % count) % count;
  return ahead == 0 ? number : (encounter + ahead) * games;
}

std::uint32_t Schedule::round_of(std::uint64_t number) const noexcept {
  return static_cast<std::uint32_t>(number / static_cast<std::uint64_t>(options_.games) /
                                    encounters_);
}

std::uint64_t Schedule::pairing_of(std::uint64_t number) const noexcept {
  return number / static_cast<std::uint64_t>(options_.games) % encounters_;
}

ScheduledGame Schedule::game(std::uint64_t number) const {
  return game(number, tables_.at(pairing_of(number)));
}

ScheduledGame Schedule::game(std::uint64_t number, std::span<const int> table) const {
  const auto games = static_cast<std::uint64_t>(options_.games);
  ScheduledGame game{
      .number = number, .encounter = number / games, .round = round_of(number), .seats = {}};
  game.rotation = static_cast<int>(number % games);
  game.opening = options_.same_opening_in_round ? game.round : game.encounter;
  // If an encounter has one game, seats rotate from round to round.
  const auto rotations =
      static_cast<std::uint32_t>(rotation_count(options_.seats, options_.all_orders));
  const int turn = options_.games == 1 ? static_cast<int>(game.round % rotations) : game.rotation;
  game.seats = rotated(table, turn, options_.all_orders);
  return game;
}

}  // namespace trivium::match
