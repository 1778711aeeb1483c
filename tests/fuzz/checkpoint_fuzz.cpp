// Manifests of weight files and checkpoints, which contain their identity. The input is the
// manifest of an otherwise valid file: it is rejected with a message or read.
#include <fstream>
#include <string>
#include <vector>

#include "learning/harness/checkpoint.h"
#include "models/format/load_error.h"
#include "models/format/weight_file.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/temporary_folder.h"

namespace trivium::learning {

TRIVIUM_FUZZ_TARGET(checkpoint) {
  static const TemporaryFolder kFolder;
  static const Checkpoint kCheckpoint(kFolder.path(), "fuzz", 1, R"({"seed":1})");
  try {
    format::WeightFile file;
    file.kind = "checkpoint.fuzz";
    file.schema = 1;
    file.manifest = fuzz::text_of(input);
    file.tensors = {format::text_tensor("state", "x")};
    const std::vector<std::byte> bytes = format::weight_file_bytes(file);
    const format::WeightFile again = format::parse_weight_file(bytes, "fuzz");
    fuzz::check(again.kind == file.kind && again.tensors == file.tensors,
                "a manifest changes nothing else");
    std::ofstream(kCheckpoint.path(), std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), std::ssize(bytes));
    const auto snapshot = kCheckpoint.load();
    fuzz::check(snapshot && snapshot->state.size() == 1, "a checkpoint that is read has its state");
  } catch (const format::LoadError& error) {
    fuzz::check_message(error.what());
  }
}

}  // namespace trivium::learning
