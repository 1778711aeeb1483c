#include "learning/harness/checkpoint.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "models/format/load_error.h"

namespace trivium::learning {

FolderLock::FolderLock(const std::filesystem::path& folder) {
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  if (!fault && ::access(folder.c_str(), W_OK | X_OK) != 0)
    fault.assign(errno, std::generic_category());
  if (!fault) folder_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (!fault && folder_ < 0) fault.assign(errno, std::generic_category());
  if (fault)
    throw format::LoadError("file.write", "{}: cannot be written to: {}", folder.string(),
                            fault.message());
  if (::flock(folder_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
    return;  // locked, or the file system has no locks
  ::close(folder_);
  throw format::LoadError("file.busy", "{}: another run is at work in this folder",
                          folder.string());
}

FolderLock::~FolderLock() { ::close(folder_); }

namespace {

using Json = nlohmann::json;

/// The last release whose states may have smaller versions.
constexpr std::string_view kOlderStates = "0.1.0";

constexpr std::string_view kFileEnding = ".checkpoint.safetensors";

[[noreturn]] void reject(const std::filesystem::path& path) {
  throw format::LoadError(
      "checkpoint.exists",
      "{}: there is the checkpoint of a run: --resume continues it; delete it to start again",
      path.string());
}

}  // namespace

const format::Tensor* StateReader::find(std::string_view name) const noexcept {
  const auto found = std::ranges::find(tensors_, name, &format::Tensor::name);
  return found == tensors_.end() ? nullptr : &*found;
}

const format::Tensor& StateReader::require(std::string_view name) const {
  if (const format::Tensor* const tensor = find(name)) return *tensor;
  throw format::LoadError("checkpoint.tensor", "the checkpoint has no {}", name);
}

void StateReader::fail_size(std::string_view name, std::size_t found, std::size_t wanted) {
  throw format::LoadError("checkpoint.tensor", "the checkpoint has {} numbers of {}, not {}", found,
                          name, wanted);
}

void StateReader::read(std::string_view name, std::span<double> numbers) const {
  std::ranges::copy(this->numbers<double>(name, numbers.size()), numbers.begin());
}

std::vector<std::vector<double>> StateReader::rows(std::string_view name, std::size_t width) const {
  std::vector<std::vector<double>> rows;
  const format::Tensor* const tensor = find(name);
  if (tensor == nullptr) return rows;
  const std::span<const double> numbers = tensor->values<double>();
  if (tensor->dims.size() != 2 || tensor->dims[1] != width) {
    throw format::LoadError("checkpoint.tensor", "the checkpoint's {} has not {} numbers a row: {}",
                            name, width, tensor->shape_text());
  }
  for (std::size_t begin = 0; begin < numbers.size(); begin += width) {
    const std::span<const double> row = numbers.subspan(begin, width);
    rows.emplace_back(row.begin(), row.end());
  }
  return rows;
}

std::string identity_difference(std::string_view its, std::string_view this_run) {
  const Json held = Json::parse(its), wanted = Json::parse(this_run);
  for (const auto& [key, value] : wanted.items()) {
    if (!held.contains(key)) return fmt::format("it has no setting {}", key);
    if (held[key] != value)
      return fmt::format("its {} is {}, this run's is {}", key, held[key].dump(), value.dump());
  }
  return "it has more settings than this run";
}

void add_rows(std::vector<format::Tensor>& state, std::string_view name,
              std::span<const std::vector<double>> rows) {
  if (rows.empty()) return;
  std::vector<double> numbers;
  for (const std::vector<double>& row : rows) numbers.insert(numbers.end(), row.begin(), row.end());
  state.push_back(format::make_tensor(std::string(name), {rows.size(), rows.front().size()},
                                      std::span<const double>(numbers)));
}

std::filesystem::path Checkpoint::file_in(const std::filesystem::path& folder,
                                          std::string_view learner) {
  return folder / fmt::format("{}{}", learner, kFileEnding);
}

bool Checkpoint::is_checkpoint(const std::filesystem::path& file) {
  return file.filename().string().ends_with(kFileEnding);
}

Checkpoint::Checkpoint(const std::filesystem::path& folder, const std::string& learner, int version,
                       std::string identity)
    : path_(file_in(folder, learner)),
      lock_(folder),
      kind_("checkpoint." + learner),
      version_(version),
      identity_(std::move(identity)) {}

void Checkpoint::reject_existing(const std::filesystem::path& folder, std::string_view learner) {
  if (const std::filesystem::path path = file_in(folder, learner); std::filesystem::exists(path))
    reject(path);
}

std::optional<Snapshot> Checkpoint::begin(
    bool resume, std::string_view unit,
    const std::function<void(const std::string& text)>& note) const {
  if (resume) {
    std::optional<Snapshot> snapshot = load();
    if (note)
      note(path_.string() + (snapshot
                                 ? fmt::format(": {} done and on disk: {}", unit, snapshot->step)
                                 : ": not there yet: the run begins"));
    return snapshot;
  }
  if (std::filesystem::exists(path_)) reject(path_);
  return std::nullopt;
}

void Checkpoint::reject_fewer(std::uint64_t done, std::uint64_t asked,
                              std::string_view unit) const {
  if (done <= asked) return;
  throw format::LoadError("checkpoint.fewer", "{}: the run has {} {} already, and {} are asked for",
                          path_.string(), done, unit, asked);
}

void Checkpoint::save(Snapshot snapshot) const {
  const Json manifest{{"identity", Json::parse(identity_)}, {"step", snapshot.step}};
  format::write_weight_file(path_, {.kind = kind_,
                                    .schema = version_,
                                    .manifest = manifest.dump(),
                                    .tensors = std::move(snapshot.state)});
}

std::optional<Snapshot> Checkpoint::load() const {
  if (!std::filesystem::exists(path_)) return std::nullopt;
  format::WeightFile file = format::read_weight_file(path_);
  if (file.kind == kind_ && file.schema < version_) {
    throw format::LoadError("checkpoint.version",
                            "{}: the checkpoint of an older version: finish its run "
                            "with Trivium {}, or delete it to start again",
                            path_.string(), kOlderStates);
  }
  file.expect(kind_, version_);
  const Json manifest = Json::parse(file.manifest);
  if (!manifest.contains("identity") || !manifest.contains("step") ||
      !manifest["step"].is_number_unsigned()) {
    throw format::LoadError("checkpoint.identity", "{}: a checkpoint without identity and step",
                            path_.string());
  }
  const Json& held = manifest["identity"];
  if (held != Json::parse(identity_)) {
    throw format::LoadError("checkpoint.foreign", "{}: the checkpoint of another run: {}",
                            path_.string(), identity_difference(held.dump(), identity_));
  }
  return Snapshot{manifest["step"], std::move(file.tensors)};
}

}  // namespace trivium::learning
