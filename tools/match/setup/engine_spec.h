// Description of an engine of a tournament: the program or internal player, how to start it, and
// its limits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/result.h"
#include "tools/match/setup/time_control.h"

namespace trivium::match {

enum class Game : std::uint8_t { kChess, kConnect6, kReversi, kPoker };
/// Name in journals, events and the folders of models.
inline constexpr std::array<std::string_view, 4> kGameWords{"chess", "connect6", "reversi",
                                                            "poker"};
constexpr std::string_view to_string(Game game) noexcept {
  return kGameWords[static_cast<std::size_t>(game)];
}

enum class Protocol : std::uint8_t {
  kUci,
  kGtp,           ///< Connect-6, one stone per move; Reversi
  kConnect6Text,  ///< "new black", "move XXXX"
  kAcpc,          ///< started with HOST PORT appended to its arguments
  kInternal,      ///< Trivium's own player, in this process
};

/// Word in `proto=` and identities.
inline constexpr std::array<std::string_view, 5> kProtocolWords{"uci", "gtp", "connect6", "acpc",
                                                                "internal"};
constexpr std::string_view to_string(Protocol protocol) noexcept {
  return kProtocolWords[static_cast<std::size_t>(protocol)];
}

/// When a program is restarted.
enum class Restart : std::uint8_t {
  kAuto,   ///< after a fault only
  kOn,     ///< before every game
  kNever,  ///< a lost engine loses its remaining games
};

/// Word in `restart=` and the rules of tournaments.
inline constexpr std::array<std::string_view, 3> kRestartWords{"auto", "on", "never"};
constexpr std::string_view to_string(Restart restart) noexcept {
  return kRestartWords[static_cast<std::size_t>(restart)];
}

struct EngineSpec {
  std::string name;  ///< unique in its tournament
  Protocol protocol = Protocol::kUci;
  std::vector<std::string> command;      ///< program and arguments; empty for internal players
  std::filesystem::path directory;       ///< working directory; empty: the current one
  std::vector<std::string> environment;  ///< "NAME=VALUE", added to ours
  /// Its standard error is appended to this file; empty: only the last lines are kept, as evidence.
  std::filesystem::path stderr_file;
  /// Names and values, in order: UCI options; for GTP and text protocol, commands to send; for
  /// internal players see engine_factory.h and poker_room.h.
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<std::string> init_commands;  ///< lines sent after the handshake, as they are
  TimeControl time;
  bool ponder = false;
  Restart restart = Restart::kAuto;
  Milliseconds start_patience{20'000};       ///< time limit for the handshake
  std::vector<std::filesystem::path> files;  ///< further files that affect play; in its identity

  std::string aivat_policy;  ///< policy of a Trivium program in poker; empty if unknown

  friend bool operator==(const EngineSpec&, const EngineSpec&) = default;
};

/// Option that names the poker policy of an internal player.
inline constexpr std::string_view kPolicyOption = "policy";

/// Returns the poker policy of an internal player: its option "policy", by default "rule".
std::string local_policy(const EngineSpec& engine);

/// Returns the number of search threads of an engine according to its option `Threads`; at least 1.
int searching_threads(const EngineSpec& spec) noexcept;

/// Version of the identities of new tournaments. Version 1, that of journals of 0.2.0, includes the
/// folders of files, so that the same engine elsewhere is another one.
inline constexpr int kIdentityVersion = 2;

/// Returns a hash of what decides an engine's play, as hex. It is the SHA-256 of:
///
/// - its protocol, arguments, options, commands and environment
/// - the bytes of its program file; for an internal player those of this program, in all kernels
///   that are installed, and of the default weights for `game`; for the launcher bin/NAME of
///   Trivium those of the programs in libexec/trivium and of the default weights
/// - the bytes of `files`, and of each file that an argument or option value names (weights,
///   scripts, books). Output files are not read: those whose option or argument contains "log"
///
/// Of a file that a word names, only the name and the bytes count, not its folders. Name, working
/// directory and time control belong to the tournament, not to the engine. Files that a program
/// finds by itself count only if `files` has them: shared libraries, or programs that a script such
/// as tools/run starts. Takes one second for some hundred megabytes. Fails if a file cannot be
/// found or read.
Result<std::string> engine_identity(const EngineSpec& spec, Game game,
                                    int version = kIdentityVersion);

}  // namespace trivium::match
