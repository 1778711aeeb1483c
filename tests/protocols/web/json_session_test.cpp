#include "protocols/web/json_session.h"

#include <atomic>
#include <condition_variable>
#include <doctest/doctest.h>
#include <mutex>
#include <stdexcept>
#include <string>

#include "tests/protocols/line/conversation.h"

namespace trivium::web {
namespace {

using nlohmann::json;

/// Methods of the tests: `echo` returns its parameters, `wait` runs until it is stopped.
Methods test_methods() {
  Methods methods;
  methods.methods["echo"] = {Lane::kAtOnce, [](const Call& call) -> Answer { return call.params; }};
  methods.methods["read"] = {Lane::kReading,
                             [](const Call& call) -> Answer { return call.params; }};
  methods.methods["refuse"] = {Lane::kReading, [](const Call&) -> Answer {
                                 return Error{"bad_position", "no king"};
                               }};
  methods.methods["throw"] = {
      Lane::kReading, [](const Call&) -> Answer { throw std::runtime_error("the file is gone"); }};
  methods.methods["wait"] = {Lane::kSearching, [](const Call& call) -> Answer {
                               call.progress({{"nodes", 1}});
                               call.progress({{"nodes", 2}});  // too soon after the first one
                               std::mutex mutex;
                               std::condition_variable_any never;
                               std::unique_lock lock(mutex);
                               never.wait(lock, call.stop, [] { return false; });
                               return json("stopped");
                             }};
  methods.topics["count"] = {Lane::kAtOnce, [](const json&, json& seen) -> Answer {
                               if (!seen.is_null()) return json();
                               seen = 1;
                               return json{{"value", 1}};
                             }};
  methods.topics["broken"] = {Lane::kReading, [](const json&, json&) -> Answer {
                                return Error{"not_found", "no such name"};
                              }};
  return methods;
}

class JsonTalk {
 public:
  explicit JsonTalk(std::shared_ptr<line::SearchSlots> slots = nullptr)
      : talk_([slots](auto channel) {
          return make_json_session(std::move(channel), {test_methods, slots});
        }) {
    talk_.client().write("json 1\n");
  }

  void send(const std::string& line) { talk_.client().write(line + "\n"); }
  json read() {
    const auto line = talk_.client().read_line();
    return line ? json::parse(*line) : json();
  }
  json ask(const std::string& line) {
    send(line);
    return read();
  }
  line::Client& client() { return talk_.client(); }
  bool over() { return talk_.over(); }

 private:
  line::Conversation talk_;
};

TEST_CASE("a request is answered under its number") {
  JsonTalk talk;
  CHECK(talk.ask(R"({"id":7,"method":"echo","params":{"a":1}})") ==
        json{{"id", 7}, {"result", {{"a", 1}}}});
  CHECK(talk.ask(R"({"id":"x","method":"read"})") == json{{"id", "x"}, {"result", json::object()}});
}

TEST_CASE("bad requests are answered and the session goes on") {
  JsonTalk talk;
  for (const char* line : {"nonsense", "[1]", "{}", R"({"id":1})", R"({"id":{},"method":"echo"})",
                           R"({"id":1,"method":5})", R"({"id":1,"method":"echo","params":[]})",
                           R"({"id":1,"method":"missing"})", R"({"id":1,"method":"subscribe"})",
                           R"({"id":1,"method":"subscribe","params":{"topic":5}})"}) {
    CAPTURE(line);
    CHECK(talk.ask(line)["error"]["code"] == "bad_request");
  }
  const std::string deep = R"({"id":1,"method":"echo","params":)" + std::string(30000, '[') + "}";
  CHECK(talk.ask(deep)["error"]["code"] == "bad_request");
  CHECK(talk.ask(R"({"id":2,"method":"echo"})")["id"] == 2);
}

TEST_CASE("a first line other than the greeting ends the session") {
  line::Conversation talk([](auto channel) {
    return make_json_session(std::move(channel), {test_methods, nullptr});
  });
  talk.client().write("json 2\n");
  const auto line = talk.client().read_line();
  REQUIRE(line);
  CHECK(json::parse(*line)["error"]["code"] == "bad_request");
  CHECK(talk.over());
}

TEST_CASE("errors and exceptions of a method are answers") {
  JsonTalk talk;
  CHECK(talk.ask(R"({"id":1,"method":"refuse"})")["error"] ==
        json{{"code", "bad_position"}, {"message", "no king"}});
  CHECK(talk.ask(R"({"id":2,"method":"throw"})")["error"]["code"] == "failed");
}

TEST_CASE("a running request reports progress and is canceled") {
  JsonTalk talk;
  CHECK(talk.ask(R"({"id":1,"method":"wait"})") ==
        json{{"id", 1}, {"event", "progress"}, {"data", {{"nodes", 1}}}});
  CHECK(talk.ask(R"({"id":2,"method":"cancel","params":{"id":1}})")["result"]["canceled"] == true);
  const json answer = talk.read();
  CHECK(answer["id"] == 1);
  CHECK(answer["error"]["code"] == "canceled");
}

TEST_CASE("a waiting request is canceled before it runs") {
  JsonTalk talk;
  talk.send(R"({"id":1,"method":"wait"})");
  talk.read();
  talk.send(R"({"id":2,"method":"wait"})");
  talk.send(R"({"id":3,"method":"cancel","params":{"id":2}})");
  CHECK(talk.read()["error"]["code"] == "canceled");
  CHECK(talk.read()["id"] == 3);
  CHECK(talk.ask(R"({"id":4,"method":"cancel","params":{"id":99}})")["result"]["canceled"] ==
        false);
}

TEST_CASE("a computation waits for a place among the searches, short requests do not") {
  const auto slots = std::make_shared<line::SearchSlots>(1);
  JsonTalk first(slots), second(slots);
  first.send(R"({"id":1,"method":"wait"})");
  CHECK(first.read()["event"] == "progress");
  second.send(R"({"id":1,"method":"wait"})");
  CHECK(second.ask(R"({"id":2,"method":"read"})")["id"] == 2);
  first.send(R"({"id":2,"method":"cancel","params":{"id":1}})");
  CHECK(second.read()["event"] == "progress");
}

TEST_CASE("too many requests at once are refused") {
  JsonTalk talk;
  talk.send(R"({"id":0,"method":"wait"})");
  talk.read();
  for (int id = 1; id <= 65; ++id)
    talk.send(R"({"id":)" + std::to_string(id) + R"(,"method":"wait"})");
  const json answer = talk.read();
  CHECK(answer["id"] == 65);
  CHECK(answer["error"]["code"] == "busy");
}

TEST_CASE("a subscription sends news until it is canceled") {
  JsonTalk talk;
  CHECK(talk.ask(R"({"id":1,"method":"subscribe","params":{"topic":"count"}})") ==
        json{{"id", 1}, {"event", "news"}, {"data", {{"value", 1}}}});
  talk.send(R"({"id":2,"method":"cancel","params":{"id":1}})");
  CHECK(talk.read()["error"]["code"] == "canceled");
  CHECK(talk.read()["result"]["canceled"] == true);
  CHECK(talk.ask(R"({"id":3,"method":"subscribe","params":{"topic":"broken"}})")["error"]["code"] ==
        "not_found");
}

TEST_CASE("a client that leaves ends its requests and subscriptions") {
  JsonTalk talk;
  talk.send(R"({"id":1,"method":"wait"})");
  talk.read();
  talk.send(R"({"id":2,"method":"subscribe","params":{"topic":"count"}})");
  talk.read();
  talk.client().hang_up();
  CHECK(talk.over());
}

}  // namespace
}  // namespace trivium::web
