// Progress lines, with a clock that the test sets.
#include "learning/harness/progress.h"

#include <doctest/doctest.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

#include "engine/core/step_progress.h"

using namespace trivium::learning;
using namespace std::chrono_literals;

namespace {

/// Options with a clock that the test sets.
Progress::Options options_of(std::ostream& out, const Progress::Clock::time_point& now,
                             bool terminal = false) {
  Progress::Options options;
  options.out = &out;
  options.terminal = terminal;
  options.now = [&now] { return now; };
  return options;
}

}  // namespace

TEST_CASE("text lines are printed at intervals, with the rate and the time left") {
  std::ostringstream out;
  Progress::Clock::time_point now = Progress::Clock::time_point{} + 1h;
  Progress progress("games", 100, options_of(out, now));
  now += 20s;
  progress.update(10, "loss 0.5");
  now += 5s;
  progress.update(20);
  now += 15s;
  progress.update(50);
  now += 1s;
  progress.update(100);
  CHECK(out.str() ==
        "games: 10 of 100 (10 %), 30.0/min, about 3 min 0 s left, loss 0.5\n"
        "games: 50 of 100 (50 %), 1.2/s, about 40 s left\n"
        "games: 100 of 100 (100 %), 2.4/s\n");
}

TEST_CASE("a phase without steps is reported once") {
  std::ostringstream out;
  Progress::Clock::time_point now = Progress::Clock::time_point{} + 1h;
  Progress progress("games", 0, options_of(out, now, false));
  for (int i = 0; i < 3; ++i) progress.update(0);
  CHECK(out.str() == "games: 0 of 0\n");
}

TEST_CASE("on a terminal one line is rewritten, and ends with the phase") {
  std::ostringstream out;
  Progress::Clock::time_point now = Progress::Clock::time_point{} + 1h;
  {
    Progress progress("games", 4, options_of(out, now, true));
    now += 1s;
    progress.update(1);
    now += 3s;
    progress.update(4);
  }
  CHECK(out.str() ==
        "\rgames: 1 of 4 (25 %), 1.0/s, about 3 s left"
        "\rgames: 4 of 4 (100 %), 1.0/s               \n");
}

TEST_CASE("other output on a terminal begins after the progress line is erased") {
  std::ostringstream out;
  Progress::Clock::time_point now = Progress::Clock::time_point{} + 1h;
  Progress progress("games", 4, options_of(out, now, true));
  progress.erase();
  progress.update(0);
  progress.erase();
  progress.erase();
  CHECK(out.str() == "\rgames: 0 of 4 (0 %)\r                   \r");
}

TEST_CASE("steps of an earlier run do not count for the rate") {
  std::ostringstream out;
  Progress::Clock::time_point now = Progress::Clock::time_point{} + 1h;
  Progress::Options options = options_of(out, now);
  options.resumed = true;
  Progress progress("games", 100, options);
  progress.update(50);
  now += 10s;
  progress.update(60);
  CHECK(out.str() == "games: 50 of 100 (50 %)\ngames: 60 of 100 (60 %), 1.0/s, about 40 s left\n");
}

TEST_CASE(
    "phases are numbered, and the first line states the path of the result and the age of the "
    "checkpoint") {
  std::ostringstream out;
  const Progress::Clock::time_point now{};
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / "trivium-progress-test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directory(folder);
  Progress::Options options = options_of(out, now);
  options.result = "out.safetensors";
  options.checkpoint = folder;
  Phases phases(2, options);
  std::ofstream(folder / "curve.jsonl") << "not a checkpoint";
  Progress("games", 5, phases.next()).update(5);
  CHECK(out.str() == fmt::format("result: out.safetensors\ncheckpoint: {}, nothing saved yet\n"
                                 "phase 1 of 2, games: 5 of 5 (100 %)\n",
                                 folder.string()));
  out.str("");
  std::ofstream(folder / "x.checkpoint.safetensors") << "state";
  Progress("steps", 5, phases.next()).update(5);
  CHECK(out.str().starts_with("phase 2 of 2, steps: 5 of 5 (100 %), checkpoint "));
  CHECK(out.str().ends_with(" s old\n"));
  std::filesystem::remove_all(folder);
}

TEST_CASE("if the first phase is too short to print, the second states the path of the result") {
  std::ostringstream out;
  Progress::Clock::time_point now = Progress::Clock::time_point{} + 1h;
  Progress::Options options = options_of(out, now);
  options.delay = 5s;
  options.result = "out.proof";
  Phases phases(3, options);
  Progress("games", 1, phases.next()).update(1);
  CHECK(out.str().empty());
  for (const char* const what : {"nodes", "checks"}) {
    Progress progress(what, 2, phases.next());
    now += 6s;
    progress.update(2);
  }
  CHECK(out.str() ==
        "result: out.proof\n"
        "phase 2 of 3, nodes: 2 of 2 (100 %), 20.0/min\n"
        "phase 3 of 3, checks: 2 of 2 (100 %), 20.0/min\n");
}

TEST_CASE("a short phase can wait with its first line among phases that do not") {
  std::ostringstream out;
  Progress::Clock::time_point now = Progress::Clock::time_point{} + 1h;
  Progress::Options options = options_of(out, now);
  options.result = "out.safetensors";
  options.resumed = true;
  Phases phases(3, options);
  Progress("games read", 0, phases.next_delayed()).update(7);
  CHECK(out.str().empty());
  Progress("steps", 1, phases.next()).update(1);
  CHECK(out.str() == "result: out.safetensors\nphase 2 of 3, steps: 1 of 1 (100 %)\n");
  out.str("");
  Progress games("games read", 0, phases.next_delayed());
  games.update(1);
  now += 6s;
  games.update(7);
  CHECK(out.str() == "phase 3 of 3, games read: 7, 1.0/s\n");
}

TEST_CASE("work that reports its steps and their total is the next phase") {
  std::ostringstream out;
  const Progress::Clock::time_point now{};
  Phases phases(2, options_of(out, now));
  Progress("games", 1, phases.next()).update(1);
  const auto work = [](const trivium::StepProgress& report) {
    report(5, 5);
    return 7;
  };
  CHECK(with_progress("nodes", phases, work) == 7);
  CHECK(out.str() ==
        "phase 1 of 2, games: 1 of 1 (100 %)\n"
        "phase 2 of 2, nodes: 5 of 5 (100 %)\n");
}

TEST_CASE("progress for programs is one JSON object a line") {
  std::ostringstream out;
  Progress::Clock::time_point now = Progress::Clock::time_point{} + 1h;
  Progress::Options options = options_of(out, now, true);
  options.json = true;
  options.result = "out.pgn";
  Progress progress("games", 4, options);
  now += 2s;
  progress.update(1, "loss 0.5");
  CHECK(out.str() ==
        "{\"progress\":{\"phase\":1,\"phases\":1,\"what\":\"games\",\"done\":1,\"total\":4,\"per_"
        "second\":0.5,\"seconds_left\":6,"
        "\"result\":\"out.pgn\",\"detail\":\"loss 0.5\"}}\n");
}

TEST_CASE("a note for programs is one JSON object a line, also of a quiet command") {
  std::ostringstream out;
  const Progress::Clock::time_point now{};
  Progress::Options options = options_of(out, now);
  print_note(options, "2 games left out");
  options.quiet = true;
  print_note(options, "games  moves\n    2     90\n");
  options.json = true;
  print_note(options, "games  moves\n    2     90\n");
  Phases(1, options).note("\"a\"\xFF");
  CHECK(out.str() ==
        "2 games left out\n"
        "games  moves\n    2     90\n"
        "{\"note\":\"games  moves\\n    2     90\"}\n"
        "{\"note\":\"\\\"a\\\"\xEF\xBF\xBD\"}\n");
}

TEST_CASE("a note takes the place of the progress line on a terminal") {
  std::ostringstream out;
  const Progress::Clock::time_point now{};
  Progress progress("games", 4, options_of(out, now, true));
  progress.update(0);
  progress.note("1 game left out");
  CHECK(out.str() ==
        "\rgames: 0 of 4 (0 %)\r                   \r"
        "1 game left out\n");
}

TEST_CASE("a quiet command prints no progress") {
  std::ostringstream out;
  const Progress::Clock::time_point now{};
  Progress::Options options = options_of(out, now, true);
  options.quiet = true;
  options.result = "out.pgn";
  Progress("games", 4, options).update(4);
  CHECK(out.str().empty());
}

TEST_CASE("no remaining time is printed before a thousandth of the steps is done") {
  std::ostringstream out;
  Progress::Clock::time_point now = Progress::Clock::time_point{} + 1h;
  Progress progress("boards", 100'000, options_of(out, now));
  now += 2s;
  progress.update(1);
  now += 18s;
  progress.update(20'000);
  CHECK(out.str() ==
        "boards: 1 of 100000 (0 %)\n"
        "boards: 20000 of 100000 (20 %), 1000/s, about 1 min 20 s left\n");
}

TEST_CASE("if the total is an upper limit, no share and no remaining time are printed") {
  std::ostringstream out;
  Progress::Clock::time_point now = Progress::Clock::time_point{} + 1h;
  Progress progress("steps", 100, options_of(out, now));
  progress.expect_fewer();
  now += 20s;
  progress.update(10, "loss 0.5");
  CHECK(out.str() == "steps: 10 of at most 100, 30.0/min, loss 0.5\n");
  out.str("");
  Progress far("positions", 1'000'000'000, options_of(out, now));
  far.expect_fewer();
  now += 10s;
  far.update(100);
  CHECK(out.str() == "positions: 100 of at most 1000000000, 10.0/s\n");
}

TEST_CASE(
    "a phase shorter than the delay prints nothing; a longer one begins with the path of the "
    "result") {
  std::ostringstream out;
  Progress::Clock::time_point now = Progress::Clock::time_point{} + 1h;
  Progress::Options options = options_of(out, now);
  options.result = "proof.txt";
  options.delay = 5s;
  {
    Progress progress("positions", 4, options);
    now += 4s;
    progress.update(4);
  }
  CHECK(out.str().empty());
  Progress progress("positions", 4, options);
  now += 4s;
  progress.update(1);
  now += 1s;
  progress.update(2);
  CHECK(out.str() == "result: proof.txt\npositions: 2 of 4 (50 %), 24.0/min, about 5 s left\n");
}

TEST_CASE("without a known total only the steps done and their rate are printed") {
  std::ostringstream out;
  Progress::Clock::time_point now = Progress::Clock::time_point{} + 1h;
  Progress::Options options = options_of(out, now);
  Progress progress("bytes", 0, options);
  now += 10s;
  progress.update(20);
  now += 1s;
  progress.update(30);
  CHECK(out.str() == "bytes: 20, 2.0/s\n");
  out.str("");
  options.json = true;
  Progress events("bytes", 0, options);
  now += 10s;
  events.update(20);
  CHECK(out.str() ==
        "{\"progress\":{\"phase\":1,\"phases\":1,\"what\":\"bytes\",\"done\":20,\"per_second\":2.0}"
        "}\n");
}

TEST_CASE("durations are printed with suitable units") {
  CHECK(readable_duration(50s) == "50 s");
  CHECK(readable_duration(125s) == "2 min 5 s");
  CHECK(readable_duration(3h + 7min + 4s) == "3 h 7 min");
}
