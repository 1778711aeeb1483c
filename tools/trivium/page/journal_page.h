// Methods of JSON requests about tournaments and training runs. A client selects a tournament or
// run by its name in a list of the configured folders, never by a path. All methods run on the
// reading lane. A tournament or run may still be in progress.
#pragma once

#include <filesystem>
#include <vector>

#include "protocols/web/json_session.h"

namespace trivium::tools::page {

/// Adds the methods journals, journal, journal_games and game, and the topic journal.
void add_journal_methods(web::Methods& methods, std::vector<std::filesystem::path> folders);
/// Adds the methods runs and run, and the topic run.
void add_run_methods(web::Methods& methods, std::vector<std::filesystem::path> folders);

/// True for SQLite databases, which may be journals.
bool may_be_journal(const std::filesystem::directory_entry& entry);
/// True for checkpoint folders of training runs.
bool is_run(const std::filesystem::directory_entry& entry);

}  // namespace trivium::tools::page
