// GTP commands that set up, play and record a game.
//
// `play` and `genmove` for the side that is not to move are illegal moves, unless the other side
// must pass (Seat::skip_to). A pass is legal only where the game has one.
#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "fmt/format.h"

#include "engine/core/readers/input_file.h"
#include "engine/core/text.h"
#include "models/format/file_io.h"
#include "models/format/load_error.h"
#include "protocols/gtp/session.h"

namespace trivium::gtp {

namespace {

constexpr std::uint64_t kMaxRecordBytes = std::uint64_t{4} << 20;
constexpr double kMaxSeconds = 1e7;  // a third of a year

std::optional<int> parse_count(const std::string& text) {
  const std::optional<int> count = parse_int(text);
  return count && *count >= 0 ? count : std::nullopt;
}

/// Parses a time in seconds. Fractions are allowed, since KGS and CGOS send them. A negative time
/// is kept, since a clock may have run out.
std::optional<Milliseconds> parse_clock(const std::string& text, double minimum = -kMaxSeconds) {
  const std::optional<double> seconds = parse_number(text);
  if (!seconds || *seconds < minimum || *seconds > kMaxSeconds) return std::nullopt;
  return Milliseconds(static_cast<Milliseconds::rep>(*seconds * 1000));
}

/// Parses a time setting in seconds, which must not be negative.
std::optional<Milliseconds> parse_seconds(const std::string& text) { return parse_clock(text, 0); }

/// Writes the complete file, or leaves the old one unchanged.
Reply save(const std::string& text, const std::string& name) {
  const auto cannot_write = [&name](const char* code, const std::string& why) {
    return Error{code, fmt::format("cannot write {}: {}", name, why)};
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(name, ignored))
    return cannot_write("file.folder", "is a folder");
  // The atomic write would replace a device or a pipe by a file.
  if (std::filesystem::exists(name, ignored) && !std::filesystem::is_regular_file(name, ignored)) {
    return cannot_write("file.kind", "is not a regular file");
  }
  try {
    format::write_file_atomically(std::filesystem::weakly_canonical(name), text);
  } catch (const format::LoadError& error) {
    return Error{error.code(), fmt::format("cannot write {}", error.what())};
  } catch (const std::filesystem::filesystem_error& error) {
    return cannot_write("file.write", error.code().message());
  }
  return "";
}

}  // namespace

bool SeatFactory::is_named(std::string_view name) const noexcept {
  const auto is_same = [name](std::string_view known) {
    return text::same_ignoring_case(known, name);
  };
  return is_same(id) || std::ranges::any_of(other_names, is_same);
}

Reply Session::list_games(const Arguments& arguments) {
  if (!arguments.empty()) return Error{kSyntaxError};
  return text::joined(config_.games, "\n", &SeatFactory::id);
}

Reply Session::set_game(const Arguments& arguments) {
  if (arguments.size() != 1) return Error{kSyntaxError};
  const std::string& name = arguments[0];
  const auto named = std::ranges::find_if(
      config_.games, [&name](const SeatFactory& game) { return game.is_named(name); });
  if (named == config_.games.end()) {
    constexpr std::size_t kShownName = 40;
    return Error{"gtp.game.unknown",
                 fmt::format("unknown game {}; games: {}", text::quoted(name, kShownName),
                             text::joined(config_.games, ", ", &SeatFactory::id))};
  }
  if (&*named == game_) return clear_board({});
  // The worker frees the memory of the former seat, and takes that of the next one.
  const auto next = std::make_shared<std::unique_ptr<Seat>>(named->make(config_.files));
  const PlayerSettings settings = player_settings({});
  return start_job([this, next, &game = *named, settings](const Work& work) {
    seat_ = std::move(*next);
    game_ = &game;
    time_.restart();
    prepare_seat(settings, work.no_extras.get_token());
    return std::string();
  });
}

Reply Session::boardsize(const Arguments& arguments) {
  const std::optional<int> size = arguments.size() == 1 ? parse_int(arguments[0]) : std::nullopt;
  if (!size) return Error{kSyntaxError};
  if (!seat_->set_size(*size)) return Error{kUnacceptableSize};
  return "";
}

Reply Session::clear_board(const Arguments&) {
  std::function<void()> rest = seat_->new_game();
  time_.restart();
  if (!rest) return "";
  const PlayerSettings settings = player_settings({});
  return start_job([this, rest = std::move(rest), settings](const Work& work) {
    rest();
    prepare_seat(settings, work.no_extras.get_token());
    return std::string();
  });
}

Reply Session::komi(const Arguments& arguments) {
  if (arguments.size() != 1 || !parse_number(arguments[0])) return Error{kSyntaxError};
  return "";
}

std::optional<Error> Session::refusal(Color color) const {
  if (seat_->over()) return Error{kGameOver};
  if (color != seat_->to_move()) return Error{kIllegalMove};
  return std::nullopt;
}

Status Session::place(const std::string& color, const std::string& vertex) {
  const std::optional<Color> side = parse_color(color);
  if (!side) return Error{kInvalidColorOrCoordinate};
  return seat_->play(*side, vertex);
}

Reply Session::play(const Arguments& arguments) {
  if (arguments.size() != 2) return Error{kInvalidColorOrCoordinate};
  return place(arguments[0], arguments[1]);
}

Reply Session::play_sequence(const Arguments& arguments) {
  if (arguments.size() % 2 != 0) return Error{kInvalidColorOrCoordinate};
  const int before = seat_->moves();
  for (std::size_t i = 0; i < arguments.size(); i += 2) {
    const Status placed = place(arguments[i], arguments[i + 1]);
    if (placed) continue;
    while (seat_->moves() > before) seat_->undo();
    return placed.error();
  }
  return "";
}

void Session::place_chosen(const std::string& move, Milliseconds spent) {
  time_.charge(seat_->to_move(), spent);
  (void)seat_->play(seat_->to_move(), move);  // legal, since the seat chose it
}

Limits Session::move_limits() const {
  if (nodes_ > 0) return {.nodes = nodes_};
  const std::optional<ClockState> clock = time_.clock(seat_->to_move(), seat_->turn());
  return clock ? Limits{.clock = clock} : config_.untimed;
}

Reply Session::generate(const Arguments& arguments, Task task) {
  const std::optional<Color> color =
      arguments.size() == 1 ? parse_color(arguments[0]) : std::nullopt;
  if (!color) return Error{kInvalidColorOrCoordinate};
  if (task == Task::kGenmove) seat_->skip_to(*color);
  if (std::optional<Error> error = refusal(*color)) return *std::move(error);
  if (const std::optional<std::string> planned = seat_->planned()) {
    if (task == Task::kGenmove) place_chosen(*planned, Milliseconds::zero());
    return *planned;
  }
  return start_search(task, move_limits());
}

Reply Session::genmove(const Arguments& arguments) { return generate(arguments, Task::kGenmove); }

Reply Session::reg_genmove(const Arguments& arguments) {
  return generate(arguments, Task::kRegGenmove);
}

Reply Session::undo(const Arguments& arguments) {
  if (!arguments.empty()) return Error{kSyntaxError};
  return undo_many({});
}

Reply Session::undo_many(const Arguments& arguments) {
  const std::optional<int> count = arguments.empty()       ? 1
                                   : arguments.size() == 1 ? parse_count(arguments[0])
                                                           : std::nullopt;
  if (!count) return Error{kSyntaxError};
  if (*count > seat_->moves()) return Error{kCannotUndo};
  for (int i = 0; i < *count; ++i) seat_->undo();
  return "";
}

Reply Session::time_settings(const Arguments& arguments) {
  if (arguments.size() != 3) return Error{kSyntaxError};
  const std::optional<Milliseconds> main = parse_seconds(arguments[0]);
  const std::optional<Milliseconds> overtime = parse_seconds(arguments[1]);
  const std::optional<int> stones = parse_count(arguments[2]);
  if (!main || !overtime || !stones) return Error{kSyntaxError};
  // GTP expresses "no limit" as "Byo yomi stones = 0 and byo yomi time > 0".
  TimeSettings settings{TimeSettings::Kind::kCanadian, *main, *overtime, *stones};
  if (*overtime <= Milliseconds::zero()) settings.kind = TimeSettings::Kind::kAbsolute;
  if (*overtime > Milliseconds::zero() && *stones == 0) settings.kind = TimeSettings::Kind::kNone;
  time_.set(settings);
  return "";
}

Reply Session::kgs_time_settings(const Arguments& arguments) {
  using Kind = TimeSettings::Kind;
  const std::string system = arguments.empty() ? "" : text::lower_case(arguments[0]);
  const std::size_t values = system == "none"                              ? 0
                             : system == "absolute"                        ? 1
                             : system == "byoyomi" || system == "canadian" ? 3
                                                                           : 99;
  if (arguments.size() != values + 1) return Error{kSyntaxError};
  TimeSettings settings;
  if (values >= 1) {
    const std::optional<Milliseconds> main = parse_seconds(arguments[1]);
    if (!main) return Error{kSyntaxError};
    settings = {Kind::kAbsolute, *main, Milliseconds::zero(), 0};
  }
  if (values == 3) {
    const std::optional<Milliseconds> overtime = parse_seconds(arguments[2]);
    const std::optional<int> count = parse_count(arguments[3]);
    if (!overtime || !count || *count == 0) return Error{kSyntaxError};
    settings = {system == "canadian" ? Kind::kCanadian : Kind::kByoYomi, settings.main, *overtime,
                *count};
  }
  time_.set(settings);
  return "";
}

Reply Session::time_left(const Arguments& arguments) {
  if (arguments.size() != 3) return Error{kSyntaxError};
  const std::optional<Color> color = parse_color(arguments[0]);
  const std::optional<Milliseconds> left = parse_clock(arguments[1]);
  const std::optional<int> count = parse_count(arguments[2]);
  if (!color) return Error{kInvalidColorOrCoordinate};
  if (!left || !count) return Error{kSyntaxError};
  time_.set_left(*color, *left, *count);
  return "";
}

Reply Session::final_score(const Arguments&) {
  if (std::optional<std::string> score = seat_->score()) return *std::move(score);
  return Error{kCannotScore};
}

Reply Session::showboard(const Arguments&) { return seat_->picture(); }

Reply Session::loadsgf(const Arguments& arguments) {
  if (arguments.empty()) return Error{kSyntaxError};
  std::optional<int> move_number;
  auto last = arguments.end();
  if (arguments.size() > 1) {
    move_number = parse_count(arguments.back());
    if (move_number) --last;
  }
  const auto cannot_load = [](const Error& reason) { return at_place(kCannotLoadFile, reason); };
  if (!config_.files) return cannot_load(kFilesClosed);
  const Result<std::string> text =
      input::read_text(file_name({arguments.begin(), last}), kMaxRecordBytes, input::Pipes::kNone);
  if (!text) return cannot_load(text.error());
  if (Status loaded = seat_->load(*text, move_number); !loaded) return cannot_load(loaded.error());
  return "";
}

Reply Session::load_record(const Arguments& arguments) {
  if (arguments.empty()) return Error{kSyntaxError};
  const Status loaded = seat_->load(text::joined(arguments, " "), std::nullopt);
  if (!loaded) return loaded.error();
  return "";
}

Reply Session::printsgf(const Arguments& arguments) {
  const std::string text = seat_->record();
  if (arguments.empty()) return text;
  if (!config_.files) return Error{kFilesClosed};
  return save(text, file_name(arguments));
}

}  // namespace trivium::gtp
