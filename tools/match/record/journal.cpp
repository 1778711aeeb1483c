#include "tools/match/record/journal.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string_view>
#include <system_error>
#include <utility>

#include "engine/core/text.h"
#include "models/format/sha256.h"
#include "tools/match/record/journal_lock.h"
#include "tools/match/record/number_set.h"
#include "tools/match/record/sqlite.h"

namespace trivium::match {
namespace {

constexpr std::size_t kQuotedName = 100;
constexpr std::int64_t kApplicationId = 0x5472764D;  // "TrvM"
constexpr std::int64_t kSchemaVersion = 2;
constexpr std::int64_t kOldestReadable = 1;
/// Size limit in bytes up to which a file is checked completely when opened for writing (0.2 s). In
/// a larger file each game is checked when it is read.
constexpr std::uintmax_t kCheckedWhole = std::uintmax_t{256} << 20;

constexpr const char* kTables = R"(
CREATE TABLE tournaments(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  rules TEXT NOT NULL) STRICT;
CREATE TABLE engines(
  tournament INTEGER NOT NULL REFERENCES tournaments,
  place INTEGER NOT NULL,
  name TEXT NOT NULL,
  identity TEXT NOT NULL,
  PRIMARY KEY(tournament, place)) STRICT, WITHOUT ROWID;
CREATE TABLE facts(
  tournament INTEGER NOT NULL REFERENCES tournaments,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY(tournament, name)) STRICT, WITHOUT ROWID;
CREATE TABLE games(
  tournament INTEGER NOT NULL REFERENCES tournaments,
  number INTEGER NOT NULL,
  key TEXT NOT NULL UNIQUE,
  encounter INTEGER NOT NULL,
  round INTEGER NOT NULL,
  rotation INTEGER NOT NULL,
  opening INTEGER NOT NULL,
  seed INTEGER NOT NULL,
  seats TEXT NOT NULL,
  points TEXT NOT NULL,
  ending TEXT NOT NULL,
  body TEXT NOT NULL,
  checksum TEXT NOT NULL,
  UNIQUE(tournament, number)) STRICT;
CREATE TRIGGER games_enter_once BEFORE INSERT ON games
  WHEN EXISTS(SELECT 1 FROM games WHERE key = NEW.key OR (tournament = NEW.tournament AND number = NEW.number))
  BEGIN SELECT RAISE(ABORT, 'the game is there already'); END;
)";

/// Triggers that keep stored rows unchanged. (INSERT OR REPLACE would delete rows without running
/// the other triggers; games_enter_once prevents that.) `id` is the column with the tournament's
/// id: the rows of a tournament are frozen from its first game on.
std::string append_only(std::string_view table, std::string_view id, std::string_view action) {
  return fmt::format(
      "CREATE TRIGGER {0}_no_{2} BEFORE {2} ON {0} WHEN EXISTS(SELECT 1 FROM games WHERE "
      "tournament = OLD.{1}) "
      "BEGIN SELECT RAISE(ABORT, '{0} are never changed'); END;",
      table, id, action);
}

Status create_tables(Database& database) {
  Result<Transaction> transaction = Transaction::begin(database);
  if (!transaction) return transaction.error();
  std::string sql = kTables;
  for (const auto& [table, id] :
       {std::pair("games", "tournament"), std::pair("engines", "tournament"),
        std::pair("tournaments", "id")}) {
    sql += append_only(table, id, "UPDATE") + append_only(table, id, "DELETE");
  }
  sql += fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};", kApplicationId,
                     kSchemaVersion);
  if (Status status = database.execute(sql); !status) return status;
  return transaction->commit();
}

/// True for a journal of schema `oldest` or later, false for an empty file; fails for anything
/// else.
Result<bool> is_journal(const Database& database, std::int64_t oldest) {
  const Result<std::int64_t> id = database.integer("PRAGMA application_id");
  if (!id) return id.error();
  if (*id != kApplicationId) {
    const Result<std::int64_t> tables = database.integer("SELECT count(*) FROM sqlite_schema");
    if (!tables) return tables.error();
    // SQLite accepts a few arbitrary bytes as an empty database.
    constexpr std::uintmax_t kMinPage = 512;
    std::error_code none;
    const std::uintmax_t size = std::filesystem::file_size(database.file(), none);
    if (size > 0 && size < kMinPage)
      return Error{"match.journal.foreign", database.file() + ": is no SQLite database"};
    if (*id == 0 && *tables == 0) return false;
    return Error{"match.journal.foreign",
                 database.file() + ": is a database, but not the journal of a tournament"};
  }
  const Result<std::int64_t> version = database.integer("PRAGMA user_version");
  if (!version) return version.error();
  if (*version < kOldestReadable || *version > kSchemaVersion) {
    return Error{"match.journal.schema",
                 fmt::format("{}: is a journal of schema {}; this program knows {} to {}",
                             database.file(), *version, kOldestReadable, kSchemaVersion)};
  }
  if (*version < oldest) {
    return Error{"match.journal.schema",
                 fmt::format("{}: is a journal of schema {}, which can be read (status, export) "
                             "but not resumed; use another one "
                             "(-journal)",
                             database.file(), *version)};
  }
  return true;
}

Status check_whole(const Database& database) {
  std::error_code ignored;
  if (std::filesystem::file_size(database.file(), ignored) > kCheckedWhole) return {};
  const Result<std::string> verdict = database.text("PRAGMA quick_check(1)");
  if (!verdict) return verdict.error();
  if (*verdict != "ok")
    return Error{"match.journal.damaged", fmt::format("{}: is damaged: {}", database.file(),
                                                      text::printable(*verdict, kQuotedName))};
  return {};
}

/// Opens a database as a journal with durable commits.
Result<Database> open_to_write(const std::filesystem::path& file) {
  Result<Database> database = Database::open(file, Database::Mode::kReadWrite);
  if (!database) return database;
  // The file is not changed before it is known to be a journal.
  const Result<bool> ours = is_journal(*database, kSchemaVersion);
  if (!ours) return ours.error();
  if (Status status = check_whole(*database); !status) return status.error();
  const Result<std::string> mode = database->text("PRAGMA journal_mode = WAL");
  if (!mode) return mode.error();
  if (*mode != "wal")
    return Error{
        "match.journal.file_system",
        file.string() +
            ": this file system cannot hold a journal (SQLite's WAL mode does not work on it)"};
  if (Status status = database->execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
      !status)
    return status.error();
  if (!*ours) {
    if (Status status = create_tables(*database); !status) return status.error();
  }
  return database;
}

/// Opens for reading; changes nothing and leaves no files. A WAL belongs to a running or killed
/// writer, which cleans it up. Without a WAL there is no writer and nothing to recover.
Result<Database> open_to_read(const std::filesystem::path& file) {
  std::error_code none;
  const bool written = std::filesystem::exists(file.string() + "-wal", none);
  const auto modes = written
                         ? std::vector{Database::Mode::kReadOnly}
                         : std::vector{Database::Mode::kReadAndCleanUp, Database::Mode::kImmutable};
  Error error;
  for (const Database::Mode mode : modes) {
    Result<Database> database = Database::open(file, mode);
    const Result<bool> ours =
        database ? is_journal(*database, kOldestReadable) : Result<bool>(database.error());
    if (ours && *ours) return database;
    error = ours ? Error{"match.journal.empty", file.string() + ": is empty"} : ours.error();
  }
  return error;
}

Result<std::vector<std::string>> names_of_tournaments(const Database& database) {
  Result<Statement> query = database.prepare("SELECT name FROM tournaments ORDER BY id");
  if (!query) return query.error();
  std::vector<std::string> names;
  Result<bool> row = query->next();
  for (; row && *row; row = query->next()) names.emplace_back(query->text(0));
  if (!row) return row.error();
  return names;
}

struct StoredTournament {
  std::int64_t id = 0;
  TournamentIdentity identity;
};

/// Empty if there is no tournament of that name.
Result<std::optional<StoredTournament>> find_tournament(const Database& database,
                                                        const std::string& name) {
  StoredTournament found;
  Result<Statement> query = database.prepare("SELECT id, rules FROM tournaments WHERE name = ?1");
  if (!query) return query.error();
  query->start(name);
  const Result<bool> there = query->next();
  if (!there) return there.error();
  if (!*there) return std::optional<StoredTournament>();
  found.id = query->integer(0);
  found.identity.name = name;
  found.identity.rules = query->text(1);

  Result<Statement> engines =
      database.prepare("SELECT name, identity FROM engines WHERE tournament = ?1 ORDER BY place");
  if (!engines) return engines.error();
  engines->start(found.id);
  Result<bool> row = engines->next();
  for (; row && *row; row = engines->next()) {
    found.identity.engines.emplace_back(engines->text(0));
    found.identity.identities.emplace_back(engines->text(1));
  }
  if (!row) return row.error();
  return std::optional(std::move(found));
}

/// Returns the id of the new tournament.
Result<std::int64_t> enter_tournament(Database& database, const TournamentIdentity& tournament) {
  Result<Transaction> transaction = Transaction::begin(database);
  if (!transaction) return transaction.error();
  Result<Statement> enter = database.prepare("INSERT INTO tournaments(name, rules) VALUES(?1, ?2)");
  if (!enter) return enter.error();
  if (Status status = enter->run(tournament.name, tournament.rules); !status) return status.error();
  const std::int64_t id = database.last_row();
  Result<Statement> engine = database.prepare("INSERT INTO engines VALUES(?1, ?2, ?3, ?4)");
  if (!engine) return engine.error();
  for (std::size_t place = 0; place < tournament.engines.size(); ++place) {
    if (Status status =
            engine->run(id, place, tournament.engines[place], tournament.identities[place]);
        !status)
      return status.error();
  }
  if (Status status = transaction->commit(); !status) return status.error();
  return id;
}

/// True if no game of the tournament has been played.
Result<bool> without_games(Database& database, std::int64_t id) {
  Result<Statement> query =
      database.prepare("SELECT EXISTS(SELECT 1 FROM games WHERE tournament = ?1)");
  if (!query) return query.error();
  query->start(id);
  const Result<bool> row = query->next();
  if (!row) return row.error();
  return query->integer(0) == 0;
}

Status forget_tournament(Database& database, std::int64_t id) {
  for (const char* const table :
       {"DELETE FROM facts WHERE tournament = ?1", "DELETE FROM engines WHERE tournament = ?1",
        "DELETE FROM tournaments WHERE id = ?1"}) {
    Result<Statement> remove = database.prepare(table);
    if (!remove) return remove.error();
    if (Status status = remove->run(id); !status) return status;
  }
  return {};
}

/// Hash over fields with separators, so that field boundaries matter.
std::string hash_of(const std::vector<std::string_view>& fields) {
  format::Sha256 hash;
  for (const std::string_view field : fields)
    hash.update(fmt::format("{}:", field.size())).update(field);
  return hash.hex();
}

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

/// Lists of a game as stored in the table, and the checksum of its row.
struct StoredGame {
  std::string seats;
  std::string points;
  std::string checksum;
};

StoredGame stored(std::string_view key, const JournalEntry& entry) {
  StoredGame game;
  game.seats = fmt::format("[{}]", fmt::join(entry.seats, ","));
  game.points = fmt::format("[{}]", fmt::join(entry.points, ","));
  const std::string numbers = fmt::format("{} {} {} {} {} {}", entry.number, entry.encounter,
                                          entry.round, entry.rotation, entry.opening, entry.seed);
  game.checksum = hash_of({key, numbers, game.seats, game.points, entry.ending, entry.body});
  return game;
}

/// Parses "[1,0.5]"; stops at the first entry that is not a number.
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

constexpr const char* kSelectGames =
    "SELECT number, encounter, round, rotation, opening, seed, seats, points, ending, body, key, "
    "checksum FROM games "
    "WHERE tournament = ?1 AND number >= ?2 ORDER BY number";

/// Reads the current row of kSelectGames; empty if its checksum does not match.
std::optional<JournalEntry> read_entry(const Statement& row) {
  JournalEntry entry;
  entry.number = static_cast<std::uint64_t>(row.integer(0));
  entry.encounter = static_cast<std::uint64_t>(row.integer(1));
  entry.round = static_cast<std::uint32_t>(row.integer(2));
  entry.rotation = static_cast<int>(row.integer(3));
  entry.opening = static_cast<std::uint64_t>(row.integer(4));
  entry.seed = static_cast<std::uint64_t>(row.integer(5));
  entry.seats = list_of<int>(row.text(6));
  entry.points = list_of<double>(row.text(7));
  entry.ending = row.text(8);
  entry.body = row.text(9);
  if (stored(row.text(10), entry).checksum != row.text(11)) return std::nullopt;
  return entry;
}

}  // namespace

struct Journal::Impl {
  std::filesystem::path file;
  std::optional<JournalLock> lock;  ///< first, so that it is released after the database is closed
  Database database;
  TournamentIdentity tournament;
  std::int64_t id;
  NumberSet numbers;  ///< numbers of the stored games
  std::optional<Statement> enter;
  std::optional<Statement> set;

  Status load_numbers();
  Status prepare_to_write();
};

Status Journal::Impl::load_numbers() {
  Result<Statement> query =
      database.prepare("SELECT number FROM games WHERE tournament = ?1 ORDER BY number");
  if (!query) return query.error();
  query->start(id);
  Result<bool> row = query->next();
  for (; row && *row; row = query->next())
    numbers.add(static_cast<std::uint64_t>(query->integer(0)));
  return row ? Status() : row.error();
}

Status Journal::Impl::prepare_to_write() {
  Result<Statement> insert = database.prepare(
      "INSERT INTO games VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)");
  if (!insert) return insert.error();
  enter = *std::move(insert);
  Result<Statement> upsert = database.prepare(
      "INSERT INTO facts VALUES(?1, ?2, ?3) ON CONFLICT(tournament, name) DO UPDATE SET value = "
      "excluded.value");
  if (!upsert) return upsert.error();
  set = *std::move(upsert);
  return {};
}

Journal::Journal(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Journal::Journal(Journal&&) noexcept = default;
Journal& Journal::operator=(Journal&&) noexcept = default;
Journal::~Journal() = default;

Result<Journal> Journal::open(const std::filesystem::path& file,
                              const TournamentIdentity& tournament) {
  if (tournament.engines.size() != tournament.identities.size())
    return Error{"match.journal.identity", file.string() + ": every engine needs an identity"};
  Result<JournalLock> lock = JournalLock::take(file);
  if (!lock) return lock.error();
  Result<Database> database = open_to_write(file);
  if (!database) return database.error();
  Result<std::optional<StoredTournament>> begun = find_tournament(*database, tournament.name);
  if (!begun) return begun.error();
  std::int64_t id = 0;
  auto changed = *begun ? difference((*begun)->identity, tournament) : std::nullopt;
  if (changed) {
    // A tournament without games (its first engine did not start) takes the new description.
    const Result<bool> empty = without_games(*database, (*begun)->id);
    if (!empty) return empty.error();
    if (*empty) {
      if (Status status = forget_tournament(*database, (*begun)->id); !status)
        return status.error();
      begun->reset();
      changed.reset();
    }
  }
  if (*begun) {
    if (changed) {
      return Error{
          "match.journal.other_tournament",
          fmt::format("{}: tournament {} has other settings: {}. Use another name (-name) or "
                      "another journal "
                      "(-journal)",
                      file.string(), text::quoted(tournament.name, kQuotedName), *changed)};
    }
    id = (*begun)->id;
  } else {
    const Result<std::int64_t> entered = enter_tournament(*database, tournament);
    if (!entered) return entered.error();
    id = *entered;
  }
  auto impl = std::make_unique<Impl>(
      Impl{file, *std::move(lock), *std::move(database), tournament, id, {}, {}, {}});
  if (Status status = impl->load_numbers(); !status) return status.error();
  if (Status status = impl->prepare_to_write(); !status) return status.error();
  return Journal(std::move(impl));
}

Result<Journal> Journal::open_for_reading(const std::filesystem::path& file,
                                          const std::string& tournament) {
  Result<Database> database = open_to_read(file);
  if (!database) return database.error();
  const Result<std::vector<std::string>> names = names_of_tournaments(*database);
  if (!names) return names.error();
  const std::string& name = tournament.empty() && names->size() == 1 ? names->front() : tournament;
  Result<std::optional<StoredTournament>> found = find_tournament(*database, name);
  if (!found) return found.error();
  if (!*found) {
    return Error{
        "match.journal.which_tournament",
        fmt::format("{}: {}; there are: {}", file.string(),
                    tournament.empty() ? "name one tournament"
                                       : "no tournament " + text::quoted(tournament, kQuotedName),
                    text::printable(fmt::format("{}", fmt::join(*names, ", ")), 10 * kQuotedName))};
  }
  auto impl = std::make_unique<Impl>(Impl{
      file, {}, *std::move(database), std::move((*found)->identity), (*found)->id, {}, {}, {}});
  if (Status status = impl->load_numbers(); !status) return status.error();
  return Journal(std::move(impl));
}

const std::filesystem::path& Journal::file() const noexcept { return impl_->file; }
const TournamentIdentity& Journal::tournament() const noexcept { return impl_->tournament; }

Status Journal::record(const JournalEntry& entry) {
  const auto reject = [&](const std::string& cause) {
    return Error{"match.journal.entry",
                 fmt::format("{}: game {}: {}", impl_->database.file(), entry.number + 1, cause)};
  };
  if (!impl_->enter) return reject("the journal is open for reading only");
  const auto engines = static_cast<int>(impl_->tournament.engines.size());
  if (std::ranges::any_of(entry.seats, [&](int seat) { return seat < 0 || seat >= engines; }))
    return reject("a seat is empty");
  if (impl_->numbers.contains(entry.number)) return reject("it is already in the journal");
  const std::string key = key_of(impl_->tournament, entry);
  const StoredGame game = stored(key, entry);
  if (Status status = impl_->enter->run(impl_->id, entry.number, key, entry.encounter, entry.round,
                                        entry.rotation, entry.opening, entry.seed, game.seats,
                                        game.points, entry.ending, entry.body, game.checksum);
      !status) {
    return status;
  }
  impl_->numbers.add(entry.number);
  return {};
}

bool Journal::has(std::uint64_t number) const { return impl_->numbers.contains(number); }
std::uint64_t Journal::games() const { return impl_->numbers.size(); }
std::uint64_t Journal::first_missing(std::uint64_t from) const {
  return impl_->numbers.first_missing(from);
}

Status Journal::for_each(const std::function<bool(const JournalEntry&)>& visit,
                         std::uint64_t from) const {
  Result<Statement> query = impl_->database.prepare(kSelectGames);
  if (!query) return query.error();
  query->start(impl_->id, from);
  Result<bool> row = query->next();
  for (; row && *row; row = query->next()) {
    const std::optional<JournalEntry> entry = read_entry(*query);
    if (!entry)
      return Error{
          "match.journal.damaged",
          fmt::format("{}: game {} is damaged", impl_->database.file(), query->integer(0) + 1)};
    if (!visit(*entry)) return {};
  }
  return row ? Status() : row.error();
}

Status Journal::set_fact(const std::string& name, const std::string& value) {
  if (!impl_->set)
    return Error{"match.journal.read_only",
                 impl_->database.file() + ": the journal is open for reading only"};
  return impl_->set->run(impl_->id, name, value);
}

Result<std::optional<std::string>> Journal::fact(const std::string& name) const {
  Result<Statement> query =
      impl_->database.prepare("SELECT value FROM facts WHERE tournament = ?1 AND name = ?2");
  if (!query) return query.error();
  query->start(impl_->id, name);
  const Result<bool> row = query->next();
  if (!row) return row.error();
  if (!*row) return std::optional<std::string>();
  return std::optional(std::string(query->text(0)));
}

}  // namespace trivium::match
