// Exact table of one or two pieces against a bare king: a slow, simple reference that shares no
// code with the engine's boards.
//
// Retrograde analysis (Thompson 1986) over squares 0..63; White has the pieces. By symmetry the
// white king is kept in the triangle a1-d1-d4.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace trivium::reference {

class BareKingTable {
 public:
  static constexpr int kNone = 64;
  static constexpr int kUnknown = -1;  ///< not won: a draw or an illegal position

  /// Squares of the pieces; `second` is kNone if there is only one piece.
  struct Squares {
    int king = 0, bare = 0, first = 0, second = kNone;
  };

  /// `pieces`: one or two of "QRBN".
  explicit BareKingTable(const std::string& pieces) : pieces_(pieces) {
    plies_[0].assign(size(), kUnknown);
    plies_[1].assign(size(), kUnknown);
    moves_left_.assign(size(), kEscapes);
    find_mates();
    for (std::size_t next = 0; next < queue_.size(); ++next) step_back(queue_[next]);
    queue_.clear();
  }

  /// Returns plies to the mate, or kUnknown.
  int plies(const Squares& squares, bool white_to_move) const {
    return plies_[white_to_move ? 1 : 0][number(squares)];
  }

  /// Calls `visit(squares)` for every placement with the white king in the triangle, distinct
  /// squares and kings not adjacent.
  template <class Visit>
  void for_all(Visit visit) const {
    for (const int king : kTriangle) {
      for (int bare = 0; bare < 64; ++bare) {
        if (distance(king, bare) < 2) continue;
        for (int first = 0; first < 64; ++first) {
          if (first == king || first == bare) continue;
          if (pieces_.size() == 1) visit(Squares{king, bare, first, kNone});
          for (int second = 0; second < 64 && pieces_.size() == 2; ++second) {
            if (second != king && second != bare && second != first)
              visit(Squares{king, bare, first, second});
          }
        }
      }
    }
  }

  /// True if White attacks `target`, seeing through the bare king.
  bool attacked(const Squares& s, int target) const {
    const auto blocked = [&s](int square) {
      return square == s.king || square == s.first || square == s.second;
    };
    return reaches('K', s.king, target, blocked) || reaches(pieces_[0], s.first, target, blocked) ||
           (pieces_.size() == 2 && reaches(pieces_[1], s.second, target, blocked));
  }

  static int distance(int a, int b) {
    return std::max(std::abs(a % 8 - b % 8), std::abs(a / 8 - b / 8));
  }

 private:
  struct Node {
    Squares squares;
    bool white_to_move;
    int plies;
  };

  static constexpr std::array kTriangle{0, 1, 2, 3, 9, 10, 11, 18, 19, 27};
  static constexpr std::uint8_t kEscapes = 255;  ///< never lost: a capture, stalemate, or an
                                                 ///< illegal position

  std::size_t size() const { return kTriangle.size() * 64 * 64 * (pieces_.size() == 2 ? 64 : 1); }

  /// Transforms the board so that the king is in the triangle.
  static Squares turned(Squares s) {
    const auto all = [&s](auto change) {
      for (int* square : {&s.king, &s.bare, &s.first, &s.second}) {
        if (*square != kNone) *square = change(*square);
      }
    };
    if (s.king % 8 > 3) all([](int square) { return square ^ 7; });
    if (s.king / 8 > 3) all([](int square) { return square ^ 56; });
    if (s.king / 8 > s.king % 8) all([](int square) { return square % 8 * 8 + square / 8; });
    return s;
  }

  std::size_t number(const Squares& any) const {
    const Squares s = turned(any);
    const auto corner = std::find(kTriangle.begin(), kTriangle.end(), s.king) - kTriangle.begin();
    const auto kings = static_cast<std::size_t>(corner) * 64 + static_cast<std::size_t>(s.bare);
    const std::size_t first = kings * 64 + static_cast<std::size_t>(s.first);
    return pieces_.size() == 1 ? first : first * 64 + static_cast<std::size_t>(s.second);
  }

  /// True if a piece can move between the squares; `blocked` states whether a square stops it.
  template <class Blocked>
  static bool reaches(char piece, int from, int to, Blocked blocked) {
    if (piece == 'K') return distance(from, to) == 1;
    const int files = to % 8 - from % 8, ranks = to / 8 - from / 8;
    if (piece == 'N') return std::abs(files * ranks) == 2;
    const bool straight = (files == 0) != (ranks == 0),
               diagonal = files != 0 && std::abs(files) == std::abs(ranks);
    if (!(straight && piece != 'B') && !(diagonal && piece != 'R')) return false;
    const int step = (files > 0) - (files < 0) + 8 * ((ranks > 0) - (ranks < 0));
    for (int square = from + step; square != to; square += step) {
      if (blocked(square)) return false;
    }
    return true;
  }

  static bool taken(const Squares& s, int square) {
    return square == s.king || square == s.bare || square == s.first || square == s.second;
  }

  void find_mates() {
    for_all([this](const Squares& s) {
      int moves = 0;
      for (int to = 0; to < 64; ++to) {
        if (distance(s.bare, to) != 1 || attacked(s, to)) continue;
        if (to == s.first || to == s.second) return;  // captures an undefended piece
        ++moves;
      }
      const std::size_t at = number(s);
      if (moves > 0) {
        moves_left_[at] = static_cast<std::uint8_t>(moves);
      } else if (attacked(s, s.bare)) {
        enter(s, false, 0);
      }
    });
  }

  void enter(const Squares& s, bool white_to_move, int plies) {
    plies_[white_to_move ? 1 : 0][number(s)] = static_cast<std::int8_t>(plies);
    queue_.push_back({s, white_to_move, plies});
  }

  void step_back(const Node node) {
    if (node.white_to_move) {
      take_back_bare_king(node);
    } else {
      take_back(node, 'K', &Squares::king);
      take_back(node, pieces_[0], &Squares::first);
      if (pieces_.size() == 2) take_back(node, pieces_[1], &Squares::second);
    }
  }

  void take_back_bare_king(const Node& node) {
    for (int from = 0; from < 64; ++from) {
      if (distance(node.squares.bare, from) != 1 || taken(node.squares, from) ||
          distance(node.squares.king, from) < 2)
        continue;
      Squares before = node.squares;
      before.bare = from;
      std::uint8_t& left = moves_left_[number(before)];
      if (left != kEscapes && --left == 0) enter(before, false, node.plies + 1);
    }
  }

  /// Visits every quiet move of this piece that led here from a position with White to move.
  void take_back(const Node& node, char piece, int Squares::*mover) {
    const auto blocked = [&node](int square) { return taken(node.squares, square); };
    for (int from = 0; from < 64; ++from) {
      if (blocked(from) || !reaches(piece, from, node.squares.*mover, blocked)) continue;
      Squares before = node.squares;
      before.*mover = from;
      if (distance(before.king, before.bare) < 2) continue;
      if (attacked(before, before.bare) || plies_[1][number(before)] != kUnknown) continue;
      enter(turned(before), true, node.plies + 1);
    }
  }

  std::string pieces_;
  std::array<std::vector<std::int8_t>, 2> plies_;  ///< indexed by whether White is to move
  std::vector<std::uint8_t> moves_left_;  ///< bare king's moves into positions not known to be lost
  std::vector<Node> queue_;
};

}  // namespace trivium::reference
