#include "models/format/json_check.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

namespace trivium::format {

namespace {

using Json = nlohmann::json;

/// Hears the parser's events, keeps nothing but the keys of the objects that are open.
class Checker {
 public:
  bool null() { return true; }
  bool boolean(bool) { return true; }
  bool number_integer(Json::number_integer_t) { return true; }
  bool number_unsigned(Json::number_unsigned_t) { return true; }
  bool number_float(Json::number_float_t, const std::string&) { return true; }
  bool string(std::string&) { return true; }
  bool binary(Json::binary_t&) { return true; }
  bool start_object(std::size_t) { return open(); }
  bool end_object() { return close(); }
  bool start_array(std::size_t) { return open(); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    if (open_.back().insert(name).second) return true;
    fault_ = fmt::format("the key \"{}\" appears twice", name);
    return false;
  }

  bool parse_error(std::size_t position, const std::string&, const Json::exception&) {
    fault_ = fmt::format("it is not JSON at byte {}", position);
    return false;
  }

  const std::string& fault() const { return fault_; }

 private:
  bool open() {
    open_.emplace_back();
    if (open_.size() <= kMaxJsonDepth) return true;
    fault_ = fmt::format("it is nested deeper than {}", kMaxJsonDepth);
    return false;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  std::vector<std::set<std::string>> open_;
  std::string fault_;
};

}  // namespace

std::string json_fault(std::string_view text) {
  Checker checker;
  Json::sax_parse(text, &checker);
  return checker.fault();
}

}  // namespace trivium::format
