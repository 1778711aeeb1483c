#include "tools/match/record/record_writer.h"

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "engine/chess/rules/notation.h"
#include "engine/connect6/rules/sgf.h"
#include "engine/connect6/rules/vertex.h"
#include "engine/core/text.h"
#include "engine/reversi/rules/records.h"
#include "engine/reversi/rules/sgf.h"
#include "engine/reversi/rules/vertex.h"
#include "models/format/load_error.h"
#include "models/format/strict_json.h"

namespace trivium::match {
namespace {

using format::LoadError;
using format::or_throw;
using Json = nlohmann::ordered_json;

constexpr std::size_t kQuotedReason = 60;

/// Values of PGN's Termination tag (section 9.8.1 of the standard), by Ending.
constexpr std::array kTerminations{
    "normal",              // kRules
    "normal",              // kResignation
    "adjudication",        // kAdjudicated
    "time forfeit",        // kTimeLoss
    "stalled connection",  // kStall: cutechess-cli's word
    "abandoned",           // kCrash
    "abandoned",           // kDisconnect
    "rules infraction",    // kIllegalMove
    "abandoned",           // kCannotStart
};
static_assert(kTerminations.size() == static_cast<std::size_t>(Ending::kCannotStart) + 1);

std::string score_text(const Score& score) {
  if (score.kind == Score::Kind::kMate)
    return fmt::format("{}M{}", score.value > 0 ? '+' : '-',
                       std::abs(static_cast<long>(score.value)));
  return score.value == 0 ? "0.00" : fmt::format("{:+.2f}", score.value / 100.0);
}

/// "+0.34/12 0.523s, n=4711", "book"; empty for a move without time and without a report.
std::string move_comment(const PlayedMove& move) {
  if (move.book) return "book";
  std::string text;
  if (move.search.score)
    text = fmt::format("{}/{} ", score_text(*move.search.score), move.search.depth);
  if (text.empty() && move.time.count() == 0) return text;
  text += fmt::format("{:.3f}s", std::chrono::duration<double>(move.time).count());
  if (move.search.nodes > 0) text += fmt::format(", n={}", move.search.nodes);
  return text;
}

/// Comments by move; the last one states how the game ended.
std::vector<std::string> move_comments(const PlayedGame& game) {
  std::vector<std::string> comments;
  for (const PlayedMove& move : game.moves) comments.push_back(move_comment(move));
  if (!comments.empty()) comments.back() += (comments.back().empty() ? "" : ", ") + game.reason;
  return comments;
}

/// A moment in seconds since 1970, as UTC in a form of fmt/chrono.h.
std::string moment_text(std::int64_t seconds, std::string_view form) {
  return fmt::format(fmt::runtime(form), fmt::gmtime(static_cast<std::time_t>(seconds)));
}

constexpr std::string_view kMoment = "{:%Y-%m-%dT%H:%M:%SZ}";

std::string clock_text(std::chrono::seconds time) {
  return fmt::format("{:02}:{:02}:{:02}", time.count() / 3600, time.count() / 60 % 60,
                     time.count() % 60);
}

/// "3.5.2": round, encounter, game of the encounter. Unique within a tournament.
std::string round_text(const JournalEntry& entry) {
  return fmt::format("{}.{}.{}", entry.round + 1, entry.encounter + 1, entry.rotation + 1);
}

/// Sets the texts that the records of several games have.
template <class Record>
void set_texts(const JournalEntry& entry, const PlayedGame& played, const std::string& event,
               Record& record) {
  record.id = round_text(entry);
  record.event = event;
  record.date = moment_text(played.started, "{:%Y-%m-%d}");
  record.black = played.engines[0];
  record.white = played.engines[1];
}

/// True if records in `format` can hold games of `game`.
bool can_hold(RecordFormat format, Game game) noexcept {
  if (format == RecordFormat::kGgf || format == RecordFormat::kTranscript)
    return game == Game::kReversi;
  return format == RecordFormat::kJson || format == usual_format(game);
}

/// "/2.40/0.52": score in discs and time in seconds; empty for a move without both.
std::string ggf_note(const PlayedMove& move) {
  if (!move.search.score && move.time.count() == 0) return {};
  const std::string score =
      move.search.score ? fmt::format("{:.2f}", move.search.score->value / 100.0) : "";
  return fmt::format("/{}/{:.2f}", score, std::chrono::duration<double>(move.time).count());
}

/// Why a game ended early, in the words of SGF's result.
std::string early_end(Ending ending) {
  if (ending == Ending::kResignation) return "Resign";
  if (ending == Ending::kTimeLoss) return "Time";
  return is_fault(ending) ? "Forfeit" : "";
}

/// Replays the moves of the record on a board of Reversi. Throws LoadError at an illegal one.
void replay(const PlayedGame& played, reversi::RecordBuilder& builder) {
  for (const PlayedMove& played_move : played.moves) {
    const reversi::Move move =
        or_throw(reversi::parse_move(played_move.text, builder.game().size()));
    if (const auto cause = builder.play(move)) throw LoadError("match.record.illegal", *cause);
  }
  const reversi::Game& game = builder.game();
  builder.record.result =
      game.over() ? reversi::StatedResult::of_score(game.final_score(reversi::Color::kBlack))
                  : reversi::StatedResult{played.for_first, {}, early_end(played.ending)};
}

[[noreturn]] void fail_at_size(int size) {
  throw LoadError("match.record.size", "board size {} is not supported", size);
}

}  // namespace

RecordFormat usual_format(Game game) noexcept {
  constexpr std::array kFormats{RecordFormat::kPgn, RecordFormat::kSgf, RecordFormat::kSgf,
                                RecordFormat::kState};  // by Game
  static_assert(kFormats.size() == kGameWords.size());
  return kFormats[static_cast<std::size_t>(game)];
}

Result<chess::PgnGame> replayed_chess(const PlayedGame& played) {
  chess::PgnGame game;
  if (!played.setup.fen.empty()) {
    const Result<chess::Position> start = chess::parse_fen(played.setup.fen);
    if (!start) return start.error();
    game.start = *start;
  }
  if (played.setup.chess960) game.start.set_chess960(true);
  chess::Position position = game.start;
  for (const PlayedMove& played_move : played.moves) {
    const Result<chess::Move> move = chess::parse_uci_move(position, played_move.text);
    if (!move) return move.error();
    position.do_move(*move);
    game.moves.push_back(*move);
  }
  return game;
}

Result<RecordWriter> RecordWriter::make(const TournamentIdentity& tournament,
                                        const RecordOptions& options) {
  RecordWriter writer(tournament, options);
  if (options.event.empty()) writer.options_.event = tournament.name;
  const Json rules = Json::parse(tournament.rules, nullptr, false);
  const bool says_game = rules.is_object() && rules.contains("game") && rules["game"].is_string();
  const std::optional<Game> game =
      says_game ? text::named<Game>(kGameWords, rules["game"].get_ref<const std::string&>())
                : std::nullopt;
  if (!game)
    return Error{"match.record.game_kind", "tournament {} does not name its game",
                 text::quoted(tournament.name, kQuotedReason)};
  writer.game_ = *game;
  if (!can_hold(options.format, *game)) {
    return Error{"match.record.format", "{} cannot hold games of {}; {} can",
                 to_string(options.format), to_string(*game), to_string(usual_format(*game))};
  }
  if (!rules.contains("time") || !rules["time"].is_object()) return writer;
  for (const auto& [engine, time] : rules["time"].items()) {
    if (time.is_object() && time.contains("control") && time["control"].is_string())
      writer.time_controls_[engine] = time["control"];
  }
  return writer;
}

Result<std::string> RecordWriter::text(const JournalEntry& entry) const {
  if (options_.format == RecordFormat::kJson) return json(entry);
  if (options_.format == RecordFormat::kState)
    return entry.body.ends_with('\n') ? entry.body : entry.body + '\n';
  try {
    const PlayedGame played = or_throw(parse_played_game(entry.body));
    if (options_.format == RecordFormat::kPgn) return pgn(entry, played);
    return game_ == Game::kReversi ? reversi_game(entry, played) : connect6_game(entry, played);
  } catch (const LoadError& fault) {
    return Error{"match.record.game", "game {}: {}", entry.number + 1, fault.what()};
  }
}

std::string RecordWriter::time_control(const std::string& engine) const {
  const auto found = time_controls_.find(engine);
  return found == time_controls_.end() ? "?" : found->second;
}

std::string RecordWriter::pgn(const JournalEntry& entry, const PlayedGame& played) const {
  chess::PgnGame game = or_throw(replayed_chess(played));
  game.result = played.for_first;
  game.comments = move_comments(played);
  game.comments.insert(game.comments.begin(), game.moves.empty() ? played.reason : "");

  const auto duration = std::chrono::floor<std::chrono::seconds>(played.duration);
  game.tags = {{"Event", options_.event},
               {"Site", options_.site.empty() ? "?" : options_.site},
               {"Date", moment_text(played.started, "{:%Y.%m.%d}")},
               {"Round", round_text(entry)},
               {"White", played.engines[0]},
               {"Black", played.engines[1]},
               {"GameStartTime", moment_text(played.started, kMoment)},
               {"GameEndTime", moment_text(played.started + duration.count(), kMoment)},
               {"GameDuration", clock_text(duration)},
               {"PlyCount", std::to_string(game.moves.size())},
               {"Termination", kTerminations.at(static_cast<std::size_t>(played.ending))}};
  if (is_fault(played.ending))
    game.tags.push_back({"Fault", std::string(to_string(played.ending))});
  if (!played.opening.empty()) game.tags.push_back({"Opening", played.opening});
  const std::array<std::string, 2> times = {time_control(played.engines[0]),
                                            time_control(played.engines[1])};
  if (times[0] == times[1]) {
    game.tags.push_back({"TimeControl", times[0]});
  } else {
    game.tags.push_back({"WhiteTimeControl", times[0]});
    game.tags.push_back({"BlackTimeControl", times[1]});
  }
  return chess::to_pgn(game);
}

std::string RecordWriter::connect6_game(const JournalEntry& entry, const PlayedGame& played) const {
  const int size = played.setup.board_size;
  if (size < connect6::kMinSize || size > connect6::kMaxSize) fail_at_size(size);
  connect6::GameRecord game;
  game.size = size;
  set_texts(entry, played, options_.event, game);
  game.result = played.for_first == Outcome::kDraw  ? connect6::GameResult::kDraw
                : played.for_first == Outcome::kWin ? connect6::GameResult::kBlackWins
                                                    : connect6::GameResult::kWhiteWins;
  for (const PlayedMove& move : played.moves)
    game.moves.push_back(or_throw(connect6::parse_gtp_vertex(move.text, game.size)));
  return connect6::write_sgf(game, move_comments(played));
}

std::string RecordWriter::reversi_game(const JournalEntry& entry, const PlayedGame& played) const {
  const int size = played.setup.board_size;
  if (!reversi::is_size(size)) fail_at_size(size);
  reversi::RecordBuilder builder(reversi::Position::start(size));
  set_texts(entry, played, options_.event, builder.record);
  replay(played, builder);
  const reversi::GameRecord game = std::move(builder).finish();
  if (options_.format == RecordFormat::kTranscript) return reversi::write_transcript(game) + '\n';
  if (options_.format == RecordFormat::kSgf) return reversi::write_sgf(game, move_comments(played));
  std::vector<std::string> notes;
  for (const PlayedMove& move : played.moves) notes.push_back(ggf_note(move));
  return reversi::write_ggf(game, notes);
}

std::string RecordWriter::json(const JournalEntry& entry) const {
  Json line;
  line["number"] = entry.number + 1;
  line["round"] = entry.round + 1;
  line["encounter"] = entry.encounter + 1;
  line["rotation"] = entry.rotation + 1;
  line["opening"] = entry.opening + 1;
  line["seed"] = entry.seed;
  line["engines"] = Json::array();
  for (const int seat : entry.seats)
    line["engines"].push_back(tournament_.engines[static_cast<std::size_t>(seat)]);
  line["points"] = entry.points;
  line["ending"] = entry.ending;
  // The body of a board game is already JSON.
  const bool poker = game_ == Game::kPoker;
  if (poker) line["log"] = entry.body;
  std::string text = format::json_line(line);
  if (!poker) text.insert(text.size() - 1, ",\"game\":" + entry.body);
  return text + '\n';
}

}  // namespace trivium::match
