#include "tools/match/play/game_source.h"

#include "tools/match/play/journal_facts.h"

namespace trivium::match {

Result<GameSource> GameSource::make(const ScheduleOptions& options, Ledger& journal,
                                    Standings& standings) {
  const Result<Schedule> schedule = Schedule::make(options);
  if (!schedule) return schedule.error();
  return GameSource(*schedule, journal, standings);
}

Result<GameSource::Next> GameSource::next() {
  next_ = journal_->first_missing(next_);
  if (next_ >= size()) return Next{};
  if (schedule_.options().format == Format::kSwiss) {
    while (rounds_.size() <= schedule_.round_of(next_)) {
      const Result<bool> paired = pair_round();
      if (!paired) return paired.error();
      if (!*paired) return Next{std::nullopt, true};
    }
  }
  ++running_;
  const std::uint64_t number = next_++;
  if (schedule_.options().format != Format::kSwiss) return Next{schedule_.game(number)};
  return Next{schedule_.game(
      number, rounds_[schedule_.round_of(number)].pairings.at(schedule_.pairing_of(number)))};
}

/// Takes the pairings from the journal if they are there, else computes them from the standings.
Result<bool> GameSource::pair_round() {
  const Result<std::optional<SwissRound>> kept = kept_swiss_round(*journal_, rounds_.size());
  if (!kept) return kept.error();
  if (*kept) {
    rounds_.push_back(**kept);
    return true;
  }
  if (running_ > 0) return false;
  const SwissRound round = swiss_round(swiss_scores(*standings_), rounds_);
  if (const Status written = keep_swiss_round(*journal_, rounds_.size(), round); !written)
    return written.error();
  if (round.bye) standings_->add_bye(*round.bye);
  rounds_.push_back(round);
  return true;
}

}  // namespace trivium::match
