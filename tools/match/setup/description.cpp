#include "tools/match/setup/description.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "engine/core/spelling.h"
#include "engine/core/text.h"
#include "engine/poker/rules/game_definition.h"
#include "learning/statistics/sprt.h"
#include "models/format/load_error.h"
#include "models/format/sha256.h"
#include "models/format/strict_json.h"
#include "tools/match/setup/journal_place.h"
#include "tools/match/setup/setting_values.h"

namespace trivium::match {

namespace {

namespace statistics = learning::statistics;

// Default name of a tournament, for users who give neither a name nor a journal.

using nlohmann::json;

constexpr std::size_t kMaxNames = 60;
constexpr std::size_t kHashDigits = 8;

/// Members as a list, since their order identifies them; not meant for readers.
json settings_of(const EngineSpec& engine) {
  const TimeControl& time = engine.time;
  return json::array({engine.name, to_string(engine.protocol), engine.command,
                      engine.directory.string(), engine.environment, engine.options,
                      engine.init_commands, to_string(time), time.margin.count(), engine.ponder,
                      to_string(engine.restart)});
}

json settings_of(const Tournament& tournament) {
  const ScheduleOptions& schedule = tournament.schedule;
  const OpeningOptions& openings = tournament.openings;
  const Adjudication& ends = tournament.adjudication;
  const PokerTable& table = tournament.poker;
  json settings{{"game", to_string(tournament.game)},
                {"seed", tournament.seed},
                {"board_size", tournament.board_size}};
  for (const EngineSpec& engine : tournament.engines)
    settings["engines"].push_back(settings_of(engine));
  settings["schedule"] = json::array(
      {to_string(schedule.format), schedule.seeds, schedule.games, schedule.same_opening_in_round});
  settings["openings"] =
      json::array({openings.file.string(), openings.format, openings.order == OpeningOrder::kRandom,
                   openings.start, openings.plies, openings.chess960});
  settings["adjudication"] =
      json::array({ends.resign_moves, ends.resign_score, ends.resign_two_sided, ends.draw_move,
                   ends.draw_moves, ends.draw_score, ends.max_moves});
  if (!tournament.grace) settings["grace"] = false;
  settings["poker"] = json::array({table.game, table.hands, table.all_orders,
                                   table.hand_time.count(), table.response_time.count()});
  return settings;
}

/// True for characters that are safe in file names and shell words.
bool is_plain(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("._+-").find(c) != std::string_view::npos;
}

/// Returns "A-B-3f2a91c4": the engines' names, fit for a file name and shortened, and a hash of
/// what decides games. The number of games, concurrency and output settings are not included: a
/// longer tournament has the same name; one with another engine or rule has a different name. Opens
/// no file.
std::string usual_name(const Tournament& tournament) {
  std::string name;
  for (const EngineSpec& engine : tournament.engines)
    name += (name.empty() ? "" : "-") + engine.name;
  name.resize(std::min(name.size(), kMaxNames));
  std::ranges::replace_if(
      name, [](char c) { return !is_plain(c); }, '_');
  if (name.starts_with('.') || name.starts_with('-'))
    name.front() = '_';  // neither hidden nor a flag
  const std::string settings = format::json_line(settings_of(tournament));
  return name + "-" + format::sha256_hex(settings).substr(0, kHashDigits);
}

constexpr std::int64_t kMaxRounds = 1'000'000'000;
/// Number of rounds with -sprt, where the test decides; practically unlimited.
constexpr std::int64_t kSprtRounds = 500'000;
constexpr std::int64_t kMaxConcurrency = 4096;
constexpr std::int64_t kMaxNumber = 1'000'000;
constexpr double kMaxElo = 10'000;
constexpr int kTextBoardSize = 19;
constexpr int kReversiBoardSize = 8;

/// A description being read.
struct Draft {
  Description description;
  std::vector<Argument> engines;
  std::vector<Argument> each;
  std::optional<std::int64_t> rounds;
  std::optional<std::int64_t> games;
  std::optional<std::int64_t> repeat;  ///< games per opening; 2 if no number is given
  std::optional<int> board_size;
  std::string games_place;           ///< place of the last setting of the number of games
  std::vector<std::string> ignored;  ///< places of ignored flags and keys
  Milliseconds start_patience = EngineSpec{}.start_patience;
  bool record = false;
  bool named = false;

  Tournament& tournament() { return description.tournament; }
};

/// Returns the value of a flag that has one.
const Setting& value_of(const Argument& argument) { return argument.settings.front(); }

int small_number(const Setting& setting, std::int64_t minimum) {
  return static_cast<int>(whole_number(setting, minimum, kMaxNumber));
}

/// Place "-sprt", for errors about several keys together.
void require(bool holds, const Argument& argument, std::string_view cause) {
  if (!holds) fail(argument.place, cause);
}

void read_sprt(const Argument& argument, Draft& draft) {
  static constexpr auto kModels = std::to_array<std::pair<std::string_view, statistics::EloModel>>(
      {{"normalized", statistics::EloModel::kNormalized},
       {"normalised", statistics::EloModel::kNormalized},
       {"logistic", statistics::EloModel::kLogistic}});
  statistics::SprtTest test = draft.tournament().sprt.value_or(statistics::SprtTest{});
  for (const Setting& setting : argument.settings) {
    const std::string_view key = setting.key->name;
    if (key == "elo0") test.elo0 = real_number(setting, -kMaxElo, kMaxElo);
    if (key == "elo1") test.elo1 = real_number(setting, -kMaxElo, kMaxElo);
    if (key == "alpha") test.alpha = real_number(setting, 0, 1);
    if (key == "beta") test.beta = real_number(setting, 0, 1);
    if (key == "model") test.model = choice(setting, kModels);
  }
  if (const Status sound = statistics::check(test); !sound)
    fail(argument.place, sound.error().message);
  draft.tournament().sprt = test;
}

void read_openings(const Argument& argument, Draft& draft) {
  static constexpr auto kFormats =
      std::to_array<std::string_view>({"epd", "pgn", "csv", "sgf", "record", "ggf", "transcript"});
  static constexpr auto kOrders = std::to_array<std::pair<std::string_view, OpeningOrder>>(
      {{"sequential", OpeningOrder::kSequential}, {"random", OpeningOrder::kRandom}});
  static constexpr auto kPolicies = std::to_array<std::pair<std::string_view, bool>>(
      {{"default", false}, {"encounter", false}, {"round", true}});
  OpeningOptions& openings = draft.tournament().openings;
  for (const Setting& setting : argument.settings) {
    const std::string_view key = setting.key->name;
    if (key == "file") openings.file = line_of_text(setting);
    if (key == "format") openings.format = kFormats[which_word(setting, kFormats)];
    if (key == "order") openings.order = choice(setting, kOrders);
    if (key == "start") openings.start = natural_number(setting, 1);
    if (key == "plies") openings.plies = small_number(setting, 0);
    if (key == "policy")
      draft.tournament().schedule.same_opening_in_round = choice(setting, kPolicies);
  }
  require(!openings.file.empty(), argument, "file is missing");
}

void read_resign(const Argument& argument, Draft& draft) {
  Adjudication& ends = draft.tournament().adjudication;
  ends.resign_moves = std::max(1, ends.resign_moves);
  for (const Setting& setting : argument.settings) {
    const std::string_view key = setting.key->name;
    if (key == "movecount") ends.resign_moves = small_number(setting, 1);
    if (key == "score") ends.resign_score = small_number(setting, 0);
    if (key == "twosided") ends.resign_two_sided = truth(setting);
  }
  require(ends.resign_score > 0, argument, "score is missing or 0: every game would end at once");
}

void read_max_moves(const Argument& argument, Draft& draft) {
  draft.tournament().adjudication.max_moves = small_number(value_of(argument), 0);
}

void read_draw(const Argument& argument, Draft& draft) {
  Adjudication& ends = draft.tournament().adjudication;
  ends.draw_moves = std::max(1, ends.draw_moves);
  for (const Setting& setting : argument.settings) {
    const std::string_view key = setting.key->name;
    if (key == "movenumber") ends.draw_move = small_number(setting, 0);
    if (key == "movecount") ends.draw_moves = small_number(setting, 1);
    if (key == "score") ends.draw_score = small_number(setting, 0);
  }
}

void read_hands(const Setting& setting, Draft& draft) {
  draft.tournament().poker.hands = static_cast<std::uint32_t>(whole_number(setting, 1, kMaxRounds));
}

void read_poker(const Argument& argument, Draft& draft) {
  static constexpr auto kOrders =
      std::to_array<std::pair<std::string_view, bool>>({{"turns", false}, {"all", true}});
  PokerTable& table = draft.tournament().poker;
  for (const Setting& setting : argument.settings) {
    const std::string_view key = setting.key->name;
    if (key == "hands") read_hands(setting, draft);
    if (key == "orders") table.all_orders = choice(setting, kOrders);
    if (key == "handtime") table.hand_time = milliseconds(setting);
    if (key == "responsetime") table.response_time = milliseconds(setting);
    if (key == "starttime") table.start_patience = milliseconds(setting);
  }
}

void read_journal(const Argument& argument, Draft& draft) {
  const std::string place = line_of_text(value_of(argument));
  format::or_throw(check_journal_place(place), argument.place);
  draft.tournament().journal = place;
}

void read_lease(const Argument& argument, Draft& draft) {
  constexpr std::int64_t kMaxSeconds = 86'400;
  draft.tournament().lease = std::chrono::seconds(whole_number(value_of(argument), 1, kMaxSeconds));
}

constexpr auto kSpeedRules = std::to_array<std::pair<std::string_view, SpeedRule>>(
    {{"warn", SpeedRule::kWarn}, {"refuse", SpeedRule::kRefuse}, {"any", SpeedRule::kAny}});

void read_pgnout(const Argument& argument, Draft& draft) {
  draft.record = true;
  for (const Setting& setting : argument.settings) {
    if (setting.key->name == "file") draft.tournament().record = line_of_text(setting);
  }
}

void read_log(const Argument& argument, Draft& draft) {
  for (const Setting& setting : argument.settings) {
    if (setting.key->name == "file") draft.tournament().log = line_of_text(setting);
  }
  require(!draft.tournament().log.empty(), argument, "file is missing");
}

void read_output(const Argument& argument, Draft& draft) {
  static constexpr auto kFormats = std::to_array<std::string_view>({"fastchess", "cutechess"});
  for (const Setting& setting : argument.settings) {
    if (which_word(setting, kFormats) == 0) continue;
    draft.description.warnings.push_back(fmt::format(
        "{}: {} is ignored: lines have the format of {}", setting.place, kFormats[1], kFormats[0]));
  }
  draft.description.plain_lines = true;
}

void read_name(const Argument& argument, Draft& draft) {
  const std::string name = line_of_text(value_of(argument));
  require(name.find('/') == std::string::npos && name != "." && name != "..", argument,
          "a name must not contain '/', since files are named after it");
  draft.tournament().name = name;
  draft.named = true;
}

/// Fails unless `game` is a known game or the path of an existing file with poker rules.
void require_game(const std::string& game, const Argument& argument) {
  std::error_code failure;
  if (std::filesystem::exists(game, failure)) return;
  std::vector<std::string> names{"chess", "connect6", "reversi"};
  for (const poker::NamedGame& known : poker::built_in_games()) names.emplace_back(known.name);
  if (std::ranges::find(names, game) != names.end()) return;
  std::string meant(text::nearest_word(game, names));
  if (meant.empty()) meant = text::nearest_file(game);
  fail(argument.place,
       fmt::format("unknown game {}; accepted: {}, or a GAMEDEF file for poker{}", shown(game),
                   fmt::join(names, ", "),
                   meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant)));
}

void read_game(const Argument& argument, Draft& draft) {
  const std::string game = line_of_text(value_of(argument));
  require_game(game, argument);
  draft.tournament().game = text::named<Game>(kGameWords, game).value_or(Game::kPoker);
  if (draft.tournament().game == Game::kPoker) draft.tournament().poker.game = game;
}

void read_variant(const Argument& argument, Draft& draft) {
  static constexpr auto kVariants =
      std::to_array<std::pair<std::string_view, Game>>({{"standard", Game::kChess},
                                                        {"fischerandom", Game::kChess},
                                                        {"connect6", Game::kConnect6},
                                                        {"reversi", Game::kReversi},
                                                        {"holdem", Game::kPoker}});
  draft.tournament().game = choice(value_of(argument), kVariants);
  draft.tournament().openings.chess960 = value_of(argument).value == "fischerandom";
}

void read_format(const Argument& argument, Draft& draft) {
  static const auto kFormats = std::to_array<std::pair<std::string_view, Format>>(
      {{to_string(Format::kRoundRobin), Format::kRoundRobin},
       {"round-robin", Format::kRoundRobin},
       {to_string(Format::kGauntlet), Format::kGauntlet},
       {to_string(Format::kSwiss), Format::kSwiss}});
  draft.tournament().schedule.format = choice(value_of(argument), kFormats);
}

void read_rounds(const Argument& argument, Draft& draft) {
  draft.rounds = whole_number(value_of(argument), 1, kMaxRounds);
  draft.games_place = argument.place;
}

void read_games(const Argument& argument, Draft& draft) {
  draft.games = whole_number(value_of(argument), 1, kMaxRounds);
  draft.games_place = argument.place;
}

void read_repeat(const Argument& argument, Draft& draft) {
  draft.repeat = argument.settings.empty() ? 2 : whole_number(value_of(argument), 1, kMaxRounds);
  require(*draft.repeat <= 2, argument,
          "an opening is played twice, with colors reversed, or once");
  draft.games_place = argument.place;
}

void read_concurrency(const Argument& argument, Draft& draft) {
  const std::int64_t processors = std::max(1U, std::thread::hardware_concurrency());
  const std::int64_t asked = whole_number(value_of(argument), -kMaxConcurrency, kMaxConcurrency);
  draft.tournament().concurrency =
      static_cast<int>(asked > 0 ? asked : std::max<std::int64_t>(1, processors + asked));
}

void read_recover(const Argument& argument, Draft& draft) {
  draft.tournament().recover = argument.settings.empty() || truth(value_of(argument));
}

void read_part(const Argument& argument, Draft& draft) {
  const Setting& setting = value_of(argument);
  const std::optional<Part> part = parse_part(setting.value);
  if (!part) {
    fail(setting.place,
         fmt::format("{} is not of the form K/N with K from 0 to N - 1 and N from 1 to {}",
                     shown(setting.value), kMaxParts));
  }
  draft.tournament().schedule.part = *part;
}

void read_seed(const Argument& argument, Draft& draft) {
  draft.tournament().seed = natural_number(value_of(argument), 0);
}

using ReadFlag = void (*)(const Argument& argument, Draft& draft);

constexpr auto kFlagReaders = std::to_array<std::pair<std::string_view, ReadFlag>>({
    {"engine", [](const Argument& argument, Draft& draft) { draft.engines.push_back(argument); }},
    {"each", [](const Argument& argument, Draft& draft) { draft.each.push_back(argument); }},
    {"startup-ms", [](const Argument& argument,
                      Draft& draft) { draft.start_patience = milliseconds(value_of(argument)); }},
    {"name", read_name},
    {"game", read_game},
    {"variant", read_variant},
    {"tournament", read_format},
    {"seeds",
     [](const Argument& argument,
        Draft& draft) { draft.tournament().schedule.seeds = small_number(value_of(argument), 1); }},
    {"rounds", read_rounds},
    {"games", read_games},
    {"repeat", read_repeat},
    {"sprt", read_sprt},
    {"boardsize", [](const Argument& argument,
                     Draft& draft) { draft.board_size = small_number(value_of(argument), 1); }},
    {"hands",
     [](const Argument& argument, Draft& draft) { read_hands(value_of(argument), draft); }},
    {"poker", read_poker},
    {"part", read_part},
    {"seed", read_seed},
    {"srand", read_seed},
    {"concurrency", read_concurrency},
    {"recover", read_recover},
    {"wait", [](const Argument& argument,
                Draft& draft) { draft.tournament().wait = milliseconds(value_of(argument)); }},
    {"nograce", [](const Argument&, Draft& draft) { draft.tournament().grace = false; }},
    {"openings", read_openings},
    {"resign", read_resign},
    {"draw", read_draw},
    {"maxmoves", read_max_moves},
    {"journal", read_journal},
    {"lease", read_lease},
    {"speed",
     [](const Argument& argument,
        Draft& draft) { draft.tournament().speed_rule = choice(value_of(argument), kSpeedRules); }},
    {"pgnout", read_pgnout},
    {"event", [](const Argument& argument,
                 Draft& draft) { draft.tournament().event = line_of_text(value_of(argument)); }},
    {"site", [](const Argument& argument,
                Draft& draft) { draft.tournament().site = line_of_text(value_of(argument)); }},
    {"log", read_log},
    {"config", [](const Argument& argument,
                  Draft&) { fail(argument.place, "a description cannot name another one"); }},
    {"save-config",
     [](const Argument& argument,
        Draft& draft) { draft.description.save_to = line_of_text(value_of(argument)); }},
    {"json", [](const Argument&, Draft& draft) { draft.tournament().json = true; }},
    {"output", read_output},
    {"ratinginterval",
     [](const Argument& argument,
        Draft& draft) { draft.tournament().report_every = small_number(value_of(argument), 0); }},
});

/// Returns false for a flag or key that is read. Fails for one that would change games; stores the
/// place of an ignored one.
bool is_unread(Treatment treatment, std::string_view help, const std::string& place, Draft& draft) {
  if (treatment == Treatment::kRefused) fail(place, fmt::format("not supported: {}", help));
  if (treatment == Treatment::kIgnored) draft.ignored.push_back(place);
  return treatment != Treatment::kRead;
}

void read_argument(const Argument& argument, Draft& draft) {
  if (is_unread(argument.flag->treatment, argument.flag->help, argument.place, draft)) return;
  for (const Setting& setting : argument.settings) {
    if (setting.key != nullptr && setting.value != "false")
      is_unread(setting.key->treatment, setting.key->help, setting.place, draft);
  }
  const auto reader = std::ranges::find(kFlagReaders, argument.flag->name,
                                        &std::pair<std::string_view, ReadFlag>::first);
  if (reader == kFlagReaders.end()) fail(argument.place, "is not implemented yet");
  reader->second(argument, draft);
}

/// A pairing plays rounds x games: in pairs with one opening, unless single games are requested.
void finish_rounds(Draft& draft) {
  ScheduleOptions& schedule = draft.tournament().schedule;
  const std::int64_t rounds = draft.rounds.value_or(draft.tournament().sprt ? kSprtRounds : 1);
  if (draft.tournament().game == Game::kPoker) {
    if (draft.games || draft.repeat)
      fail(draft.games_place,
           "in poker each block of deals is played in every rotation of the seats: set the number "
           "of blocks with -rounds");
    schedule.rounds = static_cast<std::uint32_t>(rounds);
    return;
  }
  const std::int64_t games = draft.games.value_or(draft.repeat.value_or(2));
  if (games > kMaxRounds / rounds)
    fail(draft.games_place, fmt::format("more than {} games of one pairing", kMaxRounds));
  const std::int64_t all = rounds * games;
  const bool pairs = draft.repeat ? *draft.repeat == 2 : games != 1;
  if (pairs && all % 2 != 0)
    fail(draft.games_place,
         fmt::format("{} is odd: games are played in pairs with one opening", all));
  schedule.games = pairs ? 2 : 1;
  schedule.rounds = static_cast<std::uint32_t>(pairs ? all / 2 : all);
}

/// Throws an error of the description as a whole if it is `wrong`.
void forbid(bool wrong, const char* code, const std::string& cause) {
  if (wrong) throw format::LoadError(code, cause);
}

void check_whole(const Draft& draft) {
  const Tournament& tournament = draft.description.tournament;
  const std::size_t engines = tournament.engines.size();
  forbid(engines < 2, "match.engines",
         fmt::format("a tournament needs two engines, found {}", engines));
  forbid(tournament.sprt && engines != 2, "match.sprt.engines",
         "a sequential test (sprt) compares two engines");
  forbid(tournament.sprt && tournament.game == Game::kPoker, "match.sprt.game",
         "a sequential test (sprt) is for games that are won, drawn or lost");
  const bool parted = !tournament.schedule.part.is_whole();
  forbid(tournament.sprt && parted, "match.part.sprt",
         "-part: a sequential test (sprt) needs the results of all games, and a part does not see "
         "those of the others: leave out one of the two");
  forbid(parted && is_url(tournament.journal.string()), "match.part.shared",
         "-part: the runners of a journal in a database share the games themselves: leave it out, "
         "or give a file (-journal)");
  format::or_throw(check_part(tournament.schedule));
  forbid(tournament.openings.chess960 && tournament.openings.file.empty(), "match.openings.missing",
         "fischerandom needs openings: each is a start position");
  const bool other_size =
      tournament.game == Game::kConnect6 && tournament.board_size != kTextBoardSize;
  forbid(other_size && std::ranges::find(tournament.engines, Protocol::kConnect6Text,
                                         &EngineSpec::protocol) != tournament.engines.end(),
         "match.board_size",
         fmt::format("-boardsize {}: the text protocol (proto=connect6) supports only {} lines",
                     tournament.board_size, kTextBoardSize));
}

/// Record formats by Game.
constexpr std::array kRecordEndings{".pgn", ".sgf", ".sgf", ".log"};
static_assert(kRecordEndings.size() == kGameWords.size());

/// Returns the name of the tournament's files, without their endings. Parts have files of their
/// own.
std::string name_of_files(const Tournament& tournament) {
  const Part& part = tournament.schedule.part;
  if (part.is_whole()) return tournament.name;
  return fmt::format("{}.{}-of-{}", tournament.name, part.number, part.count);
}

Description finished(Draft draft) {
  Tournament& tournament = draft.tournament();
  const bool reversi = tournament.game == Game::kReversi;
  tournament.board_size =
      draft.board_size.value_or(reversi ? kReversiBoardSize : tournament.board_size);
  if (!draft.ignored.empty())
    draft.description.warnings.push_back(fmt::format("ignored, since games do not depend on it: {}",
                                                     fmt::join(draft.ignored, "; ")));
  tournament.engines = read_engines(tournament.game, draft.start_patience, draft.engines,
                                    draft.each, draft.description.warnings);
  check_whole(draft);
  finish_rounds(draft);
  if (!draft.named && tournament.journal.empty()) tournament.name = usual_name(tournament);
  const std::string files = name_of_files(tournament);
  if (tournament.journal.empty()) tournament.journal = files + ".db";
  if (draft.record && tournament.record.empty())
    tournament.record = files + kRecordEndings[static_cast<std::size_t>(tournament.game)];
  return std::move(draft.description);
}

}  // namespace

Result<Description> describe(std::span<const Argument> arguments) {
  return format::or_error([&] {
    Draft draft;
    for (const Argument& argument : arguments) read_argument(argument, draft);
    return finished(std::move(draft));
  });
}

}  // namespace trivium::match
