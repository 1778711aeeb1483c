#include "engine/connect6/patterns/pattern_set.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/connect6/patterns/pattern_tactics.h"
#include "engine/core/readers/statement_reader.h"
#include "engine/core/text.h"

namespace trivium::connect6 {

namespace {

constexpr std::uint32_t kAnswerCodes = 4;  // see PatternBoard::passing_codes()

constexpr std::array<std::string_view, 3> kEdgeNames = {"opponent", "outside", "clipped"};
constexpr std::array<std::string_view, 5> kKindNames = {"line", "makes", "parries", "distance",
                                                        "answers"};
constexpr std::array<std::string_view, 2> kNoYes = {"no", "yes"};
constexpr std::array<std::string_view, 2> kSides = {"behind", "ahead"};

/// Paper 000's four sets; "extended" adds all that the paper lacks; "compact" predicts stones as
/// well as "extended" with a quarter of its features, because its lines are shorter and include the
/// edge.
constexpr std::array kNamedSets = std::to_array<NamedDefinition>({
    {"paper-1",
     "name paper-1\nline row 6\nline column 6\nline rising 6\nline falling 6\nfeatures 5832\n"},
    {"paper-2",
     "name paper-2\nline row 7\nline column 7\nline rising 7\nline falling 7\nfeatures 17496\n"},
    {"paper-3",
     "name paper-3\nline row 8\nline column 8\nline rising 8\nline falling 8\nfeatures 52488\n"},
    {"paper-4",
     "name paper-4\nline row 8\nline column 8\nline rising 7\nline falling 7\nfeatures 34992\n"},
    {"extended",
     "name extended\nplayer no\nturn yes\nline row+column 10\nline rising+falling "
     "10\nmakes\nparries\nanswers\n"
     "distance 1 24\ndistance 2 24\ndistance 3 24\n"},
    {"compact",
     "name compact\nplayer no\nturn yes\nedge clipped\nline row+column 8\nline rising+falling "
     "8\nmakes\nparries\nanswers\n"
     "distance 1 24\ndistance 2 24\ndistance 3 24\n"},
});
constexpr auto kNames = names_of(kNamedSets);

std::uint64_t power(std::uint64_t base, int exponent) noexcept {
  std::uint64_t result = 1;
  for (int i = 0; i < exponent; ++i) result *= base;
  return result;
}

/// Number of codes of all lines of at most `reach` cells on one side: 1 + 3 + 9 + ...
std::uint64_t clipped_codes(int reach) noexcept { return (power(3, reach + 1) - 1) / 2; }

std::string table_name(const PatternGroup& group, std::string_view directions) {
  switch (group.kind) {
    case GroupKind::kLine:
      return std::string(directions) + '_' + std::to_string(group.behind) + '_' +
             std::to_string(group.ahead);
    case GroupKind::kDistance:
      return "distance" + std::to_string(group.stone);
    default:
      return std::string(kKindNames[static_cast<std::size_t>(group.kind)]);
  }
}

}  // namespace

std::uint64_t code_count(const PatternGroup& group) noexcept {
  switch (group.kind) {
    case GroupKind::kLine:
      if (group.edge == Edge::kClipped)
        return clipped_codes(group.behind) * clipped_codes(group.ahead);
      return power(group.edge == Edge::kOutside ? 4 : 3, group.behind + group.ahead);
    case GroupKind::kMakes:
    case GroupKind::kOpponentMakes:
      return kTacticCodes;
    case GroupKind::kDistance:
      return static_cast<std::uint64_t>(group.limit);
    case GroupKind::kParries:
      return kAnswerCodes;
  }
  return 0;
}

/// Reads one definition.
class PatternSetReader {
 public:
  explicit PatternSetReader(std::string_view text) : reader_("patterns", text) {}

  Result<PatternSet> read() {
    if (reader_.is_too_long())
      return Error{"connect6.patterns.size",
                   "patterns: the definition is longer than 65536 characters"};
    while (reader_.next_statement())
      if (Status status = read_statement(); !status) return status.error();
    const auto stands = [](const PatternGroup& group) { return is_standing(group.kind); };
    if (std::ranges::none_of(set_.groups_, stands))
      return reader_.error("a set needs at least one group of lines, makes or parries");
    return std::move(set_);
  }

 private:
  /// A word that may begin a line, and the handler of the rest of the line.
  struct Word {
    std::string_view text;
    Status (PatternSetReader::*read)();
    bool is_setting = false;  ///< true for words that neither add nor count features

    operator std::string_view() const noexcept { return text; }
  };
  static const std::array<Word, 12> kWords;

  Status read_statement() {
    const auto word = std::ranges::find(kWords, reader_.word(), &Word::text);
    if (word == kWords.end()) return reader_.unknown_keyword(kWords);
    if (counted_ && !word->is_setting) return reader_.error("nothing may follow 'features'");
    if (Status status = (this->*word->read)(); !status) return status;
    return reader_.expect_end();
  }

  Status read_name() {
    Result<std::string> name = reader_.take_name();
    if (!name) return name.error();
    set_.name_ = *std::move(name);
    return {};
  }

  template <std::size_t Count, class Set>
  Status read_setting(const std::array<std::string_view, Count>& words, const Set& set) {
    const Result<int> value = reader_.take_one_of(words);
    if (!value) return value.error();
    set(*value);
    return {};
  }

  Status read_edge() {
    return read_setting(kEdgeNames, [&](int value) { defaults_.edge = static_cast<Edge>(value); });
  }
  Status read_player() {
    return read_setting(kNoYes, [&](int value) { defaults_.player = value == 1; });
  }
  Status read_turn() {
    return read_setting(kNoYes, [&](int value) { defaults_.turn = value == 1; });
  }
  Status read_include_center() {
    return read_setting(kNoYes, [&](int value) { include_center_ = value == 1; });
  }
  Status read_longer() {
    return read_setting(kSides, [&](int value) { longer_ahead_ = value == 1; });
  }

  Status read_lines() {
    const std::string_view directions = reader_.take();
    std::vector<Direction> each;
    for (std::string_view rest = directions;;) {
      const std::size_t end = rest.find('+');
      const auto direction = index_of(rest.substr(0, end), kDirectionNames);
      if (!direction)
        return reader_.error(listed(kDirectionNames) +
                             " expected, or several joined by '+', found " + reader_.shown());
      if (std::ranges::find(each, static_cast<Direction>(*direction)) != each.end())
        return reader_.error("the same direction twice in " + reader_.shown());
      each.push_back(static_cast<Direction>(*direction));
      if (end == std::string_view::npos) break;
      rest.remove_prefix(end + 1);
    }
    const Result<int> length = reader_.take_number(
        "length", include_center_ ? 2 : 1, 2 * PatternSet::kMaxReach + (include_center_ ? 1 : 0));
    if (!length) return length.error();
    const int neighbors = include_center_ ? *length - 1 : *length;
    PatternGroup group = plain(GroupKind::kLine);
    group.edge = defaults_.edge;
    group.behind = longer_ahead_ ? neighbors / 2 : neighbors - neighbors / 2;
    group.ahead = neighbors - group.behind;
    return add(group, each, directions);
  }

  Status read_distance() {
    const Result<int> stone = reader_.take_number("stone", 1, PatternSet::kMaxDistantStone);
    if (!stone) return stone.error();
    const Result<int> limit = reader_.take_number("limit", 2, PatternSet::kMaxDistance);
    if (!limit) return limit.error();
    PatternGroup group = plain(GroupKind::kDistance);
    group.stone = *stone;
    group.limit = *limit;
    return add(group, {}, {});
  }

  template <GroupKind Kind>
  Status read_plain() {
    return add(plain(Kind), {}, {});
  }

  Status read_features() {
    const Result<int> wanted =
        reader_.take_number("features", 1, static_cast<int>(PatternSet::kMaxFeatures));
    if (!wanted) return wanted.error();
    counted_ = true;
    if (static_cast<FeatureId>(*wanted) == set_.features_) return {};
    return reader_.error("the groups above have " + std::to_string(set_.features_) +
                         " features, not " + std::to_string(*wanted));
  }

  PatternGroup plain(GroupKind kind) const {
    PatternGroup group;
    group.kind = kind;
    group.player = defaults_.player;
    group.turn = defaults_.turn;
    return group;
  }

  /// Adds a table with one group, or with one group for each of `directions`.
  Status add(PatternGroup group, const std::vector<Direction>& directions,
             std::string_view direction_names) {
    const std::size_t more = std::max<std::size_t>(directions.size(), 1);
    if (set_.groups_.size() + more > PatternSet::kMaxGroups)
      return reader_.error("more than 16 groups");
    PatternTable table;
    table.name = table_name(group, direction_names);
    if (std::ranges::find(set_.tables_, table.name, &PatternTable::name) != set_.tables_.end())
      return reader_.error("a group " + table.name + " is defined twice");
    const std::uint64_t codes = code_count(group);
    table.copies = (group.player ? 2 : 1) * (group.turn ? 2 : 1);
    if (codes > PatternSet::kMaxFeatures ||
        set_.features_ + codes * table.copies > PatternSet::kMaxFeatures)
      return reader_.error("more than " + std::to_string(PatternSet::kMaxFeatures) + " features");
    table.begin = set_.features_;
    table.codes = static_cast<std::uint32_t>(codes);
    group.table = static_cast<int>(set_.tables_.size());
    for (std::size_t i = 0; i < more; ++i) {
      if (!directions.empty()) group.direction = directions[i];
      table.groups.push_back(static_cast<int>(set_.groups_.size()));
      set_.groups_.push_back(group);
      set_.offsets_.push_back(offsets(group, table));
    }
    set_.features_ += table.features();
    set_.turn_matters_ = set_.turn_matters_ || group.turn;
    set_.tables_.push_back(std::move(table));
    return {};
  }

  static std::array<FeatureId, kMaxViews> offsets(const PatternGroup& group,
                                                  const PatternTable& table) {
    std::array<FeatureId, kMaxViews> all{};
    for (std::uint32_t view = 0; view < kMaxViews; ++view) {
      const std::uint32_t player = group.player ? view % 2 : 0;
      const std::uint32_t turn = group.turn ? (group.player ? 2 : 1) * (view / 2) : 0;
      all[view] = table.begin + (player + turn) * table.codes;
    }
    return all;
  }

  StatementReader reader_;
  PatternGroup defaults_;
  bool include_center_ = false;
  bool longer_ahead_ = true;
  bool counted_ = false;
  PatternSet set_;
};

constexpr std::array<PatternSetReader::Word, 12> PatternSetReader::kWords = {{
    {"name", &PatternSetReader::read_name, true},
    {"edge", &PatternSetReader::read_edge, true},
    {"player", &PatternSetReader::read_player, true},
    {"turn", &PatternSetReader::read_turn, true},
    {"include_centre", &PatternSetReader::read_include_center, true},
    {"longer", &PatternSetReader::read_longer, true},
    {"line", &PatternSetReader::read_lines},
    {"makes", &PatternSetReader::read_plain<GroupKind::kMakes>},
    {"parries", &PatternSetReader::read_plain<GroupKind::kOpponentMakes>},
    {"distance", &PatternSetReader::read_distance},
    {"answers", &PatternSetReader::read_plain<GroupKind::kParries>},
    {"features", &PatternSetReader::read_features},
}};

Result<PatternSet> PatternSet::parse(std::string_view text) {
  return PatternSetReader(text).read();
}

Result<PatternSet> PatternSet::named(std::string_view name) {
  const Result<std::string_view> text =
      pattern_set_named(name, kNamedSets, "connect6.patterns.unknown");
  return text ? parse(*text) : text.error();
}

std::span<const std::string_view> PatternSet::names() noexcept { return kNames; }

std::string PatternSet::text() const {
  std::string text = name_.empty() ? std::string() : "name " + name_ + '\n';
  PatternGroup settings;  // current settings
  bool longer_ahead = true;
  const auto setting = [&text](std::string_view word, std::string_view value) {
    text.append(word).append(1, ' ').append(value).append(1, '\n');
  };
  for (const PatternTable& table : tables_) {
    const PatternGroup& group = groups_[static_cast<std::size_t>(table.groups.front())];
    if (std::exchange(settings.player, group.player) != group.player)
      setting("player", kNoYes[group.player ? 1 : 0]);
    if (std::exchange(settings.turn, group.turn) != group.turn)
      setting("turn", kNoYes[group.turn ? 1 : 0]);
    if (group.kind == GroupKind::kLine) {
      if (std::exchange(settings.edge, group.edge) != group.edge)
        setting("edge", kEdgeNames[static_cast<std::size_t>(group.edge)]);
      const bool ahead = group.ahead > group.behind;
      if (group.ahead != group.behind && std::exchange(longer_ahead, ahead) != ahead)
        setting("longer", kSides[ahead ? 1 : 0]);
      setting("line", table.name.substr(0, table.name.find('_')) + ' ' +
                          std::to_string(group.behind + group.ahead));
    } else if (group.kind == GroupKind::kDistance) {
      setting("distance", std::to_string(group.stone) + ' ' + std::to_string(group.limit));
    } else {
      text += table.name + '\n';
    }
  }
  setting("features", std::to_string(features_));
  return text;
}

}  // namespace trivium::connect6
