#include "learning/charts/table_chart.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <optional>
#include <stdexcept>
#include <utility>

#include "engine/core/text.h"
#include "learning/charts/chart.h"

namespace trivium::learning::charts {

namespace {

constexpr std::size_t kMaxWord = 60;  // maximum length of user text in a message, in characters

/// Throws an Error, which table_svg() returns.
[[noreturn]] void fail(const std::string& message) { throw Error("chart.table", message); }

std::string word(std::string_view text) { return text::quoted(text, kMaxWord); }

using Row = std::vector<std::string>;

class Table {
 public:
  explicit Table(std::string_view csv) : rows_(csv_rows(csv)) {
    if (rows_.empty()) fail("line 1: there are no columns");
    head_ = std::move(rows_.front());
    rows_.erase(rows_.begin());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (rows_[i].size() != head_.size())
        fail(fmt::format("row {}: {}, but the first line names {}", i + 1,
                         text::counted(rows_[i].size(), "cell"), head_.size()));
    }
  }

  const Row& head() const noexcept { return head_; }
  const std::vector<Row>& rows() const noexcept { return rows_; }

  std::size_t column(std::string_view option, std::string_view name) const {
    const auto found = std::ranges::find(head_, name);
    if (found == head_.end())
      fail(fmt::format("{}: no column {}; the table has {}", option, word(name),
                       fmt::join(head_, ", ")));
    return static_cast<std::size_t>(found - head_.begin());
  }

  /// Returns the number in a cell; NaN if the cell is empty.
  double number(std::size_t row, std::size_t column) const {
    const std::string_view cell = text::trimmed(rows_[row][column]);
    if (cell.empty()) return std::numeric_limits<double>::quiet_NaN();
    const auto value = text::parse_number<double>(cell);
    if (!value)
      fail(
          fmt::format("row {}, column {}: {} is not a number", row + 1, head_[column], word(cell)));
    return *value;
  }

  void keep(const std::vector<std::size_t>& rows) {
    std::vector<Row> kept;
    for (const std::size_t row : rows) kept.push_back(std::move(rows_[row]));
    rows_ = std::move(kept);
  }

 private:
  Row head_;
  std::vector<Row> rows_;
};

/// Splits `text` at the first `mark` and trims both parts. Without `mark` the second part is empty.
std::pair<std::string_view, std::string_view> cut(std::string_view text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return {text::trimmed(text), {}};
  return {text::trimmed(text.substr(0, at)), text::trimmed(text.substr(at + mark.size()))};
}

double number_in(std::string_view option, std::string_view text) {
  const auto number = text::parse_number<double>(text);
  if (!number) fail(fmt::format("{}: {} is not a number", option, word(text)));
  return *number;
}

struct Series {
  std::size_t column = 0;
  std::optional<std::pair<std::size_t, std::size_t>> interval{};  ///< columns of low and high ends
  std::string name;
  bool dashed = false;
};

/// Returns the axis title and the rest of "[TITLE: ]REST". Without a title, REST is both.
std::pair<std::string, std::string_view> titled(std::string_view text) {
  const auto [title, rest] = cut(text, ": ");
  if (rest.empty()) return {std::string(title), title};
  return {std::string(title), rest};
}

Series series_of(const Table& table, std::string_view text) {
  Series series;
  series.dashed = text.starts_with('~');
  if (series.dashed) text.remove_prefix(1);
  const auto [source, name] = cut(text, "=");
  const auto [column, interval] = cut(source, "(");
  series.column = table.column("--y", column);
  series.name = name.empty() ? column : name;
  if (!interval.empty()) {
    const auto [low, high] = cut(interval.substr(0, interval.find(')')), "..");
    series.interval = {table.column("--y", low), table.column("--y", high)};
  }
  return series;
}

std::vector<Series> all_series(const Table& table, std::string_view list) {
  std::vector<Series> all;
  while (!list.empty()) {
    const auto [one, rest] = cut(list, ",");
    all.push_back(series_of(table, one));
    list = rest;
  }
  return all;
}

bool meets(const Table& table, std::size_t row, const std::string& condition) {
  for (const std::string_view mark : {">=", "<=", "!=", "="}) {
    const auto [name, value] = cut(condition, mark);
    if (condition.find(mark) == std::string::npos) continue;
    const std::size_t column = table.column("--where", name);
    if (mark == "=" || mark == "!=") return (table.rows()[row][column] == value) == (mark == "=");
    const double number = table.number(row, column), limit = number_in("--where", value);
    return mark == ">=" ? number >= limit : number <= limit;
  }
  fail(fmt::format("--where: {} is not COLUMN=VALUE, COLUMN!=VALUE, COLUMN>=N or COLUMN<=N",
                   word(condition)));
}

void select(Table& table, const std::vector<std::string>& conditions) {
  std::vector<std::size_t> kept;
  for (std::size_t row = 0; row < table.rows().size(); ++row) {
    if (std::ranges::all_of(conditions,
                            [&](const std::string& one) { return meets(table, row, one); }))
      kept.push_back(row);
  }
  if (kept.empty() && !conditions.empty()) fail("--where: no row is left");
  table.keep(kept);
}

/// Groups of rows by the cells of some columns. A group is named "set paper-1, prior 1" with the
/// names of the columns, or "paper-1, 1" without.
class Groups {
 public:
  Groups(const Table& table, std::string_view option, std::string_view columns, bool with_names) {
    std::vector<std::size_t> keys;
    while (!columns.empty()) {
      const auto [one, rest] = cut(columns, ",");
      keys.push_back(table.column(option, one));
      columns = rest;
    }
    for (const Row& row : table.rows()) {
      std::string name;
      for (const std::size_t key : keys)
        name += fmt::format("{}{}{}", name.empty() ? "" : ", ",
                            with_names ? table.head()[key] + ' ' : "", row[key]);
      of_rows_.push_back(name);
      if (std::ranges::find(names_, name) == names_.end()) names_.push_back(std::move(name));
    }
    if (names_.empty()) names_.emplace_back();
  }

  /// Names of the groups in the order of the table. Without columns there is one group, whose name
  /// is empty.
  const std::vector<std::string>& names() const noexcept { return names_; }
  const std::string& of(std::size_t row) const { return of_rows_[row]; }

 private:
  std::vector<std::string> names_;
  std::vector<std::string> of_rows_;
};

/// Builds the picture of a table.
class TableWriter {
 public:
  TableWriter(const Table& table, const TableChart& wanted)
      : table_(table),
        wanted_(wanted),
        panels_(table, "--panels", wanted.panels, true),
        lines_(table, "--by", wanted.by, false) {
    const auto [title, column] = titled(wanted.x.empty() ? table.head().front() : wanted.x);
    x_ = {title, wanted.logarithmic.find('x') != std::string::npos};
    x_column_ = table.column("--x", column);
    if (!wanted.y_at_least.empty()) {
      const auto [low, high] = cut(wanted.y_at_least, "..");
      also_ = {number_in("--y-at-least", low), number_in("--y-at-least", high)};
    }
  }

  std::string svg() const {
    Picture picture{wanted_.title, {}, wanted_.columns, wanted_.note};
    std::vector<std::string> wanted = wanted_.y;
    if (wanted.empty()) wanted.push_back(fmt::format("{}", fmt::join(other_columns(), ",")));
    for (const std::string& y : wanted) {
      for (const std::string& panel : panels_.names()) picture.charts.push_back(chart(y, panel));
    }
    return svg_of(picture);
  }

 private:
  Row other_columns() const {
    Row others = table_.head();
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(x_column_));
    return others;
  }

  Line line(const Series& series, const std::string& panel, const std::string& group) const {
    Line line{series.name, {}};
    line.dashed = series.dashed;
    for (std::size_t row = 0; row < table_.rows().size(); ++row) {
      if (panels_.of(row) != panel || lines_.of(row) != group) continue;
      line.points.push_back({table_.number(row, x_column_), table_.number(row, series.column)});
      if (series.interval)
        line.band.push_back({table_.number(row, series.interval->first),
                             table_.number(row, series.interval->second)});
    }
    return line;
  }

  Chart chart(std::string_view y, const std::string& panel) const {
    const auto [title, list] = titled(y);
    Chart chart{panel, x_, {title, wanted_.logarithmic.find('y') != std::string::npos, also_}};
    const std::vector<Series> all = all_series(table_, list);
    // The axis includes the values of all panels, so that their charts can be compared.
    for (const Series& series : all) {
      for (std::size_t row = 0; row < table_.rows().size(); ++row)
        chart.y.also.push_back(table_.number(row, series.column));
    }
    for (std::size_t group = 0; group < lines_.names().size(); ++group) {
      std::size_t solid = 0, dashed = 0;
      for (const Series& series : all) {
        Line& added = chart.lines.emplace_back(line(series, panel, lines_.names()[group]));
        const std::size_t place = series.dashed ? dashed++ : solid++;
        added.color = wanted_.by.empty() ? place : group;
        if (!wanted_.by.empty()) added.name = series.dashed ? "" : lines_.names()[group];
      }
    }
    for (const std::string& one : wanted_.references) {
      const auto [name, value] = cut(one, "=");
      chart.references.push_back({std::string(name), number_in("--reference", value)});
    }
    return chart;
  }

  const Table& table_;
  const TableChart& wanted_;
  Groups panels_;
  Groups lines_;
  Axis x_;
  std::size_t x_column_ = 0;
  std::vector<double> also_;
};

}  // namespace

Result<std::string> table_svg(std::string_view csv, const TableChart& wanted) {
  try {
    Table table(csv);
    select(table, wanted.where);
    return TableWriter(table, wanted).svg();
  } catch (const Error& fault) {
    return fault;
  }
}

std::string own_table_svg(std::string_view csv, const TableChart& wanted) {
  Result<std::string> svg = table_svg(csv, wanted);
  if (!svg) throw std::logic_error(svg.error().message);
  return *std::move(svg);
}

std::vector<std::vector<std::string>> csv_rows(std::string_view csv) {
  std::vector<Row> rows;
  Row row(1);
  bool quoted = false;
  const auto end_row = [&] {
    if (row.size() > 1 || !row.front().empty()) rows.push_back(row);
    row.assign(1, {});
  };
  for (std::size_t i = 0; i < csv.size(); ++i) {
    const char letter = csv[i];
    if (letter == '"') {
      if (quoted && i + 1 < csv.size() && csv[i + 1] == '"')
        row.back() += csv[i++];
      else
        quoted = !quoted;
    } else if (quoted || (letter != ',' && letter != '\n' && letter != '\r')) {
      row.back() += letter;
    } else if (letter == ',') {
      row.emplace_back();
    } else if (letter == '\n') {
      end_row();
    }
  }
  end_row();
  return rows;
}

std::string csv_text(std::string_view text) {
  std::string cell = "\"";
  for (const char letter : text) cell.append(letter == '"' ? 2 : 1, letter);
  return cell + '"';
}

}  // namespace trivium::learning::charts
