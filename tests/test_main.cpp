// The main function of every doctest program.
//
// The main function skips a kernel that this processor cannot run, before it reaches any of its
// code. It fails if the filters select no test case, and if a pattern of --source-file matches no
// file that has one: CTest selects cases by their files, and a test that has moved away must not
// pass.
#define DOCTEST_CONFIG_IMPLEMENT
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <doctest/doctest.h>
#include <fnmatch.h>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tools/processor.h"

namespace {

constexpr int kSkipped = 77;  // CTest's SKIP_RETURN_CODE, set in TriviumTests.cmake

struct Run {
  bool ended = false;           ///< stays false where test cases are only listed or counted
  bool started = false;         ///< whether a test case was run
  std::set<std::string> files;  ///< of all test cases, those that the filters leave out included
};

Run run;

class RunListener final : public doctest::IReporter {
 public:
  explicit RunListener(const doctest::ContextOptions&) {}
  void test_case_start(const doctest::TestCaseData& test) override {
    run.started = true;
    run.files.insert(test.m_file.c_str());
  }
  void test_case_skipped(const doctest::TestCaseData& test) override {
    run.files.insert(test.m_file.c_str());
  }
  void test_run_end(const doctest::TestRunStats&) override { run.ended = true; }

  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_case_reenter(const doctest::TestCaseData&) override {}
  void test_case_end(const doctest::CurrentTestCaseStats&) override {}
  void test_case_exception(const doctest::TestCaseException&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_assert(const doctest::AssertData&) override {}
  void log_message(const doctest::MessageData&) override {}
};

REGISTER_LISTENER("run", 1, RunListener);

/// The patterns of --source-file, or -sf, separated by commas.
std::vector<std::string> file_patterns(int argc, char** argv) {
  std::vector<std::string> patterns;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (!argument.starts_with("--source-file=") && !argument.starts_with("-sf=")) continue;
    std::string_view list = argument.substr(argument.find('=') + 1);
    while (!list.empty()) {
      const std::size_t end = std::min(list.find(','), list.size());
      if (end > 0) patterns.emplace_back(list.substr(0, end));
      list.remove_prefix(std::min(end + 1, list.size()));
    }
  }
  return patterns;
}

bool is_known(const std::string& pattern) {
  return std::ranges::any_of(run.files, [&](const std::string& file) {
    return fnmatch(pattern.c_str(), file.c_str(), 0) == 0;
  });
}

}  // namespace

int main(int argc, char** argv) {
  const char* kernel = std::getenv("TRIVIUM_TEST_KERNEL");
  if (kernel != nullptr && !trivium::runs(trivium::this_processor(), kernel)) return kSkipped;
  const int status = doctest::Context(argc, argv).run();
  if (status != 0 || !run.ended) return status;
  if (!run.started) {
    std::fprintf(stderr, "%s: no test case was selected\n", argv[0]);
    return EXIT_FAILURE;
  }
  for (const std::string& pattern : file_patterns(argc, argv)) {
    if (is_known(pattern)) continue;
    std::fprintf(stderr, "%s: there is no test case in a file like '%s'\n", argv[0],
                 pattern.c_str());
    return EXIT_FAILURE;
  }
  return status;
}
