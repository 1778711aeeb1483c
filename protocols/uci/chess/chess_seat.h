// Chess as a Seat of a UCI session: the adapter between protocol and engine.
//
// It has the parts that only chess needs: game and notation, weights and player, opening book,
// endgame tables, and choosers that play in a style or with limited strength.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "engine/chess/book/book.h"
#include "engine/chess/choice/model.h"
#include "engine/chess/choice/strength.h"
#include "engine/chess/evaluation/weights.h"
#include "engine/chess/player.h"
#include "engine/chess/rules/game.h"
#include "engine/chess/search/search_parameters.h"
#include "engine/core/rng.h"
#include "protocols/uci/seat.h"

namespace trivium::uci {

/// Settings and knowledge of the chess player, shared by all sessions of a process. Weights and
/// strength may be replaced on the I/O thread; each session uses the newest when a game begins.
struct ChessConfig {
  /// Null: none could be loaded. The session answers, but cannot think. Not used while the client
  /// has chosen a WeightsFile.
  std::shared_ptr<const chess::Weights> weights{};
  std::string weights_fault{};  ///< reason why there are no weights
  chess::SearchParameters search{};
  /// Seed of the moves sampled from the book and by choosers; 0: another one for each session.
  std::uint64_t seed = 0;
  /// Null: there is no UCI_LimitStrength.
  std::shared_ptr<const chess::StrengthScale> strength{};
  /// Returns the file of the style that clients select by this name; empty if there is none. If
  /// set, `Style` takes such a name, also from clients that may name no file. Called on the I/O
  /// thread.
  std::function<std::filesystem::path(const std::string& name)> style_file{};
};

/// Returns the value of SessionConfig::seat for sessions that play chess. Requires: not null.
SeatFactory chess_seats(std::shared_ptr<const ChessConfig> config);

class ChessSeat final : public Seat {
 public:
  ChessSeat(Host& host, std::shared_ptr<const ChessConfig> config);

  Result<std::string> set_position(const PositionCommand& command) override;
  bool first_to_move() const override;
  std::string position_text() const override;
  Status check_move(const std::string& move) const override;
  std::string any_move() const override;
  std::optional<Score> final_score() const override;

  void add_options(OptionGroup group, OptionTable& options) override;
  std::optional<Error> cannot_think() const override;
  Status load_weights(const std::string& file) override;
  void begin_game() override;

  bool has_player() const override { return player_ != nullptr; }
  void make_player(const PlayerSettings& settings) override;
  void apply(const PlayerSettings& settings) override;
  void renew_player() override;
  void warm_up(const std::stop_token& stop) override;

  std::optional<Answer> immediate_answer(const Request& request) override;
  bool has_chooser(const Request& request) const override;
  void think(const Request& request, const SearchControl& control,
             const ReportSink<std::string>& report, Answer& answer) override;

  std::optional<std::uint64_t> perft(int depth, const PerftVisitor& visit,
                                     const std::function<bool()>& should_stop) override;
  std::string display() const override;
  std::string eval(bool with_folders) const override;
  std::string bench(const SearchControl& control) const override;

 private:
  /// A player that samples moves with the probabilities that a model gives them.
  struct Chooser {
    std::string name;
    std::shared_ptr<const chess::ChoiceModel> style;  ///< null: values only the search
    chess::SearchPart search;
  };

  /// Returns the player's options with `settings`.
  chess::PlayerOptions with(const PlayerSettings& settings) const;
  /// Gives the options to the player, if there is one.
  void change_player(const chess::PlayerOptions& options);

  // book_and_tables.cpp
  void add_book(OptionTable& options);
  void add_tables(OptionTable& options);
  /// Changes one of the player's options for tables.
  template <class Field, class Value>
  void change_tables(Field chess::TablebaseOptions::*field, Value value);
  void open_book(const std::string& file);
  void open_tables(const std::string& folders);
  // choosers.cpp
  void add_style(OptionTable& options);
  void add_strength(OptionTable& options);
  /// Returns the selected chooser, which plays instead of the engine; nothing if there is none.
  std::optional<Chooser> chooser() const;
  /// Samples a move of `by`. Requires: a player, a legal move.
  void choose(const Chooser& by, const Limits& limits, const SearchControl& control,
              const ReportSink<std::string>& report, Answer& answer);

  Host& host_;
  const std::shared_ptr<const ChessConfig> config_;
  std::shared_ptr<const chess::Weights> weights_;
  bool own_weights_ = false;  ///< chosen by the client
  chess::PlayerOptions player_options_;
  std::shared_ptr<const chess::Book> book_;
  bool own_book_ = false;
  chess::BookChoice book_choice_ = chess::BookChoice::kByWeight;
  Rng book_rng_;
  std::shared_ptr<const chess::ChoiceModel> style_;  ///< null: none
  bool limits_strength_ = false;
  int elo_ = 0;  ///< if limits_strength_
  Rng style_rng_;
  std::shared_ptr<const chess::StrengthScale> strength_;  ///< null: there is no UCI_LimitStrength
  bool chess960_ = false;
  chess::Game game_;
  std::unique_ptr<chess::Player> player_;  ///< made on first use
};

}  // namespace trivium::uci
