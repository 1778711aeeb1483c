// Lines from other programs: UCI info and option lines, stones of Connect-6 text engines, the first
// line of an ACPC player. Each text is parsed or rejected with a message.
#include <string>
#include <string_view>

#include "protocols/acpc/version.h"
#include "protocols/client/connect6_text_engine.h"
#include "protocols/client/uci_info.h"
#include "protocols/client/uci_option.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium::client {
namespace {

using fuzz::check;
using fuzz::check_message;

bool lies_in(std::string_view part, std::string_view whole) {
  return part.empty() ||
         (part.data() >= whole.data() && part.data() + part.size() <= whole.data() + whole.size());
}

void check_info(std::string_view line) {
  const UciInfo info = parse_uci_info(line);
  check(lies_in(info.principal_variation, line) && lies_in(info.message, line),
        "views are into the line");
  if (info.expectation) {
    const WinDrawLoss& chances = *info.expectation;
    check(chances.win >= 0 && chances.draw >= 0 && chances.loss >= 0, "chances are not negative");
  }
  (void)has_score(line);
}

void check_option(std::string_view line) {
  const Result<UciOption> option = parse_uci_option(line);
  if (!option) return check_message(option.error().message);
  check(!option->name.empty(), "an option has a name");
  for (const std::string_view value :
       {std::string_view(option->initial), std::string_view("1"), line}) {
    if (const auto fault = objection(*option, value)) check_message(*fault);
  }
}

void check_stones(std::string_view letters) {
  const auto vertices = parse_stone_letters(letters);
  if (!vertices) return check_message(vertices.error().message);
  std::string again;
  for (const std::string& vertex : *vertices) {
    const auto stone = stone_letters(vertex);
    check(stone.has_value(), "a stone that was read can be written");
    again += *stone;
  }
  check(parse_stone_letters(again).has_value(), "written stones are read again");
}

}  // namespace

TRIVIUM_FUZZ_TARGET(client_lines) {
  const std::string_view line = fuzz::text_of(input);
  check_info(line);
  check_option(line);
  check_stones(line);
  if (const auto letters = stone_letters(line))
    check(parse_stone_letters(*letters).has_value(), "letters of a stone are stones");
  if (const auto version = acpc::parse_version(line)) {
    check(version->major == acpc::kVersion.major && version->minor <= acpc::kVersion.minor,
          "only what we can play with is a version");
  } else {
    check_message(version.error().message);
  }
}

}  // namespace trivium::client
