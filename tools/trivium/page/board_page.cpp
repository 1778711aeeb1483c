#include "tools/trivium/page/board_page.h"

#include "engine/core/text.h"
#include "tools/trivium/page/parameters.h"
#include "tools/trivium/page/review.h"

namespace trivium::tools::page {

using nlohmann::json;

namespace {

constexpr double kUsualSeconds = 10;
constexpr double kMaxSeconds = 3600;
constexpr std::uint64_t kMaxReviewNodes = 100'000'000;

using Boards = std::vector<std::shared_ptr<const BoardPage>>;

[[noreturn]] void refuse(const BoardPage& page, const char* what) {
  throw Refusal(Error("unavailable", "{} has no {}", page.name(), what));
}

const BoardPage& game_in(const Boards& games, const json& params) {
  const std::string name = needed_text(params, "game");
  for (const auto& page : games) {
    if (page->game() == name) return *page;
  }
  const std::string known =
      text::joined(games, ", ", [](const auto& page) { return std::string(page->game()); });
  throw Refusal(Error("bad_request", "game: {} is none of {}", text::quoted(name, 32), known));
}

Line line_in(const json& params) { return {text_of(params, "start"), texts_of(params, "moves")}; }

/// Returns a method that calls `answer` with the game and the position of a request.
web::Method on_line(web::Lane lane, const Boards& games,
                    std::function<json(const BoardPage&, const Line&, const web::Call&)> answer) {
  return {lane, [games, answer = std::move(answer)](const web::Call& call) -> web::Answer {
            const BoardPage& page = game_in(games, call.params);
            return answer(page, line_in(call.params), call);
          }};
}

}  // namespace

std::optional<double> BoardPage::style_probability(const Line& /*line*/,
                                                   const std::string& style) const {
  if (style.empty()) return std::nullopt;
  refuse(*this, "styles");
}

json BoardPage::heat(const Line& /*line*/, const web::Call& /*call*/) const {
  refuse(*this, "heat map");
}

json BoardPage::solve(const Line& /*line*/, double /*seconds*/, const web::Call& /*call*/) const {
  refuse(*this, "solver");
}

void add_board_methods(web::Methods& methods, Boards games) {
  methods.methods["position"] = on_line(
      web::Lane::kReading, games, [](const BoardPage& page, const Line& line, const web::Call&) {
        return page.position(line);
      });
  methods.methods["explain"] =
      on_line(web::Lane::kSearching, games,
              [](const BoardPage& page, const Line& line, const web::Call& call) {
                return page.explain(line, call);
              });
  methods.methods["heat"] = on_line(web::Lane::kSearching, games,
                                    [](const BoardPage& page, const Line& line,
                                       const web::Call& call) { return page.heat(line, call); });
  methods.methods["solve"] = on_line(
      web::Lane::kSearching, games,
      [](const BoardPage& page, const Line& line, const web::Call& call) {
        const double seconds = seconds_of(call.params, "seconds", kUsualSeconds, kMaxSeconds);
        return page.solve(line, seconds, call);
      });
  methods.methods["review"] = {
      web::Lane::kSearching, [games](const web::Call& call) -> web::Answer {
        const BoardPage& page = game_in(games, call.params);
        const std::string text = needed_text(call.params, "text");
        const std::uint64_t nodes =
            number_of(call.params, "nodes", ReviewOptions().nodes, 1, kMaxReviewNodes);
        const std::string style = text_of(call.params, "style");
        const auto progress = [&call](std::size_t done, std::size_t all) {
          call.progress({{"done", done}, {"total", all}});
        };
        return to_json(review_game(page, text, {nodes, style}, progress, call.stop));
      }};
  methods.methods["parse"] = {web::Lane::kReading, [games](const web::Call& call) -> web::Answer {
                                const BoardPage& page = game_in(games, call.params);
                                const Line line = page.parse(needed_text(call.params, "text"));
                                return json{{"start", line.start}, {"moves", line.moves}};
                              }};
}

}  // namespace trivium::tools::page
