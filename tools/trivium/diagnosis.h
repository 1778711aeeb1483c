// What `trivium doctor` finds out about this installation, as plain data: command_doctor.cpp says it in text or JSON.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace trivium::tools {

/// A build of the program for a class of processors.
struct KernelFinding {
  std::string name;
  bool installed = false;  ///< its program stands beside this one, where the launcher looks
  bool runs_here = false;  ///< this processor has all it needs
  bool runs_fast = false;  ///< it runs here, and no instruction that it uses is microcode
};

/// The default weights of a player, read and checked as he would.
struct WeightsFinding {
  std::string player;  ///< the game, with the file's purpose if needed: "connect6-patterns"
  std::string path;    ///< empty when none was found
  std::string kind;    ///< empty when the file is not intact
  std::string sha256;  ///< empty when the file is not intact
  std::string fault;   ///< empty when a player can use it
};

struct ModelFolderFinding {
  std::string path;
  bool exists = false;
};

struct LibraryFinding {
  std::string name;
  std::string version;  ///< of the library running now where it is shared, else of the one compiled in
};

/// The configuration that the service of this installation reads. Only `trivium serve` needs one.
struct ConfigurationFinding {
  std::string path;
  bool exists = false;
  std::string fault;  ///< empty when it is good or does not exist
};

/// A program that Trivium can work with but does not need.
struct PeerFinding {
  std::string name;
  std::string path;  ///< empty when it is not installed
};

struct OpenFileLimit {
  std::uint64_t soft = 0;  ///< in force; a limit too large to count is the largest number
  std::uint64_t hard = 0;  ///< how far the soft one may be raised
};

struct Diagnosis {
  std::string kernel;                             ///< the one running
  std::string kernel_reason;                      ///< why it and no other
  std::vector<KernelFinding> kernels;             ///< fastest first
  std::vector<WeightsFinding> weights;            ///< of each player who needs some or has some
  std::vector<ModelFolderFinding> model_folders;  ///< in the order of search
  std::vector<LibraryFinding> libraries;          ///< in order of name
  std::vector<PeerFinding> peers;
  OpenFileLimit open_files;
  ConfigurationFinding configuration;

  /// Nothing that is needed is missing or broken.
  bool healthy() const;
};

/// Looks at everything. Reads the default weights; starts no program and writes nothing.
Diagnosis diagnose();

}  // namespace trivium::tools
