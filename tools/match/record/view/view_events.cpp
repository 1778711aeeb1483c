// Reports a tournament as JSON lines: one object per event. docs/using/tournaments.md lists the
// events.
#include <nlohmann/json.hpp>
#include <utility>

#include "models/format/strict_json.h"
#include "tools/match/record/standings/report.h"
#include "tools/match/record/view/view_words.h"

namespace trivium::match {

namespace {

using nlohmann::ordered_json;

ordered_json with_progress(ordered_json event, const RunProgress& progress) {
  event["finished"] = progress.finished;
  event["total"] = progress.total;
  event["resumed"] = progress.resumed;
  event["running"] = progress.running;
  return event;
}

/// Returns an event of a game. Numbers start at 1, as in records.
ordered_json game_event(const char* name, const Tournament& tournament, const ScheduledGame& game) {
  ordered_json event{{"event", name}};
  event["game"] = game.number + 1;
  event["round"] = game.round + 1;
  event["encounter"] = game.encounter + 1;
  event["rotation"] = game.rotation + 1;
  ordered_json& engines = event["engines"] = ordered_json::array();
  for (const int engine : game.seats)
    engines.push_back(tournament.engines.at(static_cast<std::size_t>(engine)).name);
  return event;
}

void add_played(ordered_json& event, Game game, const PlayedGame& played) {
  event["result"] = result_word(played.for_first);
  event["ending"] = to_string(played.ending);
  event["reason"] = reason_in_words(game, played);
  if (played.culprit)
    event["culprit"] = played.engines.at(static_cast<std::size_t>(*played.culprit));
  if (!played.opening.empty()) event["opening"] = played.opening;
  event["moves"] = played.moves.size();
  event["milliseconds"] =
      std::chrono::duration_cast<std::chrono::milliseconds>(played.duration).count();
}

ordered_json standings_of(const Standings& standings, const Tournament& tournament) {
  return ordered_json::parse(report_json(standings, tournament));
}

class JsonEvents : public Observer {
 public:
  /// Writes every line at once. `out` must outlive this object.
  explicit JsonEvents(std::FILE* out) : out_(out) {}

  void tournament_started(const Tournament& tournament, const RunProgress& progress) override {
    tournament_ = tournament;
    ordered_json event{{"event", "tournament_started"},
                       {"name", tournament.name},
                       {"game", to_string(tournament.game)}};
    event["format"] = to_string(tournament.schedule.format);
    ordered_json& engines = event["engines"] = ordered_json::array();
    for (const EngineSpec& engine : tournament.engines) engines.push_back(engine.name);
    event["journal"] = tournament.journal.string();
    print(with_progress(std::move(event), progress));
  }

  void game_started(const ScheduledGame& game, const RunProgress& progress) override {
    print(with_progress(game_event("game_started", tournament_, game), progress));
  }

  void hands_played(const ScheduledGame& game, std::uint32_t hands,
                    const RunProgress& progress) override {
    ordered_json event = game_event("hands_played", tournament_, game);
    event["hands"] = hands;
    event["of"] = tournament_.poker.hands;
    print(with_progress(std::move(event), progress));
  }

  void game_finished(const ScheduledGame& game, const GameResult& result,
                     const Standings& standings, const RunProgress& progress) override {
    ordered_json event = game_event("game_finished", tournament_, game);
    event["points"] = result.points;
    if (result.board != nullptr) {
      add_played(event, tournament_.game, *result.board);
    } else {
      event["summary"] = result.summary;
      for (const auto& [seat, ending] : result.faults) {
        const auto engine = static_cast<std::size_t>(game.seats.at(static_cast<std::size_t>(seat)));
        event["faults"].push_back(
            {{"engine", tournament_.engines.at(engine).name}, {"kind", to_string(ending)}});
      }
    }
    print(with_progress(std::move(event), progress));

    ++finished_here_;
    const int every = tournament_.report_every;
    if (every <= 0 || finished_here_ % static_cast<std::uint64_t>(every) != 0) return;
    print({{"event", "standings"}, {"standings", standings_of(standings, tournament_)}});
  }

  void warning(const std::string& text) override { print({{"event", "warning"}, {"text", text}}); }

  void tournament_ended(const Standings& standings, const RunProgress& progress,
                        const std::string& why) override {
    if (const std::string line = nothing_left_line(tournament_, standings, progress); !line.empty())
      warning(line);
    ordered_json event = with_progress({{"event", "tournament_ended"}, {"why", why}}, progress);
    event["standings"] = standings_of(standings, tournament_);
    print(event);
  }

 private:
  /// Replaces invalid UTF-8 in names and paths.
  void print(const ordered_json& event) { write_now(out_, format::json_line(event) + "\n"); }

  std::FILE* out_;
  Tournament tournament_;
  std::uint64_t finished_here_ = 0;  ///< games finished in this run
};

}  // namespace

std::unique_ptr<Observer> json_events(std::FILE* out) { return std::make_unique<JsonEvents>(out); }

}  // namespace trivium::match
