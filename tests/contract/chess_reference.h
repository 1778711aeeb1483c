// Second, slow implementation of the rules of chess, against which the engine's move generator is
// checked: a mailbox board of letters; moves are made and undone by copying. It uses no code of the
// engine.
//
// Moves are text: "e2e4", "e7e8q", castling as king takes rook ("e1h1"), so that every legal move
// has one text.
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace trivium::reference {

class Chess {
 public:
  /// Reads a FEN with KQkq (outermost rook) or file letters. Requires: it is valid.
  explicit Chess(const std::string& fen) {
    std::istringstream in(fen);
    std::string placement, side, castling, en_passant;
    in >> placement >> side >> castling >> en_passant >> state_.quiet_plies;
    state_.board.fill('.');
    int file = 0, rank = 7;
    for (const char letter : placement) {
      if (letter == '/') {
        file = 0;
        --rank;
      } else if (std::isdigit(static_cast<unsigned char>(letter))) {
        file += letter - '0';
      } else {
        state_.board[at(file++, rank)] = letter;
      }
    }
    state_.white = side == "w";
    for (const char letter : castling) allow_castling(letter);
    if (en_passant != "-") state_.en_passant = square(en_passant);
    seen_.push_back(identity());
  }

  bool white_to_move() const { return state_.white; }

  std::set<std::string> legal_moves() const {
    std::set<std::string> moves;
    for (const Step& step : steps(state_)) {
      if (!king_attacked(after(state_, step), state_.white)) moves.insert(text(step));
    }
    for (const Castling& castling : state_.castlings) {
      if (may_castle(castling))
        moves.insert(name(king_square(state_, state_.white)) + name(castling.rook));
    }
    return moves;
  }

  bool in_check() const { return king_attacked(state_, state_.white); }

  /// True if the side that has just moved gives check after `move`.
  bool gives_check(const std::string& move) const {
    Chess next = *this;
    next.play(move);
    return next.in_check();
  }

  void play(const std::string& move) {
    for (const Castling& castling : state_.castlings) {
      if (castling.white != state_.white ||
          move != name(king_square(state_, state_.white)) + name(castling.rook))
        continue;
      state_ = castled(castling);
      seen_.push_back(identity());
      return;
    }
    for (const Step& step : steps(state_)) {
      if (text(step) != move) continue;
      state_ = after(state_, step);
      seen_.push_back(identity());
      return;
    }
    std::abort();
  }

  /// White's points -1, 0 or 1 when the game is over; draws that need a claim count as claimed.
  std::optional<int> result_for_white() const {
    if (legal_moves().empty()) {
      if (!in_check()) return 0;
      return state_.white ? -1 : 1;
    }
    if (std::count(seen_.begin(), seen_.end(), seen_.back()) >= 3 || state_.quiet_plies >= 100 ||
        nobody_can_mate())
      return 0;
    return std::nullopt;
  }

  /// Pieces, side to move, castling rooks, and the en passant square if a pawn can capture there.
  std::string identity() const {
    std::string all(state_.board.begin(), state_.board.end());
    all += state_.white ? 'w' : 'b';
    std::set<std::string> rooks;
    for (const Castling& castling : state_.castlings) rooks.insert(name(castling.rook));
    for (const std::string& rook : rooks) all += rook;
    if (state_.en_passant < 0) return all;
    for (const Step& step : steps(state_)) {
      if (step.en_passant && !king_attacked(after(state_, step), state_.white))
        return all + "x" + name(state_.en_passant);
    }
    return all;
  }

 private:
  struct Castling {
    bool white;
    bool king_side;
    int rook;
  };
  struct State {
    std::array<char, 64> board{};
    bool white = true;
    int en_passant = -1;
    int quiet_plies = 0;
    std::vector<Castling> castlings;
  };
  struct Step {
    int from, to;
    char promotion = 0;
    bool en_passant = false;
  };

  static std::size_t at(int file, int rank) { return static_cast<std::size_t>(8 * rank + file); }
  static std::size_t at(int square) { return static_cast<std::size_t>(square); }
  static bool inside(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }
  static int square(const std::string& name) { return 8 * (name[1] - '1') + (name[0] - 'a'); }
  static std::string name(int square) {
    return {static_cast<char>('a' + square % 8), static_cast<char>('1' + square / 8)};
  }
  static bool is_white(char piece) { return std::isupper(static_cast<unsigned char>(piece)) != 0; }
  static char kind(char piece) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(piece)));
  }
  static char colored(char piece, bool white) {
    return static_cast<char>(white ? std::toupper(static_cast<unsigned char>(piece))
                                   : std::tolower(static_cast<unsigned char>(piece)));
  }
  static std::string text(const Step& step) {
    std::string text = name(step.from) + name(step.to);
    if (step.promotion != 0) text += step.promotion;
    return text;
  }

  static int king_square(const State& state, bool white) {
    for (int square = 0; square < 64; ++square) {
      if (state.board[at(square)] == (white ? 'K' : 'k')) return square;
    }
    return -1;
  }

  void allow_castling(char letter) {
    if (letter == '-') return;
    const bool white = is_white(letter);
    const int rank = white ? 0 : 7, king = king_square(state_, white) % 8;
    int file = kind(letter) - 'a';
    if (kind(letter) == 'k' || kind(letter) == 'q') {
      const int edge = kind(letter) == 'k' ? 7 : 0, inwards = edge == 7 ? -1 : 1;
      for (file = edge; state_.board[at(file, rank)] != (white ? 'R' : 'r'); file += inwards) {
      }
    }
    state_.castlings.push_back({white, file > king, 8 * rank + file});
  }

  /// True if a piece of the side `by_white` could capture on `target`.
  static bool attacked(const State& state, int target, bool by_white) {
    for (const Step& step : steps_of(state, by_white, true)) {
      if (step.to == target) return true;
    }
    return false;
  }
  static bool king_attacked(const State& state, bool white) {
    return attacked(state, king_square(state, white), !white);
  }

  static std::vector<Step> steps(const State& state) { return steps_of(state, state.white, false); }

  /// All pseudo-legal moves of a side without castling; with `attacks_only` all squares that it
  /// attacks.
  static std::vector<Step> steps_of(const State& state, bool white, bool attacks_only) {
    std::vector<Step> found;
    for (int from = 0; from < 64; ++from) {
      const char piece = state.board[at(from)];
      if (piece == '.' || is_white(piece) != white) continue;
      if (kind(piece) == 'p') {
        add_pawn_steps(state, from, white, attacks_only, found);
      } else {
        add_piece_steps(state, from, kind(piece), white, found);
      }
    }
    return found;
  }

  static void add_piece_steps(const State& state, int from, char piece, bool white,
                              std::vector<Step>& found) {
    for (int across = -2; across <= 2; ++across) {
      for (int up = -2; up <= 2; ++up) {
        const int length = across * across + up * up;  // 1 straight, 2 diagonal, 5 a knight's move
        const bool straight = length == 1, diagonal = length == 2;
        const bool moves =
            piece == 'n' ? length == 5 : (straight && piece != 'b') || (diagonal && piece != 'r');
        if (!moves) continue;
        int file = from % 8 + across, rank = from / 8 + up;
        while (inside(file, rank)) {
          const char target = state.board[at(file, rank)];
          if (target == '.' || is_white(target) != white) found.push_back({from, 8 * rank + file});
          if (target != '.' || piece == 'n' || piece == 'k') break;
          file += across;
          rank += up;
        }
      }
    }
  }

  static void add_pawn_steps(const State& state, int from, bool white, bool attacks_only,
                             std::vector<Step>& found) {
    const int file = from % 8, rank = from / 8, up = white ? 1 : -1;
    const auto add = [&](int to, bool en_passant) {
      if (to / 8 != 0 && to / 8 != 7) return found.push_back({from, to, 0, en_passant});
      for (const char promotion : {'q', 'r', 'b', 'n'}) found.push_back({from, to, promotion});
    };
    for (const int side : {-1, 1}) {
      if (!inside(file + side, rank + up)) continue;
      const int to = 8 * (rank + up) + file + side;
      const char target = state.board[at(to)];
      if (attacks_only || (target != '.' && is_white(target) != white)) {
        add(to, false);
      } else if (to == state.en_passant && rank == (white ? 4 : 3)) {
        add(to, true);
      }
    }
    if (attacks_only || state.board[at(file, rank + up)] != '.') return;
    add(8 * (rank + up) + file, false);
    if (rank == (white ? 1 : 6) && state.board[at(file, rank + 2 * up)] == '.')
      add(8 * (rank + 2 * up) + file, false);
  }

  static State after(State state, const Step& step) {
    const char piece = state.board[at(step.from)];
    const bool capture = state.board[at(step.to)] != '.', pawn = kind(piece) == 'p';
    state.board[at(step.from)] = '.';
    state.board[at(step.to)] = step.promotion != 0 ? colored(step.promotion, state.white) : piece;
    if (step.en_passant) state.board[at(step.to % 8, step.from / 8)] = '.';
    state.en_passant = pawn && std::abs(step.to - step.from) == 16 ? (step.from + step.to) / 2 : -1;
    state.quiet_plies = capture || pawn ? 0 : state.quiet_plies + 1;
    const bool white = state.white;
    std::erase_if(state.castlings, [&](const Castling& castling) {
      return castling.rook == step.from || castling.rook == step.to ||
             (kind(piece) == 'k' && castling.white == white);
    });
    state.white = !white;
    return state;
  }

  static int king_target(const Castling& castling) {
    return (castling.white ? 0 : 56) + (castling.king_side ? 6 : 2);
  }
  static int rook_target(const Castling& castling) {
    return (castling.white ? 0 : 56) + (castling.king_side ? 5 : 3);
  }

  bool may_castle(const Castling& castling) const {
    if (castling.white != state_.white || king_attacked(state_, state_.white)) return false;
    const int king = king_square(state_, state_.white);
    State without_king = state_;
    without_king.board[at(king)] = '.';
    const auto empty_between = [&](int from, int to) {
      for (int square = std::min(from, to); square <= std::max(from, to); ++square) {
        if (square != king && square != castling.rook && state_.board[at(square)] != '.')
          return false;
      }
      return true;
    };
    const int target = king_target(castling);
    if (!empty_between(king, target) || !empty_between(castling.rook, rook_target(castling)))
      return false;
    for (int square = std::min(king, target); square <= std::max(king, target); ++square) {
      State crossing = without_king;
      crossing.board[at(square)] = colored('k', state_.white);
      if (attacked(crossing, square, !state_.white)) return false;
    }
    return !king_attacked(castled(castling), state_.white);
  }

  State castled(const Castling& castling) const {
    State next = state_;
    next.board[at(king_square(state_, state_.white))] = '.';
    next.board[at(castling.rook)] = '.';
    next.board[at(king_target(castling))] = colored('k', state_.white);
    next.board[at(rook_target(castling))] = colored('r', state_.white);
    std::erase_if(next.castlings,
                  [&](const Castling& other) { return other.white == castling.white; });
    next.en_passant = -1;
    ++next.quiet_plies;
    next.white = !next.white;
    return next;
  }

  bool nobody_can_mate() const {
    std::string minors;
    std::set<int> bishop_colors;
    for (int square = 0; square < 64; ++square) {
      const char piece = kind(state_.board[at(square)]);
      if (piece == 'p' || piece == 'r' || piece == 'q') return false;
      if (piece == 'n' || piece == 'b') minors += piece;
      if (piece == 'b') bishop_colors.insert((square % 8 + square / 8) % 2);
    }
    const bool bishops_only = minors.find('n') == std::string::npos;
    return minors.size() <= 1 || (bishops_only && bishop_colors.size() == 1);
  }

  State state_;
  std::vector<std::string> seen_;
};

}  // namespace trivium::reference
