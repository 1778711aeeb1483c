#include "tools/match/record/ledger.h"

#include <utility>

#include "tools/match/record/journal.h"

namespace trivium::match {
namespace {

Result<std::unique_ptr<Ledger>> as_ledger(Result<Journal> journal) {
  if (!journal) return journal.error();
  return std::unique_ptr<Ledger>(std::make_unique<Journal>(*std::move(journal)));
}

}  // namespace

Result<std::unique_ptr<Ledger>> open_ledger(const std::filesystem::path& place,
                                            const TournamentIdentity& tournament) {
  return as_ledger(Journal::open(place, tournament));
}

Result<std::unique_ptr<Ledger>> read_ledger(const std::filesystem::path& place,
                                            const std::string& tournament) {
  return as_ledger(Journal::open_for_reading(place, tournament));
}

}  // namespace trivium::match
