#include "learning/choice/report/player_findings.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "learning/charts/markup.h"
#include "learning/choice/report/report_figures.h"

namespace trivium::learning::choice {

using charts::escape_markup;

namespace {

constexpr std::size_t kMaxInSentence = 5;
constexpr double kClearRatio = 20;

/// Returns "a", "a and b" or "a, b and c".
std::string listed(std::span<const std::string> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  return text;
}

/// Parts of a sentence about a difference.
struct Finding {
  std::string_view verb;
  std::string what;      ///< "mobility 23 % more"
  std::string evidence;  ///< interval: "12 to 34 %"
  std::string before;    ///< text before the interval: "0.31 against -0.05; difference "
};

/// States a difference in percent of the others' weight. The verb is "avoids" if the others' weight
/// is negative.
Finding finding_in_percent(const WeightDifference& difference, const std::string& name,
                           bool others_like_it) {
  const statistics::Estimate& part = *difference.relative;
  const int decimals = percent_decimals_of(part);
  const auto [low, high] = std::minmax({std::abs(part.low), std::abs(part.high)});
  const std::string_view word = (difference.value > 0) == others_like_it ? "more" : "less";
  return {
      others_like_it ? "weighs" : "avoids",
      fmt::format("{} <strong class=\"{}\">{} {}</strong>", name, verdict_class(difference.verdict),
                  percent_text(std::abs(part.value), decimals), word),
      percent_range_text(low, high, decimals), ""};
}

/// States a difference in units of the weights.
Finding finding_in_units(const WeightDifference& difference, const std::string& name, double own,
                         double rest) {
  const statistics::Estimate plain = difference.estimate();
  const int decimals = decimals_of(statistics::kNormal95 * difference.standard_error);
  return {"values",
          fmt::format("{} <strong class=\"{}\">{}</strong>", name,
                      verdict_class(difference.verdict), difference.value > 0 ? "more" : "less"),
          number_range_text(plain.low, plain.high, decimals),
          fmt::format("{} against {}; difference ", number_text(own, decimals),
                      number_text(rest, decimals))};
}

/// States a difference in percent if both weights have the same sign, because "130 % less" would be
/// hard to read; otherwise in units.
Finding finding_of(const PlayerReport& report, const WeightDifference& difference) {
  const double own = report.own.weights[difference.attribute],
               rest = report.rest.weights[difference.attribute];
  const bool same_direction = (own > 0) == (rest > 0);
  const std::string name = attribute_html(report, difference.attribute);
  return difference.relative && same_direction ? finding_in_percent(difference, name, rest > 0)
                                               : finding_in_units(difference, name, own, rest);
}

/// Returns a sentence about the clear differences. It repeats a verb only if it changes, and names
/// the others and "95 %" only in the first part.
std::string clear_sentence(const PlayerReport& report, const WeightComparison& compared) {
  std::vector<std::string> findings;
  std::string_view verb;
  for (std::size_t i = 0; i < std::min(compared.clear, kMaxInSentence); ++i) {
    const Finding finding = finding_of(report, compared.differences[i]);
    std::string text =
        std::exchange(verb, finding.verb) == finding.verb ? "" : fmt::format("{} ", finding.verb);
    text += finding.what;
    if (i == 0) text += " than " + escape_markup(report.others);
    text += fmt::format(" ({}{}{})", finding.before, i == 0 ? "95\u00A0%: " : "", finding.evidence);
    findings.push_back(std::move(text));
  }
  std::string sentence = fmt::format("{} {}.", escape_markup(report.player), listed(findings));
  const std::size_t more = compared.clear - findings.size();
  if (more > 0)
    sentence += more == 1 ? " One more is as clear."
                          : fmt::format(" {} more are as clear.", count_text(more));
  return sentence;
}

/// Returns a sentence about the other attributes: their names if they are few, else their number.
std::string unclear_sentence(const PlayerReport& report, const WeightComparison& compared) {
  const std::size_t left = compared.differences.size() - compared.clear;
  if (left == 0) return "";
  if (left > kMaxInSentence)
    return fmt::format(" No difference is visible in the other {} attributes.", count_text(left));
  std::vector<std::string> names;
  for (const WeightDifference& difference : std::span(compared.differences).last(left))
    names.push_back(attribute_html(report, difference.attribute));
  return fmt::format(" No difference is visible in {}.", listed(names));
}

/// Returns a sentence about the held-out games; empty if they show nothing. `clear` is true if
/// there are clear differences.
std::string held_out_sentence_in_brief(const PlayerReport& report, bool clear) {
  const std::string player = escape_markup(report.player);
  switch (forecast_of(report)) {
    case Forecast::kOthers:
      return fmt::format(
          " But the others\u2019 weights predict moves of {} in held-out games better: take this "
          "with care.",
          player);
    case Forecast::kOwn:
      if (clear)
        return fmt::format(
            " Held-out games confirm it: {}\u2019s own weights predict moves there better than the "
            "others\u2019.",
            player);
      return fmt::format(
          " Taken together, the weights do differ: {}\u2019s own predict moves in held-out games "
          "better.",
          player);
    default:
      return "";
  }
}

}  // namespace

std::string attribute_html(const PlayerReport& report, std::size_t attribute) {
  std::string html;
  for (const char letter : escape_markup(report.names[attribute])) {
    html += letter;
    if (letter == '.' || letter == '_') html += "<wbr/>";
  }
  return html;
}

double gain_of(const PlayerReport& report) noexcept {
  return report.own_held_out.log_likelihood - report.rest_held_out.log_likelihood;
}

Forecast forecast_of(const PlayerReport& report) noexcept {
  const std::uint64_t moves = report.own_held_out.decisions;
  const double gain = gain_of(report), enough = std::log(kClearRatio);
  if (moves == 0 || moves != report.rest_held_out.decisions || !std::isfinite(gain))
    return Forecast::kNotTried;
  if (std::abs(gain) < enough) return Forecast::kNeither;
  return gain > 0 ? Forecast::kOwn : Forecast::kOthers;
}

std::string findings_html(const PlayerReport& report, const WeightComparison& compared) {
  const std::string player = escape_markup(report.player), others = escape_markup(report.others);
  const bool clear = compared.clear > 0;
  std::string text;
  if (compared.known == 0) {
    text = fmt::format("Too few moves are known to say what {} values more or less than {}.",
                       player, others);
  } else if (!clear) {
    text = fmt::format(
        "These games do not tell {} from {}: no weight differs by more than chance explains.",
        player, others);
  } else {
    text = clear_sentence(report, compared) + unclear_sentence(report, compared);
  }
  return text + held_out_sentence_in_brief(report, clear);
}

}  // namespace trivium::learning::choice
