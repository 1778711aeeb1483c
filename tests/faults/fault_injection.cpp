#include "tests/faults/fault_injection.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <exception>
#include <limits>
#include <new>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/core/rng.h"

namespace {

using trivium::faults::Call;

// Global, because `operator new` can access nothing else.
std::atomic<int> armed_call{-1};
std::atomic<std::int64_t> calls_left{0};
std::atomic<bool>* failed_flag = nullptr;

constexpr std::int64_t kInARow = 10;

/// True for a call that must fail: the n-th, and for kMemory also the next ones.
bool fails(Call call) noexcept {
  if (armed_call.load(std::memory_order_relaxed) != static_cast<int>(call)) return false;
  const std::int64_t left = calls_left.fetch_sub(1, std::memory_order_relaxed);
  if (left > 1 || left <= (call == Call::kMemory ? 1 - kInARow : 0)) return false;
  if (failed_flag != nullptr) *failed_flag = true;
  return true;
}

void arm(Call call, std::int64_t n) noexcept {
  calls_left = n;
  armed_call = static_cast<int>(call);
}

void disarm() noexcept { armed_call = -1; }

/// Returns the function of the C library that this file replaces.
template <class Function>
Function* next(const char* name) noexcept {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

bool has_no_memory() noexcept { return fails(Call::kAllocation) || fails(Call::kMemory); }

/// True for an eventfd, with which threads wake each other: writing to it does not fail.
bool is_event(int file) noexcept {
  struct stat found {};
  return fstat(file, &found) == 0 && (found.st_mode & S_IFMT) == 0;
}

void* allocate(std::size_t size) {
  if (has_no_memory()) throw std::bad_alloc();
  void* const memory = std::malloc(size > 0 ? size : 1);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void* allocate(std::size_t size, std::align_val_t alignment) {
  if (has_no_memory()) throw std::bad_alloc();
  const auto unit = static_cast<std::size_t>(alignment);
  void* const memory = std::aligned_alloc(unit, (size + unit - 1) / unit * unit);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size); }
void* operator new[](std::size_t size) { return allocate(size); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, alignment);
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return allocate(size, alignment);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

extern "C" {

ssize_t write(int file, const void* bytes, size_t size) {
  static const auto kNext = next<decltype(write)>("write");
  if (!is_event(file) && fails(Call::kWrite)) {
    errno = ENOSPC;
    return -1;
  }
  return kNext(file, bytes, size);
}

ssize_t pwrite(int file, const void* bytes, size_t size, off_t offset) {
  static const auto kNext = next<decltype(pwrite)>("pwrite");
  if (fails(Call::kWrite)) {
    errno = ENOSPC;
    return -1;
  }
  return kNext(file, bytes, size, offset);
}

ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t offset) {
  return pwrite(file, bytes, size, offset);
}

size_t fwrite(const void* bytes, size_t size, size_t count, FILE* file) {
  static const auto kNext = next<decltype(fwrite)>("fwrite");
  if (fails(Call::kWrite)) {
    errno = ENOSPC;
    return 0;
  }
  return kNext(bytes, size, count, file);
}

int fflush(FILE* file) {
  static const auto kNext = next<decltype(fflush)>("fflush");
  if (fails(Call::kWrite)) {
    errno = ENOSPC;
    return EOF;
  }
  return kNext(file);
}

ssize_t send(int socket, const void* bytes, size_t size, int flags) {
  static const auto kNext = next<decltype(send)>("send");
  if (fails(Call::kSend)) {
    errno = ECONNRESET;
    return -1;
  }
  return kNext(socket, bytes, size, flags);
}

ssize_t sendmsg(int socket, const msghdr* message, int flags) {
  static const auto kNext = next<decltype(sendmsg)>("sendmsg");
  if (fails(Call::kSend)) {
    errno = ECONNRESET;
    return -1;
  }
  return kNext(socket, message, flags);
}

int fsync(int file) {
  static const auto kNext = next<decltype(fsync)>("fsync");
  if (fails(Call::kSync)) {
    errno = EIO;
    return -1;
  }
  return kNext(file);
}

int fdatasync(int file) {
  static const auto kNext = next<decltype(fdatasync)>("fdatasync");
  if (fails(Call::kSync)) {
    errno = EIO;
    return -1;
  }
  return kNext(file);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*),
                   void* argument) noexcept {
  static const auto kNext =
      next<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create");
  if (fails(Call::kThread)) return EAGAIN;
  return kNext(thread, attributes, work, argument);
}

}  // extern "C"

namespace trivium::faults {

namespace {

constexpr unsigned kPatienceSeconds = 20;
constexpr std::size_t kMessageBytes = 1000;

/// Result that a child reports to its parent through shared memory.
struct Verdict {
  std::atomic<int> done = 0;         ///< as counted by Scenario
  std::atomic<bool> failed = false;  ///< a call failed
  char fault[kMessageBytes] = {};
};

/// Runs in a child; does not return.
[[noreturn]] void check_after(const Scenario& scenario, Verdict& verdict) {
  const std::string fault = scenario.fault(verdict.done);
  fault.copy(verdict.fault, kMessageBytes - 1);
  _exit(0);
}

/// Runs in a child; does not return.
[[noreturn]] void try_failure(Call call, std::int64_t n, const Scenario& scenario,
                              Verdict& verdict) {
  alarm(kPatienceSeconds);
  // The handlers of doctest are for the parent.
  for (const int number : {SIGABRT, SIGSEGV, SIGFPE, SIGILL, SIGTERM, SIGINT})
    std::signal(number, SIG_DFL);
  failed_flag = &verdict.failed;
  arm(call, n);
  try {
    scenario.run(verdict.done);
  } catch (const std::exception&) {
    // Ends with a message, like the program.
  }
  disarm();
  check_after(scenario, verdict);
}

/// Runs `work` in a child and returns the child's status.
template <class Work>
int status_of_child(const Work& work) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) work();
  int status = 0;
  return child > 0 && waitpid(child, &status, 0) == child ? status : -1;
}

std::string fault_of(int status, const Verdict& verdict) {
  if (WIFSIGNALED(status))
    return WTERMSIG(status) == SIGALRM ? "hangs" : strsignal(WTERMSIG(status));
  if (WEXITSTATUS(status) != 0) return "ends with status " + std::to_string(WEXITSTATUS(status));
  return verdict.fault;
}

}  // namespace

const char* name_of(Call call) noexcept {
  switch (call) {
    case Call::kAllocation:
      return "allocation";
    case Call::kMemory:
      return "lack of memory";
    case Call::kWrite:
      return "write";
    case Call::kSend:
      return "send";
    case Call::kSync:
      return "sync";
    case Call::kThread:
      break;
  }
  return "thread";
}

std::string first_fault(Call call, const std::function<Scenario()>& make, int& failures) {
  const bool sampled = std::getenv("TRIVIUM_EVERY_FAULT") == nullptr;
  const std::int64_t all = sampled ? 800 : std::numeric_limits<std::int64_t>::max();
  constexpr std::uint64_t kStride = 40;
  Rng rng(1);
  failures = 0;
  for (std::int64_t n = 1;; n += n < all ? 1 : 1 + static_cast<std::int64_t>(rng() % kStride)) {
    void* const shared =
        mmap(nullptr, sizeof(Verdict), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) return "no memory for the test";
    Verdict& verdict = *new (shared) Verdict();
    const Scenario scenario = make();
    int status = status_of_child([&] { try_failure(call, n, scenario, verdict); });
    const bool aborted = WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
    if (aborted && scenario.may_abort)
      status = status_of_child([&] { check_after(scenario, verdict); });
    std::string fault = fault_of(status, verdict);
    const bool failed = verdict.failed;
    munmap(shared, sizeof(Verdict));
    if (!fault.empty()) return std::string(name_of(call)) + " " + std::to_string(n) + ": " + fault;
    if (!failed) return {};
    ++failures;
  }
}

std::int64_t count_allocations(const std::function<void()>& work) {
  constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
  arm(Call::kAllocation, kNever);
  work();
  disarm();
  return kNever - calls_left;
}

}  // namespace trivium::faults
