#include "tools/match/describe/flags.h"

#include <algorithm>
#include <array>

namespace trivium::match {

namespace {

using enum FlagShape;
using enum Treatment;

constexpr auto kEngineKeys = std::to_array<KeySpec>({
    {"cmd", "PROGRAM", "the program: a path, looked for in `dir` too, or a name in PATH"},
    {"name", "NAME", "what it is called in this tournament; without it, the name of the program's file"},
    {"args", "\"A B ...\"", "its arguments, separated by blanks; quotes and backslashes as in a shell"},
    {"arg", "A", "one more argument, taken as it is", kRead, true},
    {"proto", "PROTOCOL",
     "uci, gtp (Connect-6, one stone a move), connect6 (\"new black\", \"move XXXX\"), acpc (a poker player that is started with HOST "
     "PORT) "
     "or internal (a player of ours, in this process); without it, the usual one of the game"},
    {"dir", "FOLDER", "where it works"},
    {"option.", "VALUE", "option.NAME=VALUE sets the option NAME; in GTP and the text protocol, sends the command \"NAME VALUE\"", kRead,
     true},
    {"tc", "[MOVES/][MINUTES:]SECONDS[+INCREMENT]", "clock; inf: none"},
    {"st", "SECONDS", "for each move"},
    {"depth", "N", "limit of the search in plies"},
    {"plies", "N", "the same as depth"},
    {"nodes", "N", "limit of the search in nodes"},
    {"timemargin", "MILLISECONDS", "past its time, in which a move still counts; 0 by default, with st 10 or 5 % of it where that is more"},
    {"ponder", "", "think in the opponent's time"},
    {"restart", "MODE",
     "on: started anew before every game; auto (the default) and off: only when it is lost; never: not even then, and it loses the rest of "
     "its games"},
    {"stderr", "FILE", "keep what it writes to its standard error"},
    {"initstr", "TEXT", "lines to send after the handshake, with \\n between them", kRead, true},
    {"env.", "VALUE", "env.NAME=VALUE sets a variable of its environment", kRead, true},
    {"with", "FILE", "a file that decides its play and that neither args nor option name: with another one it is another engine", kRead,
     true},
    {"aivat", "KIND[:FILE]",
     "poker, of a program that is one of ours: the policy that it plays by, for `trivium-match status --aivat`. Players of ours "
     "(proto=internal) are known without it"},
    {"debug", "", "UCI: sends \"debug on\""},
    {"tscale", "FACTOR", "multiplies the patience with its start"},
    {"conf", "NAME", "engines.json of Cute Chess is not read: give cmd, proto and the options here", kRefused},
    {"book", "FILE", "Polyglot books are not read: give -openings, so that both sides play the same openings", kRefused},
    {"bookdepth", "N", "there is no book to limit", kNeedless},
    {"whitepov", "", "scores are taken from the mover's view, as UCI has them, so adjudication would go wrong", kRefused},
    {"trust", "", "the rules decide results, not the engines' claims", kNeedless},
});

constexpr auto kQuickKeys = std::to_array<KeySpec>({
    {"cmd", "PROGRAM", "one of two engines", kRead, true},
    {"book", "FILE", "openings, in random order"},
});

constexpr auto kSprtKeys = std::to_array<KeySpec>({
    {"elo0", "ELO", "H0: the first engine is stronger by that much"},
    {"elo1", "ELO", "H1: by that much"},
    {"alpha", "P", "chance to accept H1 where H0 holds"},
    {"beta", "P", "chance to accept H0 where H1 holds"},
    {"model", "MODEL", "normalized (the default) or logistic Elo"},
});

constexpr auto kOpeningsKeys = std::to_array<KeySpec>({
    {"file", "FILE", "the book"},
    {"format", "FORMAT", "epd, pgn, csv, sgf or record; without it, by the file's name"},
    {"order", "ORDER", "sequential (the default) or random"},
    {"start", "N", "number of the first opening that is used, from 1"},
    {"plies", "N", "moves of an opening that are played; without it, all"},
    {"policy", "POLICY", "round: all pairings of a round play the same opening; default and encounter: each its own"},
});

constexpr auto kResignKeys = std::to_array<KeySpec>({
    {"movecount", "N", "so many moves of the loser in a row; 1 without it"},
    {"score", "CENTIPAWNS", "at least so far below zero"},
    {"twosided", "true|false", "and the winner at least so far above zero"},
});

constexpr auto kDrawKeys = std::to_array<KeySpec>({
    {"movenumber", "N", "not before this move"},
    {"movecount", "N", "so many moves of both sides in a row; 1 without it. Captures and pawn moves begin the count anew"},
    {"score", "CENTIPAWNS", "at most so far from zero"},
});

constexpr auto kPgnKeys = std::to_array<KeySpec>({
    {"file", "FILE", "where; NAME.pgn without it"},
    {"append", "true", "games stand behind what the file holds already; it is never emptied"},
    {"fi", "", "only finished games are written anyway", kNeedless},
    {"nodes", "true|false", "comments have score, depth, time and nodes", kNeedless},
    {"notation", "NOTATION", "san; moves are never written in lan or uci"},
    {"min", "true|false", "comments are always written", kWarned},
    {"seldepth", "true|false", "it is in the journal, not in the PGN", kWarned},
    {"nps", "true|false", "nodes and time are in the comments", kWarned},
    {"hashfull", "true|false", "it is not kept", kWarned},
    {"tbhits", "true|false", "they are not kept", kWarned},
    {"pv", "true|false", "the line is in the journal, not in the PGN", kWarned},
    {"timeleft", "true|false", "it is not written", kWarned},
    {"latency", "true|false", "it is not written", kWarned},
    {"match_line", "REGEX", "lines of engines are not written: -log has them all", kWarned, true},
});

constexpr auto kFileKeys = std::to_array<KeySpec>({
    {"file", "FILE", "where"},
    {"append", "true|false", "", kNeedless},
});

constexpr auto kLogKeys = std::to_array<KeySpec>({
    {"file", "FILE", "where"},
    {"engine", "true|false", "every line to and from the engines is what the log is for", kNeedless},
    {"level", "LEVEL", "there is only one", kNeedless},
    {"append", "true|false", "it is always appended to", kNeedless},
    {"realtime", "true|false", "it always is", kNeedless},
    {"compress", "true|false", "the log is not compressed", kWarned},
});

constexpr auto kConfigKeys = std::to_array<KeySpec>({
    {"file", "FILE", "the description"},
    {"discard", "true|false", "do not read it"},
    {"outname", "FILE", "the journal remembers the tournament", kNeedless},
    {"stats", "true|false", "the journal remembers the results", kNeedless},
});

constexpr auto kPokerKeys = std::to_array<KeySpec>({
    {"hands", "N", "deals of a block, which is replayed in every rotation of the seats"},
    {"orders", "turns|all", "rotations: the turns of the table (the default), or every order of the players"},
    {"handtime", "MILLISECONDS", "of a player for a hand, on average over a block"},
    {"responsetime", "MILLISECONDS", "of a player for one answer"},
    {"starttime", "MILLISECONDS", "until all players have connected"},
});

constexpr auto kOutputKeys = std::to_array<KeySpec>({
    {"format", "FORMAT", "cutechess (the default) or fastchess"},
});

constexpr auto kReportKeys = std::to_array<KeySpec>({
    {"penta", "true|false", "pairs are always counted", kNeedless},
});

constexpr auto kCrcKeys = std::to_array<KeySpec>({
    {"pgn", "true|false", "", kWarned},
});

constexpr auto kEngineFlags = std::to_array<FlagSpec>({
    {"engine", kKeys, "KEY=VALUE ...", "Adds an engine", kRead, kEngineKeys, "", true},
    {"each", kKeys, "KEY=VALUE ...", "Sets keys of `-engine` for all of them, also where an engine has its own", kRead, kEngineKeys, "",
     true},
    {"quick", kKeys, "cmd=A cmd=B book=FILE",
     "Two engines, 10 seconds and 0.1 a move, 50,000 games, draws adjudicated, most processors used; for a first look", kRead, kQuickKeys,
     ""},
    {"startup-ms", kValue, "N", "Patience with the start of an engine, in milliseconds. Default: 20000"},
    {"ucinewgame-ms", kValue, "N", "The patience with `ucinewgame` cannot be set", kWarned},
    {"ping-ms", kValue, "N", "The patience with `isready` cannot be set", kWarned},
    {"use-affinity", kMaybeValue, "CPUS",
     "the machine's delays are measured over all processors, not those of one engine; `taskset -c 0-3 trivium-match ...` binds all",
     kWarned},
});

constexpr auto kTournamentFlags = std::to_array<FlagSpec>({
    {"name", kValue, "NAME",
     "Name of the tournament, by which its journal knows it. Default: match where there is `-journal`; elsewhere the engines' names and a "
     "short hash of all that decides games, but not how many there are, so that each tournament of a folder has a journal of its own"},
    {"game", kValue, "GAME",
     "chess (the default), connect6, or poker: limit, nolimit, limit3, nolimit3 (for three), kuhn, kuhn3, leduc, or the file of a game "
     "(GAMEDEF). More engines than a poker game has seats play at many tables, everybody with everybody"},
    {"variant", kValue, "VARIANT", "standard (the default) or fischerandom chess, connect6, or holdem (no-limit)"},
    {"tournament", kValue, "FORMAT", "roundrobin (the default), gauntlet (the first engines against the rest) or swiss"},
    {"seeds", kValue, "N", "Gauntlet: so many of the first engines. Default: 1"},
    {"rounds", kValue, "N", "Times that every pairing is played. Default: 1, with `-sprt` 500000"},
    {"games", kValue, "N",
     "Games of a pairing in a round. Default: 2, one opening with colours reversed. Pairings play rounds x games, in such pairs where the "
     "number allows it"},
    {"repeat", kMaybeValue, "N", "Play each opening twice, with colours reversed (the default), or N = 1 times"},
    {"noswap", kNothing, "", "Without swapped colours, results would measure the colours", kRefused},
    {"reverse", kNothing, "", "Both colours are played anyway; only their order differs", kNeedless},
    {"sprt", kKeys, "KEY=VALUE ...", "Stop when a sequential test has decided between two hypotheses; two engines", kRead, kSprtKeys, ""},
    {"boardsize", kValue, "N", "Connect-6: lines of the board. Default: 19"},
    {"hands", kValue, "N", "Poker: the same as `-poker hands=N`. Default: 1000"},
    {"poker", kKeys, "KEY=VALUE ...", "Poker: the table", kRead, kPokerKeys, ""},
    {"seed", kValue, "N", "Decides random orders and the cards. Default: 0"},
    {"srand", kValue, "N", "The same as `-seed`"},
    {"concurrency", kValue, "N", "Games at once. 0 or less: the machine's processors, less so many. Default: 1"},
    {"force-concurrency", kNothing, "", "More games than processors are only warned of", kNeedless},
    {"recover", kMaybeValue, "on|off",
     "on (the default): an engine that is lost loses the game, is started anew and plays on; off: that ends the tournament"},
    {"wait", kValue, "N", "Milliseconds between games. Default: 0"},
});

constexpr auto kOpeningFlags = std::to_array<FlagSpec>({
    {"openings", kKeys, "KEY=VALUE ...", "Games begin from the openings of a book", kRead, kOpeningsKeys, ""},
    {"bookmode", kValue, "MODE", "There are no Polyglot books to hold", kNeedless},
});

constexpr auto kEndFlags = std::to_array<FlagSpec>({
    {"resign", kKeys, "KEY=VALUE ...", "End games in which one side has given up by its own score", kRead, kResignKeys, ""},
    {"draw", kKeys, "KEY=VALUE ...", "End games in which both scores stay near zero", kRead, kDrawKeys, ""},
    {"maxmoves", kValue, "N", "A game that is not over after N moves of each side is a draw; 0: no limit"},
    {"tb", kValue, "PATHS", "Endgame tablebases are not read", kRefused},
    {"tbpieces", kValue, "N", "Says something about `-tb` only", kNeedless},
    {"tbignore50", kNothing, "", "Says something about `-tb` only", kNeedless},
    {"tbadjudicate", kValue, "WHICH", "Says something about `-tb` only", kNeedless},
});

constexpr auto kRecordFlags = std::to_array<FlagSpec>({
    {"journal", kValue, "FILE", "Where every game is kept; the same command goes on where it was interrupted. Default: NAME.db"},
    {"pgnout", kKeys, "[file=FILE] ...", "Also write the games, in order, to a file: PGN, SGF or STATE lines", kRead, kPgnKeys, "file"},
    {"epdout", kKeys, "[file=FILE]", "Last positions are not written", kWarned, kFileKeys, "file"},
    {"event", kValue, "TEXT", "PGN: the tag Event. Default: the tournament's name"},
    {"site", kValue, "TEXT", "PGN: the tag Site"},
    {"log", kKeys, "file=FILE", "Write every line to and from the engines to a file", kRead, kLogKeys, "file"},
    {"debug", kMaybeValue, "all", "Lines of the engines are not shown: `-log` writes them to a file", kWarned},
    {"crc32", kKeys, "pgn=true", "No checksum of the PGN is made; that of the journal's games is their own", kWarned, kCrcKeys, ""},
    {"autosaveinterval", kValue, "N", "Every game is saved when it is over", kNeedless},
    {"config", kKeys, "file=FILE", "Read a description in JSON; the flags beside it add to it or replace its values", kRead, kConfigKeys,
     "file"},
    {"save-config", kValue, "FILE", "Write what the flags and the description say as a description in JSON"},
});

constexpr auto kOutputFlags = std::to_array<FlagSpec>({
    {"json", kNothing, "", "Tell what happens as JSON, one object a line, on standard output"},
    {"output", kKeys, "format=FORMAT", "Whose words the standings are told in where there is no terminal", kRead, kOutputKeys, "format"},
    {"ratinginterval", kValue, "N", "Games between two reports of the standings; 0: at the end only. Default: 10"},
    {"scoreinterval", kValue, "N", "Games between two lines `Score of ...`; 0: none. Default: 1"},
    {"outcomeinterval", kValue, "N", "Faults of the engines are part of the standings", kNeedless},
    {"report", kKeys, "penta=true|false", "Pairs are always counted", kNeedless, kReportKeys, ""},
    {"resultformat", kValue, "FORMAT", "The table has fixed columns", kWarned},
    {"show-latency", kNothing, "", "Time left is in the standings, latency is not", kWarned},
    {"check-mate-pvs", kNothing, "", "`trivium-match check-uci` looks into lines of mate", kWarned},
    {"strict", kNothing, "", "A warning does not end the tournament", kWarned},
    {"testEnv", kNothing, "", "Nothing changes in a test environment", kNeedless},
    {"compliance", kValue, "ENGINE", "Use `trivium-match check-uci ENGINE`", kRefused},
    {"engines", kNothing, "", "engines.json of Cute Chess is not read", kRefused},
});

constexpr auto kGroups = std::to_array<FlagGroup>({
    {"Engines", kEngineFlags},
    {"Tournament", kTournamentFlags},
    {"Openings", kOpeningFlags},
    {"Ends of games", kEndFlags},
    {"Records", kRecordFlags},
    {"What is shown", kOutputFlags},
});

}  // namespace

std::span<const FlagGroup> flag_groups() noexcept { return kGroups; }

const FlagSpec* find_flag(std::string_view name) noexcept {
  for (const FlagGroup& group : kGroups) {
    const auto found = std::ranges::find(group.flags, name, &FlagSpec::name);
    if (found != group.flags.end()) return &*found;
  }
  return nullptr;
}

const KeySpec* find_key(const FlagSpec& flag, std::string_view name) noexcept {
  const auto found = std::ranges::find_if(flag.keys, [name](const KeySpec& key) {
    return key.name.ends_with('.') ? name.size() > key.name.size() && name.starts_with(key.name) : name == key.name;
  });
  return found == flag.keys.end() ? nullptr : &*found;
}

}  // namespace trivium::match
