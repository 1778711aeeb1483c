#include <algorithm>
#include <array>
#include <chrono>
#include <string>

#include "protocols/uci/command_table.h"
#include "protocols/uci/session.h"

namespace trivium::uci {

namespace {

/// Maximum delay between the `quit` and the end of input of a piped script. A client that waits for
/// the exit waits at most this long.
constexpr std::chrono::milliseconds kEndAfterQuit{20};

/// A position with more moves than this is set up on the worker, since it takes more than about
/// half a millisecond.
constexpr std::size_t kMaxPromptMoves = 1000;

}  // namespace

std::span<const Session::Command> CommandTable::all() noexcept {
  using S = Session;
  static constexpr auto kCommands = std::to_array<Session::Command>({
      {"uci", &S::uci, "uci: print name and options, then uciok", true, false, false,
       &Dialect::hello},
      {"debug", &S::debug, "debug [on|off]: print more info strings"},
      {"isready", &S::isready, "isready: print readyok at once, also during a search"},
      {"setoption", &S::setoption,
       "setoption name NAME [value VALUE]: change an option that uci lists", true, true},
      {"register", &S::ignore, "register ...: ignored, there is nothing to register"},
      {"ucinewgame", &S::ucinewgame, "ucinewgame: forget what was learned from earlier positions",
       true, true, false, &Dialect::new_game},
      {"position", &S::position, "position startpos|fen FEN [moves MOVE ...]: set the position",
       true, true},
      {"go", &S::go,
       "go [searchmoves MOVE ...] [ponder] [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] "
       "[depth N] [nodes N] [mate N]\n"
       "   [movetime MS] [infinite]: search, ended by bestmove; go perft N: count the leaves of "
       "the move tree, move by move",
       true, true, true},
      {"stop", &S::stop, "stop: end the search, its bestmove follows"},
      {"ponderhit", &S::ponderhit, "ponderhit: the expected move was played; the clock runs now"},
      {"quit", &S::quit, "quit: end the session"},
      {"d", &S::display, "d: show the position", false, true},
      {"eval", &S::eval, "eval: show the parts of the evaluation of the position", false, true},
      {"bench", &S::bench,
       "bench: search a fixed set of positions to the end, print a signature and the speed", false,
       true},
      {"help", &S::help, "help: this text", false},
  });
  return kCommands;
}

const Session::Command* CommandTable::find(std::string_view word, const Dialect& dialect) noexcept {
  const auto commands = all();
  const auto found = std::ranges::find_if(commands, [&](const Session::Command& c) {
    return word == (c.word != nullptr ? dialect.*c.word : c.name);
  });
  return found == commands.end() ? nullptr : &*found;
}

void Session::uci(const Call&) {
  std::string text = "id name Trivium" + (config_.version.empty() ? "" : " " + config_.version) +
                     "\nid author the Trivium developers\n\n" + options_.list() +
                     std::string(config_.dialect.hello_end) + "\n";
  channel_->send(std::move(text));
  if (const auto missing = seat_->cannot_think()) complain(*missing);
}

void Session::debug(const Call& call) {
  std::string_view arguments = call.arguments;
  const std::string_view word = take_word(arguments);
  if (word != "on" && word != "off" && !word.empty()) {
    return complain(
        {"uci.debug.word", "debug: expected 'on' or 'off', found '" + printable(word) + "'"});
  }
  debug_ = word != "off";
}

void Session::isready(const Call&) {
  try {
    if (idle() && (!seat_->has_player() || small_player_) && !seat_->cannot_think())
      set_up_player();
  } catch (const std::exception& error) {
    // The client always waits for readyok.
    complain({"uci.command.failed", std::string("isready: ") + error.what()});
  }
  const bool prepares = preparing() ? !waits_for_slot() : idle() && !queue().empty();
  if (prepares) {
    ++pending_isready_;
  } else {
    channel_->send("readyok\n");
  }
}

void Session::setoption(const Call& call) {
  const Result<SetOptionCommand> command = parse_setoption(call.arguments);
  if (!command) return complain(command.error());
  if (const Status status = options_.set(*command); !status) complain(status.error());
}

void Session::ignore(const Call&) {}

void Session::ucinewgame(const Call&) {
  refusal_.reset();
  seat_->begin_game();
  renew_player();
}

void Session::position(const Call& call) {
  refusal_ = Error{"uci.position.failed", "position: setting it up failed"};  // if it throws
  const Result<PositionCommand> command = parse_position(call.arguments, config_.dialect);
  if (!command) {
    refusal_ = command.error();
    return complain(*refusal_);
  }
  if (command->moves.size() <= kMaxPromptMoves)
    return conclude_position(seat_->set_position(*command));
  const auto found = std::make_shared<std::optional<Result<std::string>>>();
  const auto work = [this, found, command = *command]() -> Status {
    *found = seat_->set_position(command);
    return {};
  };
  prepare(work, [this, found](const Status& status) {
    if (*found) return conclude_position(**found);
    if (!status) conclude_position(status.error());
  });
}

void Session::report_rejected_position() {
  if (refusal_)
    say("the last position was refused: " + printable(refusal_->message) +
        "; this is the one before it");
}

void Session::go(const Call& call) {
  const GoCommand go = parse_go(call.arguments, config_.dialect);
  for (const Error& fault : go.faults) complain(fault);
  if (go.perft) {
    perft(*go.perft);
  } else {
    think(go, call.received);
  }
}

void Session::stop(const Call&) { stop_all(); }

void Session::ponderhit(const Call&) {
  const auto last = std::find_if(queue().rbegin(), queue().rend(),
                                 [](const Waiting& waiting) { return waiting.searches; });
  if (last == queue().rend()) return hit_ponder();
  std::string_view arguments = last->line;
  take_word(arguments);
  last->ponder_hit = true;
  last->limited = is_limited(parse_go(arguments, config_.dialect));
}

void Session::quit(const Call&) {
  quit_requested_ = true;
  const bool works = has_search() ? work().is_limited() : preparing();
  if (!works && queue().empty()) return leave(preparing());
  deciding_ = true;
  const auto self = std::static_pointer_cast<Session>(shared_from_this());
  channel_->post_later(kEndAfterQuit, [self, waits = preparing()] {
    if (self->deciding_) self->leave(waits && !self->waits_for_slot());
  });
}

void Session::display(const Call&) {
  report_rejected_position();
  channel_->send(seat_->display());
}

void Session::eval(const Call&) {
  if (const auto missing = seat_->cannot_think()) return complain(*missing);
  report_rejected_position();
  const auto text = std::make_shared<std::string>();
  const auto work = [this, text]() -> Status {
    *text = seat_->eval(config_.files);
    return {};
  };
  prepare(work, [this, text](const Status& status) {
    if (!status) return complain(status.error());
    channel_->send(std::move(*text));
  });
}

void Session::help(const Call&) {
  std::string text;
  for (const Command& command : CommandTable::all()) text += std::string(command.help) + '\n';
  channel_->send(std::move(text));
}

}  // namespace trivium::uci
