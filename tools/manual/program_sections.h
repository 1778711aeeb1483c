// The parts of a program's manual page that its command line does not determine: further exit
// statuses, files, signals, examples and related pages.
#pragma once

#include <string_view>
#include <vector>

namespace trivium::tools {

/// A paragraph; with a tag, an entry of a list. The text has the form that writers.h describes.
struct SectionEntry {
  std::string_view heading;  ///< entries of one section follow each other
  std::string_view tag;
  std::string_view text;
};

/// Heading of entries that are added to the section with the exit statuses of all programs.
inline constexpr std::string_view kExitStatusHeading = "EXIT STATUS";

/// Returns the entries in the order of the page; none for an unknown program.
std::vector<SectionEntry> program_sections(std::string_view program);

}  // namespace trivium::tools
