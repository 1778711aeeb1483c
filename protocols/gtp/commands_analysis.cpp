// GTP commands that stream search results.
#include <optional>
#include <string>
#include <utility>

#include "protocols/gtp/session.h"

namespace trivium::gtp {

Reply Session::analyze(const Arguments& arguments, Task task, AnalysisDialect dialect) {
  const Result<AnalysisRequest> request = parse_analysis(arguments);
  if (!request) return request.error();
  if (task == Task::kGenmoveAnalyze && !request->color) return Error{kInvalidColorOrCoordinate};
  if (task == Task::kGenmoveAnalyze) seat_->skip_to(*request->color);
  if (std::optional<Error> error = refusal(request->color.value_or(seat_->to_move())))
    return *std::move(error);
  if (task == Task::kAnalyze) return start_search(task, {.infinite = true}, &*request, dialect);
  if (const std::optional<std::string> planned = seat_->planned()) {
    place_chosen(*planned, Milliseconds::zero());
    channel_->send(open_response(current_id_) + "play " + *planned + "\n\n");
    return Reply::later();
  }
  return start_search(task, move_limits(), &*request, dialect);
}

}  // namespace trivium::gtp
