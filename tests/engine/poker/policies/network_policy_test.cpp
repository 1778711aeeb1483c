#include "engine/poker/policies/network_policy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include "engine/poker/bench_models.h"
#include "tests/engine/poker/support.h"

namespace trivium::poker {
namespace {

/// Returns a network with constant outputs: e^score for the actions and, if given, for the sizes.
NetworkPolicy fixed_network(std::string_view played, std::array<float, 3> scores,
                            std::vector<std::int32_t> sizes = {},
                            std::span<const float> size_scores = {}) {
  format::WeightFile file = random_network({game(played), Alignment::kTopLeft, sizes});
  for (format::Tensor& tensor : file.tensors) {
    if (tensor.name.starts_with("policy") || tensor.name.starts_with("size."))
      std::ranges::fill(tensor.data, std::byte{0});
    if (tensor.name == "size.bias" && !size_scores.empty())
      tensor = format::make_tensor<float>("size.bias", {sizes.size()}, size_scores);
    if (tensor.name == "policy.bias")
      tensor = format::make_tensor<float>("policy.bias", {3}, scores);
  }
  return NetworkPolicy(Network::from_file(file));
}

void check_row(const ActionDistribution& out, std::span<const double> expected) {
  REQUIRE(out.row(0).size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    CHECK(out.row(0)[i] == doctest::Approx(expected[i]));
}

TEST_CASE("illegal actions are dropped and the rest is normalized") {
  const NetworkPolicy policy = fixed_network("limit", {0, 0, 0});
  const ActionDistribution facing =
      answer(policy, hand("MATCHSTATE:1:0::|AsKs", game("limit")), "AsKs");
  CHECK(facing.actions == std::vector{Action::fold(), Action::call(), Action::raise()});
  check_row(facing, std::array{1.0 / 3, 1.0 / 3, 1.0 / 3});
  const ActionDistribution free =
      answer(policy, hand("MATCHSTATE:0:0:cc/:AsKs|/2c3c4c", game("limit")), "AsKs");
  CHECK(free.actions == std::vector{Action::call(), Action::raise()});
  check_row(free, std::array{0.5, 0.5});
  const ActionDistribution capped =
      answer(policy, hand("MATCHSTATE:0:0:rrr:AsKs|", game("limit")), "AsKs");
  CHECK(capped.actions == std::vector{Action::fold(), Action::call()});
}

TEST_CASE("a network that always folds checks if there is nothing to call") {
  const NetworkPolicy policy = fixed_network("limit", {1e6F, 0, 0});
  check_row(answer(policy, hand("MATCHSTATE:0:0:cc/:AsKs|/2c3c4c", game("limit")), "AsKs"),
            std::array{1.0, 0.0});
}

TEST_CASE("sizes are parts of the pot made legal, and equal ones become one action") {
  const NetworkPolicy policy = fixed_network("nolimit", {0, 0, 0}, {10, 50, 100, kAllInSize});
  const ActionDistribution first =
      answer(policy, hand("MATCHSTATE:1:0::|AsKs", game("nolimit")), "AsKs");
  // 200 in the pot after a call of 50: a tenth and half of it are at or below the minimum of 200.
  CHECK(first.actions == std::vector{Action::fold(), Action::call(), Action::raise(200),
                                     Action::raise(300), Action::raise(20000)});
  check_row(first, std::array{1.0 / 3, 1.0 / 3, 1.0 / 6, 1.0 / 12, 1.0 / 12});
  const NetworkPolicy without = fixed_network("nolimit", {0, 0, 0});
  CHECK(answer(without, hand("MATCHSTATE:1:0::|AsKs", game("nolimit")), "AsKs").actions ==
        std::vector{Action::fold(), Action::call(), Action::raise(300)});
}

float log_of(double part) { return static_cast<float>(std::log(part)); }

TEST_CASE("an action with less than a fifth of the legal ones is dropped") {
  const NetworkPolicy seldom = fixed_network("limit", {log_of(0.15), log_of(0.55), log_of(0.3)});
  check_row(answer(seldom, hand("MATCHSTATE:1:0::|AsKs", game("limit")), "AsKs"),
            std::array{0.0, 0.55 / 0.85, 0.3 / 0.85});
  const NetworkPolicy often = fixed_network("limit", {log_of(0.25), log_of(0.45), log_of(0.3)});
  check_row(answer(often, hand("MATCHSTATE:1:0::|AsKs", game("limit")), "AsKs"),
            std::array{0.25, 0.45, 0.3});
  // A seventh of all, but a quarter of the legal ones: it stays.
  const NetworkPolicy rest = fixed_network("limit", {log_of(3), log_of(3), log_of(1)});
  check_row(answer(rest, hand("MATCHSTATE:0:0:cc/:AsKs|/2c3c4c", game("limit")), "AsKs"),
            std::array{0.75, 0.25});
}

TEST_CASE("a size with less than a fifth of the most probable one is dropped") {
  const Hand asked = hand("MATCHSTATE:1:0::|AsKs", game("nolimit"));
  const std::vector<std::int32_t> sizes{200, 300, 400, 500, 600, 700};
  // Each has a sixth of a raise: all stay, and the fold is dropped.
  const ActionDistribution alike = answer(
      fixed_network("nolimit", {log_of(0.1), log_of(0.4), log_of(0.5)}, sizes), asked, "AsKs");
  check_row(alike, std::array{0.0, 0.4 / 0.9, 0.5 / 5.4, 0.5 / 5.4, 0.5 / 5.4, 0.5 / 5.4, 0.5 / 5.4,
                              0.5 / 5.4});
  const std::array scores{log_of(1),   log_of(0.25), log_of(0.15),
                          log_of(0.5), log_of(0.1),  log_of(0.25)};
  const ActionDistribution unlike =
      answer(fixed_network("nolimit", {log_of(0.1), log_of(0.4), log_of(0.5)}, sizes, scores),
             asked, "AsKs");
  check_row(unlike,
            std::array{0.0, 0.4 / 0.9, 0.5 / 1.8, 0.125 / 1.8, 0.0, 0.25 / 1.8, 0.0, 0.125 / 1.8});
}

TEST_CASE("a holding gets the same answer alone and in a batch") {
  const NetworkPolicy policy(Network::from_file(
      random_network({game("nolimit"), Alignment::kTopLeft, {50, 100, kAllInSize}})));
  const Hand asked = hand("MATCHSTATE:0:0:cr300c/cr900:AsKs|/2c3c4d", game("nolimit"));
  const std::array holdings{holding("AsKs"), holding("7d7c"), holding("2d2h")};
  ActionDistribution all;
  policy.distribution(asked.public_state(), holdings, all);
  for (std::size_t i = 0; i < holdings.size(); ++i) {
    ActionDistribution one;
    policy.distribution(asked.public_state(), std::span(holdings).subspan(i, 1), one);
    CHECK(one.actions == all.actions);
    CHECK(std::ranges::equal(one.row(0), all.row(i)));
    CHECK(std::accumulate(one.row(0).begin(), one.row(0).end(), 0.0) == doctest::Approx(1));
  }
}

TEST_CASE("a network plays only the game that it was trained for") {
  const NetworkPolicy policy = fixed_network("limit", {0, 0, 0});
  CHECK(policy.can_play(game("limit")));
  const Status other = policy.can_play(game("nolimit"));
  REQUIRE_FALSE(other);
  CHECK(other.error().message.starts_with("drawn was trained for another game"));
}

TEST_CASE("terms have the network's output, also without each plane that is not empty") {
  const NetworkPolicy policy(
      Network::from_file(random_network({game("limit"), Alignment::kTopLeft, {}})));
  const std::vector<PolicyTerm> terms =
      policy.terms(hand("MATCHSTATE:1:0::|AsKs", game("limit")).public_state(), holding("AsKs"));
  CHECK(terms[0].name == "network: fold");
  CHECK(terms[3].name == "network: wins the hand");
  const auto term = [&](std::string_view name) {
    return *std::ranges::find(terms, name, &PolicyTerm::name);
  };
  CHECK_FALSE(terms[1].change);
  CHECK(term("without lower own card: call").change ==
        term("without lower own card: call").value - terms[1].value);
  const auto named = [&](std::string_view name) {
    return std::ranges::count(terms, name, &PolicyTerm::name);
  };
  CHECK(named("without lower own card: raise") == 1);
  CHECK(named("without river: raise") == 0);
  const std::vector<PolicyPicture> pictures =
      policy.pictures(hand("MATCHSTATE:1:0::|AsKs", game("limit")).public_state(), holding("AsKs"));
  CHECK(pictures.front().name == "higher own card");
  CHECK(pictures.front().rows == std::vector<std::string>{"............#", ".............",
                                                          ".............", "............."});
}

}  // namespace
}  // namespace trivium::poker
