// A tournament told in plain lines, for files, pipes and scripts: every game's start and end, and the standings now and then, in the words
// of fastchess (view_words.h). Warnings go to standard error, so that no script takes one for a result.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include "tools/match/record/view/observer.h"
#include "tools/match/record/view/view_pace.h"

namespace trivium::match {

class PlainLines : public Observer {
 public:
  /// Every line is written at once. Both files must outlive this.
  PlainLines(std::FILE* out, std::FILE* errors) : out_(out), errors_(errors) {}

  void tournament_started(const Tournament& tournament, const RunProgress& progress) override;
  void game_started(const ScheduledGame& game, const RunProgress& progress) override;
  void hands_played(const ScheduledGame& game, std::uint32_t hands, const RunProgress& progress) override;
  void game_finished(const ScheduledGame& game, const GameResult& result, const Standings& standings, const RunProgress& progress) override;
  void warning(const std::string& text) override;
  void tournament_ended(const Standings& standings, const RunProgress& progress, const std::string& why) override;

 private:
  void print(const std::string& text);
  /// The standings in the words of fastchess, where it has some for this tournament.
  void print_standings(const Standings& standings);
  bool is_match() const { return tournament_.engines.size() == 2 && tournament_.game != Game::kPoker; }

  std::FILE* out_;
  std::FILE* errors_;
  Tournament tournament_;
  Pace pace_{{}};
  std::uint64_t finished_here_ = 0;  ///< games of this run
};

}  // namespace trivium::match
