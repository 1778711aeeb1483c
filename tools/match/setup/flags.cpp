#include "tools/match/setup/flags.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

namespace trivium::match {

namespace {

using enum FlagShape;
using enum Treatment;

constexpr auto kEngineKeys = std::to_array<KeySpec>({
    {"cmd", "PROGRAM", "the program: a path, looked for in `dir` too, or a name in PATH"},
    {"name", "NAME", "its name in this tournament; by default the name of the program's file"},
    {"args", "\"A B ...\"",
     "its arguments, separated by blanks; quotes and backslashes as in a shell"},
    {"arg", "A", "one more argument, taken as it is", kRead, true},
    {"proto", "uci|gtp|connect6|acpc|internal",
     "gtp: Connect-6, one stone a move, and Reversi; connect6: \"new black\", \"move XXXX\"; acpc: "
     "a poker player that is started with HOST PORT; "
     "internal: a player of ours, in this process. Without it, the usual one of the game"},
    {"dir", "FOLDER", "its working folder"},
    {"option.", "VALUE",
     "option.NAME=VALUE sets the option NAME; in GTP and the text protocol, sends the command "
     "\"NAME VALUE\"",
     kRead, true},
    {"tc", "[MOVES/][MINUTES:]SECONDS[+INCREMENT]", "clock; inf: none"},
    {"st", "SECONDS", "time per move"},
    {"depth", "N", "search limit in plies"},
    {"plies", "N", "the same as depth"},
    {"nodes", "N", "search limit in nodes"},
    {"timemargin", "MILLISECONDS",
     "tolerance for late moves; default: 0, with st the maximum of 10 and 5 % of st"},
    {"ponder", "", "think in the opponent's time"},
    {"restart", "on|auto|off|never",
     "on: restarts the engine before every game; auto (the default) and off: only after a fault; "
     "never: not even then, and it loses its other games"},
    {"stderr", "FILE", "keep what it writes to its standard error"},
    {"initstr", "TEXT", "lines to send after the handshake, with \\n between them", kRead, true},
    {"env.", "VALUE", "env.NAME=VALUE sets a variable of its environment", kRead, true},
    {"with", "FILE",
     "a further file that decides its play; with another file it counts as another engine", kRead,
     true},
    {"aivat", "KIND[:FILE]",
     "poker: the policy of a Trivium program, for `trivium-match status --aivat`. Internal players "
     "(proto=internal) do not need it"},
    {"debug", "", "UCI: sends \"debug on\""},
    {"tscale", "FACTOR", "multiplies the time limit for its start"},
    {"conf", "NAME",
     "engines.json of Cute Chess is not supported: set cmd, proto and the options here", kRefused},
    {"book", "FILE",
     "Polyglot books are not supported: use -openings, so that both sides play the same openings",
     kRefused},
    {"whitepov", "", "adjudication needs scores from the mover's view, as in UCI", kRefused},
});

constexpr auto kSprtKeys = std::to_array<KeySpec>({
    {"elo0", "ELO", "H0: the first engine is stronger than the second by ELO"},
    {"elo1", "ELO", "H1: the first engine is stronger than the second by ELO"},
    {"alpha", "P", "probability of accepting H1 if H0 is true"},
    {"beta", "P", "probability of accepting H0 if H1 is true"},
    {"model", "normalized|logistic", "kind of Elo; normalized by default"},
});

constexpr auto kOpeningsKeys = std::to_array<KeySpec>({
    {"file", "FILE", "the book"},
    {"format", "epd|pgn|csv|sgf|record|ggf|transcript", "without it, by the file's name"},
    {"order", "sequential|random", "sequential by default"},
    {"start", "N", "number of the first opening that is used, from 1"},
    {"plies", "N", "moves of an opening that are played; without it, all"},
    {"policy", "default|encounter|round",
     "round: all pairings of a round play the same opening; default and encounter: each its own"},
});

constexpr auto kResignKeys = std::to_array<KeySpec>({
    {"movecount", "N", "number of moves of the loser in a row; 1 by default"},
    {"score", "CENTIPAWNS", "the loser's score is -CENTIPAWNS or less"},
    {"twosided", "true|false", "the winner's score must also be CENTIPAWNS or more"},
});

constexpr auto kDrawKeys = std::to_array<KeySpec>({
    {"movenumber", "N", "not before this move"},
    {"movecount", "N",
     "number of moves of both sides in a row; 1 by default. Captures and pawn moves restart the "
     "count"},
    {"score", "CENTIPAWNS", "both scores are within CENTIPAWNS of zero"},
});

constexpr auto kPgnKeys = std::to_array<KeySpec>({
    {"file", "FILE",
     "record file; NAME.pgn by default. Games are appended; the file is never emptied"},
});

constexpr auto kLogKeys = std::to_array<KeySpec>({
    {"file", "FILE", "log file"},
});

constexpr auto kConfigKeys = std::to_array<KeySpec>({
    {"file", "FILE", "the description"},
    {"discard", "true|false", "ignore the description"},
});

constexpr auto kPokerKeys = std::to_array<KeySpec>({
    {"hands", "N", "deals per block; each block is replayed in every rotation of the seats"},
    {"orders", "turns|all",
     "rotations: cyclic shifts of the seats (the default), or every order of the players"},
    {"handtime", "MILLISECONDS", "time of a player per hand, on average over a block"},
    {"responsetime", "MILLISECONDS", "time of a player per answer"},
    {"starttime", "MILLISECONDS", "time limit for all players to connect"},
});

constexpr auto kOutputKeys = std::to_array<KeySpec>({
    {"format", "FORMAT", "fastchess; cutechess is accepted with a warning and prints the same"},
});

constexpr auto kEngineFlags = std::to_array<FlagSpec>({
    {"engine", kKeys, "KEY=VALUE ...", "Adds an engine", kRead, kEngineKeys, "", true},
    {"each", kKeys, "KEY=VALUE ...",
     "Sets keys of `-engine` for all engines; replaces an engine's own values", kRead, kEngineKeys,
     "", true},
    {"startup-ms", kValue, "N",
     "Maximum time for the start of an engine, in milliseconds. Default: 20000"},
    {"quick", kValue, "",
     "write -engine cmd=A tc=10+0.1 -engine cmd=B tc=10+0.1 -openings file=BOOK order=random "
     "-rounds 25000 -draw movenumber=30 movecount=8 "
     "score=8 -concurrency -2",
     kRefused},
});

constexpr auto kTournamentFlags = std::to_array<FlagSpec>({
    {"name", kValue, "NAME",
     "Name of the tournament in its journal. Default: match with `-journal`; otherwise the names "
     "of the engines and a short hash of everything that decides games except their number, so "
     "that different tournaments in a folder have different journals"},
    {"game", kValue, "chess|connect6|reversi|limit|nolimit|limit3|nolimit3|kuhn|kuhn3|leduc|FILE",
     "Chess (the default), Connect-6, Reversi, or poker: limit and nolimit, limit3 and nolimit3 "
     "for three players, kuhn, kuhn3, leduc, or a GAMEDEF file. If there are more engines than "
     "seats, they play at several tables, each against every other"},
    {"variant", kValue, "standard|fischerandom|connect6|reversi|holdem",
     "Chess (standard by default), Connect-6, Reversi, or no-limit hold'em"},
    {"tournament", kValue, "roundrobin|gauntlet|swiss",
     "Default: roundrobin. In a gauntlet the first engines play against the rest"},
    {"seeds", kValue, "N",
     "Gauntlet: number of first engines that play against the rest. Default: 1"},
    {"rounds", kValue, "N", "Times that every pairing is played. Default: 1, with `-sprt` 500000"},
    {"games", kValue, "N",
     "Games of a pairing in a round. Default: 2, one opening with colors reversed. Pairings play "
     "rounds x games, in such pairs where the "
     "number allows it"},
    {"repeat", kMaybeValue, "N",
     "Play each opening twice, with colors reversed (the default), or N = 1 times"},
    {"noswap", kNothing, "", "without swapped colors, results would measure the colors", kRefused},
    {"sprt", kKeys, "KEY=VALUE ...",
     "Stop when a sequential test has decided between two hypotheses; two engines", kRead,
     kSprtKeys, ""},
    {"boardsize", kValue, "N", "Lines of the board. Default: 19 in Connect-6, 8 in Reversi"},
    {"hands", kValue, "N", "Poker: the same as `-poker hands=N`. Default: 1000"},
    {"poker", kKeys, "KEY=VALUE ...", "Poker: the table", kRead, kPokerKeys, ""},
    {"part", kValue, "K/N",
     "Play only the encounters whose number is K modulo N, K from 0, in a journal of their own; "
     "`trivium-match merge` unites the journals of all parts. Not with `-sprt` or in Swiss "
     "tournaments, where the results of all games decide how they go on"},
    {"seed", kValue, "N", "Random seed of orders and cards. Default: 0"},
    {"srand", kValue, "N", "The same as `-seed`"},
    {"concurrency", kValue, "N",
     "Games at once. 0 or -N: the number of processors, or N fewer. Default: 1"},
    {"recover", kMaybeValue, "on|off",
     "on (the default): an engine that fails loses the game and is restarted; off: its failure "
     "ends the tournament"},
    {"wait", kValue, "N", "Milliseconds between games. Default: 0"},
    {"nograce", kNothing, "",
     "Also charge delays of the machine: a move later than its time and margin loses, whatever the "
     "load"},
});

constexpr auto kOpeningFlags = std::to_array<FlagSpec>({
    {"openings", kKeys, "KEY=VALUE ...", "Start games from the openings of a book", kRead,
     kOpeningsKeys, ""},
});

constexpr auto kEndFlags = std::to_array<FlagSpec>({
    {"resign", kKeys, "KEY=VALUE ...", "End games that one side has lost by its own score", kRead,
     kResignKeys, ""},
    {"draw", kKeys, "KEY=VALUE ...", "End games as draws if both scores stay near zero", kRead,
     kDrawKeys, ""},
    {"maxmoves", kValue, "N", "End games as draws after N moves of each side; 0: no limit"},
    {"tb", kValue, "PATHS", "endgame tablebases are not supported", kRefused},
});

constexpr auto kRecordFlags = std::to_array<FlagSpec>({
    {"journal", kValue, "FILE",
     "File that keeps every game; the same command resumes an interrupted tournament. Default: "
     "NAME.db, with `-part K/N` NAME.K-of-N.db. Or a database that several machines share: "
     "postgresql://USER@HOST/DATABASE"},
    {"lease", kValue, "SECONDS",
     "Journal of a database: time after which games of a runner that is not heard from are played "
     "by others. Default: 60"},
    {"speed", kValue, "warn|refuse|any",
     "Journal of a database, games with clocks: what to do if this machine is not as fast as that "
     "of the first runner. Default: warn"},
    {"pgnout", kKeys, "[file=FILE] ...",
     "Also write the games, in order, to a file: PGN, SGF or STATE lines", kRead, kPgnKeys, "file"},
    {"event", kValue, "TEXT", "PGN: the tag Event. Default: the tournament's name"},
    {"site", kValue, "TEXT", "PGN: the tag Site"},
    {"log", kKeys, "file=FILE", "Write every line to and from the engines to a file", kRead,
     kLogKeys, "file"},
    {"config", kKeys, "file=FILE",
     "Read a description in JSON; the flags beside it add to it or replace its values", kRead,
     kConfigKeys, "file"},
    {"save-config", kValue, "FILE", "Write flags and description as a description in JSON"},
});

constexpr auto kOutputFlags = std::to_array<FlagSpec>({
    {"json", kNothing, "", "Print events as JSON, one object a line, on standard output"},
    {"output", kKeys, "format=FORMAT", "Plain lines on a terminal too, in the words of fastchess",
     kRead, kOutputKeys, "format"},
    {"ratinginterval", kValue, "N",
     "Games between two reports of the standings; 0: at the end only. Default: 10"},
    {"compliance", kValue, "ENGINE", "use `trivium-check uci ENGINE`", kRefused},
    {"engines", kNothing, "", "engines.json of Cute Chess is not supported", kRefused},
});

// clang-format off
constexpr auto kIgnoredNames = std::to_array<std::string_view>({
    "-autosaveinterval", "-bookmode", "-check-mate-pvs", "-config outname", "-config stats",
    "-crc32", "-debug", "-each bookdepth", "-each trust", "-engine bookdepth", "-engine trust",
    "-epdout", "-force-concurrency", "-log append", "-log compress", "-log engine", "-log level",
    "-log realtime", "-outcomeinterval", "-pgnout append", "-pgnout fi", "-pgnout hashfull",
    "-pgnout latency", "-pgnout match_line", "-pgnout min", "-pgnout nodes", "-pgnout notation",
    "-pgnout nps", "-pgnout pv", "-pgnout seldepth", "-pgnout tbhits", "-pgnout timeleft",
    "-ping-ms", "-report", "-resultformat", "-reverse", "-scoreinterval", "-show-latency",
    "-strict", "-tbadjudicate", "-tbignore50", "-tbpieces", "-testEnv", "-ucinewgame-ms",
    "-use-affinity"
});
// clang-format on
constexpr FlagSpec kIgnoredFlag{"", kNothing, "", "", kIgnored};
constexpr KeySpec kIgnoredKey{"", "", "", kIgnored, true};

bool is_ignored(const std::string& name) {
  return std::ranges::find(kIgnoredNames, name) != kIgnoredNames.end();
}

constexpr auto kGroups = std::to_array<FlagGroup>({
    {"Engines", kEngineFlags},
    {"Tournament", kTournamentFlags},
    {"Openings", kOpeningFlags},
    {"Ends of games", kEndFlags},
    {"Records", kRecordFlags},
    {"Display", kOutputFlags},
});

constexpr std::string_view kDescription =
    "Plays a tournament. `run` can be omitted if the first word is a flag.\n"
    "A flag begins with one dash or two; the words up to the next flag belong to it.";

tools::KeyEntry key_entry(const KeySpec& key) {
  const std::string name =
      key.name.ends_with('.') ? fmt::format("{}NAME", key.name) : std::string(key.name);
  return {key.value.empty() ? name : fmt::format("{}={}", name, key.value), std::string(key.help)};
}

/// True if a word without a key may name a file.
bool takes_bare_file(const FlagSpec& flag) {
  const KeySpec* const key = flag.bare_key.empty() ? nullptr : find_key(flag, flag.bare_key);
  return key != nullptr && key->value == "FILE";
}

tools::OptionEntry option_entry(const FlagSpec& flag) {
  tools::OptionEntry option;
  option.names.push_back(fmt::format("-{}", flag.name));
  option.takes_value = flag.shape != FlagShape::kNothing;
  option.value = tools::described_value(std::string(flag.value));
  if (flag.shape == FlagShape::kMaybeValue) option.value.name = fmt::format("[{}]", flag.value);
  option.value.files = option.value.files || takes_bare_file(flag);
  option.description = flag.help;
  option.repeated = flag.repeated;
  if (flag.name == "each") return option;  // its keys are those of -engine
  for (const KeySpec& key : flag.keys) {
    if (key.treatment == Treatment::kRead) option.keys.push_back(key_entry(key));
  }
  return option;
}

/// Lists rejected flags and keys of flags: "-tb, -engine book".
std::string refused_flags() {
  std::vector<std::string> names;
  for (const FlagGroup& group : kGroups) {
    for (const FlagSpec& flag : group.flags) {
      if (flag.treatment == Treatment::kRefused) names.push_back(fmt::format("-{}", flag.name));
      if (flag.name == "each") continue;
      for (const KeySpec& key : flag.keys) {
        if (key.treatment == Treatment::kRefused)
          names.push_back(fmt::format("-{} {}", flag.name, key.name));
      }
    }
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

std::span<const FlagGroup> flag_groups() noexcept { return kGroups; }

const FlagSpec* find_flag(std::string_view name) {
  for (const FlagGroup& group : kGroups) {
    const auto found = std::ranges::find(group.flags, name, &FlagSpec::name);
    if (found != group.flags.end()) return &*found;
  }
  return is_ignored(fmt::format("-{}", name)) ? &kIgnoredFlag : nullptr;
}

const KeySpec* find_key(const FlagSpec& flag, std::string_view name) {
  const auto found = std::ranges::find_if(flag.keys, [name](const KeySpec& key) {
    return key.name.ends_with('.') ? name.size() > key.name.size() && name.starts_with(key.name)
                                   : name == key.name;
  });
  if (found != flag.keys.end()) return &*found;
  return is_ignored(fmt::format("-{} {}", flag.name, name)) ? &kIgnoredKey : nullptr;
}

tools::CommandEntry run_entry(const std::string& program) {
  tools::CommandEntry entry;
  entry.name = program + " run";
  entry.description = kDescription;
  tools::OptionEntry help;
  help.names = {"-h", "--help"};
  help.takes_value = false;
  help.description = "Print this help and exit";
  entry.options.push_back(std::move(help));
  for (const FlagGroup& group : kGroups) {
    for (const FlagSpec& flag : group.flags) {
      if (flag.treatment == Treatment::kRead) entry.options.push_back(option_entry(flag));
    }
  }
  entry.footer = fmt::format(
      "Scripts for fastchess and cutechess-cli run as they are. Ignored with a warning, since "
      "games do not depend on it: {}.\n"
      "Rejected, since games would differ from the request: {}.",
      fmt::join(kIgnoredNames, ", "), refused_flags());
  return entry;
}

}  // namespace trivium::match
