// Low latency for threads that pass on commands and answers while searches keep every processor
// busy.
//
// Such a thread sleeps most of the time, so the scheduler prefers it when it wakes. But since Linux
// 6.6 the running thread first uses up its time slice of a few milliseconds, which would delay a
// `stop` twice. A thread that requests short slices runs first (Linux 6.12 and later); its total
// CPU share does not change.
#pragma once

namespace trivium::line {

/// Requests the shortest time slices for the calling thread only, not for threads that it starts.
/// Does nothing if the kernel does not support them.
void wake_promptly() noexcept;

}  // namespace trivium::line
