// Who takes part in a tournament: a program or a player of our own, how it is started, and how long it may think.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/result.h"
#include "tools/match/setup/time_control.h"

namespace trivium::match {

enum class Game : std::uint8_t { kChess, kConnect6, kPoker };
/// In journals, events and the folders of models.
inline constexpr std::array<std::string_view, 3> kGameWords{"chess", "connect6", "poker"};
constexpr std::string_view to_string(Game game) noexcept { return kGameWords[static_cast<std::size_t>(game)]; }

/// The value of an enumeration that `words` has a word for each of, in order. Nothing for any other word.
template <class Enum, std::size_t kCount>
std::optional<Enum> parse_word(std::string_view word, const std::array<std::string_view, kCount>& words) noexcept {
  const auto found = std::ranges::find(words, word);
  return found == words.end() ? std::nullopt : std::optional(static_cast<Enum>(found - words.begin()));
}

enum class Protocol : std::uint8_t {
  kUci,
  kGtp,           ///< Connect-6, one stone a move
  kConnect6Text,  ///< "new black", "move XXXX"
  kAcpc,          ///< started with HOST PORT behind its arguments
  kInternal,      ///< Trivium's own player, in this process
};

/// As `proto=` and identities have it.
inline constexpr std::array<std::string_view, 5> kProtocolWords{"uci", "gtp", "connect6", "acpc", "internal"};
constexpr std::string_view to_string(Protocol protocol) noexcept { return kProtocolWords[static_cast<std::size_t>(protocol)]; }

/// When a program is ended and started anew.
enum class Restart : std::uint8_t {
  kAuto,   ///< after a fault only
  kOn,     ///< before every game
  kNever,  ///< an engine that is lost loses the rest of its games
};

/// As `restart=` and the rules of tournaments have it.
inline constexpr std::array<std::string_view, 3> kRestartWords{"auto", "on", "never"};
constexpr std::string_view to_string(Restart restart) noexcept { return kRestartWords[static_cast<std::size_t>(restart)]; }

struct EngineSpec {
  std::string name;  ///< unique in its tournament
  Protocol protocol = Protocol::kUci;
  std::vector<std::string> command;      ///< program and arguments; empty for internal players
  std::filesystem::path directory;       ///< to work in; empty: where we are
  std::vector<std::string> environment;  ///< "NAME=VALUE", added to ours
  std::filesystem::path stderr_file;     ///< what it writes there is appended to; empty: only its end is kept, as evidence
  std::vector<std::pair<std::string, std::string>>
      options;                             ///< in order. UCI options; GTP and text: commands to send; internal: see local_engine.h
  std::vector<std::string> init_commands;  ///< lines sent after the handshake, as they are
  TimeControl time;
  bool ponder = false;
  Restart restart = Restart::kAuto;
  Milliseconds start_patience{20'000};       ///< for the handshake
  std::vector<std::filesystem::path> files;  ///< more that decides its play, as only who described it knows; for its identity

  std::string aivat_policy;  ///< poker, of a program that is one of ours: what it plays by; empty where nobody says so

  friend bool operator==(const EngineSpec&, const EngineSpec&) = default;
};

/// The option of an internal player that names its policy in poker.
inline constexpr std::string_view kPolicyOption = "policy";

/// The poker policy of an internal player: its option "policy", or what stands in for it.
std::string local_policy(const EngineSpec& engine);

/// With how many threads an engine searches, as far as its option `Threads` tells; at least 1.
int searching_threads(const EngineSpec& spec) noexcept;

/// What decides how it plays, as hex: SHA-256 over its protocol, the bytes of its program file, its arguments, options, commands and
/// environment, and the bytes of `files` and of every file that an argument or the value of an option names (weights, scripts, books), but
/// for those of words with "log" in them, which are written. Not its name, its folders and its time control: those are the tournament's.
///
/// Beside bin/NAME of Trivium, which only chooses among the programs in libexec/trivium, it is these that count, and the weights that they
/// take by default in `game`. An internal player is this program itself, with the same. What another program finds by itself is not seen,
/// unless `files` has it: shared libraries, what a script like tools/run starts, files that it looks for without being told. Reads all the
/// files: a second for some hundred megabytes.
/// The error says what cannot be found or read.
Result<std::string> engine_identity(const EngineSpec& spec, Game game);

}  // namespace trivium::match
