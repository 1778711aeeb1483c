#include "learning/harness/spool.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <doctest/doctest.h>
#include <filesystem>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "tests/environment_variable.h"
#include "tests/models/format/load_fault.h"
#include "tests/temporary_folder.h"

namespace trivium::learning {

TEST_CASE(
    "a spool returns its values in the order in which they were added, also after it has grown") {
  Spool<std::uint32_t> spool;
  CHECK(spool.size() == 0);
  CHECK(spool.values().empty());
  std::vector<std::uint32_t> added;
  for (std::uint32_t block = 0; block < 300; ++block) {
    std::vector<std::uint32_t> values(block * 7);
    std::iota(values.begin(), values.end(), block);
    spool.append(values);
    spool.push_back(block);
    added.insert(added.end(), values.begin(), values.end());
    added.push_back(block);
  }
  CHECK(std::ranges::equal(spool.values(), added));
  spool[5] = 77;
  CHECK(std::as_const(spool)[5] == 77);
}

TEST_CASE("new elements of a resized spool are zero") {
  Spool<std::uint64_t> spool;
  spool.push_back(9);
  spool.resize(100'000);
  CHECK(spool[0] == 9);
  CHECK(std::ranges::count(spool.values(), 0U) == 99'999);
}

TEST_CASE("a moved spool keeps its values") {
  Spool<char> one;
  one.append(std::string_view("words"));
  Spool<char> other = std::move(one);
  CHECK(std::ranges::equal(other.values(), std::string_view("words")));
  one = std::move(other);
  CHECK(std::ranges::equal(one.values(), std::string_view("words")));
}

TEST_CASE("the file of a spool has no name and is not created before the first value") {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("spool_test." + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  {
    const EnvironmentVariable here("TMPDIR", folder.string());
    Spool<int> spool;
    spool.append(std::vector<int>(100'000));
    CHECK(std::filesystem::is_empty(folder));
  }
  std::filesystem::remove(folder);
  const EnvironmentVariable nowhere("TMPDIR", "/no/such/folder");
  Spool<int> spool;
  spool.append({});
  CHECK(spool.size() == 0);
  CHECK(format::test::load_fault([&] {
          spool.push_back(1);
        }).starts_with("/no/such/folder: is not a folder for temporary files"));
}

TEST_CASE("a full disk causes an error when values are added, and earlier values remain") {
  Spool<std::uint64_t> spool;
  for (std::uint64_t i = 0; i < 1000; ++i) spool.push_back(i);
  const ShortFiles full(1 << 20);
  const std::string fault = format::test::load_fault([&] {
    for (;;) spool.push_back(1);
  });
  CHECK(fault.find("no room for ") != std::string::npos);
  CHECK(fault.find("TMPDIR") != std::string::npos);
  CHECK(spool.size() > 65'536);
  CHECK(spool[999] == 999);
  CHECK(spool[spool.size() - 1] == 1);
}

}  // namespace trivium::learning
