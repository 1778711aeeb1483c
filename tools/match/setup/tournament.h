// A whole tournament as its user asked for it: what the command line and a JSON file both come to.
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

/// From which positions games begin; openings.h reads the book.
struct OpeningOptions {
  std::filesystem::path file;  ///< empty: every game from the start position
  std::string format;          ///< "epd", "pgn", "csv", "sgf", "record"; empty: by the file's name
  OpeningOrder order = OpeningOrder::kSequential;
  std::uint64_t start = 1;  ///< the first one to be used, in the order's count from 1
  int plies = -1;           ///< turns of a record that are played, in Connect-6 one or two stones each; -1: all
  bool chess960 = false;    ///< chess: all positions are played as Chess960; those of a book that need it are anyway
  int board_size = 19;      ///< Connect-6: without a book, and of records that do not say
};

/// Ends a game before the rules do. Scores are the engines' own, in the centipawns that each reports (or the game's hundredths), from the
/// mover's view.
struct Adjudication {
  int resign_moves = 0;  ///< so many moves in a row the loser says at most -resign_score; 0: off
  int resign_score = 0;
  bool resign_two_sided = false;  ///< and the winner says at least +resign_score
  int draw_move = 0;              ///< from this full move on ...
  int draw_moves = 0;             ///< ... so many moves in a row of both sides within draw_score of 0; 0: off
  int draw_score = 0;
  int longest = 0;  ///< full moves after which a game is drawn; 0: off

  friend bool operator==(const Adjudication&, const Adjudication&) = default;
};

struct PokerTable {
  std::string game = "nolimit";   ///< a built-in game or a GAMEDEF file
  std::uint32_t hands = 1000;     ///< of one block of deals, which is replayed in every rotation
  bool all_orders = false;        ///< rotations are all orders of the players, not only the turns of the table
  Milliseconds hand_time{7'000};  ///< on average over a block
  Milliseconds response_time{600'000};
  Milliseconds start_patience{30'000};
};

struct Tournament {
  std::string name = "match";
  Game game = Game::kChess;
  std::vector<EngineSpec> engines;
  ScheduleOptions schedule;  ///< engines and seats are filled in
  OpeningOptions openings;
  Adjudication adjudication;
  PokerTable poker;
  std::optional<learning::statistics::SprtTest> sprt;
  std::uint64_t seed = 0;
  int board_size = 19;   ///< Connect-6
  bool grace = true;     ///< what the machine took from a move is not charged to the engine
  Milliseconds wait{0};  ///< between the end of a game and the start of the next in its place
  std::string event;     ///< for records; empty: the name
  std::string site;      ///< for records; may be empty

  int concurrency = 1;
  std::filesystem::path journal;  ///< empty: NAME.db
  std::filesystem::path record;   ///< PGN, SGF or STATE lines; empty: none
  std::filesystem::path log;      ///< every line to and from the engines; empty: none
  int report_every = 10;          ///< games between reports of the standings; 0: only at the end
  bool json = false;              ///< events as JSON lines on stdout instead of text
  bool recover = true;            ///< an engine that is lost is started anew and plays on; else its loss ends the tournament
};

}  // namespace trivium::match
