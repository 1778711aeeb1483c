#include "tools/match/run/game_source.h"

#include <fmt/format.h>
#include <string>
#include <string_view>

#include "engine/core/text.h"

namespace trivium::match {

namespace {

/// "0-3 1-2 4": the last is a bye.
std::string to_text(const SwissRound& round) {
  std::string text;
  for (const auto& [first, second] : round.pairings) text += fmt::format("{}{}-{}", text.empty() ? "" : " ", first, second);
  if (round.bye) text += fmt::format(" {}", *round.bye);
  return text;
}

std::optional<SwissRound> parse_round(std::string_view text) {
  SwissRound round;
  for (std::string_view word = text::take_word(text); !word.empty(); word = text::take_word(text)) {
    const std::size_t dash = word.find('-');
    const std::optional<int> first = text::parse_number<int>(word.substr(0, dash));
    if (dash == std::string_view::npos) {
      round.bye = first;
      continue;
    }
    const std::optional<int> second = text::parse_number<int>(word.substr(dash + 1));
    if (!first || !second) return std::nullopt;
    round.pairings.push_back({*first, *second});
  }
  return round;
}

}  // namespace

Result<GameSource> GameSource::make(const ScheduleOptions& options, Journal& journal, const Standings& standings) {
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
  return Next{schedule_.game(number, rounds_[schedule_.round_of(number)].pairings.at(schedule_.pairing_of(number)))};
}

/// The round after those paired so far: from the journal, or, when all games before it are over, by the standings. False: they are not.
Result<bool> GameSource::pair_round() {
  const std::string fact = fmt::format("swiss.round.{}", rounds_.size());
  const Result<std::optional<std::string>> text = journal_->fact(fact);
  if (!text) return text.error();
  if (*text) {
    std::optional<SwissRound> round = parse_round(**text);
    if (!round || round->pairings.size() != schedule_.encounters_per_round()) {
      return Error{fmt::format("journal: {}: '{}' are no pairings", fact, **text)};
    }
    rounds_.push_back(*std::move(round));
    return true;
  }
  if (running_ > 0) return false;
  rounds_.push_back(swiss_round(swiss_scores(*standings_, rounds_), rounds_));
  if (const Status kept = journal_->set_fact(fact, to_text(rounds_.back())); !kept) return kept.error();
  return true;
}

}  // namespace trivium::match
