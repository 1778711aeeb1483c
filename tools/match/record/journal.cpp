#include "tools/match/record/journal.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "engine/core/descriptor.h"
#include "engine/core/text.h"
#include "models/format/load_error.h"
#include "tools/match/record/sqlite.h"
#include "tools/match/record/stored_game.h"

namespace trivium::match {

namespace {

using format::LoadError;

// Lock for one writer of a journal: a locked file FILE.lock beside it, which names its holder.
//
// SQLite alone would prevent damage by two writers, but not that both play the same games. The lock
// ends with the process that holds it, so a file that a killed process left does not block.

/// Reads the process number that the holder wrote into the file.
std::string holder(int file) {
  std::array<char, 20> buffer{};
  const ssize_t count = pread(file, buffer.data(), buffer.size(), 0);
  const std::string_view text = text::trimmed(
      std::string_view(buffer.data(), static_cast<std::size_t>(count > 0 ? count : 0)));
  return text.empty() ? "another process" : "process " + text::printable(text, buffer.size());
}

/// True if `path` still names the open file; the previous holder may have removed it since.
bool still_named(const std::filesystem::path& path, int file) {
  struct stat opened {};
  struct stat named {};
  return fstat(file, &opened) == 0 && stat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

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

void create_tables(Database& database) {
  std::string sql = kTables;
  for (const auto& [table, id] :
       {std::pair("games", "tournament"), std::pair("engines", "tournament"),
        std::pair("tournaments", "id")}) {
    sql += append_only(table, id, "UPDATE") + append_only(table, id, "DELETE");
  }
  sql += fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};", kApplicationId,
                     kSchemaVersion);
  database.transaction([&] { database.execute(sql); });
}

/// True for a journal of schema `oldest` or later, false for an empty file; throws for anything
/// else.
bool is_journal(const Database& database, std::int64_t oldest) {
  const std::int64_t id = database.integer("PRAGMA application_id");
  if (id != kApplicationId) {
    const std::int64_t tables = database.integer("SELECT count(*) FROM sqlite_schema");
    // SQLite accepts a few arbitrary bytes as an empty database.
    constexpr std::uintmax_t kMinPage = 512;
    std::error_code none;
    const std::uintmax_t size = std::filesystem::file_size(database.file(), none);
    if (size > 0 && size < kMinPage)
      throw LoadError("match.journal.foreign", database.file() + ": is no SQLite database");
    if (id == 0 && tables == 0) return false;
    throw LoadError("match.journal.foreign",
                    database.file() + ": is a database, but not the journal of a tournament");
  }
  const std::int64_t version = database.integer("PRAGMA user_version");
  if (version < kOldestReadable || version > kSchemaVersion) {
    throw LoadError("match.journal.schema",
                    "{}: is a journal of schema {}; this program knows {} to {}", database.file(),
                    version, kOldestReadable, kSchemaVersion);
  }
  if (version < oldest) {
    throw LoadError("match.journal.schema",
                    "{}: is a journal of schema {}, which can be read (status, "
                    "export) but not resumed; use another one (-journal)",
                    database.file(), version);
  }
  return true;
}

void check_whole(const Database& database) {
  std::error_code ignored;
  if (std::filesystem::file_size(database.file(), ignored) > kCheckedWhole) return;
  const std::string verdict = database.text("PRAGMA quick_check(1)");
  if (verdict != "ok")
    throw LoadError("match.journal.damaged", "{}: is damaged: {}", database.file(),
                    text::printable(verdict, kQuotedName));
}

/// Opens a database as a journal with durable commits.
Database open_to_write(const std::filesystem::path& file) {
  Database database = Database::open(file, Database::Mode::kReadWrite);
  // The file is not changed before it is known to be a journal.
  const bool ours = is_journal(database, kSchemaVersion);
  check_whole(database);
  if (database.text("PRAGMA journal_mode = WAL") != "wal")
    throw LoadError(
        "match.journal.file_system",
        file.string() +
            ": this file system cannot hold a journal (SQLite's WAL mode does not work on it)");
  database.execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  if (!ours) create_tables(database);
  return database;
}

/// Opens for reading in this mode.
Database open_in_mode(const std::filesystem::path& file, Database::Mode mode) {
  Database database = Database::open(file, mode);
  if (!is_journal(database, kOldestReadable))
    throw LoadError("match.journal.empty", file.string() + ": is empty");
  return database;
}

/// Opens for reading; changes nothing and leaves no files. A WAL belongs to a running or killed
/// writer, which cleans it up. Without a WAL there is no writer and nothing to recover.
Database open_to_read(const std::filesystem::path& file) {
  std::error_code none;
  if (std::filesystem::exists(file.string() + "-wal", none))
    return open_in_mode(file, Database::Mode::kReadOnly);
  try {
    return open_in_mode(file, Database::Mode::kReadAndCleanUp);
  } catch (const LoadError&) {
    return open_in_mode(file, Database::Mode::kImmutable);
  }
}

struct StoredTournament {
  std::int64_t id = 0;
  TournamentIdentity identity;
};

/// Empty if there is no tournament of that name.
std::optional<StoredTournament> find_tournament(const Database& database, const std::string& name) {
  Statement query = database.prepare("SELECT id, rules FROM tournaments WHERE name = ?1");
  query.start(name);
  if (!query.next()) return std::nullopt;
  StoredTournament found{query.integer(0), {name, std::string(query.text(1)), {}, {}}};
  Statement engines =
      database.prepare("SELECT name, identity FROM engines WHERE tournament = ?1 ORDER BY place");
  engines.start(found.id);
  while (engines.next()) {
    found.identity.engines.emplace_back(engines.text(0));
    found.identity.identities.emplace_back(engines.text(1));
  }
  return found;
}

/// Returns the id of the new tournament.
std::int64_t enter_tournament(Database& database, const TournamentIdentity& tournament) {
  std::int64_t id = 0;
  database.transaction([&] {
    database.prepare("INSERT INTO tournaments(name, rules) VALUES(?1, ?2)")
        .run(tournament.name, tournament.rules);
    id = database.last_row();
    Statement engine = database.prepare("INSERT INTO engines VALUES(?1, ?2, ?3, ?4)");
    for (std::size_t place = 0; place < tournament.engines.size(); ++place)
      engine.run(id, place, tournament.engines[place], tournament.identities[place]);
  });
  return id;
}

/// True if no game of the tournament has been played.
bool without_games(const Database& database, std::int64_t id) {
  Statement query = database.prepare("SELECT EXISTS(SELECT 1 FROM games WHERE tournament = ?1)");
  query.start(id);
  query.next();
  return query.integer(0) == 0;
}

void forget_tournament(const Database& database, std::int64_t id) {
  for (const char* const deletion :
       {"DELETE FROM facts WHERE tournament = ?1", "DELETE FROM engines WHERE tournament = ?1",
        "DELETE FROM tournaments WHERE id = ?1"})
    database.prepare(deletion).run(id);
}

}  // namespace

class JournalLock {
 public:
  /// Takes the lock without waiting. Throws LoadError, which names the holder: "a.db: process 4711
  /// is writing it".
  explicit JournalLock(const std::filesystem::path& journal) {
    constexpr mode_t kReadableByAll = 0666;  // less the umask
    // A file has one lock, even if several links name it.
    std::error_code ignored;
    const std::filesystem::path real = std::filesystem::weakly_canonical(journal, ignored);
    path_ = (real.empty() ? journal : real).string() + ".lock";
    for (;;) {
      Descriptor file(::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kReadableByAll));
      if (file.get() < 0) throw format::write_failure(path_);
      if (flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
        if (errno == EINTR) continue;
        if (errno != EWOULDBLOCK) throw format::write_failure(path_);
        throw LoadError("match.journal.locked",
                        journal.string() + ": " + holder(file.get()) + " is writing it");
      }
      if (!still_named(path_, file.get())) continue;
      // The number only helps readers: if it cannot be written (a full disk), the lock is held
      // anyway.
      const std::string self = std::to_string(getpid()) + '\n';
      if (ftruncate(file.get(), 0) == 0)
        static_cast<void>(!pwrite(file.get(), self.data(), self.size(), 0));
      file_ = std::move(file);
      return;
    }
  }

  JournalLock(JournalLock&&) noexcept = default;
  JournalLock& operator=(JournalLock&&) = delete;
  ~JournalLock() {
    if (file_.get() >= 0)
      unlink(path_.c_str());  // while locked, so it cannot be another process's file
  }

 private:
  std::filesystem::path path_;
  Descriptor file_;  ///< empty when moved from
};

struct Journal::Impl {
  std::optional<JournalLock> lock;  ///< first, so that it is released after the database is closed
  Database database;
  std::int64_t id;  ///< of the tournament
  std::optional<Statement> enter{};
  std::optional<Statement> set{};

  void prepare_to_write() {
    enter = database.prepare(
        "INSERT INTO games VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)");
    set = database.prepare(
        "INSERT INTO facts VALUES(?1, ?2, ?3) ON CONFLICT(tournament, name) DO UPDATE SET value = "
        "excluded.value");
  }
};

Result<Journal> Journal::open(const std::filesystem::path& file,
                              const TournamentIdentity& tournament) {
  return format::or_error([&] {
    JournalLock lock(file);
    Database database = open_to_write(file);
    std::optional<StoredTournament> begun = find_tournament(database, tournament.name);
    const auto changed = begun ? difference(begun->identity, tournament) : std::nullopt;
    if (changed && without_games(database, begun->id)) {
      // A tournament without games (its first engine did not start) takes the new description.
      forget_tournament(database, begun->id);
      begun.reset();
    } else if (changed) {
      throw LoadError("match.journal.other_tournament",
                      "{}: tournament {} has other settings: {}. Use another name (-name) or "
                      "another journal (-journal)",
                      file.string(), text::quoted(tournament.name, kQuotedName), *changed);
    }
    const std::int64_t id = begun ? begun->id : enter_tournament(database, tournament);
    auto impl = std::make_shared<Impl>(Impl{std::move(lock), std::move(database), id});
    impl->prepare_to_write();
    return Journal(std::move(impl), tournament, file);
  });
}

Result<Journal> Journal::open_for_reading(const std::filesystem::path& file,
                                          const std::string& tournament) {
  return format::or_error([&] {
    Database database = open_to_read(file);
    std::vector<std::string> names;
    for (Statement query = database.prepare("SELECT name FROM tournaments ORDER BY id");
         query.next();)
      names.emplace_back(query.text(0));
    const std::string& name = tournament.empty() && names.size() == 1 ? names.front() : tournament;
    std::optional<StoredTournament> found = find_tournament(database, name);
    if (!found) {
      throw LoadError("match.journal.which_tournament", "{}: {}; there are: {}", file.string(),
                      tournament.empty() ? "name one tournament"
                                         : "no tournament " + text::quoted(tournament, kQuotedName),
                      text::printable(fmt::format("{}", fmt::join(names, ", ")), 10 * kQuotedName));
    }
    return Journal(std::make_shared<Impl>(Impl{{}, std::move(database), found->id}),
                   std::move(found->identity), file);
  });
}

Journal::Journal(std::shared_ptr<Impl> impl, TournamentIdentity tournament,
                 std::filesystem::path file)
    : Ledger(std::move(tournament), std::move(file)), impl_(std::move(impl)) {
  load_numbers();
}

void Journal::load_numbers() {
  Statement query =
      impl_->database.prepare("SELECT number FROM games WHERE tournament = ?1 ORDER BY number");
  query.start(impl_->id);
  while (query.next()) numbers_.add(static_cast<std::uint64_t>(query.integer(0)));
}

std::string Journal::place() const { return file().string(); }

Status Journal::record(const JournalEntry& entry) {
  return format::or_error([&] {
    const auto require = [&](bool met, std::string_view cause) {
      if (!met)
        throw LoadError("match.journal.entry", "{}: game {}: {}", impl_->database.file(),
                        entry.number + 1, cause);
    };
    require(impl_->enter.has_value(), "the journal is open for reading only");
    require(has_engines(tournament(), entry), "a seat is empty");
    require(!has(entry.number), "it is already in the journal");
    const StoredGame game = stored(key_of(tournament(), entry), entry);
    impl_->enter->run(impl_->id, entry.number, game.key, entry.encounter, entry.round,
                      entry.rotation, entry.opening, entry.seed, game.seats, game.points,
                      entry.ending, entry.body, game.checksum);
    numbers_.add(entry.number);
  });
}

Status Journal::together(const std::function<void()>& work) {
  return format::or_error([&] {
    try {
      impl_->database.transaction(work);
    } catch (...) {  // the transaction is rolled back by now
      numbers_ = {};
      load_numbers();
      throw;
    }
  });
}

Status Journal::for_each(const std::function<bool(const JournalEntry&)>& visit,
                         std::uint64_t from) const {
  return format::or_error([&] {
    Statement query = impl_->database.prepare(
        fmt::format("SELECT {} FROM games WHERE tournament = ?1 AND number >= ?2 ORDER BY number",
                    kGameColumns));
    query.start(impl_->id, from);
    while (query.next()) {
      const JournalEntry entry = game_in(
          impl_->database.file(), [&query](int column) { return query.integer(column); },
          [&query](int column) { return query.text(column); });
      if (!visit(entry)) return;
    }
  });
}

Status Journal::set_fact(const std::string& name, const std::string& value) {
  return format::or_error([&] {
    if (!impl_->set)
      throw LoadError("match.journal.read_only",
                      impl_->database.file() + ": the journal is open for reading only");
    impl_->set->run(impl_->id, name, value);
  });
}

Result<std::optional<std::string>> Journal::fact(const std::string& name) const {
  return format::or_error([&]() -> std::optional<std::string> {
    Statement query =
        impl_->database.prepare("SELECT value FROM facts WHERE tournament = ?1 AND name = ?2");
    query.start(impl_->id, name);
    if (!query.next()) return std::nullopt;
    return std::string(query.text(0));
  });
}

Result<std::string> Journal::change_fact(
    const std::string& name,
    const std::function<std::string(const std::optional<std::string>&)>& change) {
  return format::or_error([&] {
    const std::optional<std::string> old = format::or_throw(fact(name));
    std::string value = change(old);
    if (value != old) format::or_throw(set_fact(name, value));
    return value;
  });
}

}  // namespace trivium::match
