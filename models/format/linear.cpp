#include "models/format/linear.h"

#include <charconv>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "models/format/load_error.h"
#include "models/format/weight_file.h"

namespace trivium::format {

namespace {

/// The parts of a feature's name: its tensor and, in a group, its index.
struct Place {
  std::string_view tensor;
  std::optional<std::size_t> number;
};

Place place_of(std::string_view name) {
  const std::size_t bracket = name.find('[');
  if (bracket == std::string_view::npos) return {name, std::nullopt};
  std::size_t number = 0;
  const char* digits = name.data() + bracket + 1;
  const char* end = name.data() + name.size();
  const auto [after, error] = std::from_chars(digits, end, number);
  const bool parsed = bracket > 0 && error == std::errc() && after + 1 == end && *after == ']';
  const bool leading_zero = parsed && after - digits > 1 && *digits == '0';
  if (!parsed || leading_zero) {
    throw LoadError("weights.features", "the feature name \"{}\" is neither NAME nor NAME[INDEX]",
                    name);
  }
  return {name.substr(0, bracket), number};
}

}  // namespace

std::vector<Tensor> linear_tensors(const std::vector<std::string>& names,
                                   std::span<const double> weights) {
  if (names.size() != weights.size())
    throw LoadError("weights.features", "{} feature names but {} weights", names.size(),
                    weights.size());
  std::vector<Tensor> tensors;
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < names.size();) {
    const Place first = place_of(names[i]);
    if (!seen.insert(first.tensor).second) {
      throw LoadError("weights.features",
                      "the feature \"{}\" appears twice or apart from its group", first.tensor);
    }
    std::size_t size = 1;
    for (; first.number && i + size < names.size(); ++size) {
      const Place next = place_of(names[i + size]);
      if (next.tensor != first.tensor || !next.number) break;
      if (*next.number != *first.number + size) {
        throw LoadError("weights.features", "the feature \"{}\" should be number {} of its group",
                        names[i + size], *first.number + size);
      }
    }
    std::vector<std::uint64_t> dims;
    if (first.number) dims.push_back(size);
    tensors.push_back(
        make_tensor(std::string(first.tensor), std::move(dims), weights.subspan(i, size)));
    i += size;
  }
  return tensors;
}

std::vector<double> linear_weights(const WeightFile& file) {
  std::map<std::string_view, std::span<const double>>
      rest;  // weights not yet assigned to a feature
  for (const Tensor& tensor : file.tensors) {
    if (tensor.dtype == DType::kF64) rest.emplace(tensor.name, tensor.values<double>());
  }
  std::vector<double> weights;
  weights.reserve(file.feature_names.size());
  for (const std::string& name : file.feature_names) {
    const auto found = rest.find(place_of(name).tensor);
    if (found == rest.end() || found->second.empty()) {
      throw LoadError("weights.features", "{}: there is no weight for the feature \"{}\"",
                      file.source, name);
    }
    weights.push_back(found->second.front());
    found->second = found->second.subspan(1);
  }
  return weights;
}

}  // namespace trivium::format
