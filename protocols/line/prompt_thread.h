// Threads that pass on commands and answers, awake soon beside searches that keep every processor busy.
//
// Such a thread sleeps nearly always, so the scheduler gives it a processor at once when it wakes; but Linux since 6.6 first lets the
// thread that runs there use up its slice of some milliseconds: a `stop` would wait for that twice on its way. A thread that
// asks for short slices goes first (Linux 6.12 and later); it takes no more processor time in all for that.
#pragma once

namespace trivium::line {

/// Asks for the shortest slices for the calling thread, and not for the threads it starts. Where the kernel knows nothing of them,
/// nothing changes.
void wake_promptly() noexcept;

}  // namespace trivium::line
