// Weight files: what a learner found, in a form that any safetensors reader opens and that proves itself intact.
//
// models/README.md documents the bytes. Reader and writer stand side by side here; a file is read only when all of it is right, so
// that whoever holds a WeightFile may trust its tensors' sizes, its numbers (finite) and its hash.
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

/// What a manifest says under "figures", as far as it is numbers.
using Figures = std::map<std::string, double, std::less<>>;

struct WeightFile {
  std::string kind;                        ///< what the weights are for: "chess.linear"
  int schema = 0;                          ///< version of the kind's tensors and features, from 1
  std::vector<std::string> feature_names;  ///< in the engine's order; may be empty where tensors are not features
  std::string manifest = "{}";             ///< a JSON object: how the weights were made
  std::vector<Tensor> tensors;             ///< in file order once read or written
  Figures figures;                         ///< in the manifest; set by reading, ignored by writing
  std::string sha256;                      ///< of the file, 64 hexadecimal digits; set by reading, ignored by writing
  std::string source;                      ///< the file's name for messages; set by reading, ignored by writing

  /// Throws LoadError when there is none of that name.
  const Tensor& tensor(std::string_view name) const;
  /// The numbers of that tensor. Throws LoadError, naming both sides, unless it has this type and this shape.
  template <class Number>
  std::span<const Number> numbers(std::string_view name, const std::vector<std::uint64_t>& dims) const {
    return tensor(name, dtype_of<Number>(), dims).template values<Number>();
  }
  /// Null when there is none of that name.
  const Tensor* find(std::string_view name) const noexcept;

  /// The figure of that name, where there is one.
  std::optional<double> figure(std::string_view name) const;

  /// SHA-256 over a line "name\tdtype\tdims\n" for each tensor in order of name; dims are joined by commas.
  std::string features_hash() const;

  /// Throws LoadError, naming both sides, unless the file is of this kind and schema and holds just
  /// these features, stored as linear_tensors() stores them (linear.h). A tensor of the name `beside`
  /// may stand beside them.
  void expect(std::string_view kind_wanted, int schema_wanted, const std::vector<std::string>& names_wanted,
              std::string_view beside = {}) const;

  /// The same for files whose tensors are not features: only kind and schema are compared.
  void expect(std::string_view kind_wanted, int schema_wanted) const;

 private:
  const Tensor& tensor(std::string_view name, DType dtype, const std::vector<std::uint64_t>& dims) const;
};

/// features_hash() of these tensors but the one of the name `left_out`, if it is among them.
std::string features_hash(const std::vector<Tensor>& tensors, std::string_view left_out = {});

/// Reads and verifies a file. Throws LoadError with a message of its own for every fault; takes no memory before it has checked that
/// the file is large enough to need it.
WeightFile read_weight_file(const std::filesystem::path& path);

/// The same for bytes in memory; `name` stands for the file in messages.
WeightFile parse_weight_file(std::span<const std::byte> bytes, std::string_view name);

/// The bytes of a file with this content, in canonical form: equal content, equal bytes. Throws LoadError where the content is such
/// that the reader would refuse it (NaN, sizes that do not match, ...).
std::vector<std::byte> weight_file_bytes(const WeightFile& file);

/// "<kind>-<first 8 digits of sha256>.safetensors"
std::string canonical_file_name(std::string_view kind, std::string_view sha256);

/// Returns the path for a weight file that was read or parsed: `target`, or the canonical name
/// inside it if it is a folder.
std::filesystem::path weight_file_path(const std::filesystem::path& target, const WeightFile& file);

/// Writes the complete file or nothing. Returns its weight_file_path().
/// Throws LoadError as weight_file_bytes() does, and when the disk refuses.
std::filesystem::path write_weight_file(const std::filesystem::path& target, const WeightFile& file);

}  // namespace trivium::format
