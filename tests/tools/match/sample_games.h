// A small tournament and its games, for tests of the journal and its readers.
#pragma once

#include <cstdint>
#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

#include "tools/match/record/journal.h"

namespace trivium::match {

inline TournamentIdentity sample_tournament(const std::string& name = "sample") {
  return {name,
          R"({"game":"chess","openings":null,"seed":1})",
          {"A", "B"},
          {std::string(64, 'a'), std::string(64, 'b')}};
}

/// Returns sample_tournament() for another game, with the engines' time controls in the rules.
inline TournamentIdentity tournament_of(
    const std::string& game,
    const std::string& times = R"({"A":{"control":"10+0.1"},"B":{"control":"10+0.1"}})") {
  TournamentIdentity tournament = sample_tournament();
  tournament.rules = fmt::format(R"({{"game":"{}","time":{}}})", game, times);
  return tournament;
}

/// Game `number` of a match between the two engines; all games differ.
inline JournalEntry sample_entry(std::uint64_t number, std::string body = "{}") {
  JournalEntry entry;
  entry.number = number;
  entry.encounter = number / 2;
  entry.round = static_cast<std::uint32_t>(number / 2);
  entry.rotation = static_cast<int>(number % 2);
  entry.opening = number / 2;
  entry.seed = 0xFEDCBA9876543210U + number / 2;
  entry.seats = number % 2 == 0 ? std::vector{0, 1} : std::vector{1, 0};
  entry.points = {0.5, 0.5};
  entry.ending = "rules";
  entry.body = std::move(body);
  return entry;
}

/// Three rounds of a Swiss tournament.
inline ScheduleOptions sample_swiss(int engines) {
  ScheduleOptions options;
  options.format = Format::kSwiss;
  options.engines = engines;
  options.rounds = 3;
  return options;
}

/// Returns the games from number `from` on. Requires: they can be read.
inline std::vector<JournalEntry> games_of(const Ledger& ledger, std::uint64_t from = 0) {
  std::vector<JournalEntry> games;
  const Status read = ledger.for_each(
      [&](const JournalEntry& entry) {
        games.push_back(entry);
        return true;
      },
      from);
  if (!read) FAIL(read.error().message);
  return games;
}

/// Opens the journal of `tournament` in `file`. Requires: it can be opened.
inline Journal opened(const std::filesystem::path& file,
                      const TournamentIdentity& tournament = sample_tournament()) {
  Result<Journal> journal = Journal::open(file, tournament);
  if (!journal) FAIL(journal.error().message);
  return *std::move(journal);
}

}  // namespace trivium::match
