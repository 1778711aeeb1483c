// `trivium`: the engine process and its small tools. This file only puts the subcommands together; exit statuses are in commands.h.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <fmt/format.h>

#include "models/format/load_error.h"
#include "tools/trivium/commands.h"
#include "tools/version.h"

namespace {

constexpr int kFailure = 1;
constexpr int kBadUsage = 2;

int run(int argc, char** argv) {
  CLI::App app(
      "Trivium: chess over UCI and Connect-6 over GTP. Without a subcommand it speaks on stdin and stdout:\n"
      "a first line `uci` makes it a chess engine, anything else a GTP engine.");
  app.name("trivium");
  app.set_version_flag("--version", fmt::format("trivium {} ({})", trivium::version(), trivium::commit()));
  app.require_subcommand(0, 1);

  int status = 0;
  trivium::tools::add_sessions(app, status);
  trivium::tools::add_bench(app, status);
  trivium::tools::add_explain(app, status);
  trivium::tools::add_perft(app, status);
  trivium::tools::add_solve(app, status);
  trivium::tools::add_check(app, status);
  trivium::tools::add_weights(app, status);
  trivium::tools::add_doctor(app, status);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kBadUsage;
  }
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const trivium::format::LoadError& error) {
    fmt::print(stderr, "trivium: {}\n", error.what());
  } catch (const std::exception& error) {
    fmt::print(stderr, "trivium: unexpected: {}\n", error.what());
  }
  return kFailure;
}
