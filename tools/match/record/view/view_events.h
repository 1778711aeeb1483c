// A tournament told to programs: one JSON object a line. docs/using/tournaments.md lists the events and their members.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include "tools/match/record/view/observer.h"

namespace trivium::match {

class JsonEvents : public Observer {
 public:
  /// Every line is written at once. `out` must outlive this.
  explicit JsonEvents(std::FILE* out) : out_(out) {}

  void tournament_started(const Tournament& tournament, const RunProgress& progress) override;
  void game_started(const ScheduledGame& game, const RunProgress& progress) override;
  void hands_played(const ScheduledGame& game, std::uint32_t hands, const RunProgress& progress) override;
  void game_finished(const ScheduledGame& game, const GameResult& result, const Standings& standings, const RunProgress& progress) override;
  void warning(const std::string& text) override;
  void tournament_ended(const Standings& standings, const RunProgress& progress, const std::string& why) override;

 private:
  void print(const std::string& line);

  std::FILE* out_;
  Tournament tournament_;
  std::uint64_t finished_here_ = 0;  ///< games of this run
};

}  // namespace trivium::match
