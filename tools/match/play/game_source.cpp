#include "tools/match/play/game_source.h"

#include <utility>

#include "models/format/load_error.h"
#include "tools/match/play/journal_facts.h"

namespace trivium::match {

using format::or_throw;

Result<GameSource> GameSource::make(const ScheduleOptions& options, Ledger& journal,
                                    Standings& standings, std::size_t paired) {
  const Result<Schedule> schedule = Schedule::make(options);
  if (!schedule) return schedule.error();
  return GameSource(*schedule, journal, standings, paired);
}

Result<GameSource::Next> GameSource::next() {
  return format::or_error([this] {
    if (Sharing* const sharing = journal_->sharing()) return next_claimed(*sharing);
    next_ = first_open(next_);
    if (next_ >= schedule_.size()) return Next{};
    if (schedule_.options().format == Format::kSwiss) {
      while (rounds_.size() <= schedule_.round_of(next_)) {
        if (!pair_round()) return Next{std::nullopt, true};
      }
    }
    return started(next_++);
  });
}

GameSource::Next GameSource::next_claimed(Sharing& sharing) {
  // If the claim has run out, another runner may have played its games.
  while (!claimed_.empty() && journal_->has(claimed_.front())) claimed_.pop_front();
  if (claimed_.empty()) {
    if (journal_->first_missing() >= schedule_.size()) return Next{};
    const std::vector<std::uint64_t> games = or_throw(sharing.claim(claimable()));
    claimed_.assign(games.begin(), games.end());
  }
  if (claimed_.empty()) return Next{std::nullopt, true};
  const std::uint64_t number = claimed_.front();
  claimed_.pop_front();
  return started(number);
}

std::uint64_t GameSource::claimable() {
  const ScheduleOptions& options = schedule_.options();
  if (options.format != Format::kSwiss) return options.rounds * schedule_.encounters_per_round();
  while (rounds_.size() < options.rounds && pair_round()) {
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
bool GameSource::pair_round() {
  const std::size_t number = rounds_.size();
  std::optional<SwissRound> kept = kept_swiss_round(*journal_, number);
  const bool counted = kept && number < paired_;
  if (!kept) {
    if (round_is_running()) return false;
    kept = keep_swiss_round(*journal_, number, swiss_round(swiss_scores(*standings_), rounds_));
  }
  if (kept->bye && !counted) standings_->add_bye(*kept->bye);
  rounds_.push_back(*std::move(kept));
  return true;
}

}  // namespace trivium::match
