#include "tools/manual/program_sections.h"

#include <array>

namespace trivium::tools {

namespace {

struct ProgramEntry {
  std::string_view program;
  SectionEntry entry;
};

/// Paths are those of the Debian package.
constexpr std::array kEntries = {
    ProgramEntry{
        "trivium",
        {"FILES", "/etc/trivium/serve.json", "The configuration of the service. `/usr/share/doc/trivium/using/server.md` describes every key."}},
    ProgramEntry{"trivium",
                 {"FILES", "/usr/share/trivium/models", "The weights of each game. `default.json` names the file that is used."}},
    ProgramEntry{"trivium", {"FILES", "/run/trivium/control", "The socket of the service that `trivium status` asks."}},
    ProgramEntry{"trivium",
                 {"FILES", "/var/log/trivium", "The folder where the service may write a log file; without one it writes to the journal."}},
    ProgramEntry{
        "trivium",
        {"SIGNALS", "SIGHUP",
         "`trivium serve` loads the weights anew, for games that begin afterwards, and opens the log file again. The configuration is "
         "read at the start only."}},
    ProgramEntry{"trivium",
                 {"SIGNALS", "SIGTERM, SIGINT",
                  "`trivium serve` stops every search, writes what can be written and ends within two seconds. `trivium acpc` leaves the "
                  "match."}},
    ProgramEntry{"trivium",
                 {"EXAMPLES", "",
                  "Whether everything needed is in place, and a game of chess:\n\n  trivium doctor\n  xboard -fUCI -fcp \"trivium uci\""}},
    ProgramEntry{"trivium",
                 {"EXAMPLES", "",
                  "A seat at a dealer's table, and where an evaluation comes from:\n\n"
                  "  trivium acpc 127.0.0.1 18001 --game nolimit\n"
                  "  trivium explain chess \"8/8/8/4k3/8/4K3/4P3/8 w - - 0 1\""}},
    ProgramEntry{"trivium",
                 {"EXAMPLES", "",
                  "An opening book from games, and what it plays first:\n\n"
                  "  trivium book make --data games.pgn --out book.bin --min-games 5\n"
                  "  trivium book show --book book.bin"}},
    ProgramEntry{"trivium",
                 {"EXAMPLES", "",
                  "A server, and how it goes:\n\n"
                  "  systemctl enable --now trivium\n"
                  "  trivium status --config /etc/trivium/serve.json"}},
    ProgramEntry{"trivium",
                 {"SEE ALSO", "",
                  "`trivium-dealer`(1), `trivium-learn`(1), `systemctl`(1)\n\n"
                  "`/usr/share/doc/trivium/README.md` and the pages in `/usr/share/doc/trivium/using`"}},
    ProgramEntry{"trivium-dealer",
                 {"FILES", "NAME.log", "The log of the match, in the folder where the dealer was started: every hand and the score."}},
    ProgramEntry{"trivium-dealer", {"FILES", "NAME.tlog", "With `-T`: every action with its time, from which `-a` resumes the match."}},
    ProgramEntry{"trivium-dealer",
                 {"EXAMPLES", "",
                  "A match of a thousand hands between two players of `trivium`(1), each in a terminal of its own:\n\n"
                  "  trivium-dealer match nolimit 1000 1 Alice Bob -p 18001,18002\n"
                  "  trivium acpc 127.0.0.1 18001 --game nolimit\n"
                  "  trivium acpc 127.0.0.1 18002 --game nolimit --policy call"}},
    ProgramEntry{"trivium-dealer", {"SEE ALSO", "", "`trivium`(1)\n\n`/usr/share/doc/trivium/using/poker.md`"}},
    ProgramEntry{"trivium-match", {"FILES", "NAME.db", "The journal: every game of the tournaments in it, in a database of SQLite."}},
    ProgramEntry{
        "trivium-match",
        {"SIGNALS", "SIGINT, SIGTERM",
         "The first one ends the tournament when the games under way are finished, the second breaks them off. The same command goes "
         "on with the games that are missing."}},
    ProgramEntry{"trivium-match",
                 {"EXAMPLES", "",
                  "A sequential test of two engines, and how it goes:\n\n"
                  "  trivium-match -name new-old -engine cmd=new -engine cmd=old -each tc=10+0.1 \\\n"
                  "    -openings file=book.epd order=random -sprt elo0=0 elo1=5\n"
                  "  trivium-match status new-old.db"}},
    ProgramEntry{"trivium-match",
                 {"EXAMPLES", "",
                  "Duplicate poker between two policies of `trivium`(1):\n\n"
                  "  trivium-match -game nolimit -hands 1000 -rounds 10 \\\n"
                  "    -engine proto=internal name=rule option.policy=rule \\\n"
                  "    -engine proto=internal name=call option.policy=call"}},
    ProgramEntry{"trivium-match",
                 {"SEE ALSO", "", "`trivium`(1), `trivium-check`(1), `trivium-dealer`(1)\n\n`/usr/share/doc/trivium/using/tournaments.md`"}},
    ProgramEntry{"trivium-check",
                 {"EXAMPLES", "",
                  "All rules of UCI that can be checked in 40 seconds, one rule, and a poker player:\n\n"
                  "  trivium-check uci --quick stockfish\n"
                  "  trivium-check uci --rule stop-answers trivium uci\n"
                  "  trivium-check acpc --game limit trivium -- acpc --game limit"}},
    ProgramEntry{"trivium-check", {"SEE ALSO", "", "`trivium`(1), `trivium-match`(1)\n\n`/usr/share/doc/trivium/using/tournaments.md`"}},
    ProgramEntry{"trivium-learn",
                 {"FILES", "/usr/share/trivium/models", "The weights that came with Trivium, and the model card of each."}},
    ProgramEntry{"trivium-learn",
                 {"EXAMPLES", "",
                  "The chess evaluation from nothing but games against itself, to be killed and resumed at will:\n\n"
                  "  trivium-learn chess tdleaf --start nothing --steps 40 --generation-games 500 \\\n"
                  "    --nodes 1000 --threads 2 --checkpoint run --resume --report run --out run"}},
    ProgramEntry{"trivium-learn",
                 {"EXAMPLES", "",
                  "A thousand games of the engine against itself, and learning from a record of `trivium-match`(1):\n\n"
                  "  trivium-learn chess selfplay --count 1000 --book book.epd --out games.pgn\n"
                  "  trivium-learn chess tdleaf --data match.pgn --start default --out learned"}},
    ProgramEntry{"trivium-learn", {"SEE ALSO", "", "`trivium`(1), `trivium-match`(1)"}},
    ProgramEntry{"trivium-lab",
                 {"EXAMPLES", "",
                  "How exploitable a policy is at least, exactly in a small game and by hands with dice in hold'em:\n\n"
                  "  trivium-lab poker lbr leduc --policy rule --set fcpa --exact\n"
                  "  trivium-lab poker lbr nolimit --policy rule --set fcpa --count 10000 --threads 2"}},
    ProgramEntry{"trivium-lab",
                 {"EXAMPLES", "",
                  "Duplicate poker between two policies, and a match of `trivium-match`(1) with the luck taken out:\n\n"
                  "  trivium-lab poker match limit --policy rule --against call --count 10000\n"
                  "  trivium-match export --format state --out match.log match.db\n"
                  "  trivium-lab poker aivat nolimit match.log --player rule --policy rule"}},
    ProgramEntry{"trivium-lab",
                 {"EXAMPLES", "",
                  "Which method finds the best of 20 arms, or the best turn of a Connect-6 position by playouts:\n\n"
                  "  trivium-lab bandits --space 1 --arms 20 --methods uniform,ttba,dissent --steps 500,3000\n"
                  "  trivium-lab bandits --connect6 game.txt --rule expectation --report report"}},
    ProgramEntry{"trivium-lab",
                 {"EXAMPLES", "",
                  "The curve of a learner's report, and a line with its interval for each method of an experiment with bandits:\n\n"
                  "  trivium-lab chart run/exploitability.csv --log xy --y 'exploitability (mbb/g): cfr, dcfr' --out curve.svg\n"
                  "  trivium-lab chart report/result.csv --x rounds --by method \\\n"
                  "    --y 'runs with the right answer (share): accuracy(accuracy_low..accuracy_high)' --out accuracy.svg\n\n"
                  "Ratings and home advantage of a league, and White's advantage in chess, with ties by two models:\n\n"
                  "  trivium-lab ratings season.csv\n"
                  "  trivium-lab ratings games.pgn --ties rao-kupper --json"}},
    ProgramEntry{"trivium-lab", {"SEE ALSO", "", "`trivium`(1), `trivium-match`(1), `trivium-dealer`(1)"}},
};

}  // namespace

std::vector<SectionEntry> program_sections(std::string_view program) {
  std::vector<SectionEntry> found;
  for (const ProgramEntry& one : kEntries) {
    if (one.program == program) found.push_back(one.entry);
  }
  return found;
}

}  // namespace trivium::tools
