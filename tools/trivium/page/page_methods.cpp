#include "tools/trivium/page/page_methods.h"

#include <system_error>
#include <utility>

#include "models/format/load_error.h"
#include "models/format/model_path.h"
#include "models/format/weight_file.h"
#include "tools/trivium/page/journal_page.h"
#include "tools/trivium/page/listed_files.h"
#include "tools/trivium/page/parameters.h"
#include "tools/trivium/page/poker_page.h"

namespace trivium::tools::page {

namespace fs = std::filesystem;
using nlohmann::json;
using web::Answer;

namespace {

/// Larger files of weights are not styles, and are not read.
constexpr std::uintmax_t kMaxStyleBytes = std::uintmax_t{1} << 22;
constexpr const char* kStyleExtension = ".safetensors";

using GamePages = std::vector<std::shared_ptr<const BoardPage>>;

/// True for files of weights of a style for chess.
bool is_style(const fs::directory_entry& entry) {
  std::error_code failure;
  if (entry.path().extension() != kStyleExtension || entry.file_size(failure) > kMaxStyleBytes)
    return false;
  try {
    return format::read_weight_file(entry.path()).kind.starts_with("chess.choice");
  } catch (const format::LoadError&) {
    return false;
  }
}

/// Calls `answer`. The error of a Refusal is the answer, too.
template <class Function>
Answer answered(const Function& answer) {
  try {
    return answer();
  } catch (const Refusal& refusal) {
    return refusal.error;
  }
}

/// Makes the methods and topics return refusals as errors.
void answer_refusals(web::Methods& methods) {
  for (auto& [name, method] : methods.methods) {
    method.run = [run = std::move(method.run)](const web::Call& call) {
      return answered([&] { return run(call); });
    };
  }
  for (auto& [name, topic] : methods.topics) {
    topic.poll = [poll = std::move(topic.poll)](const json& params, json& seen) {
      return answered([&] { return poll(params, seen); });
    };
  }
}

/// What the page must know first: games, strategies, styles, tournaments, runs and limits.
json hello(const GamePages& boards, const server::ServerConfig& config,
           const std::string& version) {
  json list = json::array();
  for (const auto& board : boards) {
    list.push_back({{"game", board->game()},
                    {"name", board->name()},
                    {"protocol", board->game() == "chess" ? "uci" : "gtp"},
                    {"first_lines", board->first_lines()}});
  }
  json styles = json::array();
  for (const auto& [name, file] : listed_files(config.web.styles, is_style))
    styles.push_back({{"name", file.path.stem().string()}});
  return {{"version", version},
          {"web", true},
          {"games", std::move(list)},
          {"poker", poker_choices()},
          {"styles", std::move(styles)},
          {"journals", listed_names(config.web.journals, may_be_journal)},
          {"runs", listed_names(config.web.runs, is_run)},
          {"limits",
           {{"searches", config.limits.searches},
            {"connections", config.limits.connections},
            {"line_bytes", config.limits.line_bytes}}}};
}

}  // namespace

std::function<web::Methods()> page_methods(std::function<PageModels()> models,
                                           const server::ServerConfig& config,
                                           const std::string& version) {
  const auto shelf = std::make_shared<PolicyShelf>();
  return [models = std::move(models), config, version, shelf] {
    const PageModels used = models();
    const GamePages boards{make_chess_page(used.chess, style_finder(config.web.styles)),
                           make_connect6_page(used.connect6), make_reversi_page(used.reversi)};
    web::Methods methods;
    methods.methods["hello"] = {web::Lane::kReading,
                                [boards, config, version](const web::Call&) -> Answer {
                                  return hello(boards, config, version);
                                }};
    add_board_methods(methods, boards);
    add_poker_methods(methods, shelf);
    add_journal_methods(methods, config.web.journals);
    add_run_methods(methods, config.web.runs);
    answer_refusals(methods);
    return methods;
  };
}

fs::path page_folder() {
  std::error_code failure;
  const fs::path program = fs::read_symlink("/proc/self/exe", failure);
  // The page lies beside the models: build/web, share/trivium/web.
  for (const fs::path& models : format::model_folders(program, "")) {
    fs::path place = models.parent_path() / "web";
    if (fs::exists(place / "index.html", failure)) return place;
  }
  return {};
}

FindStyle style_finder(std::vector<fs::path> folders) {
  return [folders = std::move(folders)](const std::string& name) {
    const Result<fs::path> file = find_listed(folders, name + kStyleExtension, is_style);
    return file ? *file : fs::path();
  };
}

}  // namespace trivium::tools::page
