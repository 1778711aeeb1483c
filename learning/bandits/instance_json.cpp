#include "learning/bandits/instance_json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "engine/core/text.h"
#include "models/format/strict_json.h"

namespace trivium::learning::bandits {

namespace {

using nlohmann::json;
using trivium::bandits::NodeKind;
using trivium::bandits::Ternary;
using trivium::bandits::Tree;
using trivium::bandits::TreeShape;

constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kMaxNodes = 100'000;
constexpr double kSumTolerance = 1e-6;
constexpr double kMaxScore = 1e9;
constexpr std::size_t kMaxName = 40;

constexpr std::array kNodeWords = std::to_array<std::pair<const char*, NodeKind>>(
    {{"max", NodeKind::kMax}, {"min", NodeKind::kMin}, {"chance", NodeKind::kChance}});

/// Returns a place in the JSON text without its middle if it is long.
std::string shortened(const std::string& place) {
  constexpr std::size_t kMaxPlace = 100, kEnd = 40;
  if (place.size() <= kMaxPlace) return place;
  return place.substr(0, place.rfind('.', kEnd)) + ".." +
         place.substr(place.find('.', place.size() - kEnd));
}

/// Throws an Error, which parse_instance() returns.
[[noreturn]] void fault(std::string code, const std::string& place, std::string_view cause) {
  throw Error{std::move(code), fmt::format("{}: {}", shortened(place), cause)};
}

/// Rejects unknown members, since they are probably typing errors.
void require_members(const json& object, const std::string& place,
                     std::initializer_list<std::string_view> known) {
  for (const auto& [key, value] : object.items()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    fault("bandits.json.unknown", place,
          fmt::format("{} is none of {}", text::quoted(key, kMaxName), fmt::join(known, ", ")));
  }
}

double read_chance(const json& value, const std::string& place) {
  const double chance = value.is_number() ? value.get<double>() : -1;
  if (!(chance >= 0 && chance <= 1))
    fault("bandits.json.chance", place, "needs a number from 0 to 1");
  return chance;
}

class Reader {
 public:
  TreeShape read_flat(const json& arms) {
    if (!arms.is_array() || arms.empty())
      fault("bandits.json.arms", "arms", "needs a list of arms");
    return read_children(arms, "arms", 1, NodeKind::kMax);
  }

  TreeShape read_node(const json& value, const std::string& place, std::size_t depth) {
    if (depth > kMaxDepth)
      fault("bandits.json.deep", place, fmt::format("deeper than {}", kMaxDepth));
    if (value.is_array()) return read_leaf(value, place);
    if (!value.is_object())
      fault("bandits.json.node", place,
            "needs a node: an object, or a list of three probabilities");
    for (const auto& [word, kind] : kNodeWords) {
      const auto children = value.find(word);
      if (children == value.end()) continue;
      if (kind == NodeKind::kChance) {
        require_members(value, place, {word, "probabilities"});
      } else {
        require_members(value, place, {word});
      }
      const std::string below = fmt::format("{}.{}", place, word);
      if (!children->is_array() || children->empty())
        fault("bandits.json.children", below, "needs a list of nodes");
      TreeShape shape = read_children(*children, below, depth + 1, kind);
      if (kind == NodeKind::kChance)
        shape.chances = read_probabilities(value, place, shape.children.size());
      return shape;
    }
    return read_leaf(value, place);
  }

  std::vector<Ternary> take_leaves() { return std::move(leaves_); }

 private:
  TreeShape read_children(const json& list, const std::string& place, std::size_t depth,
                          NodeKind kind) {
    TreeShape shape{kind};
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (++nodes_ > kMaxNodes)
        fault("bandits.json.many", place, fmt::format("more than {} nodes in all", kMaxNodes));
      const std::string child = fmt::format("{}[{}]", place, i);
      shape.children.push_back(place == "arms" ? read_leaf(list[i], child)
                                               : read_node(list[i], child, depth));
    }
    return shape;
  }

  TreeShape read_leaf(const json& value, const std::string& place) {
    Ternary chances;
    if (value.is_array()) {
      if (value.size() != 3)
        fault("bandits.json.leaf", place, "needs three probabilities: of a loss, a draw and a win");
      chances = {read_chance(value[0], place + "[0]"), read_chance(value[1], place + "[1]"),
                 read_chance(value[2], place + "[2]")};
    } else {
      if (!value.is_object())
        fault("bandits.json.leaf", place, "needs the probabilities of a loss, a draw and a win");
      for (const char* const word : {"loss", "draw", "win"}) {
        if (!value.contains(word))
          fault("bandits.json.leaf", place, fmt::format("has no \"{}\"", word));
      }
      require_members(value, place, {"loss", "draw", "win"});
      const auto member = [&](const char* word) {
        return read_chance(value[word], fmt::format("{}.{}", place, word));
      };
      chances = {member("loss"), member("draw"), member("win")};
    }
    if (std::abs(chances.total() - 1) > kSumTolerance) {
      fault("bandits.json.sum", place,
            fmt::format("loss, draw and win add up to {:.6g}", chances.total()));
    }
    leaves_.push_back(chances);
    return {};
  }

  static std::vector<double> read_probabilities(const json& value, const std::string& place,
                                                std::size_t count) {
    const std::string here = place + ".probabilities";
    const auto found = value.find("probabilities");
    if (found == value.end() || !found->is_array() || found->size() != count) {
      fault("bandits.json.probabilities", here,
            fmt::format("needs a list of {} numbers, one for each node", count));
    }
    std::vector<double> chances;
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      chances.push_back(read_chance((*found)[i], fmt::format("{}[{}]", here, i)));
      sum += chances.back();
    }
    if (std::abs(sum - 1) > kSumTolerance)
      fault("bandits.json.sum", here, fmt::format("add up to {:.6g}", sum));
    return chances;
  }

  std::vector<Ternary> leaves_;  // from left to right
  std::size_t nodes_ = 0;
};

/// Reads the list `name`, which may be missing, with `read(element, its place)`. `items`: "texts".
template <class Item>
std::vector<Item> read_list(const json& root, const std::string& name, std::string_view items,
                            std::size_t actions, Item (*read)(const json&, const std::string&)) {
  std::vector<Item> list;
  const auto found = root.find(name);
  if (found == root.end()) return list;
  if (!found->is_array() || found->size() != actions)
    fault("bandits.json." + name, name,
          fmt::format("needs a list of {} {}, one for each action", actions, items));
  for (std::size_t i = 0; i < actions; ++i)
    list.push_back(read((*found)[i], fmt::format("{}[{}]", name, i)));
  return list;
}

double read_score(const json& one, const std::string& place) {
  const double score = one.is_number() ? one.get<double>() : kMaxScore + 1;
  if (!(std::abs(score) <= kMaxScore))
    fault("bandits.json.scores", place, "needs a number of at most 1e9");
  return score;
}

std::string read_name(const json& one, const std::string& place) {
  const std::string name = one.is_string() ? one.get<std::string>() : std::string();
  if (name.empty() || name.size() > kMaxName || text::printable(name, kMaxName) != name)
    fault("bandits.json.names", place,
          fmt::format("needs a text of 1 to {} printable ASCII letters", kMaxName));
  return name;
}

Instance read_instance(const json& root, const trivium::bandits::DecisionRule& truth) {
  if (!root.is_object())
    fault("bandits.json.root", "instance", "needs an object with \"arms\" or \"tree\"");
  require_members(root, "instance", {"arms", "tree", "names", "scores"});
  const auto arms = root.find("arms"), tree = root.find("tree");
  if ((arms == root.end()) == (tree == root.end()))
    fault("bandits.json.root", "instance", "needs either \"arms\" or \"tree\"");
  Reader reader;
  const TreeShape shape =
      arms != root.end() ? reader.read_flat(*arms) : reader.read_node(*tree, "tree", 0);
  if (shape.kind != NodeKind::kMax) fault("bandits.json.root", "tree", "the root is a \"max\"");
  const std::size_t actions = shape.children.size();
  std::vector<double> scores = read_list(root, "scores", "numbers", actions, read_score);
  std::vector<std::string> names = read_list(root, "names", "texts", actions, read_name);
  return make_instance(Tree(shape), reader.take_leaves(), truth, std::move(scores),
                       std::move(names));
}

}  // namespace

Result<Instance> parse_instance(std::string_view text,
                                const trivium::bandits::DecisionRule& truth) {
  if (text.size() > kMaxJsonBytes)
    return Error{"bandits.json.long", "instance: longer than {} bytes", kMaxJsonBytes};
  try {
    return read_instance(format::parse_json<json>(text), truth);
  } catch (const Error& bad) {
    return bad;
  } catch (const format::DuplicateKey& twice) {
    return Error{"bandits.json.twice", "instance: {} is given twice in one object",
                 text::quoted(twice.key, kMaxName)};
  } catch (const json::parse_error& bad) {
    return Error{"bandits.json.syntax", "instance: byte {}: not JSON", bad.byte};
  } catch (const json::exception&) {  // for example, a number that a double cannot hold
    return Error{"bandits.json.number", "instance: not JSON that can be read"};
  }
}

}  // namespace trivium::learning::bandits
