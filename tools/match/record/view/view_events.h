// Reports a tournament as JSON lines: one object per event. docs/using/tournaments.md lists the
// events.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include "tools/match/record/view/observer.h"

namespace trivium::match {

class JsonEvents : public Observer {
 public:
  /// Writes every line at once. `out` must outlive this object.
  explicit JsonEvents(std::FILE* out) : out_(out) {}

  void tournament_started(const Tournament& tournament, const RunProgress& progress) override;
  void game_started(const ScheduledGame& game, const RunProgress& progress) override;
  void hands_played(const ScheduledGame& game, std::uint32_t hands,
                    const RunProgress& progress) override;
  void game_finished(const ScheduledGame& game, const GameResult& result,
                     const Standings& standings, const RunProgress& progress) override;
  void warning(const std::string& text) override;
  void tournament_ended(const Standings& standings, const RunProgress& progress,
                        const std::string& why) override;

 private:
  void print(const std::string& line);

  std::FILE* out_;
  Tournament tournament_;
  std::uint64_t finished_here_ = 0;  ///< games finished in this run
};

}  // namespace trivium::match
