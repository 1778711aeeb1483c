#include "tools/match/record/stored_game.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <system_error>
#include <utility>
#include <vector>

#include "models/format/load_error.h"
#include "models/format/sha256.h"

namespace trivium::match {
namespace {

/// Hash over fields with separators, so that field boundaries matter.
std::string hash_of(const std::vector<std::string_view>& fields) {
  format::Sha256 hash;
  for (const std::string_view field : fields)
    hash.update(fmt::format("{}:", field.size())).update(field);
  return hash.hex();
}

/// Parses an array of StoredGame; stops at the first entry that is not a number.
template <class Number>
std::vector<Number> list_of(std::string_view text) {
  std::vector<Number> list;
  while (text.size() > 2) {
    Number value{};
    const auto [end, failure] = std::from_chars(text.data() + 1, text.data() + text.size(), value);
    if (failure != std::errc()) break;
    list.push_back(value);
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  return list;
}

}  // namespace

std::string key_of(const TournamentIdentity& tournament, const JournalEntry& entry) {
  const std::string place =
      fmt::format("{} {} {} {}", entry.round, entry.opening, entry.rotation, entry.seed);
  std::vector<std::string_view> fields{tournament.name, place};
  for (const int seat : entry.seats) {
    fields.emplace_back(tournament.engines[static_cast<std::size_t>(seat)]);
    fields.emplace_back(tournament.identities[static_cast<std::size_t>(seat)]);
  }
  return hash_of(fields);
}

StoredGame stored(std::string key, const JournalEntry& entry) {
  StoredGame game{std::move(key), fmt::format("[{}]", fmt::join(entry.seats, ",")),
                  fmt::format("[{}]", fmt::join(entry.points, ",")), ""};
  const std::string numbers = fmt::format("{} {} {} {} {} {}", entry.number, entry.encounter,
                                          entry.round, entry.rotation, entry.opening, entry.seed);
  game.checksum = hash_of({game.key, numbers, game.seats, game.points, entry.ending, entry.body});
  return game;
}

bool has_engines(const TournamentIdentity& tournament, const JournalEntry& entry) {
  const auto engines = static_cast<int>(tournament.engines.size());
  return std::ranges::all_of(entry.seats,
                             [engines](int seat) { return seat >= 0 && seat < engines; });
}

JournalEntry game_in(const std::string& place,
                     const std::function<std::int64_t(int column)>& number,
                     const std::function<std::string_view(int column)>& text) {
  JournalEntry entry;
  entry.number = static_cast<std::uint64_t>(number(0));
  entry.encounter = static_cast<std::uint64_t>(number(1));
  entry.round = static_cast<std::uint32_t>(number(2));
  entry.rotation = static_cast<int>(number(3));
  entry.opening = static_cast<std::uint64_t>(number(4));
  entry.seed = static_cast<std::uint64_t>(number(5));
  entry.seats = list_of<int>(text(6));
  entry.points = list_of<double>(text(7));
  entry.ending = text(8);
  entry.body = text(9);
  if (stored(std::string(text(10)), entry).checksum != text(11)) {
    throw format::LoadError("match.journal.damaged", "{}: game {} is damaged", place,
                            entry.number + 1);
  }
  return entry;
}

}  // namespace trivium::match
