// Options of a UCI session: the list for `uci` and the handling of `setoption`, from one table.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "protocols/uci/uci_command.h"

namespace trivium::uci {

class OptionTable {
 public:
  // The table checks type and range; further errors are reported by the setter itself.

  /// Adds an option with the values "true" and "false", in upper or lower case.
  void add_check(std::string name, bool initial, std::function<void(bool)> set);
  /// Adds an option with whole numbers in [min, max].
  void add_spin(std::string name, int initial, int min, int max, std::function<void(int)> set);
  void add_button(std::string name, std::function<void()> press);
  /// Adds a text option; "<empty>" stands for the empty text.
  void add_string(std::string name, std::function<void(const std::string&)> set);

  /// Returns one line "option name ..." for each option, in the order added.
  std::string list() const;

  /// Sets one option. Names are compared without regard to case. Errors name the option and what it
  /// accepts: "option Hash: needs a whole number from 1 to 4096, found 'x'"; nothing has changed
  /// then.
  Status set(const SetOptionCommand& command) const;

 private:
  struct Option {
    std::string name;
    std::string type;  ///< the words after "type"
    std::function<Status(const std::string& value)> set;
  };

  std::vector<Option> options_;
};

}  // namespace trivium::uci
