// Reads a weight file from the outside in; each step relies only on what earlier steps have
// checked.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "engine/core/text.h"
#include "models/format/file_io.h"
#include "models/format/linear.h"
#include "models/format/sha256.h"
#include "models/format/strict_json.h"
#include "models/format/weight_file.h"
#include "models/format/weight_file_keys.h"

namespace trivium::format {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMaxDimensions = 8;

/// A tensor as described by the header: its place in the data is known, its bytes are not yet
/// copied.
struct Described {
  Tensor tensor;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

bool has_control_character(std::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

/// Text from a file for use in a message.
std::string shown(std::string_view text) { return text::quoted(text, 60, '"'); }

std::optional<std::uint64_t> product(std::uint64_t a, std::uint64_t b) {
  if (b != 0 && a > std::numeric_limits<std::uint64_t>::max() / b) return std::nullopt;
  return a * b;
}

Figures figures_in(const Json& manifest) {
  Figures numbers;
  const auto found = manifest.find("figures");
  if (found == manifest.end() || !found->is_object()) return numbers;
  for (const auto& [name, figure] : found->items()) {
    if (figure.is_number()) numbers.emplace(name, figure.get<double>());
  }
  return numbers;
}

class Reader {
 public:
  Reader(std::span<const std::byte> bytes, std::string_view name) : bytes_(bytes), name_(name) {}

  WeightFile read() {
    split();
    const Json header = parse_object(header_, "the header");
    file_.source = std::string(name_);
    read_metadata(header);
    read_tensors(header);
    check_checksum();
    check_features();
    check_finite();
    return std::move(file_);
  }

 private:
  [[noreturn]] void fail(std::string_view code, const std::string& why) const {
    throw LoadError(std::string("weights.").append(code), "{}: {}", name_, why);
  }

  /// Throws if the first bytes show another type of file.
  void reject_others() const {
    if (const std::string kind = known_kind(bytes_); !kind.empty())
      fail("other", fmt::format("is {}; a weight file of Trivium is needed", kind));
  }

  void split() {
    if (bytes_.size() < kLengthBytes)
      fail("cut", fmt::format("truncated: {} bytes, where the header's length alone takes {}",
                              bytes_.size(), kLengthBytes));
    if (bytes_.size() > kMaxFileBytes)
      fail("size",
           fmt::format("has {} bytes, more than the limit of {}", bytes_.size(), kMaxFileBytes));
    std::uint64_t length = 0;
    std::memcpy(&length, bytes_.data(), kLengthBytes);
    const std::uint64_t rest = bytes_.size() - kLengthBytes;
    if (length > kMaxHeaderBytes) reject_others();
    if (length > kMaxHeaderBytes)
      fail("header",
           fmt::format("the header claims {} bytes, more than the limit of {}: not a weight file",
                       length, kMaxHeaderBytes));
    if (length > rest)
      fail("cut", fmt::format("truncated: the header claims {} bytes but {} follow", length, rest));
    header_ = {reinterpret_cast<const char*>(bytes_.data()) + kLengthBytes, length};
    data_ = bytes_.subspan(kLengthBytes + length);
  }

  Json parse(std::string_view text, std::string_view what) const {
    StrictJson parsed = parse_strictly(text);
    if (!parsed.error.empty()) fail("json", fmt::format("{}: {}", what, parsed.error));
    return std::move(parsed.value);
  }

  Json parse_object(std::string_view text, std::string_view what) const {
    if (text.empty() || text.front() != '{')
      fail("json", fmt::format("{} is not a JSON object: it does not begin with '{{'", what));
    return parse(text, what);
  }

  std::string metadata_value(const Json& metadata, std::string_view key) const {
    const auto found = metadata.find(key);
    if (found == metadata.end()) fail("metadata", fmt::format("the metadata lacks {}", key));
    if (!found->is_string())
      fail("metadata", fmt::format("the metadata's {} is not a string", key));
    return found->get<std::string>();
  }

  void read_metadata(const Json& header) {
    const auto found = header.find(kMetadata);
    if (found == header.end() || !found->is_object())
      fail("foreign", fmt::format("the header has no {}: not a Trivium weight file", kMetadata));
    const Json& metadata = *found;
    file_.kind = metadata_value(metadata, kKeyKind);
    const auto is_kind_character = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_';
    };
    if (file_.kind.empty() || file_.kind.front() == '.' ||
        !std::all_of(file_.kind.begin(), file_.kind.end(), is_kind_character)) {
      fail("metadata",
           fmt::format("the kind {} is not a name of a-z, 0-9, '.' and '_'", shown(file_.kind)));
    }
    file_.schema = read_schema(metadata_value(metadata, kKeySchema));
    features_ = read_hash(metadata, kKeyFeatures);
    file_.sha256 = read_hash(metadata, kKeySha256);
    file_.manifest = metadata_value(metadata, kKeyManifest);
    file_.figures = figures_in(parse_object(file_.manifest, "the manifest"));
    read_feature_names(metadata_value(metadata, kKeyFeatureNames));
    constexpr std::size_t kKeys = 6;
    if (metadata.size() != kKeys)
      fail("metadata", fmt::format("the metadata has {} entries, not the {} that are defined",
                                   metadata.size(), kKeys));
  }

  int read_schema(const std::string& text) const {
    const int schema = text.starts_with('0') ? 0 : text::parse_number<int>(text).value_or(0);
    if (schema < 1)
      fail("metadata", fmt::format("the schema {} is not a positive number", shown(text)));
    return schema;
  }

  std::string read_hash(const Json& metadata, std::string_view key) const {
    std::string hash = metadata_value(metadata, key);
    if (!is_sha256(hash))
      fail("metadata", fmt::format("the metadata's {} is {}, not 64 lower-case hexadecimal digits",
                                   key, shown(hash)));
    return hash;
  }

  void read_feature_names(const std::string& text) {
    const Json names = parse(text, "the feature names");
    if (!names.is_array()) fail("metadata", "the feature names are not a JSON array");
    std::set<std::string> seen;
    for (const Json& entry : names) {
      if (!entry.is_string()) fail("metadata", "a feature name is not a string");
      const auto& name = entry.get_ref<const std::string&>();
      if (name.empty() || has_control_character(name))
        fail("metadata",
             fmt::format("the feature name {} is empty or has control characters", shown(name)));
      if (!seen.insert(name).second)
        fail("metadata", fmt::format("the feature name {} appears twice", shown(name)));
      file_.feature_names.push_back(name);
    }
  }

  void read_tensors(const Json& header) {
    std::vector<Described> described;
    for (const auto& [name, entry] : header.items()) {
      if (name != kMetadata) described.push_back(describe(name, entry));
    }
    const auto by_place = [](const Described& a, const Described& b) { return a.begin < b.begin; };
    std::sort(described.begin(), described.end(), by_place);
    check_cover(described);
    for (Described& one : described) {
      const auto bytes = data_.subspan(one.begin, one.end - one.begin);
      one.tensor.data.assign(bytes.begin(), bytes.end());
      file_.tensors.push_back(std::move(one.tensor));
    }
  }

  Described describe(const std::string& name, const Json& entry) const {
    const auto tensor_fail = [&](const std::string& why) {
      fail("tensor", fmt::format("the tensor {} {}", shown(name), why));
    };
    if (name.empty() || has_control_character(name))
      fail("tensor",
           fmt::format("the tensor name {} is empty or has control characters", shown(name)));
    if (!entry.is_object() || entry.size() != 3 || !entry.contains("dtype") ||
        !entry.contains("shape") || !entry.contains("data_offsets")) {
      tensor_fail("must have dtype, shape and data_offsets and nothing else");
    }
    Described one;
    one.tensor.name = name;
    const Json& dtype = entry["dtype"];
    const auto known =
        dtype.is_string() ? dtype_from_name(dtype.get_ref<const std::string&>()) : std::nullopt;
    if (!known) {
      const std::string named =
          dtype.is_string() ? shown(dtype.get_ref<const std::string&>()) : shown(dtype.dump());
      fail("dtype", fmt::format("the tensor {} has the dtype {}; those read are {}", shown(name),
                                named, dtype_names()));
    }
    one.tensor.dtype = *known;
    const Json& shape = entry["shape"];
    const auto is_count = [](const Json& number) { return number.is_number_unsigned(); };
    if (!shape.is_array() || shape.size() > kMaxDimensions ||
        !std::all_of(shape.begin(), shape.end(), is_count)) {
      tensor_fail(
          fmt::format("has a shape that is not a list of at most {} sizes", kMaxDimensions));
    }
    one.tensor.dims = shape.get<std::vector<std::uint64_t>>();
    const Json& offsets = entry["data_offsets"];
    if (!offsets.is_array() || offsets.size() != 2 ||
        !std::all_of(offsets.begin(), offsets.end(), is_count)) {
      tensor_fail("has data_offsets that are not two numbers");
    }
    one.begin = offsets[0];
    one.end = offsets[1];
    check_size(one, tensor_fail);
    return one;
  }

  void check_size(const Described& one, const auto& tensor_fail) const {
    if (one.begin > one.end)
      tensor_fail(fmt::format("ends at byte {} before it begins at {}", one.end, one.begin));
    if (one.end > data_.size())
      tensor_fail(
          fmt::format("ends at byte {} but the data has {}: truncated", one.end, data_.size()));
    std::optional<std::uint64_t> size = dtype_size(one.tensor.dtype);
    for (const std::uint64_t dimension : one.tensor.dims) {
      if (dimension == 0) tensor_fail("has a dimension of size 0");
      if (size) size = product(*size, dimension);
    }
    if (!size) tensor_fail(fmt::format("is larger than any file: {}", one.tensor.shape_text()));
    if (*size != one.end - one.begin) {
      tensor_fail(fmt::format("takes {} bytes where {} needs {}", one.end - one.begin,
                              one.tensor.shape_text(), *size));
    }
  }

  void check_cover(const std::vector<Described>& described) const {
    std::uint64_t covered = 0;
    for (std::size_t i = 0; i < described.size(); ++i) {
      const Described& one = described[i];
      if (one.begin < covered)
        fail("tensor",
             fmt::format("the tensor {} begins at byte {}, overlapping one that ends at {}",
                         shown(one.tensor.name), one.begin, covered));
      if (one.begin > covered)
        fail("tensor", fmt::format("a gap of {} bytes before the tensor {}", one.begin - covered,
                                   shown(one.tensor.name)));
      if (i > 0 && !lies_before(described[i - 1].tensor, one.tensor)) {
        fail("tensor", fmt::format("the tensors {} and {} are in the wrong order",
                                   shown(described[i - 1].tensor.name), shown(one.tensor.name)));
      }
      covered = one.end;
    }
    if (covered != data_.size())
      fail("tensor", fmt::format("{} bytes follow the last tensor", data_.size() - covered));
  }

  void check_checksum() const {
    const std::string written = checksum_text(file_.sha256);
    const std::size_t place = header_.find(written);
    if (place == std::string_view::npos ||
        header_.find(written, place + 1) != std::string_view::npos) {
      fail("checksum", fmt::format("{} is not in the header in canonical form", kKeySha256));
    }
    Sha256 hash;
    hash.update(header_.substr(0, place)).update(checksum_text(std::string(64, '0')));
    const std::string actual =
        hash.update(header_.substr(place + written.size())).update(data_).hex();
    if (actual != file_.sha256)
      fail("checksum", fmt::format("wrong checksum: the file says {} but its content has {}",
                                   file_.sha256, actual));
  }

  void check_features() const {
    const std::string actual = file_.features_hash();
    if (actual != features_)
      fail("features", fmt::format("wrong feature hash: the file says {} but its tensors have {}",
                                   features_, actual));
  }

  template <class T>
  void check_finite(const Tensor& tensor) const {
    const std::span<const T> values = tensor.values<T>();
    const auto bad =
        std::find_if(values.begin(), values.end(), [](T value) { return !std::isfinite(value); });
    if (bad == values.end()) return;
    fail("value", fmt::format("the tensor {} holds {} at element {}", shown(tensor.name),
                              std::isnan(*bad) ? "NaN" : "infinity", bad - values.begin()));
  }

  void check_finite() const {
    for (const Tensor& tensor : file_.tensors) {
      if (tensor.dtype == DType::kF64) check_finite<double>(tensor);
      if (tensor.dtype == DType::kF32) check_finite<float>(tensor);
    }
  }

  std::span<const std::byte> bytes_;
  std::string_view name_;
  std::string_view header_;
  std::span<const std::byte> data_;
  std::string features_;
  WeightFile file_;
};

/// Describes the first difference between two lists of names, for a message.
std::string first_difference(const std::vector<std::string>& held,
                             const std::vector<std::string>& wanted) {
  const auto [in_held, in_wanted] =
      std::mismatch(held.begin(), held.end(), wanted.begin(), wanted.end());
  const auto show = [](auto at, auto end) {
    return at == end ? std::string("nothing") : shown(*at);
  };
  return fmt::format("feature {} is {} in the file and {} here", in_held - held.begin(),
                     show(in_held, held.end()), show(in_wanted, wanted.end()));
}

}  // namespace

const Tensor& WeightFile::tensor(std::string_view name) const {
  if (const Tensor* const found = find(name)) return *found;
  throw LoadError("weights.tensor", "{}: there is no tensor {}", source, shown(name));
}

const Tensor& WeightFile::tensor(std::string_view name, DType dtype,
                                 const std::vector<std::uint64_t>& dims) const {
  const Tensor& found = tensor(name);
  if (found.dtype == dtype && found.dims == dims) return found;
  throw LoadError("weights.tensor", "{}: the tensor {} is {}, not {} [{}]", source, name,
                  found.shape_text(), dtype_name(dtype), fmt::join(dims, ","));
}

const Tensor* WeightFile::find(std::string_view name) const noexcept {
  const auto found = std::ranges::find(tensors, name, &Tensor::name);
  return found == tensors.end() ? nullptr : &*found;
}

std::optional<double> WeightFile::figure(std::string_view name) const {
  const auto found = figures.find(name);
  return found == figures.end() ? std::nullopt : std::optional(found->second);
}

std::string WeightFile::features_hash() const { return format::features_hash(tensors); }

std::string features_hash(const std::vector<Tensor>& tensors, std::string_view left_out) {
  std::vector<std::string> lines;
  lines.reserve(tensors.size());
  for (const Tensor& tensor : tensors) {
    if (!left_out.empty() && tensor.name == left_out) continue;
    lines.push_back(fmt::format("{}\t{}\t{}\n", tensor.name, dtype_name(tensor.dtype),
                                fmt::join(tensor.dims, ",")));
  }
  std::sort(lines.begin(), lines.end());
  Sha256 hash;
  for (const std::string& line : lines) hash.update(line);
  return hash.hex();
}

void WeightFile::expect(std::string_view kind_wanted, int schema_wanted) const {
  if (kind != kind_wanted)
    throw LoadError("weights.kind", "{}: wrong kind: the file holds {}, {} is needed", source, kind,
                    kind_wanted);
  if (schema != schema_wanted) {
    throw LoadError("weights.schema",
                    "{}: wrong schema: the file has {} schema {}, this program reads schema {}",
                    source, kind, schema, schema_wanted);
  }
}

void WeightFile::expect(std::string_view kind_wanted, int schema_wanted,
                        const std::vector<std::string>& names_wanted,
                        std::string_view beside) const {
  expect(kind_wanted, schema_wanted);
  const std::vector<double> any(names_wanted.size());
  const std::string held_hash = format::features_hash(tensors, beside);
  const std::string wanted_hash = format::features_hash(linear_tensors(names_wanted, any));
  if (held_hash == wanted_hash && feature_names == names_wanted) return;
  const std::string detail = feature_names == names_wanted
                                 ? "the tensors' shapes differ"
                                 : first_difference(feature_names, names_wanted);
  throw LoadError(
      "weights.features",
      "{}: wrong features: the file has {} with hash {}, this program {} with hash {}; {}", source,
      feature_names.size(), held_hash, names_wanted.size(), wanted_hash, detail);
}

WeightFile parse_weight_file(std::span<const std::byte> bytes, std::string_view name) {
  return Reader(bytes, name).read();
}

WeightFile read_weight_file(const std::filesystem::path& path) {
  return parse_weight_file(read_file(path, kMaxFileBytes), path.string());
}

}  // namespace trivium::format
