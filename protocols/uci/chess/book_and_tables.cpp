// Opening book and endgame tables of a seat, from files that its client names.
#include <string>

#include "engine/chess/book/book.h"
#include "engine/chess/endgame/tablebase.h"
#include "engine/chess/rules/notation.h"
#include "protocols/uci/chess/chess_seat.h"

namespace trivium::uci {

namespace {

constexpr int kMaxProbeDepth = 100;
constexpr int kMaxProbeMen = 7;

}  // namespace

void ChessSeat::add_book(OptionTable& options) {
  options.add_check("OwnBook", false, [this](bool on) { own_book_ = on; });
  options.add_string("Book File", [this](const std::string& file) { open_book(file); });
  options.add_check("Best Book Move", false, [this](bool on) {
    book_choice_ = on ? chess::BookChoice::kBest : chess::BookChoice::kByWeight;
  });
}

void ChessSeat::add_tables(OptionTable& options) {
  const auto change = [this](auto set) {
    chess::PlayerOptions changed = player_options_;
    set(changed.tablebases);
    change_player(changed);
  };
  options.add_string("SyzygyPath", [this](const std::string& folders) { open_tables(folders); });
  options.add_spin(
      "SyzygyProbeDepth", player_options_.tablebases.probe_depth, 1, kMaxProbeDepth,
      [change](int depth) {
        change([depth](chess::TablebaseOptions& tables) { tables.probe_depth = depth; });
      });
  options.add_spin("SyzygyProbeLimit", player_options_.tablebases.probe_limit, 0, kMaxProbeMen,
                   [change](int men) {
                     change([men](chess::TablebaseOptions& tables) { tables.probe_limit = men; });
                   });
  options.add_check("Syzygy50MoveRule", true, [change](bool on) {
    change([on](chess::TablebaseOptions& tables) { tables.fifty_move_rule = on; });
  });
}

void ChessSeat::open_book(const std::string& file) {
  if (file.empty()) return book_.reset();
  const auto opened = std::make_shared<std::shared_ptr<const chess::Book>>();
  const auto work = [file, opened]() -> Status {
    Result<std::shared_ptr<const chess::Book>> book = chess::Book::open(file);
    if (!book) return book.error();
    *opened = *std::move(book);
    return {};
  };
  host_.prepare(work, [this, opened](const Status& status) {
    if (!status)
      return host_.complain({status.error().code, "Book File: " + status.error().message});
    book_ = *opened;
  });
}

void ChessSeat::open_tables(const std::string& folders) {
  chess::PlayerOptions options = player_options_;
  options.tablebases.tables.reset();
  // Releases the old tables first: the process can have only one set.
  change_player(options);
  if (folders.empty()) return;
  const auto opened = std::make_shared<std::shared_ptr<const chess::Tablebases>>();
  const auto work = [folders, opened]() -> Status {
    Result<std::shared_ptr<const chess::Tablebases>> tables = chess::Tablebases::open(folders);
    if (!tables) return tables.error();
    *opened = *std::move(tables);
    return {};
  };
  host_.prepare(work, [this, opened](const Status& status) {
    if (!status)
      return host_.complain(
          {status.error().code, "SyzygyPath: " + status.error().message + "; no tables are used"});
    const chess::Tablebases& tables = **opened;
    host_.say(std::to_string(tables.outcome_tables()) + " Syzygy tables of up to " +
              std::to_string(tables.max_men()) + " men, " +
              std::to_string(tables.distance_tables()) + " with distances");
    chess::PlayerOptions with = player_options_;
    with.tablebases.tables = *opened;
    change_player(with);
  });
}

std::optional<Answer> ChessSeat::immediate_answer(const Request& request) {
  if (!own_book_ || book_ == nullptr || request.ponder || !request.for_game) return std::nullopt;
  const std::optional<chess::Move> move = book_->choose(game_, book_choice_, book_rng_);
  if (!move) return std::nullopt;
  return Answer{
      .best = chess::to_uci(game_.position(), *move), .expected = {}, .note = "from the book"};
}

}  // namespace trivium::uci
