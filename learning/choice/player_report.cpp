#include "learning/choice/player_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numbers>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/chess/choice/move_values.h"
#include "learning/choice/forest_plot.h"
#include "learning/choice/player_findings.h"
#include "learning/choice/player_report_style.h"
#include "learning/choice/report_figures.h"
#include "learning/choice/weight_comparison.h"
#include "learning/harness/markup.h"

namespace trivium::learning::choice {

namespace {

constexpr std::size_t kMaxShown = 30;
constexpr double kChanceOfOne = 0.05;   // that a 95 % interval misses the truth
constexpr double kEquallyEasy = 0.005;  // compressions that differ by less are called alike
constexpr double kMaxOddsWeight = 5;    // odds of a larger one say nothing to anybody
constexpr double kRarest = 1e6;         // "less than once in ..." goes no further
constexpr std::string_view kUnknownHtml = "<span class=\"unknown\">not known</span>";

struct AttributeWord {
  std::string_view name;
  std::string_view counts;
};
constexpr std::array kAttributeWords = std::to_array<AttributeWord>({
    {"material", "pawns\u2019 worth of men: a queen counts 9, a rook 5, a bishop or knight 3, a pawn 1"},
    {"mobility", "legal moves, the other side\u2019s as if it were on move"},
    {"centre", "men on d4, e4, d5 and e5, and attacks of men on these squares"},
    {"attack", "men of the other side, but for the king, that somebody attacks"},
});

std::string bits_text(double bits) { return number_text(bits, 3); }

bool is_told(const ChoiceSums& sums) {
  return sums.decisions > 0 && sums.random > 0 && std::isfinite(sums.random) && std::isfinite(sums.log_likelihood);
}

/// The page, section by section.
class Page {
 public:
  explicit Page(const PlayerReport& report)
      : report_(report),
        compared_(compare_weights(report.own, report.rest)),
        foretelling_(foretelling_of(report)),
        player_(escape_markup(report.player)),
        others_(escape_markup(report.others)) {
    if (report.names.size() != report.own.weights.size()) throw std::invalid_argument("a weight for each name is needed");
  }

  std::string html() const;

 private:
  std::string name(const WeightDifference& difference) const { return attribute_html(report_, difference.attribute); }
  std::span<const WeightDifference> shown() const {
    return std::span(compared_.differences).first(std::min(kMaxShown, compared_.differences.size()));
  }

  std::string lead() const;
  std::string plot() const;
  std::string table() const;
  std::string row(const WeightDifference& difference) const;
  std::string note_on_chance() const;
  std::string predictability() const;
  std::string held_out() const;
  std::string held_out_sentence() const;
  std::string reading() const;
  std::string odds(std::size_t attribute) const;
  std::string errors() const;
  std::string method() const;
  std::string footer() const;

  const PlayerReport& report_;
  WeightComparison compared_;
  Foretelling foretelling_;
  std::string player_, others_;  // markup
};

std::string Page::lead() const {
  std::string seen = escape_markup(report_.lookahead);
  if (const auto lookahead = chess::lookahead_named(report_.lookahead)) {
    const std::string_view words = *lookahead == chess::Lookahead::kOnePly   ? "the position after each move"
                                   : *lookahead == chess::Lookahead::kTwoPly ? "the positions after each reply"
                                                                             : "the position after each move, or where it grows quiet";
    seen = fmt::format("{} <span class=\"whole\">({})</span>", words, seen);
  }
  return fmt::format("<h1>What {} values</h1>\n<p class=\"compared\">compared with {}; judged by {}</p>\n<p class=\"lead\">{}</p>\n",
                     player_, others_, seen, findings_html(report_, compared_));
}

std::string Page::plot() const {
  std::vector<ForestRow> rows;
  for (const WeightDifference& difference : shown()) {
    if (difference.relative) rows.push_back({name(difference), *difference.relative, difference.verdict});
  }
  std::string html = "<h2>More and less than the others</h2>\n";
  if (rows.empty())
    return html +
           "<p class=\"note\">No weight of the others is known well enough for a comparison in percent; the table has the plain "
           "differences.</p>\n";
  const auto key = [](Verdict verdict, std::string_view words) {
    return fmt::format("<span class=\"key\">{}{}</span> ", verdict_mark(verdict), words);
  };
  html += "<figure>\n<figcaption><p>By how much the weight differs, as a part of the others\u2019, with its 95\u00A0% interval.";
  if (rows.size() < shown().size()) html += " Left out is what cannot be told in percent; the table has it.";
  html += "</p><p>" + key(Verdict::kMore, "more") + key(Verdict::kLess, "less");
  if (compared_.strict) html += key(Verdict::kPerhapsMore, verdict_mark(Verdict::kPerhapsLess) + "perhaps");
  html += key(Verdict::kUntold, "cannot be told") + "</p></figcaption>\n";
  return html + forest_plot(rows) + "</figure>\n";
}

std::string weight_html(const Fit& fit, std::size_t attribute) {
  const double weight = fit.weights[attribute], reach = statistics::kNormal95 * fit.standard_errors[attribute];
  if (!std::isfinite(weight) || !std::isfinite(reach) || reach <= 0) return std::string(kUnknownHtml);
  const int decimals = decimals_of(reach);
  return fmt::format("{}\u00A0\u00B1\u00A0{}", number_text(weight, decimals), number_text(reach, decimals));
}

std::string Page::row(const WeightDifference& difference) const {
  std::string value(kUnknownHtml), range(kUnknownHtml);
  if (difference.known()) {
    const statistics::Estimate plain = difference.estimate();
    const int decimals = decimals_of(statistics::kNormal95 * difference.standard_error);
    value = number_text(plain.value, decimals, Sign::kAlways);
    range = number_range_text(plain.low, plain.high, decimals);
  }
  return fmt::format(
      "<tr><th scope=\"row\">{}</th><td data-label=\"{}\">{}</td><td data-label=\"others\">{}</td><td data-label=\"difference\">{}</td>"
      "<td data-label=\"95\u00A0% interval\">{}</td><td data-label=\"weighs it\" class=\"verdict {}{}\">{}</td></tr>\n",
      name(difference), player_, weight_html(report_.own, difference.attribute), weight_html(report_.rest, difference.attribute), value,
      range, verdict_class(difference.verdict), difference.told() ? " told" : "", verdict_words(difference.verdict));
}

std::string Page::table() const {
  std::string html = fmt::format(
      "<h2>The weights</h2>\n<table>\n<thead><tr><th scope=\"col\">attribute</th><th scope=\"col\">{}</th><th scope=\"col\">others</th>"
      "<th scope=\"col\">difference</th><th scope=\"col\">95\u00A0% interval</th><th scope=\"col\" class=\"verdict\">weighs it</th></tr>"
      "</thead>\n<tbody>\n",
      player_);
  for (const WeightDifference& difference : shown()) html += row(difference);
  return html + "</tbody>\n</table>\n" + note_on_chance();
}

std::string Page::note_on_chance() const {
  if (compared_.known == 0) return "";
  const auto known = static_cast<double>(compared_.known);
  std::string text = "\u00B1 is 95\u00A0%. ";
  if (!compared_.strict) {
    const double any = 1 - std::pow(1 - kChanceOfOne, known);
    text += compared_.known == 1 ? "One such interval in twenty leaves out zero where nothing differs."
                                 : fmt::format(
                                       "One such interval in twenty leaves out zero where nothing differs; of {} comparisons at least "
                                       "one does so with a chance of some {}.",
                                       compared_.known, percent_text(any));
    return "<p class=\"note\">" + text + "</p>\n";
  }
  if (compared_.differences.size() > kMaxShown)
    text += fmt::format("Shown are the {} largest differences in units of their errors, of {} attributes. ", kMaxShown,
                        count_text(compared_.differences.size()));
  text += fmt::format(
      "Among so many some differ by chance: of {} comparisons some {} would have 95\u00A0% intervals without zero where nothing differs "
      "at all; {} have. So \u201Cmore\u201D and \u201Cless\u201D, here and in the sentence at the top, are told only of differences "
      "that chance makes less than once in {} comparisons (Bonferroni\u2019s limit: then all that is told is right in 19 of 20 "
      "reports); \u201Cperhaps\u201D is what only its own interval speaks for.",
      count_text(compared_.known), count_text(static_cast<std::uint64_t>(std::llround(kChanceOfOne * known))),
      count_text(compared_.outside), count_text(20 * compared_.known));
  return "<p class=\"note\">" + text + "</p>\n";
}

std::string Page::predictability() const {
  const ChoiceSums &own = report_.own.sums, &rest = report_.rest.sums;
  const auto told = [](const ChoiceSums& sums) {
    return fmt::format("{} of {} bits a move ({}; {} moves)", bits_text(sums.bits_each()), bits_text(sums.random_bits_each()),
                       percent_text(sums.compression(), 1), count_text(sums.decisions));
  };
  std::string html =
      "<h2>How far moves are foretold</h2>\n<p>Who knows nothing of a player needs so many bits to be told a move as choosing among the "
      "legal ones takes; who knows the weights needs fewer. ";
  if (!is_told(own) || !is_told(rest)) {
    html += "How many for these players is not known.";
  } else {
    const double more = own.compression() - rest.compression();
    html += fmt::format("In the games that the weights were learned from, {}\u2019s moves take {}, the others\u2019 {}: ", player_,
                        told(own), told(rest));
    html += std::abs(more) < kEquallyEasy ? "both are about equally easy to foretell."
            : more < 0                    ? player_ + "\u2019s are the easier to foretell."
                                          : "the others\u2019 are the easier to foretell.";
  }
  return html + "</p>\n" + held_out();
}

std::string held_out_row(std::string_view whose, const ChoiceSums& sums) {
  const auto share = [&](std::uint64_t of) { return percent_text(static_cast<double>(of) / static_cast<double>(sums.decisions), 1); };
  return fmt::format(
      "<tr><th scope=\"row\">{}</th><td data-label=\"bits a move\">{}</td><td data-label=\"of those possible\">{}</td>"
      "<td data-label=\"likeliest move played\">{}</td><td data-label=\"one of the likeliest five\">{}</td></tr>\n",
      whose, bits_text(sums.bits_each()), percent_text(sums.compression(), 1), share(sums.first), share(sums.in_five));
}

std::string Page::held_out() const {
  if (foretelling_ == Foretelling::kNotTried || !is_told(report_.own_held_out) || !is_told(report_.rest_held_out))
    return fmt::format(
        "<p>No games were held out, so it is not known whether {}\u2019s own weights foretell moves better than the others\u2019 "
        "do.</p>\n",
        player_);
  return fmt::format(
             "<p>{} moves that {} played in games held out, foretold by both:</p>\n<table>\n<thead><tr><th scope=\"col\">by</th>"
             "<th scope=\"col\">bits a move</th><th scope=\"col\">of those possible</th><th scope=\"col\">likeliest move played</th>"
             "<th scope=\"col\">one of the likeliest five</th></tr></thead>\n<tbody>\n",
             count_text(report_.own_held_out.decisions), player_) +
         held_out_row(player_ + "\u2019s own weights", report_.own_held_out) +
         held_out_row("the others\u2019 weights", report_.rest_held_out) + "</tbody>\n</table>\n<p>" + held_out_sentence() + "</p>\n";
}

std::string Page::held_out_sentence() const {
  const double nats = std::abs(gain_of(report_)), bits = nats / std::numbers::ln2;
  const double each = bits / static_cast<double>(report_.own_held_out.decisions);
  const std::string amount = fmt::format("by {} bits a move, {} bits in all", bits_text(each), number_text(bits, 1));
  if (foretelling_ == Foretelling::kNeither)
    return fmt::format(
        "Neither foretells them clearly better (they differ {}): what sets {} apart is too little, or too little is known of it, to "
        "foretell moves by.",
        amount, player_);
  const bool own = foretelling_ == Foretelling::kOwn;
  const std::string rarity = count_text(static_cast<std::uint64_t>(std::min(kRarest, std::exp(std::min(nats, 50.0)))));
  const std::string start = fmt::format(
      "{} foretell better, {}; if moves were played by the {} weights, so much would come by chance less than once in {} times. ",
      own ? player_ + "\u2019s own weights" : "The others\u2019 weights", amount, own ? "others\u2019" : "own", rarity);
  return start + (own ? fmt::format("What sets {} apart is there in games that nothing was learned from.", player_)
                      : "The own weights were learned from too few moves, or from games of another kind, to be relied on.");
}

/// What one unit more makes of a move's odds.
std::string Page::odds(std::size_t attribute) const {
  const auto known = [&](const Fit& fit) {
    return fit.standard_errors[attribute] > 0 && std::abs(fit.weights[attribute]) <= kMaxOddsWeight;
  };
  if (!known(report_.own) || !known(report_.rest)) return "";
  return fmt::format(" One more makes a move {} times as likely with {}, {} times with the others.",
                     number_text(std::exp(report_.own.weights[attribute]), 2), player_,
                     number_text(std::exp(report_.rest.weights[attribute]), 2));
}

std::string Page::reading() const {
  std::string html =
      "<h2>How to read this</h2>\n<p>A weight is what one unit of an attribute adds to the log-odds of a move: with a weight of 0.69 a "
      "move that brings one unit more than another is played twice as often. All attributes count the mover\u2019s side less the "
      "other:</p>\n<dl>\n";
  bool engine = false;
  for (std::size_t k = 0; k < report_.names.size(); ++k) {
    const auto* const word = std::ranges::find(kAttributeWords, report_.names[k], &AttributeWord::name);
    if (word == kAttributeWords.end()) {
      engine = engine || report_.names[k].find('.') != std::string::npos;
      continue;
    }
    html += fmt::format("<dt>{}</dt><dd>{}.{}</dd>\n", word->name, word->counts, odds(k));
  }
  if (engine)
    html +=
        "<dt>with a dot</dt><dd>parameters of the engine\u2019s evaluation: how often the feature occurs, as far as the phase of the "
        "game counts it.</dd>\n";
  return html +
         "</dl>\n<p>Weights belong together: each is what its attribute adds when the others are equal. Whoever weighs everything more "
         "by the same part has no other taste, but chooses more surely.</p>\n";
}

/// "1.2 to 1.5 times"; nothing where it is not known.
std::string ratios_text(const Fit& fit) {
  const std::vector<double> ratios = error_ratios(fit);
  if (ratios.empty()) return "";
  if (ratios.size() == 1) return fmt::format("{} times", number_text(ratios.front(), 2));
  return fmt::format("{}\u00A0to\u00A0{} times", number_text(ratios.front(), 2), number_text(ratios.back(), 2));
}

std::string Page::errors() const {
  std::string html =
      "Standard errors are by game: choices of one game may hang together, so that only games are taken as independent; where few games "
      "make that error the smaller one, it is that of independent choices instead. ";
  const std::string own = ratios_text(report_.own), rest = ratios_text(report_.rest);
  if (!own.empty() && !rest.empty())
    html += fmt::format("By game they are {} those of independent choices for {}, {} for the others. ", own, player_, rest);
  return html + "Games with the same opening hang together too, which no error here tells. ";
}

std::string Page::method() const {
  return "<h2>Method</h2>\n<p class=\"note\">A player is taken for somebody who values the position that each legal move leads to, "
         "linearly, and plays a move with chance exp(value) over the sum of all (J. Wallbrink 2000). The weights are those that make "
         "the moves played likeliest. " +
         errors() +
         "The two sets of games are taken as independent, so the error of a difference is the root of the sum of both errors\u2019 "
         "squares. A difference is told in "
         "percent where the others\u2019 weight is more than three standard errors away from zero, with the interval of Fieller (1954), "
         "which takes the errors of both weights into account.</p>\n";
}

std::string Page::footer() const {
  std::string html = "<footer>\n";
  if (!report_.data.empty()) html += fmt::format("<p>Games: {}</p>\n", escape_markup(report_.data));
  if (!report_.tool.empty()) html += fmt::format("<p>Made by {}</p>\n", escape_markup(report_.tool));
  return html + "</footer>\n";
}

std::string Page::html() const {
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>What {} values</title>\n<style>",
      player_);
  html += kPlayerReportStyle;
  return html + "</style>\n</head>\n<body>\n" + lead() + plot() + table() + predictability() + reading() + method() + footer() +
         "</body>\n</html>\n";
}

}  // namespace

std::string player_report_html(const PlayerReport& report) { return Page(report).html(); }

}  // namespace trivium::learning::choice
