#include "protocols/server/server_log.h"

#include <array>
#include <new>
#include <nlohmann/json.hpp>
#include <spdlog/details/null_mutex.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/ringbuffer_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <utility>

#include "protocols/line/log_file.h"

namespace trivium::server {

namespace {

constexpr std::array kLevels{spdlog::level::debug, spdlog::level::info, spdlog::level::warn,
                             spdlog::level::err};
constexpr std::size_t kRecentLines = 100;
constexpr std::array kLevelNames{"debug", "info", "warning", "error"};

class FileSink final : public spdlog::sinks::base_sink<spdlog::details::null_mutex> {
 public:
  explicit FileSink(line::LogFile file) : file_(std::move(file)) {}

 private:
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    file_.append({line.data(), line.size()});
  }
  void flush_() override {}

  line::LogFile file_;
};

/// Appends a member to a JSON object. The library writes only values without members: its objects
/// allocate in their destructors, which ends the process if there is no memory.
void append(std::string& object, const char* name, const nlohmann::json& value) {
  if (object.size() > 1) object += ',';
  object.append(1, '"').append(name).append("\":");
  object += value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

/// Returns the destination of the log lines.
Result<spdlog::sink_ptr> make_sink(const std::optional<std::filesystem::path>& path) {
  spdlog::sink_ptr sink;
  if (path) {
    Result<line::LogFile> file = line::LogFile::open(*path);
    if (!file) return at_place("log", file.error());
    sink = std::make_shared<FileSink>(*std::move(file));
  } else {
    sink = std::make_shared<spdlog::sinks::stderr_sink_st>();
  }
  sink->set_pattern("%v");
  return sink;
}

}  // namespace

Result<std::unique_ptr<ServerLog>> ServerLog::open(const LogConfig& config) {
  std::unique_ptr<ServerLog> log(new ServerLog(config.file));
  Result<spdlog::sink_ptr> sink = make_sink(config.file);
  if (!sink) return sink.error();
  log->recent_ = std::make_shared<spdlog::sinks::ringbuffer_sink_st>(kRecentLines);
  log->recent_->set_pattern("%v");
  log->logger_ =
      std::make_shared<spdlog::logger>("trivium", spdlog::sinks_init_list{*sink, log->recent_});
  log->logger_->set_level(kLevels[static_cast<std::size_t>(config.level)]);
  log->logger_->flush_on(spdlog::level::trace);
  return log;
}

void ServerLog::write(LogLevel level, const char* event, std::initializer_list<Field> fields) {
  const auto index = static_cast<std::size_t>(level);
  if (!logger_->should_log(kLevels[index])) return;
  try {
    std::string line = "{";
    append(line, "time", line::utc_text(std::chrono::system_clock::now()));
    append(line, "level", kLevelNames[index]);
    append(line, "event", event);
    for (const Field& field : fields) {
      std::visit([&](const auto& value) { append(line, field.name, value); }, field.value);
    }
    logger_->log(kLevels[index], line + '}');
  } catch (const std::bad_alloc&) {
    // The line is lost.
  }
}

Status ServerLog::reopen() {
  if (!file_) return {};
  Result<spdlog::sink_ptr> sink = make_sink(file_);
  if (!sink) return sink.error();
  logger_->sinks() = {*sink, recent_};
  return {};
}

std::vector<std::string> ServerLog::recent() const {
  std::vector<std::string> lines = recent_->last_formatted();
  for (std::string& line : lines) line.erase(line.find_last_not_of('\n') + 1);
  return lines;
}

}  // namespace trivium::server
