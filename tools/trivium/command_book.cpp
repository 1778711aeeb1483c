// `trivium book make` and `trivium book show`: makes Polyglot opening books, and shows their moves.
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "engine/chess/book/book.h"
#include "engine/chess/book/book_maker.h"
#include "engine/chess/rules/notation.h"
#include "engine/core/readers/input_file.h"
#include "engine/core/text.h"
#include "learning/harness/progress.h"
#include "learning/records/pgn_games.h"
#include "models/format/file_io.h"
#include "models/format/load_error.h"
#include "models/format/strict_json.h"
#include "tools/common_options.h"
#include "tools/places.h"
#include "tools/trivium/commands.h"
#include "tools/trivium/read_progress.h"

namespace trivium::tools {
namespace {

struct BookMakeArguments : OutputOptions {
  std::vector<std::string> pgn;
  chess::BookMakerOptions options;
};

struct BookShowArguments {
  std::string fen{chess::kStartFen};
  std::string book;
  bool json = false;
};

/// Adds all games of a file and returns their number. Reports unreadable games on stderr. The file
/// is the next phase.
std::uint64_t add_games(const std::string& path, const Reporting& reporting,
                        learning::Phases& phases, chess::BookMaker& maker) {
  auto in = format::or_throw(input::Stream::open(path));
  ReadProgress progress(*in, phases.next());
  learning::records::PgnGames games(std::move(in), learning::records::PgnUse::kConsistent,
                                    [&](const std::string& fault) {
                                      progress.erase();
                                      reporting.note("trivium: {}", fault);
                                    });
  std::uint64_t taken = 0, undecided = 0;
  while (const auto game = games.next()) {
    progress.update();
    ++(maker.add(*game) ? taken : undecided);
  }
  progress.update();
  progress.erase();
  auto left_out = games.left_out();
  left_out.undecided = undecided;
  const std::string words = left_out.words();
  reporting.note("{}: {}{}", path, text::counted(taken, "game"),
                 words.empty() ? "" : "; left out: " + words);
  return taken;
}

void make_book(const BookMakeArguments& arguments) {
  require_file_place(arguments.out);
  require_different({{"--out", arguments.out}}, places_named("--data", arguments.pgn));
  chess::BookMaker maker(arguments.options);
  learning::Phases phases(static_cast<int>(arguments.pgn.size()),
                          arguments.reporting.delayed_progress(arguments.out));
  std::uint64_t games = 0;
  for (const std::string& path : arguments.pgn)
    games += add_games(path, arguments.reporting, phases, maker);
  const std::vector<chess::PolyglotEntry> entries = maker.entries();
  if (entries.empty()) {
    throw Failure(Error(
        "book.empty", "{}: nothing written: no move of {} occurs {} times or more with any success",
        arguments.out, text::counted(games, "game"), arguments.options.min_games));
  }
  format::write_file_atomically(arguments.out, chess::book_bytes(entries));
  arguments.reporting.table("{}: {} of {}\n", arguments.out, text::counted(entries.size(), "move"),
                            text::counted(games, "game"));
  if (arguments.reporting.json)
    fmt::print("{}\n", format::json_line(nlohmann::ordered_json{
                           {"file", arguments.out}, {"moves", entries.size()}, {"games", games}}));
}

void print_json(const chess::Position& position, std::uint64_t key,
                const std::vector<chess::BookMove>& moves) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const chess::BookMove& move : moves) {
    list.push_back({{"move", chess::to_uci(position, move.move)},
                    {"san", chess::to_san(position, move.move)},
                    {"weight", move.weight},
                    {"learn", move.learn}});
  }
  fmt::print("{}\n", format::json_text(nlohmann::ordered_json{{"fen", chess::to_fen(position)},
                                                              {"key", fmt::format("{:016x}", key)},
                                                              {"moves", list}}));
}

void print_text(const chess::Position& position, std::uint64_t key,
                const std::vector<chess::BookMove>& moves) {
  std::uint64_t sum = 0;
  for (const chess::BookMove& move : moves) sum += move.weight;
  fmt::print("key {:016x}, {}\n", key, text::counted(moves.size(), "move"));
  for (const chess::BookMove& move : moves) {
    const double share = sum == 0 ? 0.0 : 100.0 * move.weight / static_cast<double>(sum);
    fmt::print("{:<8} weight {:>5}  {:5.1f} %\n", chess::to_san(position, move.move), move.weight,
               share);
  }
}

void show_book(const BookShowArguments& arguments) {
  std::string note;
  const chess::Position position = or_usage_error("--fen", chess::parse_fen(arguments.fen, &note));
  const auto book = or_failure(chess::Book::open(arguments.book), "--book");
  if (!note.empty()) Reporting{.json = arguments.json}.note("trivium: --fen: {}", note);
  const std::uint64_t key = chess::polyglot_key(position);
  const std::vector<chess::BookMove> moves = book->moves(position, key);
  arguments.json ? print_json(position, key, moves) : print_text(position, key, moves);
}

}  // namespace

void add_book(Command& app) {
  Command* command = app.add_subcommand("book", "Opening books in Polyglot's format (chess)");
  command->require_subcommand(1);

  auto make = std::make_shared<BookMakeArguments>();
  Command* make_command = command->add_subcommand(
      "make", "Make a book from games; the weight of a move is 2 x wins + draws");
  add_data(*make_command, make->pgn, "Games (PGN)")->required()->old_name("--pgn");
  make_command->add_option("--out FILE", make->out, "Book to write")
      ->required()
      ->group(kOutputGroup);
  make_command->add_number("--plies", make->options.plies, 1, 1000,
                           "Use only the first N half-moves of each game");
  make_command->add_number("--min-games", make->options.min_games, 1, 1000000,
                           "Minimum number of games in which a move must occur");
  add_reporting(*make_command, make->reporting);
  make_command->callback([make] { make_book(*make); });

  auto show = std::make_shared<BookShowArguments>();
  Command* show_command =
      command->add_subcommand("show", "Print the moves of a book in a position");
  show_command->add_option("--fen", show->fen, "Position: FEN, X-FEN or Shredder-FEN")
      ->default_str("the start position");
  show_command->add_option("--book FILE", show->book, "The book")->required();
  add_json(*show_command, show->json);
  show_command->callback([show] { show_book(*show); });
}

}  // namespace trivium::tools
