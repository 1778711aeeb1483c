#include "tools/match/play/game_source.h"

#include <utility>

#include "tools/match/play/journal_facts.h"

namespace trivium::match {

Result<GameSource> GameSource::make(const ScheduleOptions& options, Ledger& journal,
                                    Standings& standings, std::size_t paired) {
  const Result<Schedule> schedule = Schedule::make(options);
  if (!schedule) return schedule.error();
  return GameSource(*schedule, journal, standings, paired);
}

Result<GameSource::Next> GameSource::next() {
  if (Sharing* const sharing = journal_->sharing()) return next_claimed(*sharing);
  next_ = first_open(next_);
  if (next_ >= schedule_.size()) return Next{};
  if (schedule_.options().format == Format::kSwiss) {
    while (rounds_.size() <= schedule_.round_of(next_)) {
      const Result<bool> paired = pair_round();
      if (!paired) return paired.error();
      if (!*paired) return Next{std::nullopt, true};
    }
  }
  return started(next_++);
}

Result<GameSource::Next> GameSource::next_claimed(Sharing& sharing) {
  // If the claim has run out, another runner may have played its games.
  while (!claimed_.empty() && journal_->has(claimed_.front())) claimed_.pop_front();
  if (claimed_.empty()) {
    if (journal_->first_missing() >= schedule_.size()) return Next{};
    const Result<std::uint64_t> end = claimable();
    if (!end) return end.error();
    const Result<std::vector<std::uint64_t>> games = sharing.claim(*end);
    if (!games) return games.error();
    claimed_.assign(games->begin(), games->end());
  }
  if (claimed_.empty()) return Next{std::nullopt, true};
  const std::uint64_t number = claimed_.front();
  claimed_.pop_front();
  return started(number);
}

Result<std::uint64_t> GameSource::claimable() {
  const ScheduleOptions& options = schedule_.options();
  if (options.format != Format::kSwiss) return options.rounds * schedule_.encounters_per_round();
  while (rounds_.size() < options.rounds) {
    const Result<bool> paired = pair_round();
    if (!paired) return paired.error();
    if (!*paired) break;
  }
  return rounds_.size() * schedule_.encounters_per_round();
}

GameSource::Next GameSource::started(std::uint64_t number) {
  ++running_;
  if (schedule_.options().format != Format::kSwiss) return Next{schedule_.game(number)};
  return Next{schedule_.game(
      number, rounds_[schedule_.round_of(number)].pairings.at(schedule_.pairing_of(number)))};
}

std::uint64_t GameSource::first_open(std::uint64_t from) const {
  for (;;) {
    const std::uint64_t number = journal_->first_missing(schedule_.next_of_part(from));
    from = schedule_.next_of_part(number);
    if (from == number) return number;
  }
}

bool GameSource::round_is_running() const {
  if (journal_->sharing() == nullptr) return running_ > 0;
  const std::uint64_t games = schedule_.encounters_per_round() *
                              static_cast<std::uint64_t>(schedule_.games_per_encounter());
  return journal_->first_missing() < rounds_.size() * games;
}

/// Takes the pairings from the journal if they are there, else computes them from the standings.
Result<bool> GameSource::pair_round() {
  const std::size_t number = rounds_.size();
  Result<std::optional<SwissRound>> kept = kept_swiss_round(*journal_, number);
  if (!kept) return kept.error();
  const bool counted = *kept && number < paired_;
  if (!*kept) {
    if (round_is_running()) return false;
    Result<SwissRound> round =
        keep_swiss_round(*journal_, number, swiss_round(swiss_scores(*standings_), rounds_));
    if (!round) return round.error();
    *kept = *std::move(round);
  }
  if ((*kept)->bye && !counted) standings_->add_bye(*(*kept)->bye);
  rounds_.push_back(**std::move(kept));
  return true;
}

}  // namespace trivium::match
