// What the page asks about tournaments and runs of learners: only files in the folders that the
// configuration names, selected by listed names, never by a path of the client. All methods read
// on the reading lane; a tournament or run may be in progress.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "protocols/web/json_session.h"

namespace trivium::tools::page {

/// Adds the methods journals, journal, journal_games and game, and the topic journal.
void add_journal_methods(web::Methods& methods, std::vector<std::filesystem::path> folders);
/// Adds the methods runs and run, and the topic run.
void add_run_methods(web::Methods& methods, std::vector<std::filesystem::path> folders);

/// Returns the names of the tournaments' journals in `folders`, and of the runs.
std::vector<std::string> journal_names(const std::vector<std::filesystem::path>& folders);
std::vector<std::string> run_names(const std::vector<std::filesystem::path>& folders);

}  // namespace trivium::tools::page
