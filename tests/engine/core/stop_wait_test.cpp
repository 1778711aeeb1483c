#include "engine/core/stop_wait.h"

#include <doctest/doctest.h>
#include <thread>

namespace trivium {
namespace {

TEST_CASE("a wait ends with its time or with a stop request, and returns which") {
  std::stop_source source;
  CHECK(wait_unless_stopped(source.get_token(), std::chrono::nanoseconds(1)));
  const std::jthread stopper([&source] { source.request_stop(); });
  CHECK_FALSE(wait_unless_stopped(source.get_token(), std::chrono::hours(1)));
  wait_for_stop(source.get_token());  // returns at once
}

}  // namespace
}  // namespace trivium
