// Buckets made on the way of a command, with what that takes told on stderr.
#pragma once

#include <string_view>

#include "learning/cfr/make_buckets.h"

namespace trivium::tools {

/// As cfr::make_buckets(): half a minute and more. The memory is told before, then a line of progress for each stage.
learning::cfr::MadeBuckets make_buckets_with_progress(const learning::cfr::BucketOptions& options);

}  // namespace trivium::tools
