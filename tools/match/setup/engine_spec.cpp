#include "tools/match/setup/engine_spec.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <system_error>

#include "engine/core/text.h"
#include "learning/harness/manifest.h"
#include "models/format/load_error.h"
#include "models/format/model_path.h"
#include "models/format/sha256.h"
#include "protocols/client/child_process.h"

namespace trivium::match {
namespace {

namespace fs = std::filesystem;

bool contains_word(std::string_view text, std::string_view lower_case) {
  return !std::ranges::search(text, lower_case, {}, text::lower).empty();
}

/// True if an option or the command names the file of `role` ("weights", "patterns").
bool names_file(const EngineSpec& spec, std::string_view role) {
  const auto by_option = [role](const auto& option) {
    return contains_word(option.first, role) && !option.second.empty();
  };
  const auto by_word = [role](const std::string& word) {
    return word.starts_with("--") && word.substr(2).starts_with(role);
  };
  return std::ranges::any_of(spec.options, by_option) || std::ranges::any_of(spec.command, by_word);
}

constexpr std::string_view kModelsVariable = "TRIVIUM_MODELS=";

/// Returns TRIVIUM_MODELS as the program of `spec` sees it; empty if it is not set.
std::string models_folder_of(const EngineSpec& spec) {
  const auto own = std::ranges::find_if(spec.environment, [](const std::string& entry) {
    return entry.starts_with(kModelsVariable);
  });
  const char* const ours = std::getenv("TRIVIUM_MODELS");
  const std::string folder = own != spec.environment.end() ? own->substr(kModelsVariable.size())
                             : ours == nullptr             ? ""
                                                           : ours;
  return folder.empty() ? folder : (spec.directory / folder).string();
}

/// Returns the programs NAME.KERNEL in `folder`, in order; empty if there is no such folder.
std::vector<fs::path> programs_of(const fs::path& folder, const std::string& name) {
  std::vector<fs::path> programs;
  std::error_code none;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, none)) {
    if (entry.path().filename().string().starts_with(name + ".")) programs.push_back(entry.path());
  }
  std::ranges::sort(programs);
  return programs;
}

/// Returns "--weights=w" for "--weights=/home/a/w".
std::string without_folders(std::string_view text) {
  const std::size_t slash = text.rfind('/');
  if (slash == std::string_view::npos) return std::string(text);
  const std::size_t mark = text.find_first_of("=:");
  const std::size_t begin = mark == std::string_view::npos || mark > slash ? 0 : mark + 1;
  return std::string(text.substr(0, begin)) + std::string(text.substr(slash + 1));
}

/// Collects the parts of an identity. Throws LoadError for files that cannot be read.
class Identity {
 public:
  Identity(const EngineSpec& spec, Game game, int version)
      : spec_(spec), game_(game), version_(version) {}

  void add(std::string_view kind, std::string_view text) {
    hash_.update(fmt::format("{} {}:", kind, text.size())).update(text);
  }
  void add_file(const fs::path& path) { add("file", learning::describe_data(path, {}).sha256); }
  /// Adds the program at `path`; for a launcher the programs that it chooses from and their
  /// weights.
  void add_program(const fs::path& path) {
    const fs::path program = fs::canonical(path);
    const std::vector<fs::path> chosen = programs_of(
        program.parent_path().parent_path() / "libexec" / "trivium", program.filename().string());
    if (chosen.empty()) return add_file(program);
    for (const fs::path& file : chosen) add_file(file);
    add_default_weights(format::model_folders(chosen.front(), models_folder_of(spec_)));
  }
  /// Adds this program for an internal player: from version 2 on with those of its other kernels,
  /// one of which another machine may run.
  void add_own_program() {
    const fs::path program = fs::canonical("/proc/self/exe");
    const std::vector<fs::path> kernels =
        version_ == 1 ? std::vector<fs::path>()
                      : programs_of(program.parent_path(), program.stem().string());
    if (kernels.empty()) return add_file(program);
    for (const fs::path& file : kernels) add_file(file);
  }

  /// Adds the default weights of our programs in this game; `folders` as for
  /// format::default_weights.
  void add_default_weights(const std::vector<fs::path>& folders) {
    // In poker an option names the policy.
    if (game_ == Game::kPoker) return;
    has_default_weights_ = true;
    if (!names_file(spec_, "weights")) {
      const auto weights = format::default_model(to_string(game_), "weights", folders);
      // The Reversi player has an evaluation without weights.
      if (weights || game_ != Game::kReversi)
        add_file(weights ? *weights : format::default_weights(to_string(game_), folders));
    }
    if (names_file(spec_, "patterns")) return;
    if (const auto patterns = format::default_model(to_string(game_), "patterns", folders))
      add_file(*patterns);
  }

  /// Adds `text` and the file that it names, as a whole or after the first '=' or ':'
  /// (--weights=FILE, cnn:FILE). From version 2 on, the folders of that file are left out of the
  /// text, since another machine may have it elsewhere; also those of a file that is `written`.
  void add_with_file(std::string_view kind, std::string_view text, bool written) {
    if (version_ == 1) add(kind, text);
    if (written) return version_ == 1 ? void() : add(kind, without_folders(text));
    bool named = false;
    const std::size_t mark = text.find_first_of("=:");
    for (const std::string_view name :
         {text, mark == std::string_view::npos ? std::string_view() : text.substr(mark + 1)}) {
      std::error_code none;
      const fs::path file = spec_.directory / name;
      if (name.empty() || !fs::is_regular_file(file, none)) continue;
      if (version_ > 1 && !named) add(kind, without_folders(text));
      named = true;
      add_file(file);
    }
    if (version_ > 1 && !named) add(kind, text);
  }

  void add_environment(std::string_view entry) {
    // The weights that this variable leads to have been added.
    if (version_ > 1 && has_default_weights_ && entry.starts_with(kModelsVariable)) return;
    if (version_ == 1) return add("environment", entry);
    add_with_file("environment", entry, false);
  }

  std::string hex() { return hash_.hex(); }

 private:
  const EngineSpec& spec_;
  Game game_;
  int version_;
  bool has_default_weights_ = false;
  format::Sha256 hash_;
};

void add_words(Identity& identity, const EngineSpec& spec) {
  std::string_view before;
  for (std::size_t i = 1; i < spec.command.size(); ++i) {
    const std::string& word = spec.command[i];
    identity.add_with_file(
        "argument", word,
        contains_word(before, "log") || (word.starts_with('-') && contains_word(word, "log")));
    before = word;
  }
  for (const auto& [name, value] : spec.options) {
    identity.add("option", name);
    identity.add_with_file("value", value, contains_word(name, "log"));
  }
  for (const std::string& line : spec.init_commands) identity.add("command", line);
  for (const std::string& variable : spec.environment) identity.add_environment(variable);
}

/// Returns a hint if `command` contains spaces: it probably includes arguments.
std::string hint_at_arguments(const std::string& command) {
  const std::size_t blank = command.find(' ');
  if (blank == std::string::npos) return {};
  return fmt::format("; arguments stand in args=: cmd={} args=\"{}\"", command.substr(0, blank),
                     command.substr(blank + 1));
}

}  // namespace

int searching_threads(const EngineSpec& spec) noexcept {
  int threads = 1;
  for (const auto& [name, value] : spec.options) {
    if (text::same_ignoring_case(name, "Threads"))
      threads = text::parse_number<int>(value).value_or(threads);
  }
  return std::max(threads, 1);
}

std::string local_policy(const EngineSpec& engine) {
  const auto option =
      std::ranges::find(engine.options, kPolicyOption, &std::pair<std::string, std::string>::first);
  return option == engine.options.end() ? "rule" : option->second;
}

Result<std::string> engine_identity(const EngineSpec& spec, Game game, int version) {
  const auto reject = [&spec](const Error& cause) {
    return at_place(fmt::format("engine {}", spec.name), cause);
  };
  Identity identity(spec, game, version);
  identity.add("protocol", to_string(spec.protocol));
  try {
    if (spec.protocol == Protocol::kInternal) {
      identity.add_own_program();
      identity.add_default_weights(format::model_folders());
    } else {
      if (spec.command.empty()) return reject({"match.engine.program", "no program is given"});
      const Result<fs::path> program = client::locate_program(spec.command.front(), spec.directory);
      if (!program)
        return reject({program.error().code,
                       program.error().message + hint_at_arguments(spec.command.front())});
      identity.add_program(*program);
    }
    add_words(identity, spec);
    for (const fs::path& file : spec.files) identity.add_file(file);
  } catch (const format::LoadError& unreadable) {
    return reject({unreadable.code(), unreadable.what()});
  } catch (const fs::filesystem_error& unreadable) {
    return reject({"file.read", unreadable.what()});
  }
  return identity.hex();
}

}  // namespace trivium::match
