// What is written from the command table of a program, so that all three agree: the output of
// --help, the manual page and the completion in bash.
#pragma once

#include <string>
#include <string_view>

#include "tools/manual/command_table.h"

namespace trivium::tools {

/// Returns description, usage, arguments, options by group with their keys, subcommands and footer.
/// Lines longer than 80 columns are wrapped at spaces; examples are not. Ends with a line end.
std::string help_text(const CommandEntry& command);

/// Returns the manual page for section 1. `date` is ISO 8601 or empty; the same table, version and
/// date give the same bytes. In descriptions and footers a word in `backquotes` is printed bold, an
/// empty line ends a paragraph, and a line that begins with a space is an example, which stays as
/// it is. The first sentence of the program's description, up to a colon, is its line in whatis(1).
/// The page uses only those macros of man(7) that both groff and mandoc know. Texts are escaped, so
/// that no part of them is read as a macro.
std::string man_page(const CommandEntry& program, std::string_view version, std::string_view date);

/// Returns a word quoted for the shell.
std::string shell_word(std::string_view text);

/// Returns a script that completes subcommands, names of options and keys, and values: their words,
/// or names of files and folders. It completes --option=VALUE and --option VALUE. It needs bash 4.4
/// and nothing else; the bash-completion package only decides when it is loaded.
std::string bash_completion(const CommandEntry& program);

}  // namespace trivium::tools
