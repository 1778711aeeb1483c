#include "models/format/linear.h"

#include <charconv>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "models/format/load_error.h"
#include "models/format/weight_file.h"

namespace trivium::format {

namespace {

/// Where a feature is stored: a tensor and, where the name ends in "[i]", the element.
struct Place {
  std::string_view tensor;
  std::optional<std::size_t> element;
};

Place place_of(std::string_view name) {
  const std::size_t bracket = name.find('[');
  if (bracket == std::string_view::npos) return {name, std::nullopt};
  std::size_t element = 0;
  const char* digits = name.data() + bracket + 1;
  const char* end = name.data() + name.size();
  const auto [after, error] = std::from_chars(digits, end, element);
  const bool canonical = after - digits == 1 || *digits != '0';
  if (bracket == 0 || error != std::errc() || !canonical || after + 1 != end || *after != ']') {
    throw LoadError(fmt::format("the feature name \"{}\" is neither NAME nor NAME[INDEX]", name));
  }
  return {name.substr(0, bracket), element};
}

}  // namespace

std::vector<Tensor> linear_tensors(const std::vector<std::string>& names, std::span<const double> weights) {
  if (names.size() != weights.size()) throw LoadError(fmt::format("{} feature names but {} weights", names.size(), weights.size()));
  std::vector<Tensor> tensors;
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < names.size();) {
    const Place first = place_of(names[i]);
    if (!seen.insert(first.tensor).second)
      throw LoadError(fmt::format("the feature \"{}\" appears twice or apart from its group", first.tensor));
    std::size_t size = 1;
    if (first.element) {
      for (size = 0; i + size < names.size(); ++size) {
        const Place next = place_of(names[i + size]);
        if (next.tensor != first.tensor || !next.element) break;
        if (*next.element != size) throw LoadError(fmt::format("the feature \"{}\" is number {} of its group", names[i + size], size));
      }
    }
    std::vector<std::uint64_t> dims;
    if (first.element) dims.push_back(size);
    tensors.push_back(make_tensor(std::string(first.tensor), std::move(dims), weights.subspan(i, size)));
    i += size;
  }
  return tensors;
}

std::vector<double> linear_weights(const WeightFile& file) {
  std::map<std::string_view, std::span<const double>> groups;
  for (const Tensor& tensor : file.tensors) groups.emplace(tensor.name, tensor.values<double>());
  std::vector<double> weights;
  weights.reserve(file.feature_names.size());
  for (const std::string& name : file.feature_names) {
    const Place place = place_of(name);
    const auto group = groups.find(place.tensor);
    const std::size_t element = place.element.value_or(0);
    if (group == groups.end() || element >= group->second.size()) {
      throw LoadError(fmt::format("{}: there is no weight for the feature \"{}\"", file.source, name));
    }
    weights.push_back(group->second[element]);
  }
  return weights;
}

}  // namespace trivium::format
