// A program with one end of a socket pair as its standard input and output, and the client at the
// other end.
#pragma once

#include <chrono>
#include <csignal>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "tests/protocols/line/conversation.h"

namespace trivium::server {

class Child {
 public:
  explicit Child(const std::vector<std::string>& command);
  /// Kills the program if it still runs.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  line::Client& client() { return client_; }
  void signal(int number) { kill(pid_, number); }
  /// Returns the exit status; nothing if it was ended by a signal or still runs after `patience`.
  std::optional<int> wait(std::chrono::milliseconds patience = std::chrono::seconds(30));

 private:
  line::Client client_;
  pid_t pid_ = -1;
};

}  // namespace trivium::server
