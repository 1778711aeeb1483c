#include "tools/match/record/view/view_table.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <fmt/format.h>
#include <map>
#include <mutex>
#include <optional>
#include <sys/ioctl.h>
#include <thread>

#include "engine/core/text.h"
#include "tools/match/record/standings/report.h"
#include "tools/match/record/view/view_words.h"

namespace trivium::match {

namespace {

constexpr auto kMin = std::chrono::milliseconds(250);  // minimum time between redraws
constexpr auto kMax = std::chrono::seconds(1);
constexpr std::size_t kWarningsShown = 3;
constexpr std::size_t kRunningShown = 8;
constexpr std::size_t kMaxLine = 1000;

WindowSize window_of(std::FILE* terminal) {
  winsize size{};
  if (ioctl(fileno(terminal), TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0)
    return {};
  return {size.ws_row, size.ws_col};
}

void add_lines(std::string_view text, std::vector<std::string>& lines) {
  while (!text.empty()) lines.push_back(text::printable(text::take_line(text), kMaxLine));
}

class LiveTable : public Observer {
 public:
  /// Starts a thread that draws. Requires: `terminal` outlives this object.
  explicit LiveTable(std::FILE* terminal)
      : terminal_(terminal), thread_([this] { draw_until_ended(); }) {}

  ~LiveTable() override {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }

  void tournament_started(const Tournament& tournament, const RunProgress& progress) override {
    const std::lock_guard lock(mutex_);
    tournament_ = tournament;
    progress_ = progress;
    pace_.start = std::chrono::steady_clock::now();
    started_ = true;
    changed();
  }

  void game_started(const ScheduledGame& game, const RunProgress& progress) override {
    const std::lock_guard lock(mutex_);
    progress_ = progress;
    running_[game.number] = {players_of(tournament_, game), std::chrono::steady_clock::now()};
    changed();
  }

  std::chrono::milliseconds hands_interval() const override { return std::chrono::seconds(1); }
  void hands_played(const ScheduledGame& game, std::uint32_t hands,
                    const RunProgress& progress) override {
    const std::lock_guard lock(mutex_);
    progress_ = progress;
    running_.at(game.number).hands = hands;
    changed();
  }

  void game_finished(const ScheduledGame& game, const GameResult& result,
                     const Standings& standings, const RunProgress& progress) override {
    const std::lock_guard lock(mutex_);
    progress_ = progress;
    standings_ = standings;
    running_.erase(game.number);
    last_game_ = finished_line(tournament_, game, result.board, result.summary);
    changed();
  }

  void warning(const std::string& text) override {
    const std::lock_guard lock(mutex_);
    ++warning_count_;
    warnings_.push_back(text);
    if (warnings_.size() > kWarningsShown) warnings_.pop_front();
    changed();
  }

  void tournament_ended(const Standings& standings, const RunProgress& progress,
                        const std::string& why) override {
    const std::lock_guard lock(mutex_);
    progress_ = progress;
    standings_ = standings;
    running_.clear();
    why_ = why;
    draw();
    started_ = false;  // the output stays on the screen
    const std::string line = nothing_left_line(tournament_, standings, progress);
    // In full, since lines of the table are cut.
    if (!line.empty()) write_now(terminal_, line + "\n");
  }

 private:
  struct Running {
    std::string players;
    Pace::Time since;
    std::uint32_t hands = 0;  ///< hands of the block played, as last reported
  };

  /// Function of the thread.
  void draw_until_ended() {
    std::unique_lock lock(mutex_);
    while (!ended_) {
      wake_.wait_for(lock, kMax, [this] { return changed_ || ended_; });
      if (ended_) break;
      draw();
      wake_.wait_for(lock, kMin, [this] { return ended_; });
    }
  }

  // The following functions require that mutex_ is locked.
  void draw() {
    changed_ = false;
    if (!started_) return;
    write_now(terminal_,
              redrawing_.next(picture(std::chrono::steady_clock::now()), window_of(terminal_)));
  }

  std::vector<std::string> picture(Pace::Time now) const {
    std::vector<std::string> lines;
    add_lines(fmt::format("{}: {}", tournament_.name,
                          why_.empty() ? progress_words(pace_, tournament_, progress_, now)
                                       : ended_words(pace_, tournament_, progress_, now)),
              lines);
    if (standings_) add_lines(report(*standings_, tournament_), lines);
    std::size_t shown = 0;
    for (const auto& [number, game] : running_) {
      if (++shown > kRunningShown) break;
      const auto time = std::chrono::duration_cast<std::chrono::seconds>(now - game.since);
      std::string line =
          fmt::format("  game {:<6} {}  {}", number + 1, hours_minutes_seconds(time), game.players);
      if (game.hands > 0) line += ", " + hands_words(tournament_, game.hands);
      add_lines(line, lines);
    }
    if (running_.size() > kRunningShown)
      add_lines(
          fmt::format("  and {}", text::counted(running_.size() - kRunningShown, "more game")),
          lines);
    if (!last_game_.empty()) add_lines(last_game_, lines);
    if (warning_count_ > 0)
      add_lines(fmt::format("{}; the last:", text::counted(warning_count_, "warning")), lines);
    for (const std::string& one : warnings_) add_lines("  " + one, lines);
    if (!why_.empty()) add_lines(fmt::format("Ended: {}", why_), lines);
    return lines;
  }

  /// Requests a redraw by the thread.
  void changed() {
    changed_ = true;
    wake_.notify_one();
  }

  std::FILE* terminal_;
  std::mutex mutex_;  ///< protects all members below except thread_
  std::condition_variable wake_;
  Tournament tournament_;
  Pace pace_;
  RunProgress progress_;
  std::optional<Standings> standings_;
  std::map<std::uint64_t, Running> running_;  ///< by game number
  std::string last_game_;                     ///< finished_line() of the last finished game
  std::deque<std::string> warnings_;          ///< last warnings
  std::uint64_t warning_count_ = 0;
  std::string why_;  ///< reason of the end; empty before the end
  Redrawing redrawing_;
  bool started_ = false;
  bool changed_ = false;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace

std::string Redrawing::next(const std::vector<std::string>& lines, WindowSize window) {
  // A line that fills the last column may or may not move the cursor on, so no line fills it.
  const std::size_t width = std::max<std::size_t>(window.columns, 2) - 1;
  std::size_t rows = 0;
  for (const std::size_t written : widths_)
    rows += std::max<std::size_t>(1, (written + window.columns - 1) / window.columns);
  rows = std::min(rows, window.rows - 1);

  std::string bytes = "\r";
  if (rows > 0) bytes += fmt::format("\x1b[{}A", rows);
  bytes += "\x1b[J";
  widths_.clear();
  const std::size_t fit = std::min(lines.size(), window.rows - 1);
  for (std::size_t i = 0; i < fit; ++i) {
    const std::string_view shown = std::string_view(lines[i]).substr(0, width);
    widths_.push_back(shown.size());
    bytes.append(shown).append("\r\n");
  }
  return bytes;
}

std::unique_ptr<Observer> live_table(std::FILE* terminal) {
  return std::make_unique<LiveTable>(terminal);
}

}  // namespace trivium::match
