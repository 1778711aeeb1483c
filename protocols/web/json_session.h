// Session of JSON requests, which the page in the browser sends: one object per line in each
// direction.
//
//     -> json 1
//     -> {"id":7,"method":"explain","params":{...}}
//     <- {"id":7,"event":"progress","data":{...}}
//     <- {"id":7,"result":{...}}   or   {"id":7,"error":{"code":"bad_position","message":"..."}}
//     -> {"id":8,"method":"cancel","params":{"id":7}}
//     -> {"id":9,"method":"subscribe","params":{"topic":"journal","name":"..."}}
//
// The session knows no game; JsonConfig supplies the methods. Short methods run at once. Methods
// that read files run one after the other on one thread, and methods that compute on another, as
// soon as one of the server's search slots is free. A subscription sends events until it is
// canceled.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "protocols/line/channels/channel.h"
#include "protocols/line/search_slots.h"

namespace trivium::web {

/// What a method receives.
struct Call {
  const nlohmann::json& params;  ///< an object
  std::stop_token stop;          ///< requested by `cancel`, and at the end of the session
  /// Sends a progress event, at most four per second; drops the others. Must be called on the
  /// thread of the method.
  std::function<void(nlohmann::json data)> progress;
};

using Answer = Result<nlohmann::json>;

/// Where a method runs.
enum class Lane : std::uint8_t {
  kAtOnce,     ///< on the I/O thread: less than a millisecond, no file
  kReading,    ///< on a thread of the session, for files
  kSearching,  ///< on a second thread of the session, with a search slot
};

struct Method {
  Lane lane = Lane::kAtOnce;
  /// Must not throw on the I/O thread; elsewhere an exception becomes the error "failed".
  std::function<Answer(const Call& call)> run;
};

/// What a client can subscribe to.
struct Topic {
  Lane lane = Lane::kReading;  ///< kAtOnce or kReading
  /// Returns the next event, or null if nothing is new. `seen` is null at first, and then what the
  /// last call left in it. Called every second.
  std::function<Answer(const nlohmann::json& params, nlohmann::json& seen)> poll;
};

struct Methods {
  std::map<std::string, Method, std::less<>> methods;
  std::map<std::string, Topic, std::less<>> topics;
};

struct JsonConfig {
  /// Returns the methods of a new session. The methods may share data, which only one lane may
  /// access.
  std::function<Methods()> methods;
  std::shared_ptr<line::SearchSlots> search_slots{};  ///< null: no limit
};

/// The first line of a client that sends JSON requests.
constexpr std::string_view kJsonHello = "json 1";

/// Returns a session for `channel` whose first line is "json 1".
std::shared_ptr<line::Session> make_json_session(std::shared_ptr<line::Channel> channel,
                                                 const JsonConfig& config);

}  // namespace trivium::web
