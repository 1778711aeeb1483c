// The words and units in which the protocols of the UCI family differ.
//
// UCI (chess) and USI (shogi) have one grammar and one conversation; other words, other options and
// clocks in another order are all that parts them. The session, the parser and the writer read them
// here, so that a second protocol is a second value and no second session.
// Sources: the UCI protocol text of Huber and Meyer-Kahlen; for USI, Romstad's draft and the
// description by the author of Shogidokoro.
#pragma once

#include <string_view>

namespace trivium::uci {

struct Dialect {
  // Words.
  std::string_view hello;      ///< asks who the engine is and what can be set
  std::string_view hello_end;  ///< ends the answer to that
  std::string_view new_game;   ///< a game begins
  std::string_view fen;        ///< introduces a position as text in `position`
  std::string_view fen_name;   ///< such a text in messages, with its article
  std::string_view no_move;    ///< in place of a bestmove where there is no legal move

  // Names of options that GUIs set by themselves.
  std::string_view hash_option;
  std::string_view ponder_option;

  // Units.
  /// True if `wtime` and `winc` are the clock of the side that moves first, false if `btime` and
  /// `binc` are.
  bool white_moves_first;
  /// True if `go` may have `byoyomi`: time for each move after the clock has run out.
  bool has_byoyomi;
  /// True if `score mate` counts plies, false if moves.
  bool mates_in_plies;
};

inline constexpr Dialect kUci{.hello = "uci",
                              .hello_end = "uciok",
                              .new_game = "ucinewgame",
                              .fen = "fen",
                              .fen_name = "a FEN",
                              .no_move = "(none)",
                              .hash_option = "Hash",
                              .ponder_option = "Ponder",
                              .white_moves_first = true,
                              .has_byoyomi = false,
                              .mates_in_plies = false};

}  // namespace trivium::uci
