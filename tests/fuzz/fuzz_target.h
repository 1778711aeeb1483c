// Defines fuzz targets: functions that take any bytes and end the process if a property does not
// hold (check.h).
//
// With TRIVIUM_LIBFUZZER defined each target is a program with the main function of libFuzzer.
// Without it, all targets are in one program that replays inputs and finds a target by its name
// (replay_main.cpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>

namespace trivium::fuzz {

using Input = std::span<const std::uint8_t>;
using Target = void (*)(Input input);

inline std::string_view text_of(Input input) {
  return {reinterpret_cast<const char*>(input.data()), input.size()};
}

/// The targets of this program by name.
inline std::map<std::string_view, Target>& targets() {
  static std::map<std::string_view, Target> all;
  return all;
}

/// Registers a target in targets() before main() begins.
struct Registration {
  Registration(std::string_view name, Target target) { targets().emplace(name, target); }
};

}  // namespace trivium::fuzz

// TRIVIUM_FUZZ_TARGET(pgn) { ... } defines the target `pgn`, whose body reads `input`. Use it
// outside unnamed namespaces.
#ifdef TRIVIUM_LIBFUZZER
#define TRIVIUM_FUZZ_TARGET(name)                                                     \
  static void run_##name(::trivium::fuzz::Input input);                               \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { \
    run_##name({data, size});                                                         \
    return 0;                                                                         \
  }                                                                                   \
  static void run_##name(::trivium::fuzz::Input input)
#else
#define TRIVIUM_FUZZ_TARGET(name)                                                       \
  static void run_##name(::trivium::fuzz::Input input);                                 \
  static const ::trivium::fuzz::Registration registration_of_##name(#name, run_##name); \
  static void run_##name(::trivium::fuzz::Input input)
#endif
