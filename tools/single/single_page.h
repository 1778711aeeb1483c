// One-file pages: an HTML document with charts, tables, games to replay and one script of our own.
// It needs no other file and makes no request; its content security policy forbids requests.
//
// The script (replay.js) reads the games from the page and shows them in the element that
// replay_section() returns. The data are a JSON object:
//
//   {"games": [{
//     "number": 1, "seats": ["A", "B"], "result": "1-0", "reason": "White mates", "fault": false,
//     "board": {...},                      as to_json(BoardView) writes it; not in poker
//     "notes": ["+0.34/12 0.523s", ...],   one line for each move; may be missing
//     "marks": ["", "mistake", ...],       "", "inaccuracy", "mistake" or "blunder"; may be missing
//     "details": [["Best was Nf3"], ...],  lines for each move; may be missing
//     "hands": [{"state": "STATE:0:...", "note": "..."}]                      poker only
//   }]}
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace trivium::tools {

/// Returns `data` as a script element of the type application/json with the id "data". No text in
/// it can end the element or start another one: '<', '>' and '&' are written as escapes of JSON.
/// Invalid UTF-8 becomes U+FFFD.
std::string data_element(const nlohmann::ordered_json& data);

/// Returns the section in which the script shows the games of the page's data, with a heading.
std::string replay_section(std::string_view heading);

/// The script and the style sheet, replay.js and single.css, which CMake turns into strings.
extern const std::string_view kReplayScript;
extern const std::string_view kSingleStyle;

/// Returns the complete document. `body` is markup (learning/charts/page.h).
std::string single_page(std::string_view title, std::string_view body,
                        const nlohmann::ordered_json& data);

}  // namespace trivium::tools
