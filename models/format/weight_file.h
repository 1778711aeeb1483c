// Weight files: the output of a learner as a safetensors file with a checksum.
//
// models/README.md documents the format. The reader verifies the whole file, so tensor sizes,
// finite numbers and the checksum of a WeightFile that was read can be relied on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/format/load_error.h"
#include "models/format/tensor.h"

namespace trivium::format {

inline constexpr std::uint64_t kMaxFileBytes = std::uint64_t{1} << 30;
inline constexpr std::uint64_t kMaxHeaderBytes = std::uint64_t{1} << 24;

/// The numbers under "figures" in a manifest.
using Figures = std::map<std::string, double, std::less<>>;

struct WeightFile {
  std::string kind;  ///< purpose of the weights: "chess.linear"
  int schema = 0;    ///< version of the kind's tensors and features, from 1
  /// In the engine's order; empty if the tensors are not features.
  std::vector<std::string> feature_names{};
  std::string manifest = "{}";  ///< a JSON object: how the weights were made
  std::vector<Tensor> tensors;  ///< in file order after reading; in any order for writing
  Figures figures{};            ///< from the manifest; set by reading, ignored by writing
  std::string sha256{};  ///< of the file, 64 hexadecimal digits; set by reading, ignored by writing
  std::string source{};  ///< the file's name for messages; set by reading, ignored by writing

  /// Returns the tensor. Throws LoadError if it does not exist.
  const Tensor& tensor(std::string_view name) const;
  /// Returns the numbers of that tensor. Throws LoadError, with both descriptions, if type or shape
  /// differ.
  template <class Number>
  std::span<const Number> numbers(std::string_view name,
                                  const std::vector<std::uint64_t>& dims) const {
    return tensor(name, dtype_of<Number>(), dims).template values<Number>();
  }
  /// Returns null if the tensor does not exist.
  const Tensor* find(std::string_view name) const noexcept;

  /// Returns the figure, or nothing if it does not exist.
  std::optional<double> figure(std::string_view name) const;

  /// Returns the SHA-256 of a line "name\tdtype\tdims\n" for each tensor in order of name; dims are
  /// joined by commas.
  std::string features_hash() const;

  /// Throws LoadError, with both values, unless the file is of this kind and schema and has exactly
  /// these features, stored as linear_tensors() stores them (linear.h). The file may also have a
  /// tensor named `beside`.
  void expect(std::string_view kind_wanted, int schema_wanted,
              const std::vector<std::string>& names_wanted, std::string_view beside = {}) const;

  /// Throws LoadError, with both values, unless the file is of this kind and schema. For files
  /// whose tensors are not features.
  void expect(std::string_view kind_wanted, int schema_wanted) const;

 private:
  const Tensor& tensor(std::string_view name, DType dtype,
                       const std::vector<std::uint64_t>& dims) const;
};

/// Returns features_hash() of these tensors without the tensor named `left_out`.
std::string features_hash(const std::vector<Tensor>& tensors, std::string_view left_out = {});

/// Reads and verifies a file. Throws LoadError with a specific message for each fault. Memory is
/// allocated only after a check that the file is large enough to need it.
WeightFile read_weight_file(const std::filesystem::path& path);

/// Parses and verifies the bytes of a file; throws as read_weight_file() does. `name` stands for
/// the file in messages.
WeightFile parse_weight_file(std::span<const std::byte> bytes, std::string_view name);

/// Returns the bytes of a file with this content in canonical form: equal content gives equal
/// bytes. Throws LoadError if the reader would reject the content (NaN, inconsistent sizes, ...).
std::vector<std::byte> weight_file_bytes(const WeightFile& file);

/// Returns "<kind>-<first 8 digits of sha256>.safetensors".
std::string canonical_file_name(std::string_view kind, std::string_view sha256);

/// Returns the path for a weight file that was read or parsed: `target`, or the canonical name
/// inside it if it is a folder.
std::filesystem::path weight_file_path(const std::filesystem::path& target, const WeightFile& file);

/// Writes the complete file or nothing. Returns its weight_file_path().
/// Throws LoadError as weight_file_bytes() does, and if the file cannot be written.
std::filesystem::path write_weight_file(const std::filesystem::path& target,
                                        const WeightFile& file);

}  // namespace trivium::format
