#include "tools/match/record/ledger.h"

#include <array>
#include <cstddef>
#include <unistd.h>

#include "engine/core/text.h"
#include "models/format/load_error.h"
#include "tools/match/record/journal.h"
#include "tools/match/record/shared/shared_ledger.h"
#include "tools/match/record/shared/sql.h"
#include "tools/match/setup/journal_place.h"

namespace trivium::match {
namespace {

using format::or_throw;

/// Throws format::LoadError, also for URLs with a password, whose errors must not quote them.
SqlConnect connect_to(const std::string& url) {
  or_throw(check_journal_place(url));
  return or_throw(postgres_at(url));
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
  return format::or_error([&]() -> std::unique_ptr<Ledger> {
    const std::string& url = place.native();
    if (is_url(url))
      return or_throw(open_shared_ledger(connect_to(url), shown_url(url), tournament, runner));
    return std::make_unique<Journal>(or_throw(Journal::open(place, tournament)));
  });
}

Result<std::unique_ptr<Ledger>> read_ledger(const std::filesystem::path& place,
                                            const std::string& tournament) {
  return format::or_error([&]() -> std::unique_ptr<Ledger> {
    const std::string& url = place.native();
    if (is_url(url))
      return or_throw(read_shared_ledger(connect_to(url), shown_url(url), tournament));
    return std::make_unique<Journal>(or_throw(Journal::open_for_reading(place, tournament)));
  });
}

}  // namespace trivium::match
