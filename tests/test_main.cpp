// The main function of every doctest program.
//
// It skips a kernel that this processor cannot run, before any of its code is reached. It fails where the filters select no test case, and
// where a pattern of --source-file matches no file with one: CTest selects suites by their files, and a suite that moved away must not
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
  std::set<std::string> files;  ///< of the test cases that were run
};

Run run;

class RunListener final : public doctest::IReporter {
 public:
  explicit RunListener(const doctest::ContextOptions&) {}
  void test_case_start(const doctest::TestCaseData& test) override { run.files.insert(test.m_file.c_str()); }
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
  void test_case_skipped(const doctest::TestCaseData&) override {}
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

bool was_run(const std::string& pattern) {
  return std::ranges::any_of(run.files, [&](const std::string& file) { return fnmatch(pattern.c_str(), file.c_str(), 0) == 0; });
}

}  // namespace

int main(int argc, char** argv) {
  const char* kernel = std::getenv("TRIVIUM_TEST_KERNEL");
  if (kernel != nullptr && !trivium::runs(trivium::this_processor(), kernel)) return kSkipped;
  const int status = doctest::Context(argc, argv).run();
  if (status != 0 || !run.ended) return status;
  if (run.files.empty()) {
    std::fprintf(stderr, "%s: no test case was selected\n", argv[0]);
    return EXIT_FAILURE;
  }
  for (const std::string& pattern : file_patterns(argc, argv)) {
    if (was_run(pattern)) continue;
    std::fprintf(stderr, "%s: no test case was selected in a file like '%s'\n", argv[0], pattern.c_str());
    return EXIT_FAILURE;
  }
  return status;
}
