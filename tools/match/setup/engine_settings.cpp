// Makes descriptions of engines (engine_spec.h) from the settings `-engine` and `-each`.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>
#include <system_error>

#include "tools/match/setup/description.h"
#include "tools/match/setup/setting_values.h"

namespace trivium::match {

namespace {

namespace fs = std::filesystem;

constexpr int kMaxDepth = 10'000;
constexpr double kMaxScale = 1000;

/// An engine being read.
struct EngineDraft {
  std::string place;
  EngineSpec spec;
  std::optional<Protocol> protocol;
  std::string program;
  std::vector<std::string> arguments;
  double patience_scale = 1;
  bool clock_given = false;
  std::optional<Milliseconds> margin;
};

/// Returns the part of a name after its dot: "Hash" of "option.Hash".
std::string own_name(const Setting& setting) {
  return setting.name.substr(setting.name.find('.') + 1);
}

/// Splits lines at \n, written as two characters or as one.
void add_lines(std::string_view text, std::vector<std::string>& lines) {
  while (!text.empty()) {
    const std::size_t written = text.find("\\n");
    const std::size_t end = std::min({written, text.find('\n'), text.size()});
    if (end > 0) lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + (end == written ? 2 : 1), text.size()));
  }
}

void read_clock(const Setting& setting, EngineDraft& draft) {
  const Status read = parse_clock(setting.value, draft.spec.time);
  if (!read) {
    std::string_view cause = read.error().message;
    if (cause.starts_with("tc: ")) cause.remove_prefix(4);
    fail(setting.place, cause);
  }
  draft.clock_given = true;
}

void read_move_time(const Setting& setting, EngineDraft& draft) {
  std::string_view text = setting.value;
  if (text.ends_with('s')) text.remove_suffix(1);
  const Result<Milliseconds> time = parse_seconds(text);
  if (!time) fail(setting.place, fmt::format("{} {}", shown(setting.value), time.error().message));
  if (*time == Milliseconds(0)) fail(setting.place, "needs more than 0 seconds");
  draft.spec.time.move_time = *time;
}

void read_restart(const Setting& setting, EngineDraft& draft) {
  static const auto kModes = std::to_array<std::pair<std::string_view, Restart>>(
      {{to_string(Restart::kAuto), Restart::kAuto},
       {to_string(Restart::kOn), Restart::kOn},
       {"off", Restart::kAuto},
       {to_string(Restart::kNever), Restart::kNever}});
  draft.spec.restart = choice(setting, kModes);
}

void read_protocol(const Setting& setting, EngineDraft& draft) {
  draft.protocol = static_cast<Protocol>(which_word(setting, kProtocolWords));
}

void read_option(const Setting& setting, EngineDraft& draft) {
  auto& options = draft.spec.options;
  const std::string name = own_name(setting);
  const auto same = std::ranges::find(options, name, &std::pair<std::string, std::string>::first);
  if (same != options.end()) {
    same->second = setting.value;
  } else {
    options.emplace_back(name, setting.value);
  }
}

void read_variable(const Setting& setting, EngineDraft& draft) {
  const std::string name = own_name(setting);
  if (name.empty() || name.find('=') != std::string::npos)
    fail(setting.place, "the name of a variable must not contain '='");
  draft.spec.environment.push_back(name + "=" + setting.value);
}

using ReadKey = void (*)(const Setting& setting, EngineDraft& draft);

constexpr auto kKeyReaders = std::to_array<std::pair<std::string_view, ReadKey>>({
    {"cmd", [](const Setting& setting, EngineDraft& draft) { draft.program = line_of_text(setting); }},
    {"name", [](const Setting& setting, EngineDraft& draft) { draft.spec.name = line_of_text(setting); }},
    {"args", [](const Setting& setting, EngineDraft& draft) { draft.arguments = shell_words(setting); }},
    {"arg", [](const Setting& setting, EngineDraft& draft) { draft.arguments.push_back(setting.value); }},
    {"proto", read_protocol},
    {"dir", [](const Setting& setting, EngineDraft& draft) { draft.spec.directory = line_of_text(setting); }},
    {"option.", read_option},
    {"tc", read_clock},
    {"st", read_move_time},
    {"depth", [](const Setting& setting, EngineDraft& draft) { draft.spec.time.depth = static_cast<int>(whole_number(setting, 1, kMaxDepth)); }},
    {"plies", [](const Setting& setting, EngineDraft& draft) { draft.spec.time.depth = static_cast<int>(whole_number(setting, 1, kMaxDepth)); }},
    {"nodes", [](const Setting& setting, EngineDraft& draft) { draft.spec.time.nodes = natural_number(setting, 1); }},
    {"timemargin", [](const Setting& setting, EngineDraft& draft) { draft.margin = milliseconds(setting); }},
    {"ponder", [](const Setting& setting, EngineDraft& draft) { draft.spec.ponder = truth(setting); }},
    {"restart", read_restart},
    {"stderr", [](const Setting& setting, EngineDraft& draft) { draft.spec.stderr_file = line_of_text(setting); }},
    {"initstr", [](const Setting& setting, EngineDraft& draft) { add_lines(setting.value, draft.spec.init_commands); }},
    {"env.", read_variable},
    {"with", [](const Setting& setting, EngineDraft& draft) { draft.spec.files.emplace_back(line_of_text(setting)); }},
    {"aivat", [](const Setting& setting, EngineDraft& draft) { draft.spec.aivat_policy = line_of_text(setting); }},
    {"debug",
     [](const Setting& setting, EngineDraft& draft) {
       if (truth(setting)) draft.spec.init_commands.emplace_back("debug on");
     }},
    {"tscale", [](const Setting& setting, EngineDraft& draft) { draft.patience_scale = real_number(setting, 1 / kMaxScale, kMaxScale); }},
});

void read_setting(const Setting& setting, EngineDraft& draft) {
  if (setting.key->treatment != Treatment::kRead) return;
  const auto reader = std::ranges::find(kKeyReaders, setting.key->name,
                                        &std::pair<std::string_view, ReadKey>::first);
  if (reader == kKeyReaders.end()) fail(setting.place, "is not implemented yet");
  if ((setting.name + setting.value).find('\0') != std::string::npos)
    fail(setting.place, "contains a NUL byte");
  reader->second(setting, draft);
}

/// Warns if -each replaces a setting of the engine.
void warn_of_replaced(const Argument& engine, const Setting& each,
                      std::vector<std::string>& warnings) {
  if (each.key->repeated && !each.key->name.ends_with('.')) return;
  const auto own = std::ranges::find_if(
      engine.settings, [&each](const Setting& one) { return one.name == each.name; });
  if (own == engine.settings.end() || own->value == each.value) return;
  warnings.push_back(fmt::format("{}: {} is replaced by {} of {}", own->place, shown(own->value),
                                 shown(each.value), each.place));
}

Protocol usual_protocol(Game game) {
  constexpr std::array kUsual{Protocol::kUci, Protocol::kGtp, Protocol::kGtp,
                              Protocol::kAcpc};  // by Game
  static_assert(kUsual.size() == kGameWords.size());
  return kUsual[static_cast<std::size_t>(game)];
}

bool go_together(Game game, Protocol protocol) {
  return protocol == Protocol::kInternal || protocol == usual_protocol(game) ||
         (game == Game::kConnect6 && protocol == Protocol::kConnect6Text);
}

/// Looks for a program in the engine's folder first, since it is started there.
std::string program_in(const fs::path& folder, const std::string& program) {
  if (folder.empty() || fs::path(program).is_absolute()) return program;
  std::error_code failure;
  const fs::path there = fs::absolute(folder / program, failure);
  return !failure && fs::is_regular_file(there, failure) ? there.lexically_normal().string()
                                                         : program;
}

void check_time(Game game, const EngineDraft& draft) {
  const TimeControl& time = draft.spec.time;
  if (game == Game::kPoker) return;  // the table has its own time limits
  if (time.clock && time.move_time) fail(draft.place, "tc and st exclude each other");
  if (time.unlimited() && !draft.clock_given)
    fail(draft.place, "no limit: set tc, st, depth or nodes, or tc=inf for no limit at all");
}

/// GTP and the text protocol have commands for clocks, but not for depth or nodes.
void check_protocol_has_limits(const EngineDraft& draft, std::vector<std::string>& warnings) {
  const EngineSpec& spec = draft.spec;
  const TimeControl& time = spec.time;
  if (spec.protocol != Protocol::kGtp && spec.protocol != Protocol::kConnect6Text) return;
  if (!time.depth && !time.nodes) return;
  const std::string_view limits = time.depth && time.nodes ? "depth and nodes"
                                  : time.depth             ? "depth"
                                                           : "nodes";
  const std::string cause = fmt::format("its protocol has no command for {}", limits);
  if (!time.clock && !time.move_time && !draft.clock_given)
    fail(draft.place, cause + ": set tc or st, and the limit by its own args or option");
  warnings.push_back(fmt::format("{}: {}: only its time is limited", draft.place, cause));
}

EngineSpec finished(Game game, EngineDraft draft, std::vector<std::string>& warnings) {
  EngineSpec& spec = draft.spec;
  spec.protocol = draft.protocol.value_or(usual_protocol(game));
  if (!go_together(game, spec.protocol)) fail(draft.place, "its protocol is not one of this game");
  const bool internal = spec.protocol == Protocol::kInternal;
  if (internal && !draft.program.empty())
    fail(draft.place, "an internal player (proto=internal) has no cmd");
  if (!internal && draft.program.empty()) fail(draft.place, "cmd is missing");
  if (!spec.aivat_policy.empty() && game != Game::kPoker) fail(draft.place, "aivat is for poker");
  if (!spec.aivat_policy.empty() && internal)
    fail(draft.place, "aivat: an internal player is known by its option policy");
  check_time(game, draft);
  check_protocol_has_limits(draft, warnings);
  spec.time.margin = draft.margin.value_or(usual_margin(spec.time));
  if (!internal) {
    spec.command = {program_in(spec.directory, draft.program)};
    spec.command.insert(spec.command.end(), draft.arguments.begin(), draft.arguments.end());
  }
  if (spec.name.empty())
    spec.name = internal ? "internal" : fs::path(draft.program).filename().string();
  if (spec.name.empty()) fail(draft.place, "needs a name");
  if (game == Game::kPoker && spec.name.find_first_of(":|") != std::string::npos) {
    fail(draft.place, fmt::format("the name {} contains ':' or '|', the separators of poker logs",
                                  shown(spec.name)));
  }
  spec.start_patience =
      std::chrono::duration_cast<Milliseconds>(spec.start_patience * draft.patience_scale);
  return std::move(draft.spec);
}

/// Adds numbers to repeated names of engines, as fastchess does.
void make_unique(std::vector<EngineSpec>& engines, std::vector<std::string>& warnings) {
  std::set<std::string> names;
  for (EngineSpec& engine : engines) {
    const std::string asked = engine.name;
    for (int number = 2; !names.insert(engine.name).second; ++number)
      engine.name = fmt::format("{}_{}", asked, number);
    if (engine.name != asked)
      warnings.push_back(fmt::format("two engines are named {}: one is renamed to {}", shown(asked),
                                     shown(engine.name)));
  }
}

}  // namespace

std::vector<EngineSpec> read_engines(Game game, Milliseconds start_patience,
                                     std::span<const Argument> engines,
                                     std::span<const Argument> each,
                                     std::vector<std::string>& warnings) {
  std::vector<EngineSpec> specs;
  for (const Argument& engine : engines) {
    EngineDraft draft;
    draft.place = engine.place;
    draft.spec.start_patience = start_patience;
    for (const Setting& setting : engine.settings) read_setting(setting, draft);
    for (const Argument& argument : each) {
      for (const Setting& setting : argument.settings) {
        warn_of_replaced(engine, setting, warnings);
        read_setting(setting, draft);
      }
    }
    specs.push_back(finished(game, std::move(draft), warnings));
  }
  make_unique(specs, warnings);
  return specs;
}

}  // namespace trivium::match
