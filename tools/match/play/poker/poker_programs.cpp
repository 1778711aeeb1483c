#include "tools/match/play/poker/poker_programs.h"

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <fmt/format.h>
#include <memory>
#include <mutex>
#include <utility>

#include "protocols/client/conversation.h"

namespace trivium::match {

namespace {

/// Polling interval for output and exits of programs.
constexpr auto kLook = std::chrono::milliseconds(10);

client::ProgramSpec program_of(const PokerPrograms::Start& start) {
  client::ProgramSpec program{start.engine->command, start.engine->directory,
                              start.engine->environment};
  program.command.emplace_back("127.0.0.1");
  program.command.push_back(fmt::format("{}", start.port));
  return program;
}

}  // namespace

PokerPrograms::PokerPrograms(std::vector<Start> starts, std::function<void(int seat)> on_end)
    : starts_(std::move(starts)),
      on_end_(std::move(on_end)),
      ends_(starts_.size()),
      codec_([this](const std::stop_token& finishing) { keep(finishing); }) {}

std::vector<ProgramEnd> PokerPrograms::finish(std::chrono::milliseconds grace) {
  grace_ = grace;
  codec_.request_stop();
  codec_.join();
  return std::move(ends_);
}

void PokerPrograms::keep(const std::stop_token& finishing) {
  client::Switchboard switchboard;
  std::vector<std::unique_ptr<client::Conversation>> running(starts_.size());
  for (std::size_t i = 0; i < starts_.size(); ++i) {
    auto started = client::Conversation::start(program_of(starts_[i]), switchboard,
                                               {starts_[i].engine->stderr_file, {}});
    if (started) {
      running[i] = *std::move(started);
    } else {
      ends_[i].not_started = started.error().message;
      on_end_(starts_[i].seat);
    }
  }

  /// Polls all programs. Returns true if any still runs.
  const auto look = [&] {
    bool any = false;
    for (std::size_t i = 0; i < running.size(); ++i) {
      if (running[i] == nullptr || ends_[i].ended) continue;
      running[i]->listen();
      ends_[i].ended = running[i]->exit_status();
      if (ends_[i].ended) on_end_(starts_[i].seat);
      any = any || !ends_[i].ended;
    }
    return any;
  };
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock(mutex);
  while (!finishing.stop_requested()) {
    look();
    wake.wait_for(lock, finishing, kLook, [] { return false; });
  }
  const auto deadline = std::chrono::steady_clock::now() + grace_;
  while (look() && std::chrono::steady_clock::now() < deadline) std::this_thread::sleep_for(kLook);
  for (std::size_t i = 0; i < running.size(); ++i) {
    if (running[i] == nullptr) continue;
    if (!ends_[i].ended) running[i]->end(std::chrono::milliseconds(0));
    ends_[i].evidence = running[i]->evidence();
  }
}

}  // namespace trivium::match
