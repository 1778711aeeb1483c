// The matrix library behind libtorch, which the system chooses: reference BLAS works but is slow,
// OpenBLAS is several times as fast.
#pragma once

namespace trivium::learning::poker_cnn {

/// Keeps OpenBLAS, where libtorch was loaded with it, from threads of its own: the learner has its
/// threads. False where it is OpenBLAS built without threads, which may be called from one thread
/// at a time only: two at once get wrong products.
bool prepare_blas() noexcept;

}  // namespace trivium::learning::poker_cnn
