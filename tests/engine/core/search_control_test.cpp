#include "engine/core/search_control.h"

#include <doctest/doctest.h>
#include <thread>

using namespace std::chrono_literals;
using trivium::SearchControl;

TEST_CASE("a stop from another thread is seen") {
  SearchControl control;
  CHECK_FALSE(control.stop_requested());
  std::jthread([&control] { control.stop(); }).join();
  CHECK(control.stop_requested());
  CHECK(control.token().stop_requested());
}

TEST_CASE("no clock runs while pondering; it starts at the ponderhit") {
  SearchControl control(true);
  std::this_thread::sleep_for(2ms);
  CHECK(control.pondering());
  CHECK(control.elapsed() == 0ms);
  const auto before = SearchControl::Clock::now();
  control.ponderhit();
  CHECK_FALSE(control.pondering());
  const auto elapsed = control.elapsed();
  CHECK(elapsed <= SearchControl::Clock::now() - before);
  std::this_thread::sleep_for(2ms);
  CHECK(control.elapsed() >= 2ms);
}

TEST_CASE("the clock of a plain search runs from its start") {
  const SearchControl control;
  std::this_thread::sleep_for(2ms);
  CHECK(control.elapsed() >= 2ms);
}
