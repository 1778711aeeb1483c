// SHA-256 against the examples of FIPS 180-4 and NIST's test vectors.
#include "models/format/sha256.h"

#include <doctest/doctest.h>
#include <string>

using namespace trivium::format;

TEST_CASE("the published messages hash to the published values") {
  CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256_hex(std::string(1'000'000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("a message in pieces has the same hash as the whole") {
  Sha256 hash;
  hash.update("a").update("").update("bc");
  CHECK(hash.hex() == sha256_hex("abc"));
}

TEST_CASE("only 64 lower-case hexadecimal digits are a hash") {
  CHECK(is_sha256(std::string(64, 'f')));
  CHECK_FALSE(is_sha256(std::string(63, 'f')));
  CHECK_FALSE(is_sha256(std::string(64, 'F')));
  CHECK_FALSE(is_sha256(std::string(63, '0') + "g"));
}
