#include "tools/match/record/standings/report.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

#include "engine/core/text.h"
#include "tools/match/record/standings/text_table.h"

namespace trivium::match {
namespace {

namespace statistics = learning::statistics;

constexpr std::size_t kMaxName = 30;
constexpr int kWidestCross = 12;  // in engines; a wider table does not fit a terminal

int engines_of(const Standings& standings) noexcept {
  return static_cast<int>(standings.names().size());
}

std::string name_of(const Standings& standings, int engine) {
  return text::printable(standings.names()[static_cast<std::size_t>(engine)], kMaxName);
}

std::string interval(const statistics::Estimate& estimate) {
  if (std::isinf(estimate.low) && std::isinf(estimate.high) && !std::isinf(estimate.value))
    return "n/a";
  return fmt::format("{}  ({} to {})", signed_figure(estimate.value, 1),
                     signed_figure(estimate.low, 1), signed_figure(estimate.high, 1));
}

bool has_byes(const Standings& standings, const std::vector<int>& engines) {
  return std::ranges::any_of(engines,
                             [&standings](int engine) { return standings.byes(engine) > 0; });
}

/// Columns name, games, results of board games.
std::string board_table(const Standings& standings, const std::vector<int>& order) {
  const bool rated = standings.names().size() > 2;
  const bool byes = has_byes(standings, order);
  std::vector<std::string> heading{"Rank", "Engine", "Games", "W", "D", "L"};
  if (byes) heading.emplace_back("Byes");
  heading.insert(heading.end(), {"Points", "%"});
  if (rated) heading.insert(heading.end(), {"Elo", "+/-"});
  TextTable table(heading, 1);
  const std::vector<statistics::Rating> ratings = standings.ratings();
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const statistics::GameCounts games = standings.total(order[rank]).games;
    std::vector<std::string> row{fmt::to_string(rank + 1),      name_of(standings, order[rank]),
                                 fmt::to_string(games.games()), fmt::to_string(games.wins),
                                 fmt::to_string(games.draws),   fmt::to_string(games.losses)};
    if (byes) row.push_back(fmt::to_string(standings.byes(order[rank])));
    row.insert(row.end(), {fmt::format("{:.1f}", standings.points(order[rank])),
                           percentage(games.points(), static_cast<double>(games.games()))});
    if (rated) {
      const statistics::Rating& rating = ratings[static_cast<std::size_t>(order[rank])];
      const bool known = games.games() > 0;
      row.insert(row.end(), {known ? signed_figure(rating.elo, 1) : "n/a",
                             error_figure(statistics::kNormal95 * rating.standard_error, 1)});
    }
    table.add(std::move(row));
  }
  return table.text();
}

std::string poker_figure(const statistics::Moments& winnings) {
  return winnings.count() == 0 ? "n/a" : signed_figure(winnings.mean(), 1);
}

std::string poker_error(const statistics::Moments& winnings) {
  return error_figure(statistics::kNormal95 * winnings.standard_error(), 1);
}

std::string poker_table(const Standings& standings, const std::vector<int>& order,
                        bool aivat = false) {
  const bool byes = has_byes(standings, order);
  std::vector<std::string> heading{"Rank", "Engine", "Hands", "Deals"};
  if (byes) heading.emplace_back("Byes");
  heading.insert(heading.end(), {"mbb/hand", "+/-", "all-in exp.", "+/-"});
  if (aivat) heading.insert(heading.end(), {"AIVAT", "+/-"});
  TextTable table(heading, 1);
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const PokerRecord& record = standings.poker(order[rank]);
    std::vector<std::string> row{fmt::to_string(rank + 1), name_of(standings, order[rank]),
                                 fmt::to_string(record.hands), fmt::to_string(record.raw.count())};
    if (byes) row.push_back(fmt::to_string(standings.byes(order[rank])));
    row.insert(row.end(), {poker_figure(record.raw), poker_error(record.raw),
                           poker_figure(record.expected), poker_error(record.expected)});
    if (aivat) row.insert(row.end(), {poker_figure(record.aivat), poker_error(record.aivat)});
    table.add(std::move(row));
  }
  return table.text();
}

/// Result of the first engine against the second.
std::string match_figures(const Standings& standings, const Tournament& tournament) {
  const PairingScore score = standings.pairing(0, 1);
  const PairingFigures shown = figures(score);
  const double games = static_cast<double>(score.games.games());
  std::string lines =
      fmt::format("{} against {}, 95% intervals{}:\n", name_of(standings, 0), name_of(standings, 1),
                  shown.from_pairs ? " from pairs of games" : "");
  lines += fmt::format("  Elo    {}\n", interval(shown.elo));
  lines += fmt::format("  nElo   {}\n", interval(shown.normalized_elo));
  lines += fmt::format("  LOS    {}\n",
                       games > 0 ? fmt::format("{:.1f}%", 100 * shown.superiority) : "n/a");
  lines += fmt::format(
      "  draws  {}\n",
      games > 0 ? percentage(static_cast<double>(score.games.draws), games) + "%" : "n/a");
  if (standings.games_per_encounter() == 2)
    lines +=
        fmt::format("  pairs  {}  (of 0, 1/2, 1, 3/2, 2 points)\n", fmt::join(score.pairs, " "));
  if (tournament.sprt) {
    const statistics::SprtTest& test = *tournament.sprt;
    const statistics::SprtState state = standings.sprt(test);
    const char* const unit = test.model == statistics::EloModel::kNormalized ? "nElo" : "Elo";
    const char* const verdict = state.verdict == statistics::SprtVerdict::kH0   ? "H0 accepted"
                                : state.verdict == statistics::SprtVerdict::kH1 ? "H1 accepted"
                                                                                : "undecided";
    lines += fmt::format(
        "  SPRT   LLR {} between {:.2f} and {:.2f}: {}  ({} {} against {}, alpha {}, beta {})\n",
        signed_figure(state.llr, 2), state.lower, state.upper, verdict, unit, test.elo0, test.elo1,
        test.alpha, test.beta);
  }
  return lines;
}

/// Cross table: results of the row's engine against the column's engine.
template <class Cell>
std::string cross_table(const Standings& standings, const std::vector<int>& order,
                        const std::string& heading, Cell cell) {
  std::vector<std::string> columns{heading};
  for (std::size_t rank = 0; rank < order.size(); ++rank)
    columns.push_back(fmt::to_string(rank + 1));
  TextTable table(columns, 0);
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    std::vector<std::string> row{fmt::format("{} {}", rank + 1, name_of(standings, order[rank]))};
    for (const int opponent : order)
      row.push_back(opponent == order[rank] ? "" : cell(order[rank], opponent));
    table.add(std::move(row));
  }
  return table.text();
}

std::string board_cell(const Standings& standings, int engine, int opponent) {
  const statistics::GameCounts games = standings.pairing(engine, opponent).games;
  return games.games() == 0 ? "-" : fmt::format("{}-{}-{}", games.wins, games.draws, games.losses);
}

std::string poker_cell(const statistics::Moments& winnings) {
  return winnings.count() == 0
             ? "-"
             : fmt::format("{} +/- {}", poker_figure(winnings), poker_error(winnings));
}

/// Columns of faults that occurred, and of time if clocks ran; empty if there is nothing to show.
std::string fault_table(const Standings& standings, const std::vector<int>& order) {
  constexpr auto kNoClock = std::chrono::microseconds::max();
  std::set<Ending> kinds;
  bool clocks = false;
  for (const int engine : order) {
    for (const auto& [kind, times] : standings.engine(engine).faults) kinds.insert(kind);
    clocks = clocks || standings.engine(engine).closest_call != kNoClock;
  }
  if (kinds.empty() && !clocks) return {};
  std::vector<std::string> heading{"Faults"};
  for (const Ending kind : kinds) heading.emplace_back(to_string(kind));
  if (kinds.empty()) heading.emplace_back("all");
  if (clocks) heading.insert(heading.end(), {"mean time", "least time left"});
  const bool excused = std::ranges::any_of(
      order, [&standings](int engine) { return standings.engine(engine).excused > 0; });
  if (excused) heading.emplace_back("late by the machine");
  TextTable table(heading, 0);
  for (const int engine : order) {
    const EngineRecord& record = standings.engine(engine);
    std::vector<std::string> row{name_of(standings, engine)};
    for (const Ending kind : kinds)
      row.push_back(record.faults.contains(kind) ? fmt::to_string(record.faults.at(kind)) : "0");
    if (kinds.empty()) row.emplace_back("0");
    if (clocks) {
      const double mean = record.thinking.mean_time();
      row.push_back(std::isnan(mean) ? "n/a" : fmt::format("{:.2f} ms", mean / 1000));
      const double seconds = std::chrono::duration<double>(record.closest_call).count();
      row.push_back(record.closest_call == kNoClock ? "n/a" : fmt::format("{:.3f} s", seconds));
    }
    if (excused) row.push_back(fmt::to_string(record.excused));
    table.add(std::move(row));
  }
  return table.text();
}

}  // namespace

PairingFigures figures(const PairingScore& score) {
  const bool from_pairs = score.pairs != statistics::PairCounts{};
  const auto of = [from_pairs](const auto& counts) {
    return PairingFigures{from_pairs, statistics::elo(counts), statistics::normalized_elo(counts),
                          statistics::likelihood_of_superiority(counts)};
  };
  return from_pairs ? of(score.pairs) : of(score.games);
}

std::vector<int> ranked(const Standings& standings, const Tournament& tournament) {
  std::vector<double> strengths;
  for (const statistics::Rating& rating : standings.ratings()) strengths.push_back(rating.elo);
  for (int engine = 0; tournament.game == Game::kPoker && engine < engines_of(standings);
       ++engine) {
    strengths[static_cast<std::size_t>(engine)] = standings.poker(engine).expected.mean();
  }
  return by_strength(strengths.size(), [&strengths](int engine) {
    return strengths[static_cast<std::size_t>(engine)];
  });
}

std::string report(const Standings& standings, const Tournament& tournament) {
  const bool poker = tournament.game == Game::kPoker;
  const std::vector<int> order = ranked(standings, tournament);
  std::string lines = fmt::format("{} after {}\n", text::printable(tournament.name, kMaxName),
                                  text::counted(standings.games(), poker ? "block" : "game"));
  lines += poker ? poker_table(standings, order) : board_table(standings, order);
  if (!poker && order.size() == 2) lines += match_figures(standings, tournament);
  if (order.size() > 2 && engines_of(standings) <= kWidestCross) {
    if (!poker) {
      lines += cross_table(standings, order, "W-D-L against",
                           [&](int a, int b) { return board_cell(standings, a, b); });
    } else if (tournament.schedule.seats == 2) {
      lines += cross_table(standings, order, "all-in exp. against", [&](int a, int b) {
        return poker_cell(standings.poker(a, b).expected);
      });
    }
  }
  return lines + fault_table(standings, order);
}

std::string report_aivat(const AivatScore& score, const Tournament& tournament) {
  const Standings& standings = score.standings;
  const std::vector<int> order = ranked(standings, tournament);
  std::string known;
  for (std::size_t engine = 0; engine < score.policies.size(); ++engine) {
    if (score.policies[engine].empty()) continue;
    known += fmt::format("{}{} plays {}", known.empty() ? "" : ", ",
                         name_of(standings, static_cast<int>(engine)), score.policies[engine]);
  }
  std::string lines = fmt::format("AIVAT estimates, with known policies: {}:\n", known) +
                      poker_table(standings, order, true);
  if (order.size() > 2 && engines_of(standings) <= kWidestCross) {
    lines += cross_table(standings, order, "AIVAT against",
                         [&](int a, int b) { return poker_cell(standings.poker(a, b).aivat); });
  }
  if (score.all_in_hands > 0) {
    lines += fmt::format(
        "{} of {} count at their all-in expectation: they do not fit the known policies\n",
        score.all_in_hands, text::counted(score.hands, "hand"));
  }
  return lines;
}

}  // namespace trivium::match
