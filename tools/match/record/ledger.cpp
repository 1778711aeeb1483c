#include "tools/match/record/ledger.h"

#include <array>
#include <cstddef>
#include <unistd.h>
#include <utility>

#include "engine/core/text.h"
#include "tools/match/record/journal.h"
#include "tools/match/record/shared/shared_ledger.h"
#include "tools/match/record/shared/sql.h"
#include "tools/match/setup/journal_place.h"

namespace trivium::match {
namespace {

Result<std::unique_ptr<Ledger>> as_ledger(Result<Journal> journal) {
  if (!journal) return journal.error();
  return std::unique_ptr<Ledger>(std::make_unique<Journal>(*std::move(journal)));
}

/// Fails for URLs with a password too, whose errors must not quote them.
Result<SqlConnect> connect_to(const std::string& url) {
  if (const Status checked = check_journal_place(url); !checked) return checked.error();
  return postgres_at(url);
}

std::string shown_url(const std::string& url) {
  constexpr std::size_t kQuotedUrl = 200;
  return text::printable(url, kQuotedUrl);
}

}  // namespace

std::string host_name() {
  constexpr std::size_t kMaxName = 256;
  std::array<char, kMaxName> name{};
  const bool known = gethostname(name.data(), name.size() - 1) == 0 && name.front() != '\0';
  return known ? name.data() : "?";
}

Result<std::unique_ptr<Ledger>> open_ledger(const std::filesystem::path& place,
                                            const TournamentIdentity& tournament,
                                            const RunnerOptions& runner) {
  if (is_url(place.native())) {
    const Result<SqlConnect> connect = connect_to(place.native());
    if (!connect) return connect.error();
    return open_shared_ledger(*connect, shown_url(place.native()), tournament, runner);
  }
  return as_ledger(Journal::open(place, tournament));
}

Result<std::unique_ptr<Ledger>> read_ledger(const std::filesystem::path& place,
                                            const std::string& tournament) {
  if (is_url(place.native())) {
    const Result<SqlConnect> connect = connect_to(place.native());
    if (!connect) return connect.error();
    return read_shared_ledger(*connect, shown_url(place.native()), tournament);
  }
  return as_ledger(Journal::open_for_reading(place, tournament));
}

}  // namespace trivium::match
