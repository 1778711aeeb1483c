// The word that a client beyond the loopback must know.
#pragma once

#include <string_view>

namespace trivium::server {

/// Whether the two are equal, in a time that depends on the length of `offered` alone: a client learns nothing about `expected` from how
/// long the answer takes.
bool same_token(std::string_view offered, std::string_view expected) noexcept;

}  // namespace trivium::server
