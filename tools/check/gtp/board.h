// Rules of the games that GTP programs under test play, as far as the checks of all games need
// them.
#pragma once

#include <array>
#include <memory>
#include <string_view>

namespace trivium::check {

class GtpBoard {
 public:
  virtual ~GtpBoard() = default;
  virtual int size() const = 0;
  virtual bool black_to_move() const = 0;
  virtual bool over() const = 0;
  /// Plays `vertex`, which may be a pass, for the side to move. Returns false, and changes nothing,
  /// if that is not legal.
  virtual bool play(std::string_view vertex) = 0;
};

struct GtpGame {
  std::string_view name;  ///< for programs that have set_game; empty: it is not sent
  /// Legal first moves of games, separated by blanks. The first has at least three.
  std::array<std::string_view, 4> openings;
  std::unique_ptr<GtpBoard> (*new_board)();
};

extern const GtpGame kConnect6Gtp;
extern const GtpGame kReversiGtp;

}  // namespace trivium::check
