// The manual page of a program, written from its command table.
//
// The page uses only those macros of man(7) that both groff and mandoc know. Texts are escaped, so
// that no part of them is read as a macro.
#pragma once

#include <string>
#include <string_view>

#include "tools/manual/command_table.h"

namespace trivium::tools {

/// Returns the page for section 1. `date` is ISO 8601 or empty; the same table, version and date
/// give the same bytes. In descriptions and footers a word in `backquotes` is printed bold, an
/// empty line ends a paragraph, and a line that begins with a space is an example, which stays as
/// it is. The first sentence of the program's description, up to a colon, is its line in whatis(1).
std::string man_page(const CommandEntry& program, std::string_view version, std::string_view date);

}  // namespace trivium::tools
