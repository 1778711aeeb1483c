// Hand-made weight files for tests. The header is JSON, so a test can spoil any single value and
// still sign the file with a valid checksum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

namespace trivium::format::test {

using Json = nlohmann::json;

std::string bytes_of(const std::vector<double>& values);

/// Returns the bytes of a file: length, header, data.
std::vector<std::byte> framed(const std::string& header, const std::string& data);

/// Returns the same with the 64 zeros of "trivium.sha256" replaced by the right checksum.
std::vector<std::byte> signed_file(std::string header, const std::string& data);

/// Returns a tensor's entry in a header.
Json entry(const char* dtype, const std::vector<std::uint64_t>& shape, std::uint64_t begin,
           std::uint64_t end);

/// Returns a header with two tensors, `a` F64 [2] and `b` F64 [], and valid metadata except for the
/// checksum, which must be signed.
Json good_header();

std::string good_data();

/// Returns the message of the LoadError for these bytes; empty if they load.
std::string message_of(std::span<const std::byte> bytes);

}  // namespace trivium::format::test
