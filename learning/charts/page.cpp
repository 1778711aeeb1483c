#include "learning/charts/page.h"

#include <fmt/format.h>

#include "learning/charts/markup.h"

namespace trivium::learning::charts {

namespace {

// Blue means more or yes, vermilion means less or no; color-blind readers can distinguish them. The
// style must not contain characters that need escaping in XML.
constexpr std::string_view kPageStyle = R"css(
:root { color-scheme: light dark; --page: #fdfcfa; --text: #23211e; --faded: #6d6860; --line: #dedad2; --good: #1c5d99; --bad: #b0481e; }
@media (prefers-color-scheme: dark) {
  :root { --page: #191817; --text: #e6e2da; --faded: #a19b90; --line: #3a3835; --good: #7fb5e8; --bad: #ee9a6c; }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 68rem; padding: 3rem 1.25rem 4rem; background: var(--page); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; overflow-wrap: break-word; }
h1 { margin: 0 0 0.5rem; font-size: 2rem; line-height: 1.2; font-weight: 600; }
h2 { margin: 2.75rem 0 0.75rem; font-size: 1.3rem; font-weight: 600; }
h3 { margin: 1.75rem 0 0.5rem; font-size: 1rem; font-weight: 600; }
p, dl { max-width: 48rem; margin: 0 0 0.9rem; }
strong, dt, .verdict { font-weight: 600; }
.lead { font-size: 1.25rem; line-height: 1.5; }
.note, .unknown, figcaption, summary, footer { color: var(--faded); font-size: 0.9em; font-weight: 400; }
.scroll, figure { overflow-x: auto; margin: 0 0 1.25rem; }
table { border-collapse: collapse; font-size: 0.875rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.35rem 0.9rem 0.35rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { color: var(--faded); font-weight: 500; }
tbody th { font-weight: 400; }
.yes, .more { color: var(--good); }
.no, .less { color: var(--bad); }
td.yes { font-weight: 600; }
td.open, td.untold { color: var(--faded); }
figure svg { max-width: 100%; min-width: 34rem; height: auto; border-radius: 4px; }
pre { overflow-x: auto; font: 0.8125rem/1.45 ui-monospace, "DejaVu Sans Mono", Menlo, monospace; }
dd { margin: 0 0 0.4rem; }
summary { cursor: pointer; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
@media print { body { max-width: none; padding: 0; font-size: 9.5pt; } figure, tr { break-inside: avoid; } }
)css";

}  // namespace

std::string page_table(std::span<const std::string> head,
                       std::span<const std::vector<PageCell>> rows) {
  std::string html = "<div class=\"scroll\"><table>\n<thead><tr>";
  for (const std::string& name : head)
    html += fmt::format("<th scope=\"col\">{}</th>", escape_markup(name));
  html += "</tr></thead>\n<tbody>\n";
  for (const std::vector<PageCell>& row : rows) {
    html += "<tr>";
    for (const PageCell& cell : row) {
      const std::string_view tag = &cell == &row.front() ? "th" : "td";
      html += fmt::format("<{}{}", tag, tag == "th" ? " scope=\"row\"" : "");
      html += cell.kind.empty() ? ">" : fmt::format(" class=\"{}\">", cell.kind);
      html += escape_markup(cell.text);
      if (!cell.note.empty())
        html += fmt::format("<br/><span class=\"note\">{}</span>", escape_markup(cell.note));
      html += fmt::format("</{}>", tag);
    }
    html += "</tr>\n";
  }
  return html + "</tbody>\n</table></div>\n";
}

std::string page_paragraph(std::string_view text, std::string_view kind) {
  return fmt::format("<p{}>{}</p>\n",
                     kind.empty() ? std::string() : fmt::format(" class=\"{}\"", kind),
                     escape_markup(text));
}

std::string page_details(std::string_view summary, std::string_view text) {
  return fmt::format("<details><summary>{}</summary>\n<pre>{}</pre></details>\n",
                     escape_markup(summary), escape_markup(text));
}

std::string page_figure(std::string_view svg) {
  return fmt::format("<figure>\n{}</figure>\n", svg);
}

std::string page(std::string_view title, std::string_view body, std::string_view head) {
  return fmt::format(
             "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" "
             "lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
             "<meta name=\"viewport\" content=\"width=device-width, "
             "initial-scale=1\"/>\n<title>{0}</title>\n<style>",
             escape_markup(title)) +
         std::string(kPageStyle) +
         fmt::format("</style>\n{}</head>\n<body>\n<h1>{}</h1>\n{}</body>\n</html>\n", head,
                     escape_markup(title), body);
}

}  // namespace trivium::learning::charts
