// Setup of BLAS, the library for matrix products that libtorch uses. The system chooses the
// implementation at run time. Reference BLAS works but is slow; OpenBLAS is several times as fast.
#pragma once

namespace trivium::learning::poker_cnn {

/// Limits OpenBLAS, if it is loaded, to one thread per call, because the learner has its own
/// threads. Returns true if several threads may call BLAS at the same time. Returns false for an
/// OpenBLAS that was built without thread support: concurrent calls would give wrong products.
bool prepare_blas() noexcept;

}  // namespace trivium::learning::poker_cnn
