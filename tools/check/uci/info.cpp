#include "tools/check/uci/info.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>

#include "engine/chess/rules/notation.h"
#include "engine/core/text.h"

namespace trivium::check {

namespace {

constexpr std::size_t kShownField = 40;

enum class Kind : std::uint8_t { kCount, kPerMille, kScore, kChances, kMove, kMoves, kText };

struct Field {
  std::string_view word;
  Kind kind;
};

/// Fields of the UCI text, and wdl, which common programs have added.
constexpr auto kFields = std::to_array<Field>({{"depth", Kind::kCount},
                                               {"seldepth", Kind::kCount},
                                               {"time", Kind::kCount},
                                               {"nodes", Kind::kCount},
                                               {"pv", Kind::kMoves},
                                               {"multipv", Kind::kCount},
                                               {"score", Kind::kScore},
                                               {"currmove", Kind::kMove},
                                               {"currmovenumber", Kind::kCount},
                                               {"hashfull", Kind::kPerMille},
                                               {"nps", Kind::kCount},
                                               {"tbhits", Kind::kCount},
                                               {"sbhits", Kind::kCount},
                                               {"cpuload", Kind::kCount},
                                               {"string", Kind::kText},
                                               {"refutation", Kind::kMoves},
                                               {"currline", Kind::kMoves},
                                               {"wdl", Kind::kChances}});

const Field* find_field(std::string_view word) {
  const auto found = std::ranges::find(kFields, word, &Field::word);
  return found == kFields.end() ? nullptr : &*found;
}

std::string_view peek_word(std::string_view text) { return text::take_word(text); }

bool looks_like_a_move(std::string_view word) {
  const auto square = [&](std::size_t at) {
    return word[at] >= 'a' && word[at] <= 'h' && word[at + 1] >= '1' && word[at + 1] <= '8';
  };
  if (word == "0000") return true;
  if (word.size() != 4 && word.size() != 5) return false;
  return square(0) && square(2) &&
         (word.size() == 4 || std::string_view("nbrq").find(word[4]) != std::string_view::npos);
}

/// Reads one line and collects its faults.
class InfoReader {
 public:
  explicit InfoReader(std::string_view line) : rest_(line) {
    text::take_word(rest_);
    for (std::string_view word = text::take_word(rest_); !word.empty();
         word = text::take_word(rest_))
      read_field(word);
  }

  std::vector<std::string> faults;
  std::vector<std::string> unknown;

 private:
  void fault(std::string_view field, std::string_view found, std::string_view what) {
    faults.push_back(
        found.empty() ? fmt::format("{}: its value is missing", field)
                      : fmt::format("{}: {} is {}", field, text::quoted(found, kShownField), what));
  }

  void read_count(std::string_view field, std::int64_t minimum, std::int64_t maximum) {
    const std::string_view word = text::take_word(rest_);
    const std::optional<std::int64_t> value = text::parse_number<std::int64_t>(word);
    if (!value) return fault(field, word, "not a whole number");
    if (*value < minimum || *value > maximum) fault(field, word, "out of range");
  }

  void read_score() {
    const std::string_view unit = text::take_word(rest_);
    if (unit != "cp" && unit != "mate") return fault("score", unit, "neither cp nor mate");
    read_count(fmt::format("score {}", unit), -kMax, kMax);
    while (peek_word(rest_) == "lowerbound" || peek_word(rest_) == "upperbound")
      text::take_word(rest_);
  }

  void read_moves(std::string_view field) {
    if (field == "currline" && text::parse_number<std::int64_t>(peek_word(rest_)))
      text::take_word(rest_);
    std::size_t count = 0;
    while (!peek_word(rest_).empty() && find_field(peek_word(rest_)) == nullptr) {
      const std::string_view word = text::take_word(rest_);
      ++count;
      if (!looks_like_a_move(word)) fault(field, word, "not a move");
    }
    if (count == 0) fault(field, {}, {});
  }

  void read_field(std::string_view word) {
    const Field* field = find_field(word);
    if (field == nullptr) {
      unknown.emplace_back(text::printable(word, kShownField));
      while (!peek_word(rest_).empty() && find_field(peek_word(rest_)) == nullptr)
        text::take_word(rest_);
      return;
    }
    switch (field->kind) {
      case Kind::kCount:
        return read_count(word, 0, kMax);
      case Kind::kPerMille:
        return read_count(word, 0, 1000);
      case Kind::kScore:
        return read_score();
      case Kind::kChances:
        for (int i = 0; i < 3; ++i) read_count(word, 0, 1000);
        return;
      case Kind::kMove:
        if (const std::string_view move = text::take_word(rest_); !looks_like_a_move(move))
          fault(word, move, "not a move");
        return;
      case Kind::kMoves:
        return read_moves(word);
      case Kind::kText:
        rest_ = {};
        return;
    }
  }

  static constexpr std::int64_t kMax = std::int64_t{1} << 62;
  std::string_view rest_;
};

}  // namespace

std::vector<std::string> info_faults(std::string_view line) { return InfoReader(line).faults; }

std::vector<std::string> unknown_info_fields(std::string_view line) {
  return InfoReader(line).unknown;
}

std::optional<std::string> illegal_move_in(const chess::Position& from, std::string_view line) {
  chess::Position position = from;
  int count = 0;
  for (const std::string& word : text::words(line)) {
    const Result<chess::Move> move = chess::parse_uci_move(position, word);
    ++count;
    if (!move) return fmt::format("move {}: {}", count, move.error().message);
    position.do_move(*move);
  }
  return std::nullopt;
}

}  // namespace trivium::check
