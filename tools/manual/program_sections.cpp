#include "tools/manual/program_sections.h"

#include <algorithm>
#include <array>
#include <span>

namespace trivium::tools {

namespace {

// Entries of a program, by section. Paths are those of the Debian package.

constexpr auto kTriviumSections = std::to_array<SectionEntry>({
    {"EXIT STATUS", "",
     "`trivium check` also returns 1 if it finds a fault, `trivium acpc` if its match was not "
     "finished, and `trivium status` if no server answers. `trivium serve` returns 0 after "
     "SIGTERM."},
    {"FILES", "/etc/trivium/serve.json",
     "The configuration of the service. `/usr/share/doc/trivium/using/server.md` describes every "
     "key."},
    {"FILES", "/usr/share/trivium/models",
     "The weights of each game. `default.json` names the files that are used."},
    {"FILES", "/run/trivium/control", "The socket of the service that `trivium status` asks."},
    {"FILES", "/var/log/trivium",
     "The folder in which the service may write a log file; without one it writes to the journal."},
    {"SIGNALS", "SIGHUP",
     "`trivium serve` reloads the weights, for games that begin afterwards, and reopens the log "
     "file. The configuration is read at the start only."},
    {"SIGNALS", "SIGTERM, SIGINT",
     "`trivium serve` stops every search, writes what can be written and ends within two seconds. "
     "`trivium acpc` leaves the match."},
    {"EXAMPLES", "",
     "Check the installation, and play chess in a window:\n\n"
     "  trivium doctor\n"
     "  xboard -fUCI -fcp \"trivium uci\""},
    {"EXAMPLES", "",
     "Play a seat at a dealer's table, and explain an evaluation:\n\n"
     "  trivium acpc 127.0.0.1 18001 --game nolimit\n"
     "  trivium explain chess \"8/8/8/4k3/8/4K3/4P3/8 w - - 0 1\""},
    {"EXAMPLES", "",
     "Make an opening book from games, and show its first moves:\n\n"
     "  trivium book make --data games.pgn --out book.bin --min-games 5\n"
     "  trivium book show --book book.bin"},
    {"EXAMPLES", "",
     "Start the server, and print its status:\n\n"
     "  systemctl enable --now trivium\n"
     "  trivium status --config /etc/trivium/serve.json"},
    {"SEE ALSO", "",
     "`trivium-check`(1), `trivium-dealer`(1), `trivium-lab`(1), `trivium-learn`(1), "
     "`trivium-match`(1), `systemctl`(1)\n\n"
     "`/usr/share/doc/trivium/README.md` and the pages in `/usr/share/doc/trivium/using`"},
});

constexpr auto kDealerSections = std::to_array<SectionEntry>({
    {"EXIT STATUS", "",
     "It also returns 1 if a player was late or missed a decision; all hands are played and scored "
     "then too."},
    {"FILES", "NAME.log",
     "The log of the match, in the folder where the dealer was started: every hand and the score."},
    {"FILES", "NAME.tlog",
     "With `-T`: every action with its time, from which `-a` resumes the match."},
    {"EXAMPLES", "",
     "Play a match of a thousand hands between two players of `trivium`(1), each in its own "
     "terminal:\n\n"
     "  trivium-dealer match nolimit 1000 1 Alice Bob -p 18001,18002\n"
     "  trivium acpc 127.0.0.1 18001 --game nolimit\n"
     "  trivium acpc 127.0.0.1 18002 --game nolimit --policy call"},
    {"EXAMPLES", "",
     "Play a match that can be resumed after a kill, and replay its log:\n\n"
     "  trivium-dealer match nolimit 1000 1 Alice Bob -p 18001,18002 -T -a\n"
     "  trivium check poker --game nolimit match.log"},
    {"SEE ALSO", "",
     "`trivium`(1), `trivium-match`(1)\n\n"
     "`/usr/share/doc/trivium/using/poker.md`"},
});

constexpr auto kMatchSections = std::to_array<SectionEntry>({
    {"EXIT STATUS", "3", "A sequential test accepted H0."},
    {"EXIT STATUS", "4", "A sequential test accepted H1."},
    {"EXIT STATUS", "5", "A sequential test is undecided."},
    {"FILES", "NAME.db", "The journal, a SQLite database with every game of its tournaments."},
    {"FILES", "NAME.pgn", "With `-pgnout`: the games, in order."},
    {"SIGNALS", "SIGINT, SIGTERM",
     "The first one ends the tournament after the games that are being played; the second aborts "
     "them. The same command resumes with the missing games."},
    {"EXAMPLES", "",
     "Run a sequential test of two engines, and print its standings:\n\n"
     "  trivium-match -name new-old -engine cmd=new -engine cmd=old -each tc=10+0.1 \\\n"
     "    -openings file=book.epd order=random -sprt elo0=0 elo1=5\n"
     "  trivium-match status new-old.db"},
    {"EXAMPLES", "",
     "Play duplicate poker between two policies of `trivium`(1):\n\n"
     "  trivium-match -game nolimit -hands 1000 -rounds 10 \\\n"
     "    -engine proto=internal name=rule option.policy=rule \\\n"
     "    -engine proto=internal name=call option.policy=call"},
    {"SEE ALSO", "",
     "`trivium`(1), `trivium-check`(1), `trivium-dealer`(1)\n\n"
     "`/usr/share/doc/trivium/using/tournaments.md`"},
});

constexpr auto kCheckSections = std::to_array<SectionEntry>({
    {"EXIT STATUS", "",
     "It also returns 1 if the program breaks a rule. Warnings and notes do not count."},
    {"FILES", "/usr/share/doc/trivium/using/tournaments.md",
     "Verdicts, and the form of the report."},
    {"EXAMPLES", "",
     "Examine an engine for at most 40 seconds, check one rule, and examine a poker player:\n\n"
     "  trivium-check uci --quick stockfish\n"
     "  trivium-check uci --rule stop-answers trivium uci\n"
     "  trivium-check acpc --game limit trivium -- acpc --game limit"},
    {"SEE ALSO", "", "`trivium`(1), `trivium-match`(1)"},
});

constexpr auto kLearnSections = std::to_array<SectionEntry>({
    {"FILES", "/usr/share/trivium/models", "The shipped weights, and the model card of each."},
    {"FILES", "NAME.safetensors, NAME.md",
     "What `--out` writes: a weight file and its model card."},
    {"FILES", "DIR of --checkpoint",
     "Snapshots of an unfinished run. Only one run at a time can use the folder."},
    {"EXAMPLES", "",
     "Learn the chess evaluation from self-play alone. The run can be killed; the same command "
     "resumes it:\n\n"
     "  trivium-learn chess tdleaf --start nothing --steps 40 --generation-games 500 \\\n"
     "    --nodes 1000 --threads 2 --checkpoint run --resume --report run --out run"},
    {"EXAMPLES", "",
     "Play a thousand games, and learn from a record of `trivium-match`(1):\n\n"
     "  trivium-learn chess selfplay --count 1000 --openings book.epd --out games.pgn\n"
     "  trivium-learn chess tdleaf --data match.pgn --start default --out learned"},
    {"EXAMPLES", "",
     "Learn how a player chooses moves, and explain a position in this style:\n\n"
     "  trivium-learn chess style --data games.pgn --player \"Name\" --out me.safetensors\n"
     "  trivium explain chess --style me.safetensors startpos"},
    {"SEE ALSO", "", "`trivium`(1), `trivium-lab`(1), `trivium-match`(1)"},
});

constexpr auto kLabSections = std::to_array<SectionEntry>({
    {"FILES", "/usr/share/trivium/models",
     "The strategies and networks that policies use if no file is named."},
    {"FILES", "report.html, result.json, result.csv", "What `bandits --report DIR` writes."},
    {"EXAMPLES", "",
     "Measure a lower bound on the exploitability of a policy, exactly in a small game and by "
     "samples in hold'em:\n\n"
     "  trivium-lab poker lbr --game leduc --policy rule --set fcpa --exact\n"
     "  trivium-lab poker lbr --game nolimit --policy rule --set fcpa --count 10000 --threads 2"},
    {"EXAMPLES", "",
     "Play duplicate poker between two policies, and reduce the luck in a match of "
     "`trivium-match`(1):\n\n"
     "  trivium-lab poker match --game limit --policy rule --against call --count 10000\n"
     "  trivium-match export --format state --out match.log match.db\n"
     "  trivium-lab poker aivat --game nolimit match.log --player rule --policy rule"},
    {"EXAMPLES", "",
     "Compare methods that find the best of 20 arms, or the best turn of a Connect-6 position by "
     "playouts:\n\n"
     "  trivium-lab bandits --space 1 --arms 20 --methods uniform,ttba,dissent --steps 500,3000\n"
     "  trivium-lab bandits --connect6 game.txt --decision-rule expectation --report report"},
    {"EXAMPLES", "",
     "Draw the curve of a learner's report, and a line with its interval for each method of an "
     "experiment:\n\n"
     "  trivium-lab chart run/exploitability.csv --log-axes xy --out curve.svg \\\n"
     "    --y 'exploitability (mbb/g): cfr, dcfr'\n"
     "  trivium-lab chart report/result.csv --x rounds --by method \\\n"
     "    --y 'runs with the right answer (share): accuracy(accuracy_low..accuracy_high)' \\\n"
     "    --out accuracy.svg"},
    {"EXAMPLES", "",
     "Compute ratings and home advantage of a league, and White's advantage in chess, with two "
     "models of ties:\n\n"
     "  trivium-lab ratings season.csv\n"
     "  trivium-lab ratings games.pgn --ties rao-kupper --json"},
    {"SEE ALSO", "", "`trivium`(1), `trivium-match`(1), `trivium-dealer`(1)"},
});

struct Program {
  std::string_view name;
  std::span<const SectionEntry> entries;
};

constexpr std::array kPrograms{
    Program{"trivium", kTriviumSections},     Program{"trivium-dealer", kDealerSections},
    Program{"trivium-match", kMatchSections}, Program{"trivium-check", kCheckSections},
    Program{"trivium-learn", kLearnSections}, Program{"trivium-lab", kLabSections}};

}  // namespace

std::vector<SectionEntry> program_sections(std::string_view program) {
  const auto found = std::ranges::find(kPrograms, program, &Program::name);
  if (found == kPrograms.end()) return {};
  return {found->entries.begin(), found->entries.end()};
}

}  // namespace trivium::tools
