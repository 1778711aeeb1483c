#include "tools/match/record/ledger.h"

#include <array>
#include <cstddef>
#include <unistd.h>
#include <utility>

#include "tools/match/record/journal.h"

namespace trivium::match {
namespace {

Result<std::unique_ptr<Ledger>> as_ledger(Result<Journal> journal) {
  if (!journal) return journal.error();
  return std::unique_ptr<Ledger>(std::make_unique<Journal>(*std::move(journal)));
}

}  // namespace

std::string host_name() {
  constexpr std::size_t kLongestName = 256;
  std::array<char, kLongestName> name{};
  const bool known = gethostname(name.data(), name.size() - 1) == 0 && name.front() != '\0';
  return known ? name.data() : "?";
}

Result<std::unique_ptr<Ledger>> open_ledger(const std::filesystem::path& place,
                                            const TournamentIdentity& tournament,
                                            const RunnerOptions& /*runner*/) {
  return as_ledger(Journal::open(place, tournament));
}

Result<std::unique_ptr<Ledger>> read_ledger(const std::filesystem::path& place,
                                            const std::string& tournament) {
  return as_ledger(Journal::open_for_reading(place, tournament));
}

}  // namespace trivium::match
