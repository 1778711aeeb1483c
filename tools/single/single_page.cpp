#include "tools/single/single_page.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "learning/charts/markup.h"
#include "learning/charts/page.h"
#include "models/format/strict_json.h"

namespace trivium::tools {
namespace {

/// The page may run the script in it and use its styles, and may load nothing.
constexpr std::string_view kPolicy =
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
    "script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; "
    "form-action 'none'\"/>\n";

}  // namespace

std::string data_element(const nlohmann::ordered_json& data) {
  std::string element = "<script type=\"application/json\" id=\"data\">";
  // These characters occur only in strings, where JSON allows escapes.
  for (const char letter : format::json_line(data)) {
    if (std::string_view("<>&").find(letter) == std::string_view::npos) {
      element += letter;
    } else {
      element += fmt::format("\\u{:04x}", static_cast<int>(letter));
    }
  }
  return element + "</script>\n";
}

std::string replay_section(std::string_view heading) {
  return fmt::format(
      "<h2>{}</h2>\n<noscript><p>The games need JavaScript.</p></noscript>\n"
      "<div id=\"replay\"></div>\n",
      learning::charts::escape_markup(heading));
}

std::string single_page(std::string_view title, std::string_view body,
                        const nlohmann::ordered_json& data) {
  std::string head(kPolicy);
  head += fmt::format("<style>{}</style>\n", kSingleStyle);
  std::string content(body);
  content += data_element(data);
  // The comments keep the document well-formed XML: a script may contain '<' and '&'.
  content += fmt::format("<script>//<![CDATA[\n{}\n//]]></script>\n", kReplayScript);
  return learning::charts::page(title, content, head);
}

}  // namespace trivium::tools
