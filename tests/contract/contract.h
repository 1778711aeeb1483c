// The contract that every game must fulfill, as a concept and one check for each property. A game
// needs an adapter (see chess_adapter.h) and an entry in contract_test.cpp.
//
// The adapter shows the whole state: games with hidden information (hold'em) show all cards here;
// their own tests check what a player may see. Chance is a player with the number kChance: deals
// are moves with a notation like any others, one card each, which can be made and undone. Payoffs
// are one number per player (1, 0, -1 in a game of two players; parts of a chip in hold'em).
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/core/rng.h"

namespace trivium::contract {

inline constexpr int kChance = -1;
using Payoffs = std::vector<int>;

/// A second, slow implementation of the rules that shares no code with the engine. It replays a
/// game from the text of its moves.
template <class R>
concept ReferenceRules = std::copyable<R> &&
    requires(R& rules, const R& view, const std::string& move) {
  { view.to_move() } -> std::same_as<int>;
  { view.legal_moves() } -> std::same_as<std::set<std::string>>;
  { view.payoffs() } -> std::same_as<std::optional<Payoffs>>;
  /// Exactly the data that a position's hash must distinguish.
  { view.identity() } -> std::same_as<std::string>;
  rules.play(move);
};

template <class A>
concept GameAdapter = ReferenceRules<typename A::Reference> &&
    requires(typename A::State& state, const typename A::State& view, typename A::Move move,
             Rng& rng, const std::string& text) {
  /// Start positions in the game's own notation.
  { A::starts() } -> std::same_as<std::vector<std::string>>;
  { A::from_text(text) } -> std::same_as<typename A::State>;
  { A::to_text(view) } -> std::same_as<std::string>;
  { A::reference(text) } -> std::same_as<typename A::Reference>;

  { A::to_move(view) } -> std::same_as<int>;
  /// Legal moves; none after the end.
  { A::legal_moves(view) } -> std::same_as<std::vector<typename A::Move>>;
  { A::is_legal(view, move) } -> std::same_as<bool>;
  /// Any value of the type, legal or not, such as from a hash table or a user.
  { A::any_move(view, rng) } -> std::same_as<typename A::Move>;
  A::do_move(state, move);
  A::undo_move(state);
  { A::key(view) } -> std::same_as<std::uint64_t>;
  /// True if two orders of moves may lead to the same position.
  { A::kTransposes } -> std::same_as<const bool&>;
  /// Has a value when the game is over.
  { A::payoffs(view) } -> std::same_as<std::optional<Payoffs>>;

  { A::move_text(view, move) } -> std::same_as<std::string>;
  { A::parse_move(view, text) } -> std::same_as<std::optional<typename A::Move>>;
  /// The move in the notation of the reference.
  { A::reference_text(view, move) } -> std::same_as<std::string>;
};

inline constexpr int kGamesPerStart = 4;
inline constexpr int kMaxPlies = 250;

/// Calls `visit(state, reference)` at every position of random games, including the first and the
/// last, and `after(state)` at the end of each game.
template <GameAdapter A, class Visit, class After>
void play_random_games(const std::string& start, std::uint64_t seed, Visit visit, After after) {
  for (int game = 0; game < kGamesPerStart; ++game) {
    Rng rng(seed + static_cast<std::uint64_t>(game));
    typename A::State state = A::from_text(start);
    typename A::Reference reference = A::reference(start);
    for (int ply = 0;; ++ply) {
      visit(state, reference);
      const auto moves = A::legal_moves(state);
      if (moves.empty() || ply == kMaxPlies) break;
      const auto move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
      reference.play(A::reference_text(state, move));
      A::do_move(state, move);
    }
    after(state);
  }
}

template <GameAdapter A, class Visit>
void play_random_games(const std::string& start, std::uint64_t seed, Visit visit) {
  play_random_games<A>(start, seed, visit, [](const typename A::State&) {});
}

/// Returns the legal moves in the notation of the reference, each once.
template <GameAdapter A>
std::set<std::string> legal_texts(const typename A::State& state) {
  std::set<std::string> texts;
  for (const auto move : A::legal_moves(state))
    CHECK(texts.insert(A::reference_text(state, move)).second);
  return texts;
}

/// Checks that legal moves, side to move and end of the game are those of the slow reference.
template <GameAdapter A>
void check_agrees_with_reference(const std::string& start) {
  play_random_games<A>(start, 1, [](const auto& state, const auto& reference) {
    CAPTURE(A::to_text(state));
    const auto payoffs = reference.payoffs();
    REQUIRE(A::payoffs(state) == payoffs);
    REQUIRE(legal_texts<A>(state) == (payoffs ? std::set<std::string>{} : reference.legal_moves()));
    if (!payoffs) REQUIRE(A::to_move(state) == reference.to_move());
  });
}

/// Checks that is_legal() is true exactly for listed moves.
template <GameAdapter A>
void check_is_legal_means_listed(const std::string& start) {
  Rng rng(2);
  play_random_games<A>(start, 2, [&rng](const auto& state, const auto&) {
    CAPTURE(A::to_text(state));
    const auto moves = A::legal_moves(state);
    for (const auto move : moves) REQUIRE(A::is_legal(state, move));
    for (int i = 0; i < 100; ++i) {
      const auto move = A::any_move(state, rng);
      REQUIRE(A::is_legal(state, move) ==
              (std::find(moves.begin(), moves.end(), move) != moves.end()));
    }
  });
}

/// Everything that is visible of a state from outside.
template <GameAdapter A>
struct Snapshot {
  std::string text;
  std::uint64_t key;
  int to_move;
  std::set<std::string> moves;
  std::optional<Payoffs> payoffs;

  explicit Snapshot(const typename A::State& state)
      : text(A::to_text(state)),
        key(A::key(state)),
        to_move(A::to_move(state)),
        moves(legal_texts<A>(state)),
        payoffs(A::payoffs(state)) {}
  friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

/// Checks that undoing the moves of a game passes through the same states back to the start, also
/// after every single move.
template <GameAdapter A>
void check_undo_restores(const std::string& start) {
  std::vector<Snapshot<A>> passed;
  const auto remember = [&passed](const typename A::State& state, const auto&) {
    passed.emplace_back(state);
    typename A::State tried = state;
    for (const auto move : A::legal_moves(state)) {
      A::do_move(tried, move);
      A::undo_move(tried);
      REQUIRE(A::key(tried) == passed.back().key);
    }
    REQUIRE(Snapshot<A>(tried) == passed.back());
  };
  const auto unwind = [&passed](typename A::State state) {
    for (; passed.size() > 1; passed.pop_back()) {
      REQUIRE(Snapshot<A>(state) == passed.back());
      A::undo_move(state);
    }
    REQUIRE(Snapshot<A>(state) == passed.back());
    passed.clear();
  };
  play_random_games<A>(start, 3, remember, unwind);
}

/// Checks that every legal move survives writing and reading, and so does every position, with the
/// same moves, end and key.
template <GameAdapter A>
void check_notation_round_trip(const std::string& start) {
  play_random_games<A>(start, 4, [](const auto& state, const auto& reference) {
    const std::string text = A::to_text(state);
    CAPTURE(text);
    std::set<std::string> texts;
    for (const auto move : A::legal_moves(state)) {
      const std::string name = A::move_text(state, move);
      REQUIRE(A::parse_move(state, name) == move);
      REQUIRE(texts.insert(name).second);
    }
    const typename A::State read = A::from_text(text);
    REQUIRE(A::to_text(read) == text);
    REQUIRE(A::key(read) == A::key(state));
    REQUIRE(A::to_move(read) == A::to_move(state));
    if (!reference.payoffs()) REQUIRE(legal_texts<A>(read) == legal_texts<A>(state));
  });
}

/// Position after a sequence of moves.
template <GameAdapter A>
struct Line {
  std::string identity;
  std::uint64_t key;
};

/// Plays `moves` one by one. Returns nothing if one of them is not legal.
template <GameAdapter A>
std::optional<Line<A>> follow(typename A::State state, typename A::Reference reference,
                              const std::vector<typename A::Move>& moves) {
  for (const auto move : moves) {
    if (!A::is_legal(state, move)) return std::nullopt;
    reference.play(A::reference_text(state, move));
    A::do_move(state, move);
  }
  return Line<A>{reference.identity(), A::key(state)};
}

/// Checks that equal positions have equal keys in any order of moves, and different ones have
/// different keys. Returns how many times two orders of moves led to the same position.
template <GameAdapter A>
int check_keys(const std::string& start) {
  std::map<std::string, std::uint64_t> key_of;
  std::map<std::uint64_t, std::string> identity_of;
  int transpositions = 0;
  const auto enter = [&](const Line<A>& line) {
    REQUIRE(key_of.emplace(line.identity, line.key).first->second == line.key);
    REQUIRE(identity_of.emplace(line.key, line.identity).first->second == line.identity);
  };
  Rng rng(5);
  play_random_games<A>(start, 5, [&](const auto& state, const auto& reference) {
    CAPTURE(A::to_text(state));
    typename A::State ahead = state;
    std::vector<typename A::Move> moves;
    for (int i = 0; i < 3; ++i) {
      const auto legal = A::legal_moves(ahead);
      if (legal.empty()) return;
      moves.push_back(legal[rng.below(static_cast<std::uint32_t>(legal.size()))]);
      A::do_move(ahead, moves.back());
    }
    const auto line = follow<A>(state, reference, moves);
    REQUIRE(line.has_value());
    enter(*line);
    for (const auto& order :
         {std::vector{moves[2], moves[1], moves[0]}, std::vector{moves[1], moves[0], moves[2]}}) {
      if (order == moves) continue;
      const auto other = follow<A>(state, reference, order);
      if (!other) continue;
      enter(*other);
      if (other->identity == line->identity) ++transpositions;
    }
  });
  return transpositions;
}

}  // namespace trivium::contract
