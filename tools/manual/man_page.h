// The manual page of a program, written from its command table.
//
// The language is man(7), kept to what both groff and mandoc know. Nothing of the user's text can
// be taken for a request.
#pragma once

#include <string>
#include <string_view>

#include "tools/manual/command_table.h"

namespace trivium::tools {

/// The page for section 1. `date` is ISO 8601 or empty; the same table, version and date give the
/// same bytes. In descriptions and footers `word` is set bold, an empty line ends a paragraph, and
/// a line that begins with a space is an example and stays as it is. The first sentence of the
/// program's description, up to a colon, is its line in whatis(1).
std::string man_page(const CommandEntry& program, std::string_view version, std::string_view date);

}  // namespace trivium::tools
