#include "learning/poker_cnn/torch/blas.h"

#include <dlfcn.h>

namespace trivium::learning::poker_cnn {

bool prepare_blas() noexcept {
  // Looked up by name, because the implementation is known only at run time.
  if (void* set_threads = dlsym(RTLD_DEFAULT, "openblas_set_num_threads"))
    reinterpret_cast<void (*)(int)>(set_threads)(1);
  void* kind = dlsym(RTLD_DEFAULT, "openblas_get_parallel");
  constexpr int kSequential = 0;
  return kind == nullptr || reinterpret_cast<int (*)()>(kind)() != kSequential;
}

}  // namespace trivium::learning::poker_cnn
