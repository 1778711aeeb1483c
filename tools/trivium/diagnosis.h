// Diagnosis of this installation as plain data, for `trivium doctor`. command_doctor.cpp formats
// it.
#pragma once

#include <map>
#include <string>
#include <sys/resource.h>
#include <vector>

namespace trivium::tools {

/// A build of the program for a class of processors.
struct KernelFinding {
  std::string name;
  bool installed = false;  ///< its program is beside this one, where the launcher looks
  bool runs_here = false;  ///< this processor has all its instructions
  bool runs_fast = false;  ///< it runs here, and this processor has none of them in microcode
};

/// The default weights of a player, checked as the player does.
struct WeightsFinding {
  std::string player;  ///< the game, with the file's purpose if needed: "connect6-patterns"
  std::string path;    ///< empty when none was found
  std::string kind;    ///< empty when the file is not intact
  std::string sha256;  ///< empty when the file is not intact
  std::string fault;   ///< empty when a player can use it
};

/// A folder in which default weights are searched.
struct ModelFolderFinding {
  std::string path;
  bool exists = false;
};

/// A library that this program uses.
struct LibraryFinding {
  std::string name;
  std::string version;  ///< of the shared library in use if it reports one, else of its headers
};

/// Configuration of this installation's service. Only `trivium serve` needs one.
struct ConfigurationFinding {
  std::string path;
  bool exists = false;
  std::string fault;  ///< empty if it is valid or does not exist
};

struct Diagnosis {
  std::string kernel;                             ///< kernel in use
  std::string kernel_reason;                      ///< reason for its choice
  std::vector<KernelFinding> kernels;             ///< fastest first
  std::vector<WeightsFinding> weights;            ///< required ones, and optional ones if installed
  std::vector<ModelFolderFinding> model_folders;  ///< in search order
  std::vector<LibraryFinding> libraries;          ///< sorted by name
  /// Paths of the programs that Trivium can work with but does not need, by name; empty for those
  /// that are not installed.
  std::map<std::string, std::string> peers;
  rlimit open_files{};  ///< limits of this process; RLIM_INFINITY stands for none
  ConfigurationFinding configuration;

  /// True if all `weights` can be used. Nothing else makes an installation unhealthy.
  bool healthy() const;
};

/// Runs all checks. Reads the default weights; starts no program and writes nothing.
Diagnosis diagnose();

}  // namespace trivium::tools
