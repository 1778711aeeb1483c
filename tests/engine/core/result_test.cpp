#include "engine/core/result.h"

#include <doctest/doctest.h>
#include <memory>
#include <string>

using trivium::Error;
using trivium::Result;
using trivium::Status;

namespace {

Result<int> half(int number) {
  if (number % 2 != 0) return Error{"number.odd", "odd"};
  return number / 2;
}

}  // namespace

TEST_CASE("a result holds a value or an error") {
  CHECK(half(4));
  CHECK(*half(4) == 2);
  CHECK_FALSE(half(3));
  CHECK(half(3).error().code == "number.odd");
  CHECK(half(3).error().message == "odd");
}

TEST_CASE("a result can be moved from if its value cannot be copied") {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(7));
  const std::unique_ptr<int> taken = *std::move(result);
  CHECK(*taken == 7);
}

TEST_CASE("a result of strings distinguishes value and error") {
  const Result<std::string> value(std::string("text"));
  CHECK(value.has_value());
  CHECK(value->size() == 4);
}

TEST_CASE("a status is success unless it was given an error") {
  CHECK(Status());
  const Status failed = Error{"test.no", "no"};
  CHECK_FALSE(failed);
  CHECK(failed.error().message == "no");
}
