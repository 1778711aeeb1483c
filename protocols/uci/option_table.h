// The options of a UCI session: what `uci` lists and what `setoption` may change, from one table.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "protocols/uci/uci_command.h"

namespace trivium::uci {

class OptionTable {
 public:
  // A setter reports itself what is wrong with a value that the table lets pass.

  /// Values "true" and "false", in any case.
  void add_check(std::string name, bool initial, std::function<void(bool)> set);
  /// Whole numbers in [least, most].
  void add_spin(std::string name, int initial, int least, int most, std::function<void(int)> set);
  void add_button(std::string name, std::function<void()> press);
  /// Text; "<empty>" stands for the empty one.
  void add_string(std::string name, std::function<void(const std::string&)> set);

  /// One line "option name ..." for each, in the order added.
  std::string list() const;

  /// Sets one. Names are compared without regard to case. Errors name the option and what it takes:
  /// "option Hash: needs a whole number from 1 to 4096, found 'x'"; nothing has changed then.
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
