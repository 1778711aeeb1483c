#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "engine/core/text.h"
#include "models/format/load_error.h"
#include "models/format/part_file.h"
#include "tools/match/play/journal_facts.h"
#include "tools/match/record/journal.h"
#include "tools/match/setup/tournament_identity.h"

namespace trivium::match {

namespace {

namespace fs = std::filesystem;

using format::LoadError;
using format::or_throw;

constexpr std::size_t kQuotedTournament = 100;

/// The journal of a part. The functions below throw format::LoadError.
struct Source {
  Journal journal;
  std::optional<KeptPart> part;

  std::string name() const { return journal.file().string(); }
};

Source opened_part(const fs::path& file, const std::string& tournament) {
  Journal journal = or_throw(Journal::open_for_reading(file, tournament));
  std::optional<KeptPart> part = kept_part(journal);
  if (kept_sprt(journal))
    throw LoadError("match.merge.sprt",
                    "{}: the tournament has a sequential test (sprt), which has no parts",
                    file.string());
  return {std::move(journal), std::move(part)};
}

void require_one_tournament(const Source& first, const Source& other) {
  const TournamentIdentity& one = first.journal.tournament();
  const TournamentIdentity& two = other.journal.tournament();
  const auto quoted = [](const std::string& name) { return text::quoted(name, kQuotedTournament); };
  if (one.name != two.name)
    throw LoadError("match.merge.tournament", "{} has tournament {}, {} has {}", first.name(),
                    quoted(one.name), other.name(), quoted(two.name));
  if (const auto differs = difference(one, two))
    throw LoadError("match.merge.tournament",
                    "{} and {} have different tournaments of the name {}: in the second one, "
                    "compared with the first, {}",
                    first.name(), other.name(), quoted(one.name), *differs);
}

JournalEntry game_in(const Source& source, std::uint64_t number) {
  std::optional<JournalEntry> found;
  or_throw(source.journal.for_each(
      [&found](const JournalEntry& entry) {
        found = entry;
        return false;
      },
      number));
  if (!found) throw LoadError("match.journal.damaged", "{}: has changed", source.name());
  return *std::move(found);
}

[[noreturn]] void refuse_twice(const Source& first, const Source& second,
                               const JournalEntry& again) {
  const JournalEntry before = game_in(first, again.number);
  if (before.points != again.points || before.ending != again.ending)
    throw LoadError("match.merge.results",
                    "game {} has different results: in {} {} ({}), in {} {} ({})", again.number + 1,
                    first.name(), before.points, before.ending, second.name(), again.points,
                    again.ending);
  throw LoadError("match.merge.doubled", "game {} is in two journals: {} and {}", again.number + 1,
                  first.name(), second.name());
}

/// Checks all games and that none is in two journals. Returns the indices in `sources` of the
/// games' journals, by number of the game.
std::map<std::uint64_t, std::size_t> owners_in(const std::vector<Source>& sources) {
  std::map<std::uint64_t, std::size_t> owners;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    or_throw(sources[i].journal.for_each([&](const JournalEntry& entry) {
      const auto [owner, added] = owners.emplace(entry.number, i);
      if (!added) refuse_twice(sources[owner->second], sources[i], entry);
      return true;
    }));
  }
  return owners;
}

/// Returns which part has the games of an encounter, for a message.
std::string owner_of(const std::vector<Source>& sources, std::uint64_t encounter) {
  const KeptPart* any = nullptr;
  for (const Source& source : sources) {
    if (!source.part) continue;
    if (source.part->part.has(encounter))
      return fmt::format("{} (part {}) has not played it; run this part again", source.name(),
                         to_string(source.part->part));
    any = &*source.part;
  }
  if (any == nullptr) return fmt::format("none of {} journals has it", sources.size());
  const std::uint64_t count = any->part.count;
  return fmt::format("it belongs to part {}, which is not among the journals",
                     to_string(Part{encounter % count, count}));
}

/// Throws if a game is missing of those that any part was last run for.
void require_all(const std::vector<Source>& sources,
                 const std::map<std::uint64_t, std::size_t>& owners) {
  std::uint64_t size = owners.empty() ? 0 : owners.rbegin()->first + 1;
  for (const Source& source : sources) {
    if (source.part) size = std::max(size, source.part->games);
  }
  if (size == 0) throw LoadError("match.merge.empty", "{}: no games", sources.front().name());
  if (owners.size() == size) return;
  std::uint64_t missing = 0;
  while (owners.contains(missing)) ++missing;
  const Recollection recalled = or_throw(recall(sources.front().journal.tournament()));
  const auto games = static_cast<std::uint64_t>(std::max(1, recalled.tournament.schedule.games));
  throw LoadError("match.merge.missing", "game {} of {} is missing: {}", missing + 1, size,
                  owner_of(sources, missing / games));
}

void require_parts_exist(const Source& source) {
  const Recollection recalled = or_throw(recall(source.journal.tournament()), source.name());
  if (recalled.tournament.schedule.format == Format::kSwiss)
    throw LoadError("match.merge.swiss", "{}: a Swiss tournament has no parts", source.name());
}

/// Copies what later runs and readers of the whole tournament need besides the games.
void copy_facts(const std::vector<Source>& sources, Journal& journal) {
  std::set<int> lost;
  std::vector<KnownPolicy> known;
  for (const Source& source : sources) {
    for (const int engine : lost_engines(source.journal)) lost.insert(engine);
    if (known.empty()) known = kept_known_policies(source.journal);
  }
  keep_lost_engines(journal, {lost.begin(), lost.end()});
  keep_known_policies(journal, known);
}

void write_merged(const std::vector<Source>& sources, const fs::path& file) {
  Journal journal = or_throw(Journal::open(file, sources.front().journal.tournament()));
  or_throw(journal.together([&] {
    for (const Source& source : sources) {
      or_throw(source.journal.for_each([&](const JournalEntry& entry) {
        or_throw(journal.record(entry));
        return true;
      }));
    }
    copy_facts(sources, journal);
  }));
}

/// A journal under construction and SQLite's files beside it.
std::vector<fs::path> files_of(const fs::path& journal) {
  return {journal, journal.string() + "-wal", journal.string() + "-shm"};
}

void remove_all_of(const fs::path& journal) {
  std::error_code ignored;
  for (const fs::path& file : files_of(journal)) fs::remove(file, ignored);
}

/// Gives the finished journal its name.
void publish(const fs::path& part, const fs::path& out) {
  std::error_code failure;
  if (fs::exists(files_of(part)[1], failure))
    throw LoadError("file.write", "{}: SQLite has not written all of it", part.string());
  fs::rename(part, out, failure);
  if (failure) throw LoadError("file.write", "{}: {}", out.string(), failure.message());
}

}  // namespace

Result<std::uint64_t> merge_parts(const std::vector<fs::path>& parts, const std::string& tournament,
                                  const fs::path& out) {
  const fs::path unfinished = format::PartFile::part_of(out);
  Result<std::uint64_t> merged = format::or_error([&]() -> std::uint64_t {
    std::error_code ignored;
    if (fs::exists(out, ignored))
      throw LoadError("file.exists", "{}: exists already; give another name", out.string());
    std::vector<Source> sources;
    for (const fs::path& part : parts) {
      sources.push_back(opened_part(part, tournament));
      require_one_tournament(sources.front(), sources.back());
    }
    require_parts_exist(sources.front());
    const auto owners = owners_in(sources);
    require_all(sources, owners);
    remove_all_of(unfinished);  // of a merge that was killed
    write_merged(sources, unfinished);
    publish(unfinished, out);
    return owners.size();
  });
  if (!merged) remove_all_of(unfinished);
  return merged;
}

}  // namespace trivium::match
