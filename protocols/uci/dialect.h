// Words and units in which the protocols of the UCI family differ.
//
// UCI (chess) and USI (shogi) have the same grammar and conversation. They differ only in words,
// options and the order of clocks. Session, parser and writer read these here, so a second protocol
// needs only a second Dialect.
// Sources: the UCI protocol text of Huber and Meyer-Kahlen; for USI, Romstad's draft and the
// description by the author of Shogidokoro.
#pragma once

#include <string_view>

namespace trivium::uci {

struct Dialect {
  // Words.
  std::string_view hello;      ///< asks for the engine's name and options
  std::string_view hello_end;  ///< ends the answer to `hello`
  std::string_view new_game;   ///< begins a game
  std::string_view fen;        ///< introduces a position as text in `position`
  std::string_view fen_name;   ///< such a text in messages, with its article
  std::string_view no_move;    ///< replaces the bestmove if there is no legal move

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
