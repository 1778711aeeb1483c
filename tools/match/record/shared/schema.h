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
#pragma once

#include <cstdint>

namespace trivium::match {

inline constexpr std::int64_t kSharedSchema = 1;

inline constexpr const char* kSharedTables = R"(
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

}  // namespace trivium::match
