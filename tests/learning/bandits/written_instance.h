// Writes instances as the JSON that parse_instance() reads, to compare them.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "learning/bandits/instance.h"

namespace trivium::learning::bandits {

inline nlohmann::ordered_json written_node(const Instance& instance, std::uint32_t number) {
  using trivium::bandits::NodeKind;
  const trivium::bandits::Tree::Node& node = instance.tree.nodes()[number];
  if (node.kind == NodeKind::kLeaf) {
    const trivium::bandits::Ternary& chances = instance.leaves[node.first];
    return {{"loss", chances.loss}, {"draw", chances.draw}, {"win", chances.win}};
  }
  nlohmann::ordered_json children = nlohmann::ordered_json::array(),
                         probabilities = nlohmann::ordered_json::array();
  for (std::uint32_t child = node.first; child < node.first + node.count; ++child) {
    children.push_back(written_node(instance, child));
    probabilities.push_back(instance.tree.nodes()[child].chance);
  }
  if (node.kind == NodeKind::kChance)
    return {{"chance", std::move(children)}, {"probabilities", std::move(probabilities)}};
  nlohmann::ordered_json written;
  written[node.kind == NodeKind::kMax ? "max" : "min"] = std::move(children);
  return written;
}

/// Returns the instance as one line of JSON.
inline std::string instance_json(const Instance& instance) {
  return nlohmann::ordered_json{
      {"tree", written_node(instance, 0)}, {"names", instance.names}, {"scores", instance.scores}}
      .dump();
}

}  // namespace trivium::learning::bandits
