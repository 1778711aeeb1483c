// JSON arrays made of the items of a range.
#pragma once

#include <nlohmann/json.hpp>

namespace trivium::tools {

/// Returns an array with `entry(item)` for each item.
template <class Items, class Entry>
nlohmann::json json_list(const Items& items, const Entry& entry) {
  nlohmann::json list = nlohmann::json::array();
  for (const auto& item : items) list.push_back(nlohmann::json(entry(item)));
  return list;
}

}  // namespace trivium::tools
