// `trivium-learn`: the learners. Each makes weights from data or self-play, or writes down published ones, as a weight file with its
// manifest and a model card beside it. This file only puts the subcommands together.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <string>

#include "tools/learn/commands.h"
#include "tools/version.h"

namespace {

constexpr int kFailure = 1;
constexpr int kBadUsage = 2;

int run(int argc, char** argv) {
  CLI::App app("Trivium's learners. Every one gives the same result for the same data, seed and parameters,\nwhatever --threads says.");
  app.name("trivium-learn");
  app.set_version_flag("--version", fmt::format("trivium-learn {} ({})", trivium::version(), trivium::commit()));
  app.require_subcommand(1);

  int status = 0;
  trivium::tools::add_published(app, status);
  trivium::tools::add_outcome(app, status);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kBadUsage;
  }
  return status;
}

}  // namespace

trivium::learning::ToolIdentity trivium::tools::tool_identity() {
  return {std::string(trivium::version()), std::string(trivium::commit())};
}

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "trivium-learn: {}\n", error.what());
  }
  return kFailure;
}
