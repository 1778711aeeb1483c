#include "learning/records/reversi_games.h"

#include <fmt/format.h>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>

#include "engine/core/readers/input_file.h"
#include "engine/core/rng.h"
#include "engine/core/text.h"
#include "engine/reversi/rules/record_reader.h"
#include "engine/reversi/rules/wthor.h"
#include "models/format/load_error.h"

namespace trivium::learning::records {

namespace {

/// Collects the games of all files.
class Collector {
 public:
  /// Reads one file.
  void read(const std::string& path) {
    path_ = path;
    number_ = 0;
    const auto in = format::or_throw(input::Stream::open(path));
    if (reversi::is_wthor(*in)) return read_wthor(*in);
    reversi::RecordReader reader(*in);
    for (reversi::GameRecord record; next(reader, record);) add(record, std::nullopt, 0);
    format::or_throw(in->status());
  }

  ReversiGames finish() && { return std::move(all_); }

 private:
  void read_wthor(input::Stream& in) {
    const std::string bytes = format::or_throw(in.read_all(reversi::kMaxWthorBytes));
    reversi::WthorReader reader =
        format::or_throw(reversi::WthorReader::open(std::as_bytes(std::span(bytes))), path_);
    if (reader.stored() != reader.header().games)
      throw format::LoadError("wthor.length", "{}: has {}, but its header states {}", path_,
                              text::counted(reader.stored(), "game"), reader.header().games);
    for (reversi::WthorGame game; next(reader, game);)
      add(game.record(), 2 * int{game.best_discs} - reversi::kMaxScore, reader.header().best_depth);
  }

  /// Reads the next game that can be read. Returns false at the end.
  template <class Reader, class Game>
  bool next(Reader& reader, Game& game) {
    for (;;) {
      const Result<bool> read = reader.next(game);
      ++number_;
      if (read) return *read;
      leave_out(all_.left_out.unreadable, read.error().message);
    }
  }

  void add(const reversi::GameRecord& record, std::optional<int> best_score, int best_empty) {
    const Result<reversi::Game> played = reversi::replay(record);
    if (!played) return leave_out(all_.left_out.unreadable, in_game(played.error().message));
    if (played->size() != reversi::kDefaultSize || record.start != reversi::Position::start())
      return leave_out(all_.left_out.unreadable, in_game("it does not begin at the usual start"));
    if (!played->over()) {
      ++all_.left_out.undecided;
      return;
    }
    if (const auto cause = reversi::false_result(record.result, *played))
      return leave_out(all_.left_out.contradictory, in_game(*cause));
    const int score = played->final_score(reversi::Color::kBlack);
    ReversiGame game{record.moves, score, best_score, best_empty};
    if (!known_.insert(hash_of(game)).second) {
      ++all_.duplicates;
      return;
    }
    all_.games.push_back(std::move(game));
  }

  std::string in_game(std::string_view cause) const {
    return fmt::format("game {}: {}", number_, cause);
  }

  /// Counts a game that is not used.
  void leave_out(std::uint64_t& count, const std::string& cause) {
    ++count;
    if (all_.first_fault.empty()) all_.first_fault = fmt::format("{}: {}", path_, cause);
  }

  ReversiGames all_;
  std::string path_;                         // of the file that is read
  std::uint64_t number_ = 0;                 // of the game in the file, from 1
  std::unordered_set<std::uint64_t> known_;  // hashes of the games
};

}  // namespace

ReversiGames read_reversi_games(std::span<const std::string> files) {
  Collector collector;
  for (const std::string& file : files) collector.read(file);
  ReversiGames games = std::move(collector).finish();
  if (games.games.empty()) {
    throw format::LoadError(
        "games.none", "{}: no finished game of Reversi{}", files.front(),
        games.first_fault.empty() ? "" : "; the first fault is in " + games.first_fault);
  }
  return games;
}

std::string ReversiGames::summary() const {
  const std::string causes = left_out.words();
  return fmt::format("{}; left out: {}{}{}", text::counted(games.size(), "game"),
                     text::counted(duplicates, "duplicate"), causes.empty() ? "" : ", " + causes,
                     first_fault.empty() ? "" : "; the first fault is in " + first_fault);
}

std::uint64_t hash_of(const ReversiGame& game) noexcept {
  std::uint64_t hash = game.moves.size();
  for (const reversi::Move move : game.moves) {
    hash ^= move;
    hash = splitmix64(hash);
  }
  return hash;
}

}  // namespace trivium::learning::records
