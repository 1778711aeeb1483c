#include <algorithm>
#include <array>
#include <fmt/format.h>

#include "engine/core/text.h"
#include "tools/check/uci/check_uci.h"

namespace trivium::check {

namespace {

using client::UciOption;
using Type = UciOption::Type;

constexpr std::size_t kShownName = 40;

struct KnownOption {
  std::string_view name;
  Type type;
};

/// Options with a meaning in the UCI text.
constexpr auto kKnownOptions = std::to_array<KnownOption>({{"Hash", Type::kSpin},
                                                           {"NalimovPath", Type::kString},
                                                           {"NalimovCache", Type::kSpin},
                                                           {"Ponder", Type::kCheck},
                                                           {"OwnBook", Type::kCheck},
                                                           {"MultiPV", Type::kSpin},
                                                           {"UCI_ShowCurrLine", Type::kCheck},
                                                           {"UCI_ShowRefutations", Type::kCheck},
                                                           {"UCI_LimitStrength", Type::kCheck},
                                                           {"UCI_Elo", Type::kSpin},
                                                           {"UCI_AnalyseMode", Type::kCheck},
                                                           {"UCI_Opponent", Type::kString},
                                                           {"UCI_EngineAbout", Type::kString},
                                                           {"UCI_ShredderbasesPath", Type::kString},
                                                           {"UCI_SetPositionValue", Type::kString},
                                                           {"UCI_Chess960", Type::kCheck}});

std::string shown(const UciOption& option) { return text::printable(option.name, kShownName); }

void judge_option(CheckedUciEngine& engine, const UciOption& option) {
  if (option.type == Type::kSpin && (!option.min || !option.max)) {
    engine.found(kError, "{}: a spin without min and max", shown(option));
  } else if (option.type == Type::kSpin && *option.min > *option.max) {
    engine.found(kError, "{}: min {} is above max {}", shown(option), *option.min, *option.max);
  }
  if (option.type == Type::kButton || (option.type == Type::kString && option.initial.empty()))
    return;
  if (const auto why = client::objection(option, option.initial))
    engine.found(kError, "its default: {}", *why);
}

void options_declared(CheckedUciEngine& engine) {
  for (const std::string& why : engine.greeting().unreadable) engine.found(kError, why);
  const std::vector<UciOption>& options = engine.greeting().options;
  for (auto option = options.begin(); option != options.end(); ++option) {
    judge_option(engine, *option);
    const auto same = [&](const auto& other) {
      return text::same_ignoring_case(other.name, option->name);
    };
    if (std::any_of(options.begin(), option, same))
      engine.found(kError, "{}: listed twice", shown(*option));
    const auto known = std::find_if(kKnownOptions.begin(), kKnownOptions.end(), same);
    if (known != kKnownOptions.end() && known->type != option->type)
      engine.found(kError, "{}: its type differs from the UCI text", shown(*option));
  }
}

void hash_offered(CheckedUciEngine& engine) {
  if (engine.option("Hash") == nullptr)
    engine.found(kNote, "no option Hash: its memory cannot be set");
}

/// A position and a short search, to test that the engine still plays.
void play_on(CheckedUciEngine& engine) {
  engine.ready();
  engine.position({}, "e2e4 e7e5").search("go depth 2");
}

void options_at_default(CheckedUciEngine& engine) {
  for (const UciOption& option : engine.greeting().options) {
    if (option.type != Type::kButton) engine.set_option(option.name, option.initial);
  }
  play_on(engine);
}

/// The minimum of each spin is safe to set; the maximum may need more memory or threads than exist.
void options_at_least(CheckedUciEngine& engine) {
  for (const UciOption& option : engine.greeting().options) {
    if (option.type == Type::kSpin && option.min)
      engine.set_option(option.name, std::to_string(*option.min));
  }
  play_on(engine);
}

void option_name_case(CheckedUciEngine& engine) {
  const UciOption* hash = engine.option("Hash");
  if (hash == nullptr || !hash->min) engine.leave_out("it has no option Hash");
  engine.set_option("hAsH", std::to_string(*hash->min));
  engine.send("setoption  name   Hash   value   " + std::to_string(*hash->min));
  play_on(engine);
}

/// Values that an option of this type cannot have.
std::string bad_values(const UciOption& option) {
  const auto set = [&](std::string_view value) {
    return fmt::format("setoption name {} value {}\n", option.name, value);
  };
  switch (option.type) {
    case Type::kSpin:
      return set("many") + (option.min ? set(std::to_string(*option.min - 1)) : "") +
             set(option.initial);
    case Type::kCheck:
      return set("perhaps") + set(option.initial);
    case Type::kCombo:
      return set("no such choice") + set(option.initial);
    case Type::kButton:
    case Type::kString:
      break;
  }
  return {};
}

void options_out_of_range(CheckedUciEngine& engine) {
  for (const UciOption& option : engine.greeting().options) {
    const std::string values = bad_values(option);
    if (values.empty() || engine.survives(values)) continue;
    engine.give_up(kWarning, "{}: no answer after invalid values", shown(option));
  }
  play_on(engine);
}

void options_malformed(CheckedUciEngine& engine) {
  std::string text =
      "setoption name No Such Option value 7\nsetoption name NoSuchButton\nsetoption\nsetoption "
      "name\nsetoption value 3\n"
      "setoption name value\nsetoption Hash 16\n";
  const auto& options = engine.greeting().options;
  const auto spin = std::ranges::find(options, Type::kSpin, &UciOption::type);
  if (spin != options.end())
    text += fmt::format("setoption name {0}\nsetoption name {0} value\nsetoption name {0} value  ",
                        spin->name);
  if (!engine.survives(text)) engine.give_up(kWarning, "no answer after an incomplete setoption");
  play_on(engine);
}

constexpr auto kUciOptionsChecks = std::to_array<UciCheck>({
    {{"options-declared",
      "Options have a name, a known type, a default within their range or among their choices, and "
      "are listed once."},
     options_declared},
    {{"hash-offered", "The size of the hash table can be set by the option Hash."}, hash_offered},
    {{"options-at-default", "Every option can be set to the default that it declares."},
     options_at_default},
    {{"options-at-least", "Every spin can be set to its minimum."}, options_at_least},
    {{"option-names", "Option names are case-insensitive, with any blanks around them."},
     option_name_case},
    {{"options-out-of-range", "The program survives a value out of range or of a wrong type."},
     options_out_of_range},
    {{"options-malformed", "An unknown option and an incomplete setoption are ignored."},
     options_malformed},
});

}  // namespace

std::span<const UciCheck> uci_option_checks() { return kUciOptionsChecks; }

}  // namespace trivium::check
