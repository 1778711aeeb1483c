#include "protocols/server/server_log.h"

#include <array>
#include <chrono>
#include <nlohmann/json.hpp>
#include <spdlog/logger.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <utility>

#include "fmt/chrono.h"

namespace trivium::server {

namespace {

constexpr std::array kLevels{spdlog::level::debug, spdlog::level::info, spdlog::level::warn, spdlog::level::err};
constexpr std::array kLevelNames{"debug", "info", "warning", "error"};

/// The present time as "2026-11-21T10:04:31.123Z".
std::string timestamp() {
  const auto now = std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(now)),
                     now.time_since_epoch().count() % 1000);
}

/// Where the lines go. Throws spdlog::spdlog_ex.
spdlog::sink_ptr make_sink(const std::optional<std::filesystem::path>& file) {
  spdlog::sink_ptr sink;
  if (file) {
    sink = std::make_shared<spdlog::sinks::basic_file_sink_st>(file->string());
  } else {
    sink = std::make_shared<spdlog::sinks::stderr_sink_st>();
  }
  sink->set_pattern("%v");
  return sink;
}

}  // namespace

Result<std::unique_ptr<ServerLog>> ServerLog::open(const LogConfig& config) {
  std::unique_ptr<ServerLog> log(new ServerLog(config.file));
  try {
    log->logger_ = std::make_shared<spdlog::logger>("trivium", make_sink(config.file));
  } catch (const spdlog::spdlog_ex& fault) {
    return Error{std::string("log: ") + fault.what()};
  }
  log->logger_->set_level(kLevels[static_cast<std::size_t>(config.level)]);
  log->logger_->flush_on(spdlog::level::trace);
  return log;
}

void ServerLog::write(LogLevel level, const char* event, std::initializer_list<Field> fields) {
  const auto index = static_cast<std::size_t>(level);
  if (!logger_->should_log(kLevels[index])) return;
  nlohmann::ordered_json line{{"time", timestamp()}, {"level", kLevelNames[index]}, {"event", event}};
  for (const Field& field : fields) {
    std::visit([&](const auto& value) { line[field.name] = value; }, field.value);
  }
  logger_->log(kLevels[index], line.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace));
}

Status ServerLog::reopen() {
  if (!file_) return {};
  try {
    logger_->sinks() = {make_sink(file_)};
  } catch (const spdlog::spdlog_ex& fault) {
    return Error{std::string("log: ") + fault.what()};
  }
  return {};
}

}  // namespace trivium::server
