// Time controls of matches: a text is rejected with a message and changes nothing, or is a clock
// that survives writing and reading.
#include <string>
#include <string_view>

#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"
#include "tools/match/setup/time_control.h"

namespace trivium::match {

TRIVIUM_FUZZ_TARGET(time_control) {
  const std::string_view text = fuzz::text_of(input);
  if (const auto seconds = parse_seconds(text)) {
    fuzz::check(seconds->count() >= 0 && seconds->count() <= 10'000'000'000,
                "a time is within its range");
  } else {
    fuzz::check_message(seconds.error().message);
  }
  TimeControl control;
  const Status status = parse_clock(text, control);
  if (!status) {
    fuzz::check_message(status.error().message);
    fuzz::check(control == TimeControl(), "a clock that is refused changes nothing");
    return;
  }
  TimeControl again;
  fuzz::check(parse_clock(to_string(control), again).has_value() && again == control,
              "a clock reads the same after writing");
  const GameClock clock(control);
  fuzz::check(clock.available().has_value() == control.clock, "time is limited where a clock runs");
}

}  // namespace trivium::match
