// Description of a tournament, the result of a command line or a JSON file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "learning/statistics/sprt.h"
#include "tools/match/setup/engine_spec.h"
#include "tools/match/setup/schedule.h"

namespace trivium::match {

enum class OpeningOrder : std::uint8_t { kSequential, kRandom };

/// Start positions of games; openings.h reads the book.
struct OpeningOptions {
  std::filesystem::path file;  ///< empty: every game from the start position
  /// "epd", "pgn", "csv", "sgf", "record", "ggf", "transcript"; empty: by the file's name.
  std::string format;
  OpeningOrder order = OpeningOrder::kSequential;
  std::uint64_t start = 1;  ///< first opening to use, from 1, in the chosen order
  /// Number of half-moves of a game or record to play, in Connect-6 of turns; -1: all.
  int plies = -1;
  /// Chess: play all positions as Chess960. Positions that only Chess960 allows are always played
  /// so.
  bool chess960 = false;
  /// Connect-6 and Reversi: size without a book or for records without a size.
  int board_size = 19;
};

/// Ends games early. Scores are those of the engines, in the centipawns that each reports (or the
/// game's hundredths), from the mover's view.
struct Adjudication {
  int resign_moves = 0;  ///< consecutive moves of the loser with score <= -resign_score; 0: off
  int resign_score = 0;
  bool resign_two_sided = false;  ///< also requires the winner's score >= resign_score
  int draw_move = 0;              ///< first full move that can end the game
  int draw_moves = 0;  ///< consecutive moves of both sides with |score| <= draw_score; 0: off
  int draw_score = 0;
  int max_moves = 0;  ///< full moves after which a game is drawn; 0: off

  friend bool operator==(const Adjudication&, const Adjudication&) = default;
};

struct PokerTable {
  std::string game = "nolimit";  ///< a built-in game or a GAMEDEF file
  std::uint32_t hands = 1000;    ///< hands per block, which is replayed in every rotation
  bool all_orders = false;  ///< rotations are all orders of the players, not only cyclic shifts
  Milliseconds hand_time{7'000};  ///< time per hand, on average over a block
  Milliseconds response_time{600'000};
  Milliseconds start_patience{30'000};
};

/// What happens to a runner of a shared tournament whose machine has another speed than that of the
/// first runner, if games depend on time.
enum class SpeedRule : std::uint8_t { kWarn, kRefuse, kAny };

struct Tournament {
  std::string name = "match";
  Game game = Game::kChess;
  std::vector<EngineSpec> engines;
  ScheduleOptions schedule;  ///< run() sets engines and seats
  OpeningOptions openings;
  Adjudication adjudication;
  PokerTable poker;
  std::optional<learning::statistics::SprtTest> sprt;
  std::uint64_t seed = 0;
  int board_size = 19;   ///< Connect-6, Reversi
  bool grace = true;     ///< do not charge the machine's delays to engines
  Milliseconds wait{0};  ///< pause between two games of a table
  std::string event;     ///< tag Event of records; empty: the name
  std::string site;      ///< tag Site of records; may be empty

  int concurrency = 1;            ///< number of games at the same time
  std::filesystem::path journal;  ///< empty: NAME.db
  std::filesystem::path record;   ///< PGN, SGF or STATE lines; empty: none
  std::filesystem::path log;      ///< every line to and from the engines; empty: none
  int report_every = 10;          ///< games between reports of the standings; 0: only at the end
  bool json = false;              ///< events as JSON lines on stdout instead of text
  bool recover = true;            ///< restart a lost engine; false: its loss ends the tournament

  // Of this run as a runner of a shared tournament:
  Milliseconds lease{60'000};  ///< time after which its claims run out if it is not heard from
  SpeedRule speed_rule = SpeedRule::kWarn;
  std::string version;  ///< of this program
};

}  // namespace trivium::match
