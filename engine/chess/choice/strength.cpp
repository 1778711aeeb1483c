#include "engine/chess/choice/strength.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "models/format/load_error.h"

namespace trivium::chess {

namespace {

/// Returns the fault of a level that follows `last`, or null.
const char* fault_of(const Level& level, const Level* last) {
  if (!std::isfinite(level.elo) || !std::isfinite(level.search.weight)) return "is not finite";
  if (!(level.error >= 0)) return "has an error below 0";
  if (!(level.search.nodes >= 1 && level.search.weight > 0)) return "does not search";
  if (last == nullptr) return nullptr;
  if (!(level.elo > last->elo)) return "is not stronger than the one before";
  return level.search.nodes < last->search.nodes || level.search.weight < last->search.weight
             ? "searches less than the one before"
             : nullptr;
}

double between(double low, double high, double share) noexcept {
  return std::exp(std::lerp(std::log(low), std::log(high), share));
}

}  // namespace

StrengthScale StrengthScale::load(const std::filesystem::path& path) {
  return from_file(format::read_weight_file(path));
}

StrengthScale StrengthScale::from_file(const format::WeightFile& file) {
  file.expect(kStrengthKind, kStrengthSchema);
  const std::size_t rows = file.tensor("elo").values<double>().size();
  if (rows < 2)
    throw format::LoadError("weights.count", "{}: a scale has at least two levels, not {}",
                            file.source, rows);
  const auto elo = file.numbers<double>("elo", {rows}),
             errors = file.numbers<double>("errors", {rows}),
             nodes = file.numbers<double>("nodes", {rows}),
             weights = file.numbers<double>("weights", {rows});
  const auto anchored = file.numbers<std::uint8_t>("anchored", {rows});
  StrengthScale scale{{}, file.source};
  for (std::size_t i = 0; i < rows; ++i) {
    const auto whole = static_cast<std::uint64_t>(std::clamp(nodes[i], 0.0, kMaxSearchNodes));
    const Level level{elo[i], errors[i], {whole, weights[i], 0}, anchored[i] != 0};
    if (const char* const fault = fault_of(level, i == 0 ? nullptr : &scale.levels.back())) {
      throw format::LoadError("weights.value", "{}: level {} {}", file.source, i + 1, fault);
    }
    scale.levels.push_back(level);
  }
  return scale;
}

format::WeightFile StrengthScale::to_file() const {
  std::vector<double> elo, errors, nodes, weights;
  std::vector<std::uint8_t> anchored;
  for (const Level& level : levels) {
    elo.push_back(level.elo);
    errors.push_back(level.error);
    nodes.push_back(static_cast<double>(level.search.nodes));
    weights.push_back(level.search.weight);
    anchored.push_back(level.anchored ? 1 : 0);
  }
  format::WeightFile file;
  file.kind = kStrengthKind;
  file.schema = kStrengthSchema;
  const auto add = [&](const char* name, const std::vector<double>& values) {
    file.tensors.push_back(format::make_tensor<double>(name, {values.size()}, std::span(values)));
  };
  add("elo", elo);
  add("errors", errors);
  add("nodes", nodes);
  add("weights", weights);
  file.tensors.push_back(format::make_tensor<std::uint8_t>(
      "anchored", {anchored.size()}, std::span<const std::uint8_t>(anchored)));
  return file;
}

SearchPart StrengthScale::at(double elo) const noexcept {
  const auto above =
      std::ranges::find_if(levels, [elo](const Level& level) { return level.elo >= elo; });
  if (above == levels.end()) return levels.back().search;
  if (above == levels.begin() || above->elo == elo) return above->search;
  const Level& low = *(above - 1);
  const double share = (elo - low.elo) / (above->elo - low.elo);
  const double nodes = between(static_cast<double>(low.search.nodes),
                               static_cast<double>(above->search.nodes), share);
  return {static_cast<std::uint64_t>(std::lround(nodes)),
          between(low.search.weight, above->search.weight, share), 0};
}

}  // namespace trivium::chess
