#include "protocols/client/conversation.h"

#include <algorithm>
#include <csignal>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "tests/protocols/client/engine_test.h"
#include "tests/temporary_folder.h"

namespace trivium::client {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

std::unique_ptr<Conversation> shell(Switchboard& switchboard, const std::string& script,
                                    ConversationOptions options = {}) {
  Result<std::unique_ptr<Conversation>> made =
      Conversation::start({{"sh", "-c", script}, {}, {}}, switchboard, std::move(options));
  REQUIRE_MESSAGE(made, made.error().message);
  return std::move(*made);
}

/// Returns the next line, or "(timeout)", "(closed)" or "(interrupted)".
std::string next_line(Conversation& conversation, Clock::duration patience = kPatience) {
  std::string_view line;
  switch (conversation.receive(line, Clock::now() + patience)) {
    case Wait::kDone:
      return std::string(line);
    case Wait::kTimeout:
      return "(timeout)";
    case Wait::kClosed:
      return "(closed)";
    case Wait::kInterrupted:
      break;
  }
  return "(interrupted)";
}

bool alive(pid_t id) { return kill(id, 0) == 0; }

}  // namespace

TEST_CASE("lines go to a program and come back with the time of their arrival") {
  Switchboard switchboard;
  const auto cat = shell(switchboard, "exec cat");
  CHECK(cat->send("one\ntwo") == Wait::kDone);
  CHECK(next_line(*cat) == "one");
  CHECK(next_line(*cat) == "two");
  CHECK(cat->arrival() >= cat->sent());
  CHECK(cat->arrival() <= Clock::now());
  CHECK(cat->end(kPatience).clean());
  CHECK(next_line(*cat) == "(closed)");
}

TEST_CASE("a program that cannot be started is an error with the cause") {
  Switchboard switchboard;
  const auto error = [&](const ProgramSpec& spec, const ConversationOptions& options = {}) {
    const auto made = Conversation::start(spec, switchboard, options);
    return made ? std::string() : made.error().message;
  };
  CHECK(error({}) == "cannot start an empty command");
  CHECK(error({{"no-such-engine"}, {}, {}}) == "'no-such-engine': no such program in PATH");
  CHECK(error({{"./no/such/engine"}, {}, {}}) == "'./no/such/engine': no such program");
  CHECK(error({{"/etc/passwd"}, {}, {}}) == "'/etc/passwd': not executable");
  CHECK(error({{"/bin/sh"}, "/no/such/folder", {}})
            .ends_with("directory '/no/such/folder': No such file or directory"));
  CHECK(error({{"/bin/sh"}, {}, {}}, {"/no/such/folder/errors", {}}) ==
        "cannot write '/no/such/folder/errors'");
  const TemporaryFolder folder;
  const std::filesystem::path bad = folder / "engine";
  std::ofstream(bad) << "neither a program nor a script\n";
  std::filesystem::permissions(bad, std::filesystem::perms::owner_all);
  CHECK(error({{bad.string()}, {}, {}}) ==
        "cannot start '" + bad.string() + "': Exec format error");
}

TEST_CASE("directory, environment and a program relative to its directory are respected") {
  Switchboard switchboard;
  const TemporaryFolder folder;
  const std::filesystem::path engine = folder / "engine";
  std::ofstream(engine) << "#!/bin/sh\npwd -P\necho $TRIVIUM_TEST_A $TRIVIUM_TEST_B\n";
  std::filesystem::permissions(engine, std::filesystem::perms::owner_all);
  setenv("TRIVIUM_TEST_A", "ours", 1);
  const auto made = Conversation::start(
      {{"./engine"}, engine.parent_path(), {"TRIVIUM_TEST_A=theirs", "TRIVIUM_TEST_B=x=y"}},
      switchboard);
  unsetenv("TRIVIUM_TEST_A");
  REQUIRE(made);
  CHECK(next_line(**made) == std::filesystem::canonical(engine.parent_path()));
  CHECK(next_line(**made) == "theirs x=y");
}

TEST_CASE("the exit status of a program is described in words") {
  Switchboard switchboard;
  const auto words = [&](const std::string& script) {
    const auto child = shell(switchboard, script);
    const auto status = child->exit_status(kPatience);
    REQUIRE(status);
    return status->words();
  };
  CHECK(words("exit 0") == "ended with status 0");
  CHECK(words("exit 3") == "ended with status 3");
  CHECK(words("kill -SEGV $$") == "ended by signal 11 (Segmentation fault)");
}

TEST_CASE("a wait for a silent program ends at its deadline, and the program can still answer") {
  Switchboard switchboard;
  const auto child = shell(switchboard, "read line; echo $line");
  CHECK(next_line(*child, milliseconds(20)) == "(timeout)");
  CHECK(child->send("now") == Wait::kDone);
  CHECK(next_line(*child) == "now");
}

TEST_CASE("a program that writes without end does not delay a deadline") {
  Switchboard switchboard;
  const auto child = shell(switchboard, "exec yes");
  const auto deadline = Clock::now() + milliseconds(50);
  std::string_view line;
  Wait wait = Wait::kDone;
  while (wait == Wait::kDone) wait = child->receive(line, deadline);
  CHECK(wait == Wait::kTimeout);
}

TEST_CASE(
    "bytes without a line end do not delay a deadline, and an endless line does not fill the "
    "memory") {
  Switchboard switchboard;
  const auto child = shell(switchboard, "exec cat /dev/zero");
  const auto deadline = Clock::now() + kPatience;
  while (!mentions(child->evidence(), "bytes was dropped") && Clock::now() < deadline)
    CHECK(next_line(*child, milliseconds(10)) == "(timeout)");
  CHECK(mentions(child->evidence(), "bytes was dropped"));
}

TEST_CASE("writing to a program that does not read ends at its deadline") {
  Switchboard switchboard;
  const auto child = shell(switchboard, "exec sleep 600");
  const std::string much(std::size_t{1} << 20, 'x');
  CHECK(child->send(much, milliseconds(50)) == Wait::kTimeout);
}

TEST_CASE("a program's output is read during a write, so that both sides cannot block each other") {
  Switchboard switchboard;
  const auto cat = shell(switchboard, "exec cat");
  const std::string line(1000, 'x');
  std::string much = line;
  for (int i = 0; i < 1000; ++i) much += '\n' + line;
  CHECK(cat->send(much, kPatience) == Wait::kDone);
  for (int i = 0; i <= 1000; ++i) REQUIRE(next_line(*cat) == line);
}

TEST_CASE("a program that ends during a write is distinguished from one that does not read") {
  Switchboard switchboard;
  const auto child = shell(switchboard, "echo bye");
  REQUIRE(child->exit_status(kPatience));
  CHECK(child->send("hello") == Wait::kClosed);
  CHECK(next_line(*child) == "bye");
  CHECK(next_line(*child) == "(closed)");
}

TEST_CASE(
    "NUL bytes, carriage returns and a last line without an end are kept; only a line beyond the "
    "limit is dropped") {
  Switchboard switchboard;
  const auto child = shell(switchboard, "printf 'a\\000b\\r\\nlast'");
  CHECK(next_line(*child) == std::string("a\0b", 3));
  CHECK(next_line(*child) == "last");
  const auto wordy = shell(switchboard, "head -c 3000000 /dev/zero | tr '\\0' x; echo; echo after");
  CHECK(next_line(*wordy) == "after");
  CHECK(mentions(wordy->evidence(), "# a line of more than 1048576 bytes was dropped"));
}

TEST_CASE(
    "a program that writes without end is read, up to a limit, while another one is waited for") {
  Switchboard switchboard;
  // 20 MB into a pipe that is not waited for; then it responds again.
  const auto talker = shell(switchboard,
                            "yes 'info nodes 1' | head -n 1500000; echo done; head -c 200000 "
                            "/dev/zero >&2; read line; echo $line");
  const auto other = shell(switchboard, "read line; echo $line");
  while (!mentions(talker->evidence(), "< done"))
    CHECK(next_line(*other, milliseconds(10)) == "(timeout)");
  CHECK(mentions(talker->evidence(), "oldest lines were dropped"));
  CHECK(talker->send("again") == Wait::kDone);
  std::string line;
  int lines = 0;
  while (line != "again" && line[0] != '(') {
    line = next_line(*talker);
    ++lines;
  }
  CHECK(line == "again");
  CHECK(lines <= static_cast<int>(Conversation::kBacklog / 12));
  CHECK(talker->error_tail().size() == Conversation::kErrorTail);
}

TEST_CASE("stderr is kept for evidence and appended to a file") {
  Switchboard switchboard;
  const TemporaryFolder folder;
  const std::filesystem::path file = folder / "errors";
  std::ofstream(file) << "before\n";
  const auto child = shell(switchboard, "echo one >&2; echo two >&2; echo out", {file, {}});
  CHECK(next_line(*child) == "out");
  REQUIRE(child->exit_status(kPatience));
  const auto evidence = child->evidence();
  REQUIRE(evidence.size() >= 2);
  CHECK(evidence[evidence.size() - 2] == "stderr: one");
  CHECK(evidence.back() == "stderr: two");
  std::ifstream in(file);
  CHECK(std::string(std::istreambuf_iterator<char>(in), {}) == "before\none\ntwo\n");
}

TEST_CASE("evidence is chronological, printable and short") {
  Switchboard switchboard;
  std::string log;
  const auto cat = shell(switchboard, "exec cat", {{}, [&](char direction, std::string_view line) {
                                                     log += direction;
                                                     log += line;
                                                   }});
  for (int i = 0; i < 30; ++i) {
    REQUIRE(cat->send(std::to_string(i)) == Wait::kDone);
    REQUIRE(next_line(*cat) == std::to_string(i));
  }
  REQUIRE(cat->send(std::string(1000, 'a') + '\1' + std::string(1000, 'b')) == Wait::kDone);
  REQUIRE(next_line(*cat).size() == 2001);
  const auto evidence = cat->evidence();
  CHECK(evidence.size() == 24);
  CHECK(evidence[evidence.size() - 4].ends_with(" s > 29"));
  CHECK(evidence[evidence.size() - 3].ends_with(" s < 29"));
  CHECK(evidence.back().size() < 320);
  CHECK(evidence.back().find("aa ... bb") != std::string::npos);
  CHECK(log.starts_with(">0<0>1<1"));
}

TEST_CASE(
    "an interrupt from another thread ends this wait and all later ones until it is lowered") {
  Interrupt interrupt;
  Switchboard switchboard(&interrupt);
  const auto cat = shell(switchboard, "exec cat");
  std::jthread other([&] { interrupt.raise(); });
  CHECK(next_line(*cat) == "(interrupted)");
  CHECK(next_line(*cat) == "(interrupted)");
  CHECK(interrupt.raised());
  interrupt.lower();
  CHECK(!interrupt.raised());
  CHECK(cat->send("on") == Wait::kDone);
  CHECK(next_line(*cat) == "on");
}

TEST_CASE(
    "a program that ignores the end of its input gets SIGTERM and is then killed with its "
    "children") {
  Switchboard switchboard;
  const auto polite = shell(switchboard, "echo $$; exec sleep 600");
  next_line(*polite);
  CHECK(polite->end(milliseconds(500)).words() == "ended by signal 15 (Terminated)");

  const auto stubborn = shell(switchboard, "trap '' TERM; sleep 600 & echo $!; wait; sleep 600");
  const pid_t grandchild = std::stoi(next_line(*stubborn));
  CHECK(alive(grandchild));
  CHECK(stubborn->end(milliseconds(20)).words() == "ended by signal 9 (Killed)");
  const auto deadline = Clock::now() + kPatience;
  // The process that inherits it must also notice that it is dead.
  const auto running = [&] {
    std::ifstream stat("/proc/" + std::to_string(grandchild) + "/stat");
    std::string number, name, state;
    return (stat >> number >> name >> state) && state != "Z";
  };
  while (running() && Clock::now() < deadline) std::this_thread::sleep_for(milliseconds(1));
  CHECK(!running());
}

TEST_CASE("a program ends with the thread that started it") {
  pid_t id = 0;
  Switchboard switchboard;
  std::unique_ptr<Conversation> child;
  std::jthread([&] {
    child = shell(switchboard, "exec sleep 600");
    id = child->id();
    CHECK(!child->exit_status());
  }).join();
  const auto status = child->exit_status(kPatience);
  REQUIRE(status);
  CHECK(status->words() == "ended by signal 9 (Killed)");
}

TEST_CASE("programs inherit neither descriptors nor signal settings, and none keep running") {
  const auto descriptors = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                         std::filesystem::directory_iterator());
  };
  const auto before = descriptors();
  {
    Switchboard switchboard;
    const int leaky =
        open("/dev/null", O_RDONLY);  // without O_CLOEXEC, as a careless library would
    REQUIRE(leaky >= 0);
    sigset_t blocked, old;
    sigfillset(&blocked);
    pthread_sigmask(SIG_BLOCK, &blocked, &old);
    const auto first = shell(switchboard, "exec cat");
    const auto second = shell(
        switchboard, "echo /proc/$$/fd/*; grep -E 'Sig(Blk|Ign)' /proc/$$/status | tr -d '\\t'");
    pthread_sigmask(SIG_SETMASK, &old, nullptr);
    close(leaky);
    const std::string files = next_line(*second);
    // 0 to 2, and descriptors that the shell itself may have open.
    CHECK(std::count(files.begin(), files.end(), ' ') <= 3);
    CHECK(next_line(*second) == "SigBlk:0000000000000000");
    CHECK(next_line(*second) == "SigIgn:0000000000000000");
    const pid_t id = first->id();
    CHECK(alive(id));
  }
  CHECK(descriptors() == before);
  CHECK(waitpid(-1, nullptr, WNOHANG) == -1);
}

TEST_CASE("the exit status of a program is known even if SIGCHLD was inherited as ignored") {
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  {
    Switchboard switchboard;
    const auto program = shell(switchboard, "exit 3");
    const auto status = program->exit_status(kPatience);
    REQUIRE(status);
    CHECK(status->words() == "ended with status 3");
  }
  std::signal(SIGCHLD, before);
}

TEST_CASE("the processor time of a program grows with its work") {
  Switchboard switchboard;
  const auto cat =
      shell(switchboard, "read line; for i in 1 2 3 4 5 6 7 8 9; do :; done; echo done; read line");
  const auto first = processor_time(cat->id());
  REQUIRE(first);
  REQUIRE(cat->send("x") == Wait::kDone);
  CHECK(next_line(*cat) == "done");
  const auto second = processor_time(cat->id());
  REQUIRE(second);
  CHECK(*second > *first);
  const pid_t id = cat->id();
  cat->end(kPatience);
  CHECK(!processor_time(id));
}

TEST_CASE("time without a processor is counted and only grows") {
  Switchboard switchboard;
  const auto cat = shell(switchboard, "exec cat");
  const auto first = waiting_time(cat->id());
  REQUIRE(cat->send("x") == Wait::kDone);
  next_line(*cat);
  const auto second = waiting_time(cat->id());
  REQUIRE(first.has_value() == second.has_value());
  if (first) CHECK(*second >= *first);
}

}  // namespace trivium::client
