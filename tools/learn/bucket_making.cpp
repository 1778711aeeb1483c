#include "tools/learn/bucket_making.h"

#include <fmt/format.h>
#include <optional>
#include <string>

#include "learning/harness/progress.h"
#include "tools/learn/cfr_sampling_options.h"

namespace trivium::tools {

learning::cfr::MadeBuckets make_buckets_with_progress(const learning::cfr::BucketOptions& options) {
  fmt::print(stderr, "making buckets; memory: about {}\n", mebibytes(learning::cfr::bytes_to_make(options)));
  std::optional<learning::Progress> progress;
  std::string stage;
  return learning::cfr::make_buckets(options, [&](std::string_view name, std::size_t done, std::size_t total) {
    if (stage != name) {
      stage = name;
      progress.emplace("of buckets: " + stage, total);
    }
    progress->update(done);
  });
}

}  // namespace trivium::tools
