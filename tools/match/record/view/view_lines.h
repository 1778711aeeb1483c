// Reports a tournament in plain lines for files, pipes and scripts: start and end of every game and
// the standings at intervals, in fastchess's format (view_words.h). Warnings go to standard error.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include "tools/match/record/view/observer.h"
#include "tools/match/record/view/view_pace.h"

namespace trivium::match {

class PlainLines : public Observer {
 public:
  /// Writes every line at once. Both files must outlive this object.
  PlainLines(std::FILE* out, std::FILE* errors) : out_(out), errors_(errors) {}

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
  void print(const std::string& text);
  /// Prints the standings: a match of two in fastchess's format, any other tournament as report().
  void print_standings(const Standings& standings);
  bool is_match() const {
    return tournament_.engines.size() == 2 && tournament_.game != Game::kPoker;
  }

  std::FILE* out_;
  std::FILE* errors_;
  Tournament tournament_;
  Pace pace_{{}};
  std::uint64_t finished_here_ = 0;  ///< games finished in this run
};

}  // namespace trivium::match
