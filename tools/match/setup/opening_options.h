// Which positions the games of a match begin from, as the user asks for them; openings.h reads the book.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace trivium::match {

enum class OpeningOrder : std::uint8_t { kSequential, kRandom };

struct OpeningOptions {
  std::filesystem::path file;  ///< empty: every game from the start position
  std::string format;          ///< "epd", "pgn", "csv", "sgf", "record"; empty: by the file's name
  OpeningOrder order = OpeningOrder::kSequential;
  std::uint64_t start = 1;  ///< the first one to be used, in the order's count from 1
  int plies = -1;           ///< turns of a record that are played, in Connect-6 one or two stones each; -1: all
  bool chess960 = false;    ///< chess: all positions are played as Chess960; those of a book that need it are anyway
  int board_size = 19;      ///< Connect-6: without a book, and of records that do not say
};

}  // namespace trivium::match
