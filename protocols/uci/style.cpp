// A session that plays like somebody: moves drawn from a learned model of how he chooses (engine/chess/choice).
#include <fmt/format.h>
#include <vector>

#include "engine/chess/choice/model.h"
#include "engine/chess/rules/notation.h"
#include "protocols/uci/session.h"

namespace trivium::uci {

void Session::set_up_style() {
  options_.add_string("Style", [this](const std::string& file) -> Status {
    if (file.empty()) {
      style_.reset();
      return {};
    }
    try {
      style_ = std::make_shared<const chess::ChoiceModel>(chess::ChoiceModel::load(file));
    } catch (const std::exception& error) {
      return Error{std::string("Style: ") + error.what()};
    }
    return {};
  });
}

bool Session::choose_in_style(const GoCommand& go) {
  if (style_ == nullptr || !asks_for_a_move(go) || chess::count_legal(game_.position()) == 0) return false;
  const auto search = std::make_shared<Search>(false);
  search->for_move = true;
  // On the worker: looking some half-moves ahead may take longer than a conversation should wait.
  start(search, [channel = channel_, style = style_, position = game_.position(), seed = style_rng_()](Search& s) mutable {
    const chess::MoveList moves = chess::legal_moves(position);
    chess::MoveValues values;
    chess::MoveValuer(style->attributes, style->lookahead).value(position, moves, style->weights, values);
    std::vector<double> chances;
    chess::softmax(values.values, chances);
    Rng rng(seed);
    const std::size_t chosen = chess::drawn_move(chances, rng);
    s.answer.best = moves[chosen];
    channel->send(
        fmt::format("info string style: {} comes with {:.2f} %\n", chess::to_uci(position, moves[chosen]), 100 * chances[chosen]));
  });
  return true;
}

}  // namespace trivium::uci
