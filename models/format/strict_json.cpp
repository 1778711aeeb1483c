#include "models/format/strict_json.h"

#include <fmt/format.h>
#include <utility>

namespace trivium::format {

namespace {

using Json = nlohmann::json;

/// Receives the parser's events and builds the value.
class Builder {
 public:
  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  bool number_integer(Json::number_integer_t value) { return add(value); }
  bool number_unsigned(Json::number_unsigned_t value) { return add(value); }
  bool number_float(Json::number_float_t value, const std::string&) { return add(value); }
  bool string(std::string& value) { return add(std::move(value)); }
  bool binary(Json::binary_t&) { return false; }  // not in text
  bool start_object(std::size_t) { return open(Json::object()); }
  bool end_object() { return close(); }
  bool start_array(std::size_t) { return open(Json::array()); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    if (!open_.back()->contains(name)) {
      key_ = std::move(name);
      return true;
    }
    result_.error = fmt::format("the key \"{}\" appears twice", name);
    return false;
  }

  bool parse_error(std::size_t position, const std::string&, const Json::exception&) {
    result_.error = fmt::format("it is not JSON at byte {}", position);
    return false;
  }

  StrictJson result() && { return std::move(result_); }

 private:
  /// Appends a value at the present position. The result is valid until its parent gets another
  /// value, which happens after this one was closed.
  Json& place(Json value) {
    if (open_.empty()) return result_.value = std::move(value);
    Json& parent = *open_.back();
    if (parent.is_object()) return parent[key_] = std::move(value);
    parent.push_back(std::move(value));
    return parent.back();
  }

  template <class Value>
  bool add(Value value) {
    place(Json(std::move(value)));
    return true;
  }

  bool open(Json empty) {
    open_.push_back(&place(std::move(empty)));
    if (open_.size() <= kMaxJsonDepth) return true;
    result_.error = fmt::format("it is nested deeper than {}", kMaxJsonDepth);
    return false;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  std::vector<Json*> open_;  // objects and arrays that have not ended, the outermost first
  std::string key_;          // of the next value in an object
  StrictJson result_;
};

}  // namespace

StrictJson parse_strictly(std::string_view text) {
  Builder builder;
  Json::sax_parse(text, &builder);
  return std::move(builder).result();
}

}  // namespace trivium::format
