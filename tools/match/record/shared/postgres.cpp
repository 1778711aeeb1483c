#include <dlfcn.h>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "engine/core/text.h"
#include "tools/match/record/shared/sql.h"

namespace trivium::match {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kQuotedCause = 200;

/// Returns the places of the module, which is in lib/trivium beside bin, libexec or tests.
std::vector<fs::path> places_of_module() {
  std::error_code none;
  const fs::path folder = fs::canonical("/proc/self/exe", none).parent_path();
  std::vector<fs::path> places;
  for (const fs::path& root : {folder.parent_path(), folder.parent_path().parent_path()})
    places.push_back(root / "lib" / "trivium" / "trivium-postgres.so");
  return places;
}

std::string cause_of_loader() {
  const char* const cause = dlerror();
  return text::printable(cause == nullptr ? "" : cause, kQuotedCause);
}

Result<const SqlModule*> load_module() {
  // The module names no library that it needs, so that the package can suggest libpq5 only.
  if (dlopen("libpq.so.5", RTLD_NOW | RTLD_GLOBAL) == nullptr) {
    return Error{"match.sql.library",
                 "a journal in a database needs libpq (Debian package libpq5): {}",
                 cause_of_loader()};
  }
  for (const fs::path& place : places_of_module()) {
    std::error_code none;
    if (!fs::exists(place, none)) continue;
    void* const library = dlopen(place.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr)
      return Error{"match.sql.library", "{}: {}", place.string(), cause_of_loader()};
    const auto function =
        reinterpret_cast<SqlModuleFunction>(dlsym(library, "trivium_postgres_module"));
    const SqlModule* const module = function == nullptr ? nullptr : function();
    if (module == nullptr || module->interface != kSqlInterface)
      return Error{"match.sql.library", "{}: is of another version of Trivium", place.string()};
    return module;
  }
  return Error{"match.sql.library",
               "this build cannot use a database for journals, since libpq was missing when it was "
               "built (Debian package libpq-dev)"};
}

}  // namespace

Result<SqlConnect> postgres_at(const std::string& url) {
  static const Result<const SqlModule*> module = load_module();
  if (!module) return module.error();
  return SqlConnect([connect = (*module)->connect, url] { return connect(url); });
}

}  // namespace trivium::match
