// Spelling suggestions: the known word nearest to an unknown one, for "did you mean ...?" in
// messages.
#pragma once

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace trivium::text {

/// Returns the number of insertions, deletions and replacements that turn one word into the other
/// (Levenshtein 1965). Time grows with the product of the lengths, so do not use it for words of
/// unlimited length.
inline std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  for (std::size_t j = 0; j <= to.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({replaced, row[j] + 1, row[j - 1] + 1}));
    }
  }
  return row[to.size()];
}

/// Returns the word in `known` that is nearest to `word` by edit distance, the first one of equals.
/// Returns an empty view if no distance is at most 3 and at most about half of the word, or if
/// `word` has more than 60 bytes. `word_of` is a function or a member that gives the word of an
/// element of `known` as something that converts to std::string_view. The result is valid as long
/// as `known`.
template <class Words, class WordOf = std::identity>
std::string_view nearest_word(std::string_view word, const Words& known,
                              const WordOf& word_of = {}) {
  constexpr std::size_t kMisspelt = 3;
  constexpr std::size_t kMax = 60;
  std::string_view nearest;
  if (word.size() > kMax) return nearest;
  std::size_t minimum = std::min({kMisspelt + 1, (word.size() + 1) / 2 + 1, word.size()});
  for (const auto& element : known) {
    const std::string_view one = std::invoke(word_of, element);
    const std::size_t distance = edit_distance(word, one);
    if (distance >= minimum) continue;
    nearest = one;
    minimum = distance;
  }
  return nearest;
}

/// Returns "; did you mean 'WORD'?" with the nearest known word, or an empty string if none is
/// near.
template <class Words, class WordOf = std::identity>
std::string suggestion(std::string_view word, const Words& known, const WordOf& word_of = {}) {
  const std::string_view nearest = nearest_word(word, known, word_of);
  return nearest.empty() ? std::string() : "; did you mean '" + std::string(nearest) + "'?";
}

/// Returns the path of the file or folder beside `missing` whose name is nearest to its name. The
/// path is relative if `missing` is. Returns an empty string if no name is near or the folder
/// cannot be read. Compares at most 10,000 names.
inline std::string nearest_file(const std::filesystem::path& missing) {
  constexpr std::size_t kMax = 10'000;
  std::error_code failure;
  const std::filesystem::path folder =
      missing.has_parent_path() ? missing.parent_path() : std::filesystem::path(".");
  std::vector<std::string> names;
  for (std::filesystem::directory_iterator entry(folder, failure), end;
       !failure && entry != end && names.size() < kMax; entry.increment(failure)) {
    names.push_back(entry->path().filename().string());
  }
  std::ranges::sort(names);  // directory order is arbitrary
  const std::string name = missing.filename().string();
  const std::string_view nearest = nearest_word(name, names);
  return nearest.empty() || nearest == name ? std::string()
                                            : (missing.parent_path() / nearest).string();
}

}  // namespace trivium::text
