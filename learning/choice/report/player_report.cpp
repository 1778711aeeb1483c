#include "learning/choice/report/player_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <numbers>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "engine/chess/choice/move_values.h"
#include "learning/charts/chart.h"
#include "learning/charts/markup.h"
#include "learning/charts/page.h"
#include "learning/choice/report/report_figures.h"
#include "learning/choice/report/weight_comparison.h"

namespace trivium::learning::choice {

using charts::escape_markup;
using charts::PageCell;

namespace {

// Summary at the top of the page: sentences that state which weights clearly differ from those of
// others, and whether held-out games confirm it.

/// Whose weights predict the player's held-out moves clearly better. kNotTried: there are no such
/// moves, or their likelihoods are unknown.
enum class Forecast : std::uint8_t { kNotTried, kNeither, kOwn, kOthers };

constexpr double kClearRatio = 20;

/// Returns the name of an attribute as HTML that allows line breaks after dots and underscores.
std::string attribute_html(const PlayerReport& report, std::size_t attribute) {
  std::string html;
  for (const char letter : escape_markup(report.names[attribute])) {
    html += letter;
    if (letter == '.' || letter == '_') html += "<wbr/>";
  }
  return html;
}

/// Returns the log-likelihood of the held-out moves by the own weights minus that by the others'
/// weights, in nats.
double gain_of(const PlayerReport& report) noexcept {
  return report.own_held_out.log_likelihood - report.rest_held_out.log_likelihood;
}

/// Compares both weights. The difference is clear if the likelihood ratio is at least 20. If moves
/// follow one of the weights, the likelihood ratio of the other, which was fixed before, has the
/// mean 1. It reaches 20 with a probability of at most 1/20 for any number of moves (Markov's
/// inequality; Royall 1997).
Forecast forecast_of(const PlayerReport& report) noexcept {
  const std::uint64_t moves = report.own_held_out.cases;
  const double gain = gain_of(report), enough = std::log(kClearRatio);
  if (moves == 0 || moves != report.rest_held_out.cases || !std::isfinite(gain))
    return Forecast::kNotTried;
  if (std::abs(gain) < enough) return Forecast::kNeither;
  return gain > 0 ? Forecast::kOwn : Forecast::kOthers;
}

constexpr std::size_t kMaxInSentence = 5;

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

/// Returns the summary as HTML: the clear differences, the largest in standard errors first, or
/// that there are none, and whether held-out games confirm them. Example: "Anna weighs mobility
/// 23 % more than others rated 2310 to 2510 in these games (95 %: 12 to 34 %) and attack 10 % less
/// (5 to 15 %). No difference is visible in material and centre."
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

constexpr std::size_t kMaxShown = 30;
constexpr double kChanceOfOne = 0.05;   // probability that a 95 % interval misses the truth
constexpr double kEquallyEasy = 0.005;  // smaller differences of compression are called equal
constexpr double kMaxOddsWeight = 5;    // larger weights have unreadable odds
constexpr double kRarest = 1e6;         // maximum of "less than once in ..."
constexpr double kFarthest = 200;       // percent; longer intervals are cut in the plot

const PageCell kUnknown{"not known", "unknown"};

struct AttributeWord {
  std::string_view name;
  std::string_view counts;
};
constexpr std::array kAttributeWords = std::to_array<AttributeWord>({
    {"material",
     "value of the pieces in pawns: a queen counts 9, a rook 5, a bishop or knight 3, a pawn 1"},
    {"mobility", "legal moves; those of the other side are counted as if it were to move"},
    {"centre", "pieces and pawns on d4, e4, d5 and e5, and attacks on these squares"},
    {"attack", "pieces and pawns of the other side, except the king, that are attacked"},
});

std::string bits_text(double bits) { return number_text(bits, 3); }

bool is_known(const ChoiceSums& sums) {
  return sums.cases > 0 && sums.uniform < 0 && std::isfinite(sums.uniform) &&
         std::isfinite(sums.log_likelihood);
}

charts::ForestRow forest_row(const std::string& name, const WeightDifference& difference) {
  const statistics::Estimate& part = *difference.relative;
  const int decimals = percent_decimals_of(part);
  return {name,
          100 * part.value,
          {100 * part.low, 100 * part.high},
          fmt::format("{} ({})", percent_text(part.value, decimals, Sign::kAlways),
                      percent_range_text(part.low, part.high, decimals, Sign::kAlways)),
          !difference.excludes_zero() ? charts::Tone::kNone
          : difference.value > 0      ? charts::Tone::kMore
                                      : charts::Tone::kLess,
          !difference.is_clear()};
}

PageCell weight_cell(const Fit& fit, std::size_t attribute) {
  const double weight = fit.weights[attribute],
               reach = statistics::kNormal95 * fit.standard_errors[attribute];
  if (!std::isfinite(weight) || !std::isfinite(reach) || reach <= 0) return kUnknown;
  const int decimals = decimals_of(reach);
  return {fmt::format("{}\u00A0\u00B1\u00A0{}", number_text(weight, decimals),
                      number_text(reach, decimals))};
}

std::vector<PageCell> held_out_row(std::string whose, const ChoiceSums& sums) {
  return {{std::move(whose)},
          {bits_text(sums.bits_each())},
          {percent_text(sums.compression(), 1)},
          {percent_text(sums.accuracy(), 1)},
          {percent_text(sums.among_five(), 1)}};
}

/// Returns the range of error_ratios(): "1.2 to 1.5 times"; empty if unknown.
std::string ratios_text(const Fit& fit) {
  const std::vector<double> ratios = error_ratios(fit);
  if (ratios.empty()) return "";
  if (ratios.size() == 1) return fmt::format("{} times", number_text(ratios.front(), 2));
  return fmt::format("{}\u00A0to\u00A0{} times", number_text(ratios.front(), 2),
                     number_text(ratios.back(), 2));
}

/// The sections of the page.
class Page {
 public:
  explicit Page(const PlayerReport& report)
      : report_(report),
        compared_(compare_weights(report.own, report.rest)),
        forecast_(forecast_of(report)),
        player_(escape_markup(report.player)),
        others_(escape_markup(report.others)) {
    if (report.names.size() != report.own.weights.size())
      throw std::invalid_argument("a weight for each name is needed");
  }

  std::string html() const {
    return charts::page(
        fmt::format("What {} values", report_.player),
        lead() + plot() + table() + predictability() + reading() + method() + footer());
  }

 private:
  const std::string& name(const WeightDifference& difference) const {
    return report_.names[difference.attribute];
  }
  std::span<const WeightDifference> shown() const {
    return std::span(compared_.differences)
        .first(std::min(kMaxShown, compared_.differences.size()));
  }

  std::string lead() const {
    std::string seen = escape_markup(report_.lookahead);
    if (const auto lookahead = chess::lookahead_named(report_.lookahead)) {
      const std::string_view words = *lookahead == chess::Lookahead::kOnePly
                                         ? "the position after each move"
                                     : *lookahead == chess::Lookahead::kTwoPly
                                         ? "the positions after each reply"
                                         : "the position after each move, or where it grows quiet";
      seen = fmt::format("{} ({})", words, seen);
    }
    return fmt::format(
        "<p class=\"note\">compared with {}; judged by {}</p>\n<p class=\"lead\">{}</p>\n", others_,
        seen, findings_html(report_, compared_));
  }

  std::string plot() const {
    charts::Forest forest{
        "",
        {"difference from the others\u2019 weight, with its 95\u00A0% interval (%)"},
        kFarthest,
        {}};
    for (const WeightDifference& difference : shown()) {
      if (difference.relative) forest.rows.push_back(forest_row(name(difference), difference));
    }
    std::string html = "<h2>More and less than the others</h2>\n";
    if (forest.rows.empty())
      return html +
             "<p class=\"note\">No weight of the others is known well enough for a comparison in "
             "percent; the table has the plain differences.</p>\n";
    forest.title = fmt::format("What {} values more and less", report_.player);
    html += charts::page_figure(svg_of(forest)) +
            "<p class=\"note\">Blue: more. Orange: less. Hollow: not certain.";
    if (forest.rows.size() < shown().size())
      html += " Left out is what has no difference in percent; the table has it.";
    return html + "</p>\n";
  }

  std::string table() const {
    std::vector<std::vector<PageCell>> rows;
    for (const WeightDifference& difference : shown()) rows.push_back(row(difference));
    const std::vector<std::string> head = {"attribute",  report_.player,       "others",
                                           "difference", "95\u00A0% interval", "weighs it"};
    return "<h2>The weights</h2>\n" + charts::page_table(head, rows) + note_on_chance();
  }

  std::vector<PageCell> row(const WeightDifference& difference) const {
    PageCell value = kUnknown, range = kUnknown;
    if (difference.known()) {
      const statistics::Estimate plain = difference.estimate();
      const int decimals = decimals_of(statistics::kNormal95 * difference.standard_error);
      value = {number_text(plain.value, decimals, Sign::kAlways)};
      range = {number_range_text(plain.low, plain.high, decimals)};
    }
    return {{name(difference)},
            weight_cell(report_.own, difference.attribute),
            weight_cell(report_.rest, difference.attribute),
            std::move(value),
            std::move(range),
            {std::string(verdict_words(difference.verdict)),
             fmt::format("{}{}", difference.is_clear() ? "verdict " : "",
                         verdict_class(difference.verdict))}};
  }

  std::string note_on_chance() const {
    if (compared_.known == 0) return "";
    const auto known = static_cast<double>(compared_.known);
    std::string text = "\u00B1 is 95\u00A0%. ";
    if (!compared_.strict) {
      const double any = 1 - std::pow(1 - kChanceOfOne, known);
      text += compared_.known == 1
                  ? "One such interval in twenty leaves out zero where nothing differs."
                  : fmt::format(
                        "One such interval in twenty leaves out zero where nothing differs; of {} "
                        "comparisons at least one does so with a chance of some {}.",
                        compared_.known, percent_text(any));
      return "<p class=\"note\">" + text + "</p>\n";
    }
    if (compared_.differences.size() > kMaxShown)
      text += fmt::format(
          "Shown are the {} largest differences in units of their errors, of {} attributes. ",
          kMaxShown, count_text(compared_.differences.size()));
    text += fmt::format(
        "Some differences are due to chance: of {} comparisons about {} would have 95\u00A0% "
        "intervals without zero if nothing differed; {} have. \u201CMore\u201D and "
        "\u201Cless\u201D, here and in the sentence at the top, therefore mark only differences "
        "that chance produces less than once in {} comparisons (Bonferroni\u2019s limit: all of "
        "them are right in 19 of 20 reports); \u201Cperhaps\u201D marks differences supported only "
        "by their own interval.",
        count_text(compared_.known),
        count_text(static_cast<std::uint64_t>(std::llround(kChanceOfOne * known))),
        count_text(compared_.outside), count_text(20 * compared_.known));
    return "<p class=\"note\">" + text + "</p>\n";
  }

  std::string predictability() const {
    const ChoiceSums &own = report_.own.sums, &rest = report_.rest.sums;
    const auto bits_of = [](const ChoiceSums& sums) {
      return fmt::format("{} of {} bits a move ({}; {} moves)", bits_text(sums.bits_each()),
                         bits_text(sums.random_bits_each()), percent_text(sums.compression(), 1),
                         count_text(sums.cases));
    };
    std::string html =
        "<h2>How predictable moves are</h2>\n<p>Without a model, a move takes as many bits as a "
        "choice among all legal moves; with the weights it takes fewer. ";
    if (!is_known(own) || !is_known(rest)) {
      html += "How many for these players is not known.";
    } else {
      const double more = own.compression() - rest.compression();
      html += fmt::format(
          "In the games that the weights were learned from, {}\u2019s moves take {}, the "
          "others\u2019 {}: ",
          player_, bits_of(own), bits_of(rest));
      html += std::abs(more) < kEquallyEasy ? "both are about equally easy to predict."
              : more < 0                    ? player_ + "\u2019s are easier to predict."
                                            : "the others\u2019 are easier to predict.";
    }
    return html + "</p>\n" + held_out();
  }

  std::string held_out() const {
    if (forecast_ == Forecast::kNotTried || !is_known(report_.own_held_out) ||
        !is_known(report_.rest_held_out))
      return fmt::format(
          "<p>No games were held out, so it is not known whether {}\u2019s own weights predict "
          "moves better than the others\u2019 do.</p>\n",
          player_);
    const std::vector<std::string> head = {"by", "bits a move", "of those possible",
                                           "likeliest move played", "one of the likeliest five"};
    const std::vector<std::vector<PageCell>> rows = {
        held_out_row(report_.player + "\u2019s own weights", report_.own_held_out),
        held_out_row("the others\u2019 weights", report_.rest_held_out)};
    return fmt::format(
        "<p>{} moves that {} played in held-out games, predicted by both:</p>\n{}<p>{}</p>\n",
        count_text(report_.own_held_out.cases), player_, charts::page_table(head, rows),
        held_out_sentence());
  }

  std::string held_out_sentence() const {
    const double nats = std::abs(gain_of(report_)), bits = nats / std::numbers::ln2;
    const double each = bits / static_cast<double>(report_.own_held_out.cases);
    const std::string amount =
        fmt::format("by {} bits a move, {} bits in all", bits_text(each), number_text(bits, 1));
    if (forecast_ == Forecast::kNeither)
      return fmt::format(
          "Neither predicts them clearly better (they differ {}): what sets {} apart is too small, "
          "or too uncertain, to predict moves.",
          amount, player_);
    const bool own = forecast_ == Forecast::kOwn;
    const std::string rarity =
        count_text(static_cast<std::uint64_t>(std::min(kRarest, std::exp(std::min(nats, 50.0)))));
    const std::string start = fmt::format(
        "{} predict better, {}; if moves followed the {} weights, chance would produce this less "
        "than once in {} times. ",
        own ? player_ + "\u2019s own weights" : "The others\u2019 weights", amount,
        own ? "others\u2019" : "own", rarity);
    return start +
           (own ? fmt::format("What sets {} apart is also present in held-out games.", player_)
                : "The own weights were learned from too few moves, or from games of another kind, "
                  "to be reliable.");
  }

  std::string reading() const {
    std::string html =
        "<h2>How to read this</h2>\n<p>A weight is what one unit of an attribute adds to the "
        "log-odds of a move: with a weight of 0.69 a move that brings one unit more than another "
        "is played twice as often. All attributes count the mover\u2019s side less the "
        "other:</p>\n<dl>\n";
    bool engine = false;
    for (std::size_t k = 0; k < report_.names.size(); ++k) {
      const auto* const word =
          std::ranges::find(kAttributeWords, report_.names[k], &AttributeWord::name);
      if (word == kAttributeWords.end()) {
        engine = engine || report_.names[k].find('.') != std::string::npos;
        continue;
      }
      html += fmt::format("<dt>{}</dt><dd>{}.{}</dd>\n", word->name, word->counts, odds(k));
    }
    if (engine)
      html +=
          "<dt>with a dot</dt><dd>parameters of the engine\u2019s evaluation: how often the "
          "feature occurs, as far as the phase of the game counts it.</dd>\n";
    return html +
           "</dl>\n<p>Weights belong together: each is what its attribute adds when the others are "
           "equal. Weights that are all larger by the same factor mean the same preferences, but "
           "more consistent choices.</p>\n";
  }

  /// Returns a sentence about the effect of one unit of an attribute on the odds of a move; empty
  /// if
  /// it is unknown or too large.
  std::string odds(std::size_t attribute) const {
    const auto known = [&](const Fit& fit) {
      return fit.standard_errors[attribute] > 0 &&
             std::abs(fit.weights[attribute]) <= kMaxOddsWeight;
    };
    if (!known(report_.own) || !known(report_.rest)) return "";
    return fmt::format(
        " One more makes a move {} times as likely with {}, {} times with the others.",
        number_text(std::exp(report_.own.weights[attribute]), 2), player_,
        number_text(std::exp(report_.rest.weights[attribute]), 2));
  }

  std::string errors() const {
    std::string html =
        "Standard errors are by game: choices of one game may hang together, so that only games "
        "are taken as independent; where few games make that error the smaller one, it is that of "
        "independent choices instead. ";
    const std::string own = ratios_text(report_.own), rest = ratios_text(report_.rest);
    if (!own.empty() && !rest.empty())
      html += fmt::format(
          "By game they are {} those of independent choices for {}, {} for the others. ", own,
          player_, rest);
    return html + "Games with the same opening hang together too, which no error here tells. ";
  }

  std::string method() const {
    return "<h2>Method</h2>\n<p class=\"note\">A player is modeled as a multinomial logit: each "
           "legal move gets a linear evaluation of the resulting position, and is played with "
           "probability exp(value) / sum exp(value) (J. Wallbrink 2000). The weights are those "
           "that make the moves played likeliest. " +
           errors() +
           "The two sets of games are taken as independent, so the error of a difference is the "
           "root of the sum of both errors\u2019 squares. A difference is given in percent if the "
           "others\u2019 weight is more than three standard errors away from zero, with the "
           "interval of Fieller (1954), which takes the errors of both weights into account.</p>\n";
  }

  std::string footer() const {
    std::string html = "<footer>\n";
    if (!report_.data.empty())
      html += fmt::format("<p>Games: {}</p>\n", escape_markup(report_.data));
    if (!report_.tool.empty())
      html += fmt::format("<p>Made by {}</p>\n", escape_markup(report_.tool));
    return html + "</footer>\n";
  }

  const PlayerReport& report_;
  WeightComparison compared_;
  Forecast forecast_;
  std::string player_, others_;  // escaped for HTML
};

}  // namespace

std::string player_report_html(const PlayerReport& report) { return Page(report).html(); }

}  // namespace trivium::learning::choice
