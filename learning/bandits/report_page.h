// One self-contained HTML page: how it looks, and the few things that reports are made of. Well-formed XML as well; no script.
#pragma once

#include <fmt/format.h>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "learning/harness/markup.h"

namespace trivium::learning::bandit_lab {

inline constexpr std::string_view kReportStyle = R"css(
:root { color-scheme: light dark; --paper: #fdfcfa; --ink: #23211e; --faint: #6d6860; --rule: #dedad2; --good: #1c5d99; --bad: #b0481e; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #191817; --ink: #e6e2da; --faint: #a19b90; --rule: #3a3835; --good: #7fb5e8; --bad: #ee9a6c; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: 3rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; overflow-wrap: break-word; }
h1 { margin: 0 0 0.5rem; font-size: 2rem; line-height: 1.2; font-weight: 600; }
h2 { margin: 2.75rem 0 0.75rem; font-size: 1.3rem; font-weight: 600; }
h3 { margin: 1.75rem 0 0.5rem; font-size: 1rem; font-weight: 600; }
p { max-width: 48rem; margin: 0 0 0.9rem; }
.note { color: var(--faint); font-size: 0.9em; font-weight: 400; }
.scroll { overflow-x: auto; margin: 0 0 1.25rem; }
table { border-collapse: collapse; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.35rem 0.9rem 0.35rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--rule); }
th { color: var(--faint); font-weight: 500; }
td.yes { color: var(--good); font-weight: 600; }
td.no { color: var(--bad); }
td .note { font-style: normal; }
td.open { color: var(--faint); font-style: italic; }
.verdict { font-weight: 600; }
figure { margin: 0 0 1.5rem; overflow-x: auto; }
figure svg { max-width: 100%; height: auto; border-radius: 4px; }
pre { overflow-x: auto; font: 0.8125rem/1.45 ui-monospace, "DejaVu Sans Mono", Menlo, monospace; }
details { margin: 0 0 1.25rem; }
summary { cursor: pointer; color: var(--faint); }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--rule); color: var(--faint); font-size: 0.9rem; }
@media print { body { max-width: none; padding: 0; font-size: 9.5pt; } figure, tr { break-inside: avoid; } }
)css";

/// A cell of a table: text, and the class of style that it has, if any.
struct PageCell {
  std::string text;  ///< as it is told; escaped here
  std::string kind{};
  std::string note{};  ///< smaller, below
};

inline std::string page_table(std::span<const std::string> head, std::span<const std::vector<PageCell>> rows) {
  std::string html = "<div class=\"scroll\"><table>\n<thead><tr>";
  for (const std::string& name : head) html += fmt::format("<th>{}</th>", escape_markup(name));
  html += "</tr></thead>\n<tbody>\n";
  for (const std::vector<PageCell>& row : rows) {
    html += "<tr>";
    for (const PageCell& cell : row) {
      html += cell.kind.empty() ? "<td>" : fmt::format("<td class=\"{}\">", cell.kind);
      html += escape_markup(cell.text);
      if (!cell.note.empty()) html += fmt::format("<br/><span class=\"note\">{}</span>", escape_markup(cell.note));
      html += "</td>";
    }
    html += "</tr>\n";
  }
  return html + "</tbody>\n</table></div>\n";
}

inline std::string page_paragraph(std::string_view text, std::string_view kind = {}) {
  return fmt::format("<p{}>{}</p>\n", kind.empty() ? std::string() : fmt::format(" class=\"{}\"", kind), escape_markup(text));
}

/// Text of a terminal, folded away.
inline std::string page_details(std::string_view summary, std::string_view text) {
  return fmt::format("<details><summary>{}</summary>\n<pre>{}</pre></details>\n", escape_markup(summary), escape_markup(text));
}

inline std::string page_figure(std::string_view svg) { return fmt::format("<figure>\n{}</figure>\n", svg); }

inline std::string page(std::string_view title, std::string_view body) {
  return fmt::format(
             "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>{0}</title>\n<style>",
             escape_markup(title)) +
         std::string(kReportStyle) +
         fmt::format("</style>\n</head>\n<body>\n<h1>{}</h1>\n{}</body>\n</html>\n", escape_markup(title), body);
}

}  // namespace trivium::learning::bandit_lab
