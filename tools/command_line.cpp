#include "tools/command_line.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <fmt/format.h>

#include "models/format/load_error.h"
#include "tools/version.h"

namespace trivium::tools {
namespace {

constexpr int kFailure = 1;
constexpr int kBadUsage = 2;

}  // namespace

int run_command_line(const char* name, const char* description, int argc, char** argv,
                     const std::function<void(CLI::App& app, int& status)>& add_commands) {
  try {
    CLI::App app(description);
    app.name(name);
    app.set_version_flag("--version", fmt::format("{} {} ({})", name, version(), commit()));
    int status = 0;
    add_commands(app, status);
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      return app.exit(error) == 0 ? 0 : kBadUsage;
    }
    return status;
  } catch (const format::LoadError& error) {
    fmt::print(stderr, "{}: {}\n", name, error.what());
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}: unexpected: {}\n", name, error.what());
  }
  return kFailure;
}

}  // namespace trivium::tools
