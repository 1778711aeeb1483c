// A dialect that differs from UCI in every field: the words and units of USI.
#pragma once

#include "protocols/uci/dialect.h"

namespace trivium::uci {

inline constexpr Dialect kOther{.hello = "usi",
                                .hello_end = "usiok",
                                .new_game = "usinewgame",
                                .fen = "sfen",
                                .fen_name = "an SFEN",
                                .no_move = "resign",
                                .hash_option = "USI_Hash",
                                .ponder_option = "USI_Ponder",
                                .white_moves_first = false,
                                .has_byoyomi = true,
                                .mates_in_plies = true};

}  // namespace trivium::uci
