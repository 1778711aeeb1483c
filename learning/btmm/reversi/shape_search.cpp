#include "learning/btmm/reversi/shape_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "engine/core/rng.h"
#include "engine/reversi/patterns/pattern_set.h"
#include "learning/btmm/reversi/reversi_source.h"
#include "learning/btmm/reversi/shape_pool.h"
#include "learning/harness/seeds.h"
#include "models/format/tensor.h"

namespace trivium::learning::btmm {

namespace {

using reversi::Bitboard;

constexpr std::uint64_t kFirstShapes = 0x7368617065732D30;
constexpr std::uint64_t kChanges = 0x7368617065732D31;

// Rounds of updates. The tables that a set has in common with the one before were fitted then.
constexpr int kNewRounds = 2;
constexpr int kAllRounds = 1;

// Temperatures of annealing at its beginning and its end, in nats. A shape is worth some
// hundredths of a nat.
constexpr double kHot = 0.005;
constexpr double kCold = 0.0001;
constexpr std::uint32_t kReplaceOneIn = 4;  // changes that replace a shape by another of the pool
constexpr int kMaxDraws = 64;               // of a change that gives a set without duplicates

constexpr double kNoEvidence = -std::numeric_limits<double>::infinity();

/// Shapes, and the gammas of their set.
struct FittedShapes {
  std::vector<Bitboard> shapes;
  std::vector<FeatureTable> tables;  // of the set: first those of the shapes
  std::vector<double> gammas;
  double evidence = kNoEvidence;  // mean log-evidence of held-out games

  bool has(Bitboard shape) const noexcept {
    return std::ranges::find(shapes, shape) != shapes.end();
  }
};

/// Returns the number of the table of `before` with the features of table `table` of `now`, if
/// there is one.
std::optional<std::size_t> table_before(const FittedShapes& before, const FittedShapes& now,
                                        std::size_t table) {
  if (before.shapes.empty()) return std::nullopt;
  if (table >= now.shapes.size()) return table - now.shapes.size() + before.shapes.size();
  const auto same = std::ranges::find(before.shapes, now.shapes[table]);
  if (same == before.shapes.end()) return std::nullopt;
  return static_cast<std::size_t>(same - before.shapes.begin());
}

/// Fits sets of shapes to games.
class ShapeFitter {
 public:
  ShapeFitter(const ReversiGameSet& games, const ShapeOptions& options)
      : games_(games), options_(options), shards_(kBtmmShards, options.threads) {}

  /// Fits `shapes`. Begins with the gammas of the tables that `before` has too, updates the other
  /// tables kNewRounds times, then all tables `rounds` times.
  FittedShapes fit(std::vector<Bitboard> shapes, const FittedShapes& before, int rounds) const {
    const reversi::PatternSet set = set_of(shapes);
    const ReversiSource source(games_, set);
    FittedShapes now = unfitted(source, std::move(shapes));
    std::vector<std::size_t> fresh;
    for (std::size_t table = 0; table < now.tables.size(); ++table) {
      if (const auto earlier = table_before(before, now, table)) {
        const FeatureRange range = before.tables[*earlier].range();
        std::copy_n(before.gammas.begin() + range.begin, range.size(),
                    now.gammas.begin() + now.tables[table].begin);
      } else {
        fresh.push_back(table);
      }
    }
    const std::vector<std::uint64_t> wins = source.wins(shards_);
    for (int round = 0; round < kNewRounds; ++round)
      for (const std::size_t table : fresh) update(source, table, wins, now.gammas);
    for (int round = 0; round < rounds; ++round)
      for (std::size_t table = 0; table < now.tables.size(); ++table)
        update(source, table, wins, now.gammas);
    now.evidence = source.mean_log_evidence(records::Role::kHeldOut, now.gammas, shards_);
    return now;
  }

  /// Returns `shapes` with all gammas 1.
  FittedShapes unfitted(std::vector<Bitboard> shapes) const {
    const reversi::PatternSet set = set_of(shapes);
    return unfitted(ReversiSource(games_, set), std::move(shapes));
  }

 private:
  reversi::PatternSet set_of(std::span<const Bitboard> shapes) const {
    return *reversi::PatternSet::parse(definition_of(shapes, options_.stages));
  }

  static FittedShapes unfitted(const StateSource& source, std::vector<Bitboard> shapes) {
    return {std::move(shapes),
            {source.tables().begin(), source.tables().end()},
            std::vector<double>(source.features(), 1.0)};
  }

  void update(const StateSource& source, std::size_t table, std::span<const std::uint64_t> wins,
              std::span<double> gammas) const {
    const FeatureTable& of = source.tables()[table];
    update_gammas(source.expect(gammas, of.range(), shards_), of.range(),
                  static_cast<double>(of.per_team), options_.prior, wins, gammas);
  }

  const ReversiGameSet& games_;
  const ShapeOptions& options_;
  Shards shards_;
};

std::vector<format::Tensor> tensors_of(std::string_view name, const FittedShapes& set) {
  const std::string prefix(name);
  return {format::make_tensor(prefix + ".evidence", set.evidence),
          format::make_tensor(prefix + ".gammas", set.gammas),
          format::make_tensor(prefix + ".shapes", set.shapes)};
}

FittedShapes restored_set(const StateReader& state, std::string_view name,
                          const ShapeFitter& fitter) {
  const std::string prefix(name);
  const std::span<const Bitboard> shapes = state.numbers<Bitboard>(prefix + ".shapes");
  FittedShapes set = fitter.unfitted({shapes.begin(), shapes.end()});
  state.read(prefix + ".gammas", set.gammas);
  set.evidence = state.number<double>(prefix + ".evidence");
  return set;
}

/// A search, as run() of learning/harness/run.h drives it.
class ShapeSearch {
 public:
  static constexpr const char* kName = "reversi_shapes";
  static constexpr int kStateVersion = 1;
  static constexpr const char* kUnit = "steps";

  ShapeSearch(const ReversiGameSet& games, const ShapeOptions& options,
              const std::string& data_hash, const ShapeListener& on_step)
      : options_(options),
        data_hash_(data_hash),
        on_step_(on_step),
        fitter_(games, options),
        pool_(shape_pool(options.max_squares)) {}

  std::string identity() const {
    nlohmann::json identity{{"data", data_hash_},
                            {"method", is_greedy() ? "greedy" : "annealing"},
                            {"squares", options_.max_squares},
                            {"stages", options_.stages},
                            {"prior_wins", options_.prior.wins},
                            {"prior_games", options_.prior.games},
                            {"shards", kBtmmShards}};
    if (!is_greedy()) {
      identity["seed"] = options_.seed;
      identity["shapes"] = options_.shapes;
      identity["steps"] = options_.steps;  // the temperature depends on it
    }
    return identity.dump();
  }

  std::uint64_t steps() const noexcept { return curve_.size(); }
  std::uint64_t goal() const noexcept { return is_greedy() ? options_.shapes : options_.steps; }

  Step begin() {
    if (is_greedy()) return Step::kMade;
    current_ = fitter_.fit(first_shapes(), {}, kAllRounds);
    best_ = current_;
    return Step::kMilestone;
  }

  Step advance() {
    if (is_greedy() && !add_shape()) return Step::kNone;
    if (!is_greedy()) try_change();
    curve_.push_back({steps() + 1, current_.evidence, best_.evidence});
    if (on_step_) on_step_(curve_.back());
    return is_greedy() ? Step::kMilestone : Step::kMade;
  }

  std::optional<CurveFigures> curve_figures() const {
    if (curve_.empty()) return std::nullopt;
    const ShapeRow& row = curve_.back();
    return CurveFigures{row.step, {{"held_out", row.evidence}, {"best_held_out", row.best}}};
  }

  Snapshot snapshot() const {
    std::vector<std::vector<double>> rows;
    for (const ShapeRow& row : curve_) rows.push_back({row.evidence, row.best});
    Snapshot snapshot{steps(), tensors_of("best", best_)};
    for (format::Tensor& tensor : tensors_of("current", current_))
      snapshot.state.push_back(std::move(tensor));
    add_rows(snapshot.state, "curve", rows);
    return snapshot;
  }

  void restore(const StateReader& state) {
    current_ = restored_set(state, "current", fitter_);
    best_ = restored_set(state, "best", fitter_);
    for (const std::vector<double>& row : state.rows("curve", kRowNumbers))
      curve_.push_back({curve_.size() + 1, row[0], row[1]});
    if (on_step_ && !curve_.empty()) on_step_(curve_.back());
  }

  ShapeResult finish() && {
    return {best_.shapes, definition_of(best_.shapes, options_.stages), best_.evidence,
            std::move(curve_)};
  }

 private:
  static constexpr std::size_t kRowNumbers = 2;

  bool is_greedy() const noexcept { return options_.method == ShapeMethod::kGreedy; }

  /// Adds the shape of the pool that gives the greatest evidence. Returns false if none raises it.
  bool add_shape() {
    FittedShapes chosen;
    for (const Bitboard shape : pool_) {
      if (current_.has(shape)) continue;
      std::vector<Bitboard> shapes = current_.shapes;
      shapes.push_back(shape);
      FittedShapes more = fitter_.fit(std::move(shapes), current_, 0);
      if (more.evidence > chosen.evidence) chosen = std::move(more);
    }
    if (!(chosen.evidence > current_.evidence)) return false;
    current_ = fitter_.fit(chosen.shapes, chosen, kAllRounds);
    keep_best();
    return true;
  }

  /// Changes a shape, and takes the change back if its evidence is too low.
  void try_change() {
    Rng rng = stream_rng(options_.seed, kChanges, steps());
    const std::optional<std::vector<Bitboard>> shapes = changed(rng);
    if (!shapes) return;
    FittedShapes next = fitter_.fit(*shapes, current_, kAllRounds);
    const double progress = static_cast<double>(steps()) / static_cast<double>(options_.steps);
    const double temperature = kHot * std::pow(kCold / kHot, progress);
    const double chance = std::exp((next.evidence - current_.evidence) / temperature);
    if (rng.unit() >= chance) return;
    current_ = std::move(next);
    keep_best();
  }

  void keep_best() {
    if (current_.evidence > best_.evidence) best_ = current_;
  }

  /// Returns the current shapes with a random change of one of them; nothing if all changes that
  /// were drawn give a shape that the set has.
  std::optional<std::vector<Bitboard>> changed(Rng& rng) const {
    for (int draw = 0; draw < kMaxDraws; ++draw) {
      const std::size_t which = rng.below(static_cast<std::uint32_t>(current_.shapes.size()));
      const Bitboard shape = rng.below(kReplaceOneIn) == 0
                                 ? sampled_shape(rng)
                                 : changed_shape(current_.shapes[which], options_.max_squares, rng);
      if (current_.has(shape)) continue;
      std::vector<Bitboard> shapes = current_.shapes;
      shapes[which] = shape;
      return shapes;
    }
    return std::nullopt;
  }

  Bitboard sampled_shape(Rng& rng) const noexcept { return draw_one(pool_, rng); }

  /// Returns different shapes of the pool: as many as wanted, at most all.
  std::vector<Bitboard> first_shapes() const {
    Rng rng = stream_rng(options_.seed, kFirstShapes, 0);
    std::vector<Bitboard> shapes;
    while (shapes.size() < std::min(options_.shapes, pool_.size())) {
      const Bitboard shape = sampled_shape(rng);
      if (std::ranges::find(shapes, shape) == shapes.end()) shapes.push_back(shape);
    }
    return shapes;
  }

  const ShapeOptions& options_;
  const std::string& data_hash_;
  const ShapeListener& on_step_;
  ShapeFitter fitter_;
  std::vector<Bitboard> pool_;
  FittedShapes current_;
  FittedShapes best_;
  std::vector<ShapeRow> curve_;
};

}  // namespace

ShapeResult choose_shapes(const ReversiGameSet& games, const ShapeOptions& options,
                          const std::string& data_hash, const ShapeListener& on_step) {
  games.require_states();
  if (games.states(records::Role::kHeldOut) == 0)
    games.fail("held_out.none", "no game is held out, so sets of shapes cannot be compared");
  ShapeSearch search(games, options, data_hash, on_step);
  run(search, options);
  return std::move(search).finish();
}

}  // namespace trivium::learning::btmm
