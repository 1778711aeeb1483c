// Opening book and endgame tables of a seat, from files that its client names.
#include <string>
#include <utility>

#include "engine/chess/book/book.h"
#include "engine/chess/endgame/tablebase.h"
#include "engine/chess/rules/notation.h"
#include "protocols/uci/chess/chess_seat.h"

namespace trivium::uci {

namespace {

constexpr int kMaxProbeDepth = 100;
constexpr int kMaxProbeMen = 7;

/// Opens `path`, which the client gave for `option`, on the worker. Then passes the files to `use`,
/// or reports why there are none and what follows from that.
template <class Files>
void open_later(Host& host, const std::string& option, const std::string& path,
                const std::string& consequence,
                std::function<void(std::shared_ptr<const Files>)> use) {
  const auto opened = std::make_shared<std::shared_ptr<const Files>>();
  const auto work = [path, opened]() -> Status {
    Result<std::shared_ptr<const Files>> files = Files::open(path);
    if (!files) return files.error();
    *opened = *std::move(files);
    return {};
  };
  host.prepare(work, [=, &host, use = std::move(use)](const Status& status) {
    if (status) return use(*opened);
    host.complain({status.error().code, option + ": " + status.error().message + consequence});
  });
}

}  // namespace

void ChessSeat::add_book(OptionTable& options) {
  options.add_check("OwnBook", false, [this](bool on) { own_book_ = on; });
  options.add_string("Book File", [this](const std::string& file) { open_book(file); });
  options.add_check("Best Book Move", false, [this](bool on) {
    book_choice_ = on ? chess::BookChoice::kBest : chess::BookChoice::kByWeight;
  });
}

template <class Field, class Value>
void ChessSeat::change_tables(Field chess::TablebaseOptions::*field, Value value) {
  chess::PlayerOptions changed = player_options_;
  changed.tablebases.*field = std::move(value);
  change_player(changed);
}

void ChessSeat::add_tables(OptionTable& options) {
  using Tables = chess::TablebaseOptions;
  const Tables& initial = player_options_.tablebases;
  const auto setter = [this](auto field) {
    return [this, field](auto value) { change_tables(field, value); };
  };
  options.add_string("SyzygyPath", [this](const std::string& folders) { open_tables(folders); });
  options.add_spin("SyzygyProbeDepth", initial.probe_depth, 1, kMaxProbeDepth,
                   setter(&Tables::probe_depth));
  options.add_spin("SyzygyProbeLimit", initial.probe_limit, 0, kMaxProbeMen,
                   setter(&Tables::probe_limit));
  options.add_check("Syzygy50MoveRule", true, setter(&Tables::fifty_move_rule));
}

void ChessSeat::open_book(const std::string& file) {
  if (file.empty()) return book_.reset();
  open_later<chess::Book>(host_, "Book File", file, "", [this](auto book) { book_ = book; });
}

void ChessSeat::open_tables(const std::string& folders) {
  // Releases the old tables first: the process can have only one set.
  change_tables(&chess::TablebaseOptions::tables, nullptr);
  if (folders.empty()) return;
  const auto use = [this](const std::shared_ptr<const chess::Tablebases>& tables) {
    host_.say(std::to_string(tables->outcome_tables()) + " Syzygy tables of up to " +
              std::to_string(tables->max_men()) + " men, " +
              std::to_string(tables->distance_tables()) + " with distances");
    change_tables(&chess::TablebaseOptions::tables, tables);
  };
  open_later<chess::Tablebases>(host_, "SyzygyPath", folders, "; no tables are used", use);
}

std::optional<Answer> ChessSeat::immediate_answer(const Request& request) {
  if (!own_book_ || book_ == nullptr || request.ponder || !request.for_game) return std::nullopt;
  const std::optional<chess::Move> move = book_->choose(game_, book_choice_, book_rng_);
  if (!move) return std::nullopt;
  return Answer{
      .best = chess::to_uci(game_.position(), *move), .expected = {}, .note = "from the book"};
}

}  // namespace trivium::uci
