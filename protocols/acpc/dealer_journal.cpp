#include "protocols/acpc/dealer_journal.h"

#include <filesystem>
#include <fmt/format.h>
#include <utility>

#include "engine/core/text.h"
#include "protocols/acpc/version.h"

namespace trivium::acpc {

namespace {

constexpr std::size_t kQuotedLine = 120;
constexpr std::string_view kIdentity = "# name/game/hands/seed ";

Error at_line(const MatchFile& file, std::string_view cause) {
  return Error{"acpc.dealer.journal",
               fmt::format("{}, line {}: {}", file.path().string(), file.line_number(), cause)};
}

/// True if the old line is equal to the new one. Comments may differ (an operator may add them, or
/// times may be changed on purpose), except the one that identifies the match.
bool same_line(std::string_view old, std::string_view line) {
  if (old == line) return true;
  return is_comment(old) && is_comment(line) && !line.starts_with(kIdentity);
}

}  // namespace

Result<Journal> Journal::open(const JournalOptions& options, Match& match) {
  const std::string& name = match.setup().name;
  const std::filesystem::path transactions = name + ".tlog";
  std::error_code ignored;
  const bool found = options.append && std::filesystem::exists(transactions, ignored);
  const bool resume = options.append && (options.transactions || found);
  const auto mode = resume           ? MatchFile::Mode::kResume
                    : options.append ? MatchFile::Mode::kAppend
                                     : MatchFile::Mode::kOverwrite;

  Journal journal;
  if (options.transactions || found) {
    Result<MatchFile> file = MatchFile::open(transactions, mode);
    if (!file) return file.error();
    journal.transactions_ = std::move(*file);
  }
  if (options.log) {
    Result<MatchFile> file = MatchFile::open(name + ".log", mode);
    if (!file) return file.error();
    journal.log_ = std::move(*file);
    journal.comparing_ = resume;
  }
  if (const Status started = journal.start(match.setup()); !started) return started.error();
  if (!resume) return journal;
  if (const Status replayed = journal.replay(match); !replayed) return replayed.error();
  return journal;
}

Status Journal::start(const MatchSetup& setup) {
  const std::vector<std::string> header = log_header(setup);
  for (const std::string& line : header) {
    if (const Status logged = log_line(line); !logged) return logged;
    if (&line == &header.front()) identified_ = comparing_;
  }
  return {};
}

Status Journal::replay(Match& match) {
  while (const std::optional<std::string> line = transactions_->next()) {
    if (const Status played = replay_line(*line, match); !played) return played;
  }
  if (!identified_ && transactions_->line_number() > 0) {
    remarks_.push_back(
        fmt::format("{}: there is no log to identify the match: name, game, seed and players are "
                    "taken as given",
                    transactions_->path().string()));
  }
  return stop_replaying(match);
}

Status Journal::replay_line(std::string_view line, Match& match) {
  const auto fault = [this](std::string_view cause) { return at_line(*transactions_, cause); };
  if (match.over()) return fault("an action after the last hand of the match");
  const Result<Transaction> read = parse_transaction(line, match.setup().game);
  if (!read) return fault(read.error().message);
  if (read->hand != match.hand().id())
    return fault(fmt::format("hand {} found, hand {} expected", read->hand, match.hand().id()));
  if (const auto rule = match.hand().betting().illegality(read->action)) {
    return fault(poker::explain_illegal(match.hand().betting(), read->action, *rule));
  }
  if (read->received == read->sent) missed_ = true;
  match.act(read->action, read->received - read->sent);
  if (!match.hand().betting().finished()) return {};
  if (const Status logged = hand_finished(match); !logged) return logged;
  match.next_hand();
  return {};
}

/// If the match is over, its SCORE line remains to be compared.
Status Journal::stop_replaying(const Match& match) {
  if (transactions_->rest()) {
    remarks_.push_back(transactions_->path().string() + ": half a line at its end was cut off");
    if (const Status cut = transactions_->cut(); !cut) return cut;
  }
  if (!log_ || match.over() || !comparing_) return {};
  comparing_ = false;
  if (!log_->rest()) return {};
  remarks_.push_back(fmt::format(
      "{}: the lines after line {} were cut off: they are not in {} and will be played again",
      log_->path().string(), log_->line_number(), transactions_->path().string()));
  return log_->cut();
}

Status Journal::log_line(std::string_view line) {
  if (!log_) return {};
  while (comparing_) {
    const std::optional<std::string> old = log_->next();
    if (!old) {
      comparing_ = false;
      if (const Status cut = log_->cut(); !cut) return cut;
    } else if (same_line(*old, line)) {
      return {};
    } else if (!is_comment(*old) || is_comment(line)) {
      return at_line(*log_,
                     fmt::format("{} where this match has {}", text::quoted(*old, kQuotedLine),
                                 text::quoted(line, kQuotedLine)));
    }
  }
  return log_->append(line);
}

Status Journal::action(const Transaction& transaction) {
  return transactions_ ? transactions_->append(write_transaction(transaction)) : Status{};
}

Status Journal::hand_finished(const Match& match) { return log_line(hand_line(match)); }

Status Journal::match_over(const Match& match) {
  if (const Status logged = log_line(score_line(match)); !logged) return logged;
  if (!log_ || !comparing_) return {};
  comparing_ = false;
  return log_->cut();
}

}  // namespace trivium::acpc
