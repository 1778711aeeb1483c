// `trivium play`: serves the page on this machine and opens it in the browser.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <memory>
#include <random>
#include <spawn.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <vector>

#include "protocols/server/serve.h"
#include "protocols/server/server_config.h"
#include "tools/command.h"
#include "tools/common_options.h"
#include "tools/trivium/commands.h"
#include "tools/trivium/page/page_methods.h"

namespace trivium::tools {
namespace {

/// Time without a page after which the server ends.
constexpr std::chrono::seconds kAlone{60};

struct PlayOptions {
  std::uint16_t port = 0;
  bool stay = false;
  bool no_browser = false;
  int threads = 1;
  int hash_megabytes = 64;
  std::vector<std::string> journals{"."};
  std::vector<std::string> runs{"."};
  std::vector<std::string> styles{"."};
};

/// Returns 128 random bits in hexadecimal.
std::string fresh_token() {
  std::random_device random;
  std::string token;
  for (int word = 0; word < 4; ++word) token += fmt::format("{:08x}", random());
  return token;
}

server::ServerConfig config_of(const PlayOptions& options, const std::string& token) {
  server::ServerConfig config;
  server::ListenerConfig listener;
  listener.port = options.port;
  listener.protocol = server::Protocol::kWeb;
  listener.token = token;
  config.listeners.push_back(listener);
  config.session.threads = options.threads;
  config.session.max_threads =
      std::max(options.threads, static_cast<int>(std::thread::hardware_concurrency()));
  config.session.hash_megabytes = options.hash_megabytes;
  config.session.max_hash_megabytes = std::max(options.hash_megabytes, 1024);
  config.limits.total_hash_megabytes = config.limits.connections * options.hash_megabytes;
  config.limits.searches = std::max(2, static_cast<int>(std::thread::hardware_concurrency()));
  config.limits.line_bytes = std::size_t{1} << 20;  // pasted records
  config.log.level = server::LogLevel::kWarning;
  config.web.journals.assign(options.journals.begin(), options.journals.end());
  config.web.runs.assign(options.runs.begin(), options.runs.end());
  config.web.styles.assign(options.styles.begin(), options.styles.end());
  return config;
}

/// Opens `address` in the browser of a graphical session. Returns false if there is none.
bool open_browser(const std::string& address) {
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) return false;
  std::string program = "sh", option = "-c",
              script =
                  "command -v xdg-open >/dev/null || exit 1; "
                  "xdg-open \"$1\" >/dev/null 2>&1 </dev/null &";
  std::string name = "sh", argument = address;
  std::array<char*, 6> arguments{program.data(), option.data(),   script.data(),
                                 name.data(),    argument.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, "sh", nullptr, nullptr, arguments.data(), environ) != 0) return false;
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void announce(const std::string& address, const PlayOptions& options) {
  const bool opened = !options.no_browser && open_browser(address);
  fmt::print("{}\n", address);
  std::fflush(stdout);
  fmt::print(stderr, "trivium: {}; Ctrl-C ends{}\n",
             opened ? "the page opens in the browser" : "open this address in a browser",
             options.stay ? "" : ", or a minute after you close the last page");
}

void run_play(const PlayOptions& options) {
  if (page::page_folder().empty()) {
    throw Failure(Error("web.folder",
                        "the page was not built: run `tools/web build` in the source tree, or "
                        "install the package"));
  }
  const std::string token = fresh_token();
  server::ServeOptions serving;
  serving.ready = [&](const std::vector<std::string>& addresses) {
    announce(fmt::format("http://{}/#token={}", addresses.front(), token), options);
  };
  if (!options.stay) serving.alone = kAlone;
  serve_games(config_of(options, token), serving);
}

}  // namespace

void add_play(Command& app) {
  Command* play = app.add_subcommand(
      "play",
      "Open the page in a browser: play games, see explanations, follow tournaments and training");
  const auto options = std::make_shared<PlayOptions>();
  play->add_number("--port", options->port, 0, 65535, "TCP port; 0: any free port");
  play->add_flag("--stay", options->stay, "Keep running when no page is open");
  play->add_flag("--no-browser", options->no_browser, "Only print the address");
  play->add_number("--threads", options->threads, 1, 256, "Number of threads of a search");
  play->add_number("--hash", options->hash_megabytes, 1, 65536,
                   "Size of the hash table of a search in MB");
  play->add_option("--journals DIR", options->journals, "Folders with journals of tournaments");
  play->add_option("--checkpoints DIR", options->runs,
                   "Folders with checkpoint folders of training runs");
  play->add_option("--styles DIR", options->styles, "Folders with style files for chess");
  play->callback([options] { run_play(*options); });
}

}  // namespace trivium::tools
