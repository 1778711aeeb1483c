// Unites the journals of the parts of a tournament (`-part K/N`) into one journal, which has the
// games of the tournament played as a whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/core/result.h"

namespace trivium::match {

/// Writes the games of all `parts` into the new journal `out` and returns their number. The parts
/// are not changed. `tournament` is its name; empty means the only one of each journal. `out`
/// appears when it is complete; until then its name has ".part" at its end. Fails, without `out`,
/// if
///
/// - `out` exists;
/// - two journals are of different tournaments, engines or rules;
/// - a game is in two journals, or is missing: every game must be there of those that the parts
///   were last run for;
/// - the tournament has a sequential test or is Swiss, so that it has no parts;
/// - a journal cannot be read or a game is damaged.
///
/// The error names both sides. Requires: at least one part.
Result<std::uint64_t> merge_parts(const std::vector<std::filesystem::path>& parts,
                                  const std::string& tournament, const std::filesystem::path& out);

}  // namespace trivium::match
