// Interface between the learner and a game: the states of a set of games, with their features.
//
// A state is a position in which a move is chosen among candidates. A candidate is a team of
// features, and its strength is the product of their gammas. A game has its own way to go through
// its states quickly, so the interface asks for sums over all of them, not for single teams.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "learning/btmm/evaluation.h"
#include "learning/btmm/feature_words.h"
#include "learning/btmm/features.h"
#include "learning/harness/shards.h"
#include "learning/records/split.h"
#include "models/format/weight_file.h"

namespace trivium::learning::btmm {

/// Terms of a game in reports, manifests and model cards.
struct GameWords {
  std::string_view game;         ///< "Connect-6"
  std::string_view move;         ///< "stone"
  std::string_view moves;        ///< "stones"
  std::string_view moves_first;  ///< "Stones", as the first word of a sentence
  std::string_view played;       ///< what a player does with a move: "placed"
  std::string_view pieces;       ///< what is on the board: "stones"
  std::string_view candidate;    ///< "cell"
  std::string_view candidates;   ///< "empty cells"
  std::string_view team;         ///< features of a move: "one of each group"
  std::string_view purpose;      ///< sentence: what the engine does with the strengths
  std::string_view set_page;     ///< path of the page on the text of pattern sets
  std::string_view matches;      ///< sentence: the command that measures the strength in games
  /// Values n for which the manifest states how often the chosen move ranks among the first n
  /// candidates.
  std::span<const std::size_t> places;
  std::array<std::size_t, 2> shown_places;  ///< two such values, for the output of the command
};

struct Expectations {
  double log_evidence = 0.0;     ///< sum of ln P(chosen move) over the states
  std::vector<double> expected;  ///< expected number of times chosen, for each feature of the range

  /// For Transfer and Shards::sum().
  auto fields() noexcept { return std::tie(log_evidence, expected); }
};

/// A state, with the features of every candidate.
struct Competition {
  std::vector<std::vector<FeatureId>> teams;
  std::size_t winner = 0;  ///< index of the chosen move's team
};

class StateSource {
 public:
  virtual ~StateSource() = default;

  virtual const GameWords& words() const noexcept = 0;
  virtual const FeatureWords& feature_words() const noexcept = 0;

  /// Name of the pattern set; may be empty.
  virtual std::string_view set_name() const noexcept = 0;
  /// Definition of the pattern set, as text. It is part of a run's identity.
  virtual std::string definition() const = 0;
  /// Tables in the order of their features; the first one begins at 0.
  std::span<const FeatureTable> tables() const noexcept { return tables_; }
  FeatureId features() const noexcept { return tables_.back().range().end; }

  virtual std::size_t games(records::Role role) const noexcept = 0;
  virtual std::uint64_t states(records::Role role) const noexcept = 0;
  /// Throws format::LoadError if there is no training state.
  virtual void require_states() const = 0;
  /// Throws format::LoadError with the names of the files and `fault`.
  [[noreturn]] virtual void fail(std::string code, std::string_view fault) const = 0;

  // All passes below give the same bits for any number of threads in `shards`. Requires: `gammas`
  // has one positive number per feature.

  /// Computes the expectations over the training states. Requires: `range` holds whole tables.
  virtual Expectations expect(std::span<const double> gammas, FeatureRange range,
                              const Shards& shards) const = 0;
  /// Returns, for each feature, how often it occurs in the chosen moves of the training states.
  virtual std::vector<std::uint64_t> wins(const Shards& shards) const = 0;
  /// Evaluates `gammas` on the states of `role`.
  virtual Evaluation evaluate(records::Role role, std::span<const double> gammas,
                              const Shards& shards) const = 0;
  /// Returns only the mean log-evidence, in nats; 0 if no game has this role. Faster than
  /// evaluate().
  virtual double mean_log_evidence(records::Role role, std::span<const double> gammas,
                                   const Shards& shards) const = 0;

  /// Calls `visit` for each training state in the order of the games.
  virtual void visit_states(const std::function<void(const Competition&)>& visit) const = 0;

  /// Returns the weight file with kind, schema and tensors. `wins` has one number per feature.
  virtual format::WeightFile weight_file(std::span<const double> gammas,
                                         std::span<const std::uint32_t> wins) const = 0;

 protected:
  /// Requires: at least one table.
  explicit StateSource(std::vector<FeatureTable> tables) : tables_(std::move(tables)) {}
  StateSource(const StateSource&) = default;
  StateSource& operator=(const StateSource&) = default;

 private:
  std::vector<FeatureTable> tables_;
};

/// Base class of a source that has a set of games, a pattern set and the words for its features.
template <class Games, class PatternSet, class Words>
class SetSource : public StateSource {
 public:
  const FeatureWords& feature_words() const noexcept final { return feature_words_; }
  std::string_view set_name() const noexcept final { return set_.name(); }
  std::string definition() const final { return set_.text(); }

  std::size_t games(records::Role role) const noexcept final { return games_.games(role); }
  std::uint64_t states(records::Role role) const noexcept final { return games_.states(role); }
  void require_states() const final { games_.require_states(); }
  [[noreturn]] void fail(std::string code, std::string_view fault) const final {
    games_.fail(std::move(code), fault);
  }

 protected:
  /// Requires: `games` and `set` outlive this object.
  SetSource(const Games& games, const PatternSet& set, std::vector<FeatureTable> tables)
      : StateSource(std::move(tables)), games_(games), set_(set), feature_words_(set) {}

  const Games& games_;
  const PatternSet& set_;

 private:
  Words feature_words_;
};

}  // namespace trivium::learning::btmm
