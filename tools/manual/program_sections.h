// What a manual page says of a program beyond its command line: files, signals, examples and where to read on.
#pragma once

#include <string_view>
#include <vector>

namespace trivium::tools {

/// One paragraph, or one entry of a list where it has a tag. The text is written as man_page() promises for descriptions.
struct SectionEntry {
  std::string_view heading;  ///< entries of one section follow each other
  std::string_view tag;
  std::string_view text;
};

/// In the order of the page; empty for a program that is not known.
std::vector<SectionEntry> program_sections(std::string_view program);

}  // namespace trivium::tools
