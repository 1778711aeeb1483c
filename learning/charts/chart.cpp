#include "learning/charts/chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "learning/charts/scale.h"
#include "learning/charts/svg_text.h"

namespace trivium::learning::charts {

namespace {

// Lengths in pixels.
constexpr double kWidth = 760;   // width of a picture with one column
constexpr double kColumn = 480;  // width of a column if there are several
constexpr double kHeight = 340;  // height of a chart
constexpr double kMargin = 14;
constexpr double kLine = 16;       // distance between lines of text
constexpr double kTitleLine = 20;  // distance between lines of a title
constexpr double kTick = 8;        // distance from an axis to the text of its ticks
constexpr double kLead = 20;       // distance from the frame to the names of lines
constexpr double kTickGap = 26;    // minimum distance between ticks of the vertical axis
constexpr double kMinTicks = 40;   // minimum room for texts of ticks, at the left and at the right
constexpr double kMaxHalfBox = 16;
constexpr double kRow = 28;      // height of a row of a forest plot
constexpr double kBaseline = 4;  // distance from the middle of letters down to their baseline

constexpr double kBold = 1.1;    // width of bold letters relative to normal ones
constexpr double kNames = 0.36;  // maximum share of the width for names

/// The name of a line, shown beside the frame, and the end of that line.
struct Label {
  std::string name;
  Point end;              ///< in pixels
  std::string_view kind;  ///< class of the color
};

std::string_view color(std::size_t number) noexcept {
  constexpr std::array<std::string_view, kMaxLines> kKinds = {"s0", "s1", "s2", "s3",
                                                              "s4", "s5", "s6"};
  return kKinds[number % kKinds.size()];
}

Scale x_scale(const Chart& chart) {
  if (!chart.groups.empty())
    return {{}, {-0.5, static_cast<double>(chart.groups.size()) - 0.5}, false};
  std::vector<double> values;
  for (const Line& line : chart.lines) {
    for (const Point& point : line.points) values.push_back(point.x);
  }
  return {chart.x, std::move(values), false};
}

Scale y_scale(const Chart& chart) {
  std::vector<double> values;
  for (const Line& line : chart.lines) {
    for (const Point& point : line.points) values.push_back(point.y);
    for (const Interval& interval : line.band)
      values.insert(values.end(), {interval.low, interval.high});
    for (const Box& box : line.boxes) {
      values.insert(values.end(), {box.low, box.high});
      values.insert(values.end(), box.outliers.begin(), box.outliers.end());
    }
  }
  for (const Reference& reference : chart.references) values.push_back(reference.value);
  return {chart.y, std::move(values), true};
}

/// Returns ticks whose texts do not overlap. The axis is horizontal if `across`, else vertical.
std::vector<Tick> spaced_ticks(const Scale& scale, bool across) {
  return scale.ticks([&](const std::vector<Tick>& ticks) {
    return std::ranges::adjacent_find(ticks, [&](const Tick& a, const Tick& b) {
             const double minimum =
                 across ? (text_width(a.text) + text_width(b.text)) / 2 + kTick : kTickGap;
             return std::abs(scale.at(b.value) - scale.at(a.value)) < minimum;
           }) == ticks.end();
  });
}

/// Moves `heights` into [top, bottom] and apart, so that neighbors have a distance of at least
/// `gap`. Moves them as little as possible: the mean of a cluster stays. Requires: ascending
/// heights.
void spread(std::vector<double>& heights, double gap, double top, double bottom) {
  struct Cluster {
    double sum;
    double count;
    double mean() const { return sum / count; }
  };
  std::vector<Cluster> clusters;
  for (std::size_t i = 0; i < heights.size(); ++i) {
    clusters.push_back({heights[i] - gap * static_cast<double>(i), 1});
    while (clusters.size() > 1 && clusters[clusters.size() - 2].mean() > clusters.back().mean()) {
      const Cluster last = clusters.back();
      clusters.pop_back();
      clusters.back().sum += last.sum;
      clusters.back().count += last.count;
    }
  }
  const double lowest = std::max(top, bottom - gap * static_cast<double>(heights.size() - 1));
  std::size_t i = 0;
  for (const Cluster& cluster : clusters) {
    for (double left = cluster.count; left > 0; --left, ++i)
      heights[i] = std::clamp(cluster.mean(), top, lowest) + gap * static_cast<double>(i);
  }
}

/// Draws one chart into a part of the picture.
class ChartWriter {
 public:
  ChartWriter(const Chart& chart, double left, double top, double width)
      : chart_(chart),
        left_(left),
        width_(width),
        x_(x_scale(chart)),
        y_(y_scale(chart)),
        high_(top),
        low_(top + kHeight - 3 * kLine) {
    const double room = width - 2 * kMargin;
    if (!chart.title.empty())
      svg_ += text_svg(left + kMargin, high_ += kLine, shortened(chart.title, room / kBold),
                       Anchor::kStart, "strong");
    if (!chart.y.title.empty())
      svg_ += text_svg(left + kMargin, high_ += kLine, shortened(chart.y.title, room),
                       Anchor::kStart, "faint");
    high_ += kTick + kBaseline;
    y_.place(low_, high_);
    y_ticks_ = spaced_ticks(y_, false);
    double ticks = kMinTicks;
    for (const Tick& tick : y_ticks_) ticks = std::max(ticks, text_width(tick.text));
    for (const Line& one : chart.lines) names_ = std::max(names_, text_width(one.name));
    for (const Reference& one : chart.references) names_ = std::max(names_, text_width(one.name));
    names_ = std::min(names_, kNames * width_);
    from_ = left + kMargin + ticks + kTick;
    to_ = left + width - kMargin - std::max(names_ + kLead, kMinTicks);
    x_.place(from_, to_);
  }

  std::string svg() {
    frame();
    const auto for_each_line = [this](const auto& draw) {
      for (std::size_t i = 0; i < chart_.lines.size(); ++i)
        draw(chart_.lines[i], color(chart_.lines[i].color.value_or(i)));
    };
    for_each_line([this](const Line& one, std::string_view kind) { band(one, kind); });
    for (const Reference& one : chart_.references) reference(one);
    for_each_line([this](const Line& one, std::string_view kind) {
      one.boxes.empty() ? line(one, kind) : boxes(one, kind);
    });
    if (!labels_.empty()) labels();
    return std::move(svg_);
  }

 private:
  void frame() {
    for (const Tick& tick : y_ticks_) {
      svg_ += fmt::format("<path class=\"rule\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>\n", from_,
                          y_.at(tick.value), to_);
      svg_ += text_svg(from_ - kTick, y_.at(tick.value) + kBaseline, tick.text, Anchor::kEnd);
    }
    std::vector<Tick> ticks = chart_.groups.empty() ? spaced_ticks(x_, true) : std::vector<Tick>();
    const double room = (to_ - from_) / static_cast<double>(chart_.groups.size() + 1);
    for (const std::string& name : chart_.groups)
      ticks.push_back({static_cast<double>(ticks.size()), shortened(name, room)});
    svg_ += fmt::format("<path class=\"axis\" d=\"M{:.1f} {:.1f}H{:.1f}", from_, low_, to_);
    for (const Tick& tick : ticks) svg_ += fmt::format("M{:.1f} {:.1f}v4", x_.at(tick.value), low_);
    svg_ += "\"/>\n";
    for (const Tick& tick : ticks)
      svg_ += text_svg(x_.at(tick.value), low_ + kTick + kLetterHeight, tick.text, Anchor::kMiddle);
    const double middle = (from_ + to_) / 2,
                 half = std::min(middle - left_, left_ + width_ - middle) - kMargin / 2;
    svg_ += text_svg(middle, low_ + kTick + kLetterHeight + kLine,
                     shortened(chart_.x.title, 2 * half), Anchor::kMiddle, "faint");
  }

  void reference(const Reference& reference) {
    if (!y_.shows(reference.value)) return;
    const double y = y_.at(reference.value);
    svg_ += fmt::format("<path class=\"thin dashed s6\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>\n", from_, y,
                        to_);
    labels_.push_back({reference.name, {to_, y}, "s6"});
  }

  void band(const Line& line, std::string_view kind) {
    std::string path;
    const auto shows = [&](std::size_t i) {
      return x_.shows(line.points[i].x) && y_.shows(line.band[i].low) &&
             y_.shows(line.band[i].high);
    };
    for (std::size_t i = 1; i < line.band.size(); ++i) {
      if (!shows(i - 1) || !shows(i)) continue;
      const Interval &from = line.band[i - 1], &to = line.band[i];
      path += fmt::format("M{0:.1f} {1:.1f}L{2:.1f} {3:.1f}V{4:.1f}L{0:.1f} {5:.1f}Z",
                          x_.at(line.points[i - 1].x), y_.at(from.high), x_.at(line.points[i].x),
                          y_.at(to.high), y_.at(to.low), y_.at(from.low));
    }
    if (!path.empty()) svg_ += fmt::format("<path class=\"area {}\" d=\"{}\"/>\n", kind, path);
  }

  void boxes(const Line& line, std::string_view kind) {
    const auto kinds =
        std::ranges::count_if(chart_.lines, [](const Line& one) { return !one.boxes.empty(); });
    const double each = 0.7 * (x_.at(1) - x_.at(0)) / static_cast<double>(kinds),
                 half = std::min(0.38 * each, kMaxHalfBox);
    const double aside =
        (static_cast<double>(boxed_++) - static_cast<double>(kinds - 1) / 2) * each;
    for (std::size_t i = 0; i < line.boxes.size(); ++i) {
      const Box& box = line.boxes[i];
      const double x = x_.at(line.points[i].x) + aside;
      svg_ += fmt::format(
          "<path class=\"thin {0}\" d=\"M{1:.1f} {3:.1f}V{4:.1f}M{1:.1f} {5:.1f}V{6:.1f}\"/>\n"
          "<path class=\"area {0}\" d=\"M{2:.1f} {4:.1f}H{7:.1f}V{5:.1f}H{2:.1f}Z\"/>\n<path "
          "class=\"line {0}\" d=\"M{2:.1f} {8:.1f}H{7:.1f}\"/>\n",
          kind, x, x - half, y_.at(box.high), y_.at(box.upper), y_.at(box.lower), y_.at(box.low),
          x + half, y_.at(box.median));
      for (const double outlier : box.outliers)
        svg_ += fmt::format("<circle class=\"thin {}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\"/>\n",
                            kind, x, y_.at(outlier));
      if (i + 1 == line.boxes.size())
        labels_.push_back({line.name, {x + half, y_.at(box.median)}, kind});
    }
  }

  void line(const Line& line, std::string_view kind) {
    std::string path;
    std::optional<Point> last;
    bool broken = true;
    for (const Point& point : line.points) {
      const bool shown = x_.shows(point.x) && y_.shows(point.y);
      if (shown) {
        last = Point{x_.at(point.x), y_.at(point.y)};
        path += fmt::format("{}{:.1f} {:.1f}", broken ? "M" : "L", last->x, last->y);
      }
      broken = !shown;
    }
    if (!last) return;
    svg_ += fmt::format("<path class=\"line {}{}\" d=\"{}\"/>\n", kind,
                        line.dashed ? " dashed" : "", path);
    if (path.find('L') == std::string::npos)
      svg_ += fmt::format("<circle class=\"dot {}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"/>\n", kind,
                          last->x, last->y);
    if (!line.name.empty()) labels_.push_back({line.name, *last, kind});
  }

  void labels() {
    std::ranges::stable_sort(labels_, {}, [](const Label& label) { return label.end.y; });
    std::vector<double> heights;
    for (const Label& label : labels_) heights.push_back(label.end.y);
    spread(heights, kLine, high_, low_);
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      const auto& [name, end, kind] = labels_[i];
      svg_ += fmt::format("<path class=\"thin {}\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\"/>\n", kind,
                          end.x, end.y, to_ + kLead - 3, heights[i]);
      svg_ += text_svg(to_ + kLead, heights[i] + kBaseline, shortened(name, names_));
    }
  }

  const Chart& chart_;
  double left_, width_;  // left end and width of the part
  Scale x_, y_;
  std::vector<Tick> y_ticks_;
  double from_, to_, high_, low_;  // left, right, top and bottom of the frame
  double names_ = 0;               // width of the names of lines
  std::size_t boxed_ = 0;          // number of lines whose boxes have been drawn
  std::vector<Label> labels_;
  std::string svg_;
};

/// Returns the first and last value of each line as text, for screen readers.
std::string description(const Picture& picture) {
  std::string words;
  for (const Chart& chart : picture.charts) {
    if (!words.empty()) words += ' ';
    words += fmt::format("{}{}{} by {}:", chart.title, chart.title.empty() ? "" : ", ",
                         chart.y.title, chart.x.title);
    for (const Line& line : chart.lines) {
      const auto known = [](const Point& point) {
        return std::isfinite(point.x) && std::isfinite(point.y);
      };
      const auto first = std::ranges::find_if(line.points, known);
      if (line.name.empty() || first == line.points.end()) continue;
      const auto last = std::find_if(line.points.rbegin(), line.points.rend(), known);
      words += fmt::format(" {} from {:.4g} at {:.6g} to {:.4g} at {:.6g};", line.name, first->y,
                           first->x, last->y, last->x);
    }
    words.back() = '.';
  }
  return words;
}

/// Splits each chart with more than kMaxLines colors into several.
std::vector<Chart> divided(const std::vector<Chart>& charts) {
  std::vector<Chart> all;
  for (const Chart& chart : charts) {
    std::size_t colors = 0;
    for (std::size_t i = 0; i < chart.lines.size(); ++i)
      colors = std::max(colors, chart.lines[i].color.value_or(i) + 1);
    const std::size_t parts = std::max<std::size_t>(1, (colors + kMaxLines - 1) / kMaxLines),
                      each = (colors + parts - 1) / parts;
    for (std::size_t part = 0; part < parts; ++part) {
      Chart& one = all.emplace_back(chart);
      one.lines.clear();
      for (std::size_t i = 0; i < chart.lines.size(); ++i) {
        const std::size_t number = chart.lines[i].color.value_or(i);
        if (number / std::max<std::size_t>(1, each) != part) continue;
        one.lines.push_back(chart.lines[i]);
        one.lines.back().color = number % each;
      }
    }
  }
  return all;
}

/// Returns the lines of a title, which begin at `top`, and moves `top` below them.
std::string title_svg(std::string_view title, double width, double& top) {
  std::string svg;
  for (const std::string& words : wrapped(title, (width - 2 * kMargin) / kBold, kTitleHeight))
    svg += text_svg(kMargin, top += kTitleLine, words, Anchor::kStart, "title");
  return svg;
}

/// Draws the interval and the dot of a row of a forest plot at the height `y`.
std::string forest_row(const ForestRow& row, const Scale& x, double y, double farthest) {
  const std::string_view kind = color(row.tone == Tone::kMore   ? 0
                                      : row.tone == Tone::kLess ? 1
                                                                : kMaxLines - 1);
  const auto at = [&](double value) { return x.at(std::clamp(value, -farthest, farthest)); };
  std::string svg = fmt::format("<path class=\"line {}\" d=\"M{:.1f} {:.1f}H{:.1f}", kind,
                                at(row.interval.low), y, at(row.interval.high));
  if (row.interval.low < -farthest)
    svg += fmt::format("M{:.1f} {:.1f}l-6 4l6 4", at(-farthest) + 6, y - 4);
  if (row.interval.high > farthest)
    svg += fmt::format("M{:.1f} {:.1f}l6 4l-6 4", at(farthest) - 6, y - 4);
  svg += "\"/>\n";
  if (std::abs(row.value) > farthest) return svg;
  return svg + fmt::format("<circle class=\"dot{} {}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4.5\"/>\n",
                           row.hollow ? " hollow" : "", kind, x.at(row.value), y);
}

}  // namespace

std::string svg_of(const Picture& picture) {
  const std::vector<Chart> charts = divided(picture.charts);
  const std::size_t columns =
      std::clamp<std::size_t>(picture.columns, 1, std::max<std::size_t>(1, charts.size()));
  const double column = columns == 1 ? kWidth : kColumn,
               width = column * static_cast<double>(columns);
  double top = kMargin / 2;
  std::string body = title_svg(picture.title, width, top);
  top += kBaseline;
  for (std::size_t i = 0; i < charts.size(); ++i) {
    body += ChartWriter(charts[i], column * static_cast<double>(i % columns), top, column).svg();
    if (i % columns == columns - 1 || i + 1 == charts.size()) top += kHeight;
  }
  for (const std::string& words : wrapped(picture.note, width - 2 * kMargin))
    body += text_svg(kMargin, top += kLine, words, Anchor::kStart, "faint");
  return document_svg(width, top + kMargin, picture.title, description(picture), body);
}

std::string svg_of(const Forest& forest) {
  std::vector<double> values{0};
  double names = 0, figures = 0;
  for (const ForestRow& row : forest.rows) {
    for (const double end : {row.interval.low, row.interval.high})
      values.push_back(std::clamp(end, -forest.farthest, forest.farthest));
    names = std::max(names, std::min(text_width(row.name), kNames * kWidth));
    figures = std::max(figures, std::min(text_width(row.figures), kNames * kWidth));
  }
  Scale x(forest.x, std::move(values), true);
  const double from = 2 * kMargin + names, to = kWidth - 2 * kMargin - figures;
  x.place(from, to);
  double top = kMargin / 2;
  std::string body = title_svg(forest.title, kWidth, top), words = forest.x.title + ":";
  top += kTick;
  const double bottom = top + kRow * static_cast<double>(forest.rows.size());
  for (const Tick& tick : spaced_ticks(x, true)) {
    body += fmt::format("<path class=\"{}\" d=\"M{:.1f} {:.1f}V{:.1f}\"/>\n",
                        tick.value == 0 ? "axis" : "rule", x.at(tick.value), top, bottom);
    body += text_svg(x.at(tick.value), bottom + kTick + kLetterHeight, tick.text, Anchor::kMiddle);
  }
  for (const ForestRow& row : forest.rows) {
    const double y = top + kRow / 2;
    body +=
        text_svg(kMargin, y + kBaseline, shortened(row.name, names)) +
        forest_row(row, x, y, forest.farthest) +
        text_svg(kWidth - kMargin, y + kBaseline, shortened(row.figures, figures), Anchor::kEnd);
    words += fmt::format(" {} {};", row.name, row.figures);
    top += kRow;
  }
  body += text_svg((from + to) / 2, bottom + kTick + kLetterHeight + kLine,
                   shortened(forest.x.title, kWidth - 2 * kMargin), Anchor::kMiddle, "faint");
  words.back() = '.';
  return document_svg(kWidth, bottom + kTick + kLetterHeight + kLine + kMargin, forest.title, words,
                      body);
}

}  // namespace trivium::learning::charts
