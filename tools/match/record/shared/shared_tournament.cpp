#include "tools/match/record/shared/shared_tournament.h"

#include <fmt/format.h>
#include <optional>

#include "engine/core/text.h"
#include "models/format/load_error.h"

namespace trivium::match {
namespace {

using format::LoadError;

constexpr std::size_t kQuotedText = 100;
/// Machines are of one speed if they differ by no more than this.
constexpr double kSpeedTolerance = 0.2;

// Tables of a shared ledger, in the schema `trivium` of a PostgreSQL database.
//
// - tournaments(id, name, rules, made_to): claims exist for encounters below made_to
// - engines(tournament, place, name, identity)
// - facts(tournament, name, value)
// - runners(id, tournament, host, version, program, kernel, processors, speed, joined, seen,
//   gone): every run that has taken part; `speed` as machine_speed(), `seen` the last time that it
//   was heard from, `gone` the time at which it ended in order
// - claims(tournament, encounter, state, attempt, runner, lease_until): state 0 open, 1 claimed, 2
//   played; `attempt` counts how often the encounter was claimed
// - games(...): the columns of a journal in a file, with the runner, its attempt and the time
// - late(tournament, number, attempt, runner, points, ending, body, checksum, at): results of
//   games that had a result already; never counted
//
// As in a journal in a file, triggers prevent changes and deletions of games, and of the engines
// and rules of a tournament that has games. Opening and seed are unsigned 64-bit numbers, shown as
// signed.

constexpr std::int64_t kSharedSchema = 1;

constexpr const char* kSharedTables = R"(
CREATE SCHEMA trivium;
CREATE TABLE trivium.schema_version(version bigint NOT NULL);
CREATE TABLE trivium.tournaments(
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  rules text NOT NULL,
  made_to bigint NOT NULL DEFAULT 0);
CREATE TABLE trivium.engines(
  tournament bigint NOT NULL REFERENCES trivium.tournaments,
  place integer NOT NULL,
  name text NOT NULL,
  identity text NOT NULL,
  PRIMARY KEY(tournament, place));
CREATE TABLE trivium.facts(
  tournament bigint NOT NULL REFERENCES trivium.tournaments,
  name text NOT NULL,
  value text NOT NULL,
  PRIMARY KEY(tournament, name));
CREATE TABLE trivium.runners(
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tournament bigint NOT NULL REFERENCES trivium.tournaments,
  host text NOT NULL,
  version text NOT NULL,
  program text NOT NULL,
  kernel text NOT NULL,
  processors integer NOT NULL,
  speed double precision NOT NULL,
  joined timestamptz NOT NULL DEFAULT clock_timestamp(),
  seen timestamptz NOT NULL DEFAULT clock_timestamp(),
  gone timestamptz);
CREATE INDEX runners_by_tournament ON trivium.runners(tournament);
CREATE TABLE trivium.claims(
  tournament bigint NOT NULL REFERENCES trivium.tournaments,
  encounter bigint NOT NULL,
  state smallint NOT NULL DEFAULT 0,
  attempt integer NOT NULL DEFAULT 0,
  runner bigint,
  lease_until timestamptz,
  PRIMARY KEY(tournament, encounter));
CREATE INDEX claims_open ON trivium.claims(tournament, encounter) WHERE state = 0;
CREATE INDEX claims_running ON trivium.claims(tournament, encounter) WHERE state = 1;
CREATE TABLE trivium.games(
  tournament bigint NOT NULL REFERENCES trivium.tournaments,
  number bigint NOT NULL,
  key text NOT NULL UNIQUE,
  encounter bigint NOT NULL,
  round bigint NOT NULL,
  rotation integer NOT NULL,
  opening bigint NOT NULL,
  seed bigint NOT NULL,
  seats text NOT NULL,
  points text NOT NULL,
  ending text NOT NULL,
  body text NOT NULL,
  checksum text NOT NULL,
  attempt integer NOT NULL,
  runner bigint NOT NULL,
  entered timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY(tournament, number));
CREATE INDEX games_by_encounter ON trivium.games(tournament, encounter);
CREATE TABLE trivium.late(
  tournament bigint NOT NULL REFERENCES trivium.tournaments,
  number bigint NOT NULL,
  attempt integer NOT NULL,
  runner bigint NOT NULL,
  points text NOT NULL,
  ending text NOT NULL,
  body text NOT NULL,
  checksum text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY(tournament, number, runner, checksum));
CREATE FUNCTION trivium.never_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% are never changed', TG_TABLE_NAME;
END $$;
CREATE FUNCTION trivium.frozen_engine() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS(SELECT 1 FROM trivium.games WHERE tournament = OLD.tournament) THEN
    RAISE EXCEPTION 'engines are never changed';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
CREATE FUNCTION trivium.frozen_tournament() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS(SELECT 1 FROM trivium.games WHERE tournament = OLD.id) THEN
    RAISE EXCEPTION 'tournaments are never changed';
  END IF;
  IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER games_frozen BEFORE UPDATE OR DELETE ON trivium.games
  FOR EACH ROW EXECUTE FUNCTION trivium.never_changed();
CREATE TRIGGER games_kept BEFORE TRUNCATE ON trivium.games
  FOR EACH STATEMENT EXECUTE FUNCTION trivium.never_changed();
CREATE TRIGGER engines_frozen BEFORE UPDATE OR DELETE ON trivium.engines
  FOR EACH ROW EXECUTE FUNCTION trivium.frozen_engine();
CREATE TRIGGER tournaments_frozen BEFORE UPDATE OF name, rules OR DELETE ON trivium.tournaments
  FOR EACH ROW EXECUTE FUNCTION trivium.frozen_tournament();
)";

/// True if the database has the tables. Throws LoadError if their schema is another.
bool has_tables(const Sql& sql) {
  const SqlAnswer found = sql("SELECT to_regclass('trivium.schema_version') IS NOT NULL");
  if (found.rows.at(0).at(0) != "t") return false;
  const SqlAnswer version = sql("SELECT version FROM trivium.schema_version");
  const std::int64_t schema = version.rows.empty() ? 0 : number_in(version.rows[0][0]);
  if (schema != kSharedSchema) {
    throw LoadError("match.journal.schema", "has tables of schema {}; this program knows {}",
                    schema, kSharedSchema);
  }
  return true;
}

/// Creates the tables unless they are there. Requires: within a transaction.
void create_tables(const Sql& sql) {
  sql("SELECT pg_advisory_xact_lock(1416787533)");  // any number of our own: "TrvM"
  if (has_tables(sql)) return;
  sql(kSharedTables);
  sql("INSERT INTO trivium.schema_version VALUES($1)", kSharedSchema);
}

std::optional<BegunTournament> find_begun(const Sql& sql, const std::string& name) {
  const SqlAnswer found = sql("SELECT id, rules FROM trivium.tournaments WHERE name = $1", name);
  if (found.rows.empty()) return std::nullopt;
  BegunTournament begun{unsigned_in(found.rows[0][0]), {name, found.rows[0][1], {}, {}}};
  const SqlAnswer engines = sql(
      "SELECT name, identity FROM trivium.engines WHERE tournament = $1 ORDER BY place", begun.id);
  for (const auto& row : engines.rows) {
    begun.identity.engines.push_back(row[0]);
    begun.identity.identities.push_back(row[1]);
  }
  return begun;
}

/// True if no game was entered, no claim is in force and no runner was heard from within a lease.
/// The leases of other runners may be longer than `lease`, so their claims count too.
bool is_unused(const Sql& sql, std::uint64_t id, std::chrono::milliseconds lease) {
  const SqlAnswer used =
      sql("SELECT EXISTS(SELECT 1 FROM trivium.games WHERE tournament = $1) OR "
          "EXISTS(SELECT 1 FROM trivium.claims WHERE tournament = $1 AND state = 1 AND "
          "lease_until > clock_timestamp()) OR "
          "EXISTS(SELECT 1 FROM trivium.runners WHERE tournament = $1 AND gone IS NULL AND "
          "seen > clock_timestamp() - $2 * interval '1 millisecond')",
          id, lease.count());
  return used.rows.at(0).at(0) == "f";
}

void forget_begun(const Sql& sql, std::uint64_t id) {
  for (const char* const table : {"late", "claims", "runners", "facts", "engines"})
    sql(fmt::format("DELETE FROM trivium.{} WHERE tournament = $1", table), id);
  sql("DELETE FROM trivium.tournaments WHERE id = $1", id);
}

std::uint64_t enter_begun(const Sql& sql, const TournamentIdentity& tournament) {
  const SqlAnswer made =
      sql("INSERT INTO trivium.tournaments(name, rules) VALUES($1, $2) RETURNING id",
          tournament.name, tournament.rules);
  const std::uint64_t id = unsigned_in(made.rows.at(0).at(0));
  for (std::size_t place = 0; place < tournament.engines.size(); ++place) {
    sql("INSERT INTO trivium.engines VALUES($1, $2, $3, $4)", id, place, tournament.engines[place],
        tournament.identities[place]);
  }
  return id;
}

/// Rejects a machine whose speed differs from that of the first runner, or warns of it.
void compare_speed(const Sql& sql, std::uint64_t id, const RunnerOptions& runner) {
  if (runner.speed_rule == SpeedRule::kAny || runner.speed <= 0) return;
  const SqlAnswer first =
      sql("SELECT host, speed FROM trivium.runners WHERE tournament = $1 AND speed > 0 ORDER BY id "
          "LIMIT 1",
          id);
  if (first.rows.empty()) return;
  const double speed = text::parse_number<double>(first.rows[0][1]).value_or(runner.speed);
  const double ratio = runner.speed / speed;
  if (ratio < 1 + kSpeedTolerance && ratio > 1 / (1 + kSpeedTolerance)) return;
  const std::string text = fmt::format(
      "the speed of this machine ({}) is {:.0f}, that of the first runner ({}) was {:.0f}: with "
      "equal clocks, engines search other trees here",
      text::printable(runner.host, kQuotedText), runner.speed,
      text::printable(first.rows[0][0], kQuotedText), speed);
  if (runner.speed_rule == SpeedRule::kRefuse)
    throw LoadError("match.journal.speed", "{} (-speed warn accepts it)", text);
  if (runner.warn) runner.warn(text);
}

}  // namespace

BegunTournament find_tournament(const Sql& sql, const std::string& name) {
  if (!has_tables(sql)) throw LoadError("match.journal.empty", "no tournament is there");
  const SqlAnswer names = sql("SELECT name FROM trivium.tournaments ORDER BY id");
  const bool only = name.empty() && names.rows.size() == 1;
  if (std::optional<BegunTournament> begun = find_begun(sql, only ? names.rows[0].at(0) : name))
    return *std::move(begun);
  const std::string list =
      text::joined(names.rows, ", ", [](const auto& row) { return row.at(0); });
  throw LoadError(
      "match.journal.which_tournament", "{}; there are: {}",
      name.empty() ? "name one tournament" : "no tournament " + text::quoted(name, kQuotedText),
      text::printable(list, 10 * kQuotedText));
}

std::uint64_t find_or_create_tournament(const Sql& sql, const TournamentIdentity& tournament,
                                        std::chrono::milliseconds lease) {
  create_tables(sql);
  const std::optional<BegunTournament> begun = find_begun(sql, tournament.name);
  if (!begun) return enter_begun(sql, tournament);
  const auto changed = difference(begun->identity, tournament);
  if (!changed) return begun->id;
  if (!is_unused(sql, begun->id, lease)) {
    throw LoadError("match.journal.other_tournament",
                    "tournament {} has other settings: {}. Use another name (-name) or another "
                    "journal (-journal)",
                    text::quoted(tournament.name, kQuotedText), *changed);
  }
  forget_begun(sql, begun->id);
  return enter_begun(sql, tournament);
}

std::uint64_t join_tournament(const Sql& sql, std::uint64_t id, const RunnerOptions& runner) {
  compare_speed(sql, id, runner);
  const SqlAnswer joined =
      sql("INSERT INTO trivium.runners(tournament, host, version, program, kernel, processors, "
          "speed) VALUES($1, $2, $3, $4, $5, $6, $7) RETURNING id",
          id, runner.host, runner.version, runner.program, runner.kernel, runner.processors,
          runner.speed);
  return unsigned_in(joined.rows.at(0).at(0));
}

}  // namespace trivium::match
