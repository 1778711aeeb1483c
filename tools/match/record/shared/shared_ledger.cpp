#include "tools/match/record/shared/shared_ledger.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <span>
#include <thread>
#include <utility>

#include "engine/core/stop_wait.h"
#include "engine/core/text.h"
#include "models/format/load_error.h"
#include "tools/match/record/shared/shared_tournament.h"
#include "tools/match/record/shared/sql_session.h"
#include "tools/match/record/stored_game.h"

namespace trivium::match {
namespace {

using format::LoadError;
using format::or_throw;

/// Encounters for which claims are made at once: a sequential test has a million.
constexpr std::uint64_t kClaimsAtOnce = 1000;
/// Games that are read at once; a block of poker hands can have 100 KB.
constexpr std::size_t kGamesAtOnce = 100;

/// How a game was entered.
enum class Entered : std::uint8_t {
  kCounted,
  kLate,      ///< its number was there already
  kRepeated,  ///< its key was there under another number
};

/// The encounters that a runner has claimed, with the number of the attempt. Thread-safe.
class Claims {
 public:
  void add(std::uint64_t encounter, std::int64_t attempt) {
    const std::lock_guard lock(mutex_);
    attempts_[encounter] = attempt;
  }
  void remove(std::uint64_t encounter) {
    const std::lock_guard lock(mutex_);
    attempts_.erase(encounter);
  }
  /// Returns the attempt at this encounter; 0 if it is not claimed.
  std::int64_t attempt(std::uint64_t encounter) const {
    const std::lock_guard lock(mutex_);
    const auto found = attempts_.find(encounter);
    return found == attempts_.end() ? 0 : found->second;
  }
  std::vector<std::uint64_t> encounters() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::uint64_t> encounters;
    for (const auto& [encounter, attempt] : attempts_) encounters.push_back(encounter);
    return encounters;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::uint64_t, std::int64_t> attempts_;
};

class SharedLedger final : public Ledger, public Sharing {
 public:
  /// For reading.
  SharedLedger(std::unique_ptr<SqlSession> session, BegunTournament tournament)
      : Ledger(std::move(tournament.identity)), session_(std::move(session)), id_(tournament.id) {
    const SqlAnswer stored = session_->query(
        "SELECT number FROM trivium.games WHERE tournament = $1 ORDER BY number", id_);
    for (const auto& row : stored.rows) numbers_.add(unsigned_in(row[0]));
  }
  /// For a runner.
  SharedLedger(std::unique_ptr<SqlSession> session, BegunTournament tournament,
               std::uint64_t runner, const RunnerOptions& options, SqlConnect connect)
      : SharedLedger(std::move(session), std::move(tournament)) {
    runner_ = runner;
    games_per_encounter_ = static_cast<std::uint64_t>(options.games_per_encounter);
    lease_ = options.lease;
    heartbeat_ = std::jthread([this, connect = std::move(connect)](const std::stop_token& ended) {
      renew_until(ended, connect);
    });
  }

  /// Gives the claims back, so that others need not wait for the lease.
  ~SharedLedger() override {
    if (runner_ == 0) return;
    heartbeat_ = std::jthread();
    session_->try_once([this](const Sql& sql) {
      sql("UPDATE trivium.claims SET state = 0, runner = NULL, lease_until = NULL "
          "WHERE tournament = $1 AND runner = $2 AND state = 1",
          id_, runner_);
      sql("UPDATE trivium.runners SET gone = clock_timestamp() WHERE id = $1", runner_);
    });
  }

  std::string place() const override { return session_->place(); }

  Result<std::vector<JoinedRunner>> runners() const override {
    return format::or_error([&] {
      const SqlAnswer found = session_->query(
          "SELECT host, version, kernel, speed, "
          "(SELECT count(*) FROM trivium.games WHERE tournament = $1 AND runner = r.id), "
          "(SELECT count(*) FROM trivium.late WHERE tournament = $1 AND runner = r.id), "
          "date_trunc('second', seen), gone IS NOT NULL "
          "FROM trivium.runners AS r WHERE tournament = $1 ORDER BY id",
          id_);
      std::vector<JoinedRunner> runners;
      for (const auto& row : found.rows) {
        runners.push_back(
            {row.at(0), row.at(1), row.at(2), text::parse_number<double>(row.at(3)).value_or(0),
             unsigned_in(row.at(4)), unsigned_in(row.at(5)), row.at(6), row.at(7) == "t"});
      }
      return runners;
    });
  }

  Sharing* sharing() noexcept override { return runner_ == 0 ? nullptr : this; }

  Status record(const JournalEntry& entry) override {
    return format::or_error([&] {
      require_runner();
      if (!has_engines(tournament(), entry))
        throw LoadError("match.journal.entry", "{}: game {}: a seat is empty", place(),
                        entry.number + 1);
      const auto [entered, settled] = session_->transaction([&](const Sql& sql) {
        // The lock makes two runners that enter games of one encounter count them one after the
        // other.
        sql("SELECT 1 FROM trivium.claims WHERE tournament = $1 AND encounter = $2 FOR UPDATE", id_,
            entry.encounter);
        const Entered how = enter(sql, entry);
        return std::pair(how, settle(sql, entry.encounter));
      });
      if (settled) claims_.remove(entry.encounter);
      if (entered == Entered::kCounted) return numbers_.add(entry.number);
      throw LoadError(
          kLateGame, "{}: game {}: {}; this result is kept, but does not count", place(),
          entry.number + 1,
          entered == Entered::kLate ? "it is already in the journal" : "the game is there already");
    });
  }

  Status for_each(const std::function<bool(const JournalEntry&)>& visit,
                  std::uint64_t from) const override {
    const std::string query = fmt::format(
        "SELECT {} FROM trivium.games WHERE tournament = $1 AND number >= $2 ORDER BY number LIMIT "
        "{}",
        kGameColumns, kGamesAtOnce);
    return format::or_error([&] {
      for (std::size_t read = kGamesAtOnce; read == kGamesAtOnce;) {
        const SqlAnswer games = session_->query(query, id_, from);
        read = games.rows.size();
        for (const auto& row : games.rows) {
          from = unsigned_in(row.at(0)) + 1;
          if (!has(from - 1)) continue;  // refresh() will find it
          if (!visit(entry_in(row))) return;
        }
      }
    });
  }

  Status set_fact(const std::string& name, const std::string& value) override {
    return format::or_error([&] {
      require_runner();
      session_->run([&](const Sql& sql) { return set(sql, name, value), true; });
    });
  }

  Result<std::optional<std::string>> fact(const std::string& name) const override {
    return format::or_error(
        [&] { return session_->run([&](const Sql& sql) { return get(sql, name); }); });
  }

  Result<std::string> change_fact(
      const std::string& name,
      const std::function<std::string(const std::optional<std::string>&)>& change) override {
    return format::or_error([&] {
      require_runner();
      return session_->transaction([&](const Sql& sql) {
        // A fact that is missing has no row to lock.
        sql("SELECT 1 FROM trivium.tournaments WHERE id = $1 FOR NO KEY UPDATE", id_);
        const std::optional<std::string> old = get(sql, name);
        std::string value = change(old);
        if (value != old) set(sql, name, value);
        return value;
      });
    });
  }

  Result<std::vector<std::uint64_t>> claim(std::uint64_t end) override {
    return format::or_error([&]() -> std::vector<std::uint64_t> {
      for (;;) {
        const std::optional<Claim> taken =
            session_->run([&](const Sql& sql) { return take_claim(sql, end); });
        if (!taken) {
          if (session_->transaction([&](const Sql& sql) { return make_claims(sql, end); }))
            continue;
          return {};
        }
        std::vector<std::uint64_t> missing = session_->run([&](const Sql& sql) {
          if (settle(sql, taken->encounter)) return std::vector<std::uint64_t>();
          return missing_games(sql, taken->encounter);
        });
        if (missing.empty()) continue;
        claims_.add(taken->encounter, taken->attempt);
        return missing;
      }
    });
  }

  Status refresh(const std::function<void(const JournalEntry&)>& visit) override {
    return format::or_error([&] {
      const std::uint64_t from = first_missing();
      const SqlAnswer stored = session_->query(
          "SELECT number FROM trivium.games WHERE tournament = $1 AND number >= $2 ORDER BY number",
          id_, from);
      std::vector<std::uint64_t> fresh;
      for (const auto& row : stored.rows) {
        if (!has(unsigned_in(row[0]))) fresh.push_back(unsigned_in(row[0]));
      }
      const std::string query = fmt::format(
          "SELECT {} FROM trivium.games WHERE tournament = $1 AND number = ANY($2::bigint[]) ORDER "
          "BY number",
          kGameColumns);
      for (auto begin = fresh.begin(); begin != fresh.end();) {
        const auto end =
            begin + std::min<std::ptrdiff_t>(fresh.end() - begin, std::ptrdiff_t{kGamesAtOnce});
        const SqlAnswer games = session_->query(query, id_, array_of(std::span(begin, end)));
        for (const auto& row : games.rows) {
          const JournalEntry entry = entry_in(row);
          visit(entry);
          numbers_.add(entry.number);
        }
        begin = end;
      }
    });
  }

 private:
  struct Claim {
    std::uint64_t encounter = 0;
    std::int64_t attempt = 0;
  };

  void require_runner() const {
    if (runner_ == 0)
      throw LoadError("match.journal.read_only",
                      session_->place() + ": the journal is open for reading only");
  }

  /// Reads a row of kGameColumns. Throws LoadError if its checksum does not match.
  JournalEntry entry_in(const std::vector<std::string>& row) const {
    const auto cell = [&row](int column) -> const std::string& {
      return row.at(static_cast<std::size_t>(column));
    };
    return game_in(
        place(), [&cell](int column) { return number_in(cell(column)); }, cell);
  }

  Entered enter(const Sql& sql, const JournalEntry& entry) const {
    const StoredGame game = stored(key_of(tournament(), entry), entry);
    const SqlAnswer added = sql(
        "INSERT INTO trivium.games VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, "
        "$14, $15) ON CONFLICT DO NOTHING",
        id_, entry.number, game.key, entry.encounter, entry.round, entry.rotation, entry.opening,
        entry.seed, game.seats, game.points, entry.ending, entry.body, game.checksum,
        claims_.attempt(entry.encounter), runner_);
    return added.changed == 1 ? Entered::kCounted : keep_as_late(sql, entry, game);
  }

  Entered keep_as_late(const Sql& sql, const JournalEntry& entry, const StoredGame& game) const {
    const SqlAnswer there = sql(
        "SELECT number, runner, checksum FROM trivium.games WHERE key = $1 OR (tournament = $2 AND "
        "number = $3)",
        game.key, id_, entry.number);
    bool same_number = false;
    for (const auto& row : there.rows) {
      const bool own = unsigned_in(row.at(1)) == runner_ && row.at(2) == game.checksum;
      if (own) return Entered::kCounted;  // the answer to an earlier commit was lost
      same_number = same_number || unsigned_in(row.at(0)) == entry.number;
    }
    sql("INSERT INTO trivium.late VALUES($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
        id_, entry.number, claims_.attempt(entry.encounter), runner_, game.points, entry.ending,
        entry.body, game.checksum);
    return same_number ? Entered::kLate : Entered::kRepeated;
  }

  /// Marks the encounter as played if all its games are stored; true if it is so now.
  bool settle(const Sql& sql, std::uint64_t encounter) const {
    const SqlAnswer played =
        sql("UPDATE trivium.claims SET state = 2, lease_until = NULL "
            "WHERE tournament = $1 AND encounter = $2 AND "
            "(SELECT count(*) FROM trivium.games WHERE tournament = $1 AND encounter = $2) >= $3",
            id_, encounter, games_per_encounter_);
    return played.changed > 0;
  }

  /// Encounters whose lease has run out come first, since they have lower numbers than open ones.
  std::optional<Claim> take_claim(const Sql& sql, std::uint64_t end) const {
    for (const char* const free : {"state = 1 AND lease_until < clock_timestamp()", "state = 0"}) {
      const SqlAnswer taken = sql(
          fmt::format("UPDATE trivium.claims SET state = 1, attempt = attempt + 1, runner = $2, "
                      "lease_until = clock_timestamp() + $3 * interval '1 millisecond' "
                      "WHERE tournament = $1 AND encounter = (SELECT encounter FROM trivium.claims "
                      "WHERE tournament = $1 AND {} AND encounter < $4 ORDER BY encounter LIMIT 1 "
                      "FOR UPDATE SKIP LOCKED) RETURNING encounter, attempt",
                      free),
          id_, runner_, lease_.count(), end);
      if (!taken.rows.empty())
        return Claim{unsigned_in(taken.rows[0].at(0)), number_in(taken.rows[0].at(1))};
    }
    return std::nullopt;
  }

  /// Makes claims for more encounters below `end`; false if all have theirs.
  bool make_claims(const Sql& sql, std::uint64_t end) const {
    // Usually all have theirs; a runner that waits for others asks every second, and a lock is a
    // write.
    const SqlAnswer made =
        sql("SELECT made_to >= $2 FROM trivium.tournaments WHERE id = $1", id_, end);
    if (made.rows.at(0).at(0) == "t") return false;
    // NO KEY: games that are entered meanwhile need not wait.
    const SqlAnswer found =
        sql("SELECT made_to FROM trivium.tournaments WHERE id = $1 FOR NO KEY UPDATE", id_);
    const std::uint64_t made_to = unsigned_in(found.rows.at(0).at(0));
    const std::uint64_t next = std::min(end, made_to + kClaimsAtOnce);
    if (next <= made_to) return false;
    sql("INSERT INTO trivium.claims(tournament, encounter) SELECT $1::bigint, number FROM "
        "generate_series($2::bigint, $3::bigint) AS number ON CONFLICT DO NOTHING",
        id_, made_to, next - 1);
    sql("UPDATE trivium.tournaments SET made_to = $2 WHERE id = $1", id_, next);
    return true;
  }

  std::vector<std::uint64_t> missing_games(const Sql& sql, std::uint64_t encounter) const {
    const SqlAnswer there =
        sql("SELECT number FROM trivium.games WHERE tournament = $1 AND encounter = $2", id_,
            encounter);
    std::vector<std::uint64_t> missing;
    for (std::uint64_t rotation = 0; rotation < games_per_encounter_; ++rotation) {
      const std::uint64_t number = encounter * games_per_encounter_ + rotation;
      if (std::ranges::none_of(there.rows,
                               [number](const auto& row) { return unsigned_in(row[0]) == number; }))
        missing.push_back(number);
    }
    return missing;
  }

  /// Renews the claims four times within a lease, by a connection of its own: games are entered
  /// through the other one, which may wait for a lock.
  void renew_until(const std::stop_token& ended, const SqlConnect& connect) {
    constexpr int kTimesInALease = 4;
    std::unique_ptr<SqlConnection> connection;
    while (wait_unless_stopped(ended, lease_ / kTimesInALease)) {
      try {
        if (!connection) connection = or_throw(connect());
        renew(Sql(*connection));
      } catch (const LoadError&) {
        connection.reset();  // the next round connects again
      }
    }
  }

  void renew(const Sql& sql) const {
    // A claim that was taken over after a stall belongs to another runner now. Its games are played
    // on: they may still come first.
    sql("UPDATE trivium.claims SET lease_until = clock_timestamp() + $3 * interval '1 millisecond' "
        "WHERE tournament = $1 AND runner = $2 AND state = 1 AND encounter = ANY($4::bigint[])",
        id_, runner_, lease_.count(), array_of(claims_.encounters()));
    sql("UPDATE trivium.runners SET seen = clock_timestamp() WHERE id = $1", runner_);
  }

  void set(const Sql& sql, const std::string& name, const std::string& value) const {
    sql("INSERT INTO trivium.facts VALUES($1, $2, $3) ON CONFLICT(tournament, name) DO UPDATE SET "
        "value = excluded.value",
        id_, name, value);
  }

  std::optional<std::string> get(const Sql& sql, const std::string& name) const {
    const SqlAnswer found =
        sql("SELECT value FROM trivium.facts WHERE tournament = $1 AND name = $2", id_, name);
    return found.rows.empty() ? std::nullopt : std::optional(found.rows[0].at(0));
  }

  std::unique_ptr<SqlSession> session_;
  std::uint64_t id_;
  std::uint64_t runner_ = 0;  ///< 0: open for reading
  std::uint64_t games_per_encounter_ = 0;
  std::chrono::milliseconds lease_{0};
  Claims claims_;
  std::jthread heartbeat_;
};

}  // namespace

Result<std::unique_ptr<Ledger>> open_shared_ledger(const SqlConnect& connect,
                                                   const std::string& place,
                                                   const TournamentIdentity& tournament,
                                                   const RunnerOptions& runner) {
  return format::or_error([&]() -> std::unique_ptr<Ledger> {
    auto session = std::make_unique<SqlSession>(connect, place, true, runner.stop, runner.warn);
    const auto [id, number] = session->transaction([&](const Sql& sql) {
      const std::uint64_t taken = find_or_create_tournament(sql, tournament, runner.lease);
      return std::pair(taken, join_tournament(sql, taken, runner));
    });
    return std::make_unique<SharedLedger>(std::move(session), BegunTournament{id, tournament},
                                          number, runner, connect);
  });
}

Result<std::unique_ptr<Ledger>> read_shared_ledger(const SqlConnect& connect,
                                                   const std::string& place,
                                                   const std::string& tournament) {
  return format::or_error([&]() -> std::unique_ptr<Ledger> {
    auto session = std::make_unique<SqlSession>(connect, place, false, std::stop_token(), nullptr);
    BegunTournament found =
        session->run([&](const Sql& sql) { return find_tournament(sql, tournament); });
    return std::make_unique<SharedLedger>(std::move(session), std::move(found));
  });
}

}  // namespace trivium::match
