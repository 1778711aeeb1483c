#include "protocols/server/token.h"

#include <cstddef>

namespace trivium::server {

bool same_token(std::string_view offered, std::string_view expected) noexcept {
  // volatile: the compiler may not leave the loop early.
  volatile unsigned char difference = offered.size() == expected.size() ? 0 : 1;
  for (std::size_t i = 0; i < offered.size(); ++i) {
    const char other = expected.empty() ? '\0' : expected[i % expected.size()];
    difference = static_cast<unsigned char>(difference | (offered[i] ^ other));
  }
  return difference == 0;
}

}  // namespace trivium::server
