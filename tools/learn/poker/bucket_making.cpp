#include "tools/learn/poker/bucket_making.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tuple>

#include "learning/cfr/buckets/bucket_file.h"
#include "models/format/weight_file.h"
#include "tools/learn/poker/cfr_sampling_options.h"
#include "tools/manifest.h"

namespace trivium::tools {

learning::cfr::MadeBuckets make_buckets_with_progress(const learning::cfr::BucketOptions& options,
                                                      learning::Phases& phases) {
  phases.note(fmt::format("making buckets; memory: about {}",
                          mebibytes(learning::cfr::bytes_to_make(options))));
  std::optional<learning::Progress> progress;
  std::string stage;
  return learning::cfr::make_buckets(
      options, [&](std::string_view name, std::size_t done, std::size_t total) {
        if (stage != name) {
          stage = name;
          progress.emplace("buckets, " + stage, total, phases.next());
        }
        progress->update(done);
      });
}

namespace {

/// Returns the sample sizes in `options` that differ from the defaults.
std::string sampling_arguments(const learning::cfr::BucketOptions& options) {
  const learning::cfr::BucketOptions usual;
  std::string text;
  for (const auto& [name, own, other] :
       {std::tuple("boards", options.boards, usual.boards),
        {"holdings", options.holdings, usual.holdings},
        {"flop-holdings", options.flop_holdings, usual.flop_holdings},
        {"flops", options.flops, usual.flops}}) {
    if (own != other) text += fmt::format(" --{} {}", name, own);
  }
  return text;
}

/// True if this program made `file` with the same options.
bool was_made_so(const format::WeightFile& file, const learning::cfr::BucketOptions& options) {
  const auto wanted = nlohmann::json::parse(buckets_manifest(options).to_json());
  const auto found = nlohmann::json::parse(file.manifest);
  return std::ranges::all_of(std::array{"version", "commit", "command"}, [&](const char* key) {
    return found.contains(key) && found[key] == wanted[key];
  });
}

}  // namespace

learning::Manifest buckets_manifest(const learning::cfr::BucketOptions& options) {
  return new_manifest(fmt::format("trivium-learn poker cfr-buckets --counts {} --seed {}{}",
                                  fmt::join(options.counts, ","), options.seed,
                                  sampling_arguments(options)));
}

poker::BucketData kept_buckets(const learning::cfr::BucketOptions& options,
                               const learning::RunOptions& run, learning::Phases& phases) {
  const std::filesystem::path kept = *run.checkpoint_folder / "buckets.safetensors";
  if (run.resume && std::filesystem::exists(kept)) {
    const format::WeightFile file = format::read_weight_file(kept);
    file.expect(poker::kBucketsKind, poker::kBucketsSchema);
    if (was_made_so(file, options)) return poker::bucket_data(file.tensors, file.source);
  }
  const learning::cfr::MadeBuckets made = make_buckets_with_progress(options, phases);
  format::write_weight_file(kept,
                            learning::cfr::buckets_file(made, options, buckets_manifest(options)));
  return made.data;
}

}  // namespace trivium::tools
