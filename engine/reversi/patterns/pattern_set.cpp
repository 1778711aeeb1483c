#include "engine/reversi/patterns/pattern_set.h"

#include <algorithm>
#include <utility>

#include "engine/core/readers/statement_reader.h"
#include "engine/core/text.h"
#include "engine/reversi/rules/vertex.h"

namespace trivium::reversi {

namespace {

constexpr std::array<std::string_view, 2> kUses = {"value", "moves"};
constexpr std::array<std::string_view, 3> kCountNames = {"flips", "mobility", "square"};
constexpr int kMaxCountCodes = 34;
constexpr std::uint32_t kSquareClasses = 10;

// "standard" has the shapes of public programs (Buro 1997; the same lines, corners and edges stand
// in all of them). "moves" has smaller ones, since a feature also says which square the move has.
constexpr std::array kNamedSets = std::to_array<NamedDefinition>({
    {"standard",
     "name standard\nuse value\nstages 12\n"
     "shape edge_x a1 b1 c1 d1 e1 f1 g1 h1 b2 g2\n"
     "shape corner_9 a1 b1 c1 a2 b2 c2 a3 b3 c3\n"
     "shape corner_10 a1 b1 c1 d1 e1 a2 b2 c2 d2 e2\n"
     "shape triangle a1 b1 c1 d1 a2 b2 c2 a3 b3 a4\n"
     "shape row_2 a2 b2 c2 d2 e2 f2 g2 h2\n"
     "shape row_3 a3 b3 c3 d3 e3 f3 g3 h3\n"
     "shape row_4 a4 b4 c4 d4 e4 f4 g4 h4\n"
     "shape diagonal_8 a1 b2 c3 d4 e5 f6 g7 h8\n"
     "shape diagonal_7 a2 b3 c4 d5 e6 f7 g8\n"
     "shape diagonal_6 a3 b4 c5 d6 e7 f8\n"
     "shape diagonal_5 a4 b5 c6 d7 e8\n"
     "shape diagonal_4 a5 b6 c7 d8\n"},
    {"moves",
     "name moves\nuse moves\nstages 6\n"
     "shape edge a1 b1 c1 d1 e1 f1 g1 h1\n"
     "shape corner a1 b1 c1 a2 b2 c2 a3 b3\n"
     "shape row_2 a2 b2 c2 d2 e2 f2 g2 h2\n"
     "shape row_3 a3 b3 c3 d3 e3 f3 g3 h3\n"
     "shape row_4 a4 b4 c4 d4 e4 f4 g4 h4\n"
     "shape diagonal_8 a1 b2 c3 d4 e5 f6 g7 h8\n"
     "shape diagonal_7 a2 b3 c4 d5 e6 f7 g8\n"
     "shape diagonal_6 a3 b4 c5 d6 e7 f8\n"
     "shape diagonal_5 a4 b5 c6 d7 e8\n"
     "shape diagonal_4 a5 b6 c7 d8\n"
     "flips 12\nmobility 20\nsquare\n"},
});
constexpr auto kNames = names_of(kNamedSets);

/// Number of the square among those that no symmetry maps to each other: a1 b1 c1 d1 b2 c2 d2 c3 d3
/// d4.
constexpr std::uint32_t square_class(Square square) noexcept {
  const int row = std::min(square / 8, 7 - square / 8);
  const int column = std::min(square % 8, 7 - square % 8);
  const int low = std::min(row, column);
  const int high = std::max(row, column);
  constexpr std::array<int, 4> kBegin = {0, 4, 7, 9};
  return static_cast<std::uint32_t>(kBegin[static_cast<std::size_t>(low)] + high - low);
}

}  // namespace

std::uint32_t PatternSet::count_code(const CountGroup& group, const Position& position,
                                     Square square, Bitboard flipped) noexcept {
  switch (group.kind) {
    case CountKind::kFlips:
      return std::min(static_cast<std::uint32_t>(count(flipped)) - 1, group.codes - 1);
    case CountKind::kMobility:
      return std::min(static_cast<std::uint32_t>(count(position.placed(square, flipped).moves())),
                      group.codes - 1);
    case CountKind::kSquare:
      return square_class(square);
  }
  return 0;
}

/// Reads one definition.
class PatternSetReader {
 public:
  explicit PatternSetReader(std::string_view text) : reader_("patterns", text) {}

  Result<PatternSet> read() {
    if (reader_.is_too_long())
      return Error{"reversi.patterns.size",
                   "patterns: the definition is longer than 65536 characters"};
    while (reader_.next_statement())
      if (Status status = read_statement(); !status) return status.error();
    if (set_.shapes_.empty()) return reader_.error("a set needs at least one shape");
    for (std::size_t s = 0; s < set_.shapes_.size(); ++s) add_places(s);
    return std::move(set_);
  }

 private:
  /// A word that may begin a line, and the handler of the rest of the line.
  struct Word {
    std::string_view text;
    Status (PatternSetReader::*read)();

    operator std::string_view() const noexcept { return text; }
  };
  static const std::array<Word, 8> kWords;

  Status read_statement() {
    const auto word = std::ranges::find(kWords, reader_.word(), &Word::text);
    if (word == kWords.end()) return reader_.unknown_keyword(kWords);
    if (counted_) return reader_.error("nothing may follow 'features'");
    if (Status status = (this->*word->read)(); !status) return status;
    return reader_.expect_end();
  }

  Status read_name() {
    Result<std::string> name = reader_.take_name();
    if (!name) return name.error();
    set_.name_ = *std::move(name);
    return {};
  }

  Status read_use() {
    if (!set_.tables_.empty()) return reader_.error("'use' must come before all features");
    const Result<int> use = reader_.take_one_of(kUses);
    if (!use) return use.error();
    set_.use_ = static_cast<PatternUse>(*use);
    return {};
  }

  Status read_stages() {
    if (!set_.tables_.empty()) return reader_.error("'stages' must come before all features");
    const Result<int> stages = reader_.take_number("stages", 1, PatternSet::kMaxStages);
    if (!stages) return stages.error();
    set_.stages_ = *stages;
    return {};
  }

  Status read_shape() {
    if (!set_.counts_.empty()) return reader_.error("shapes must come before counts");
    if (set_.shapes_.size() == PatternSet::kMaxShapes)
      return reader_.error("more than " + std::to_string(PatternSet::kMaxShapes) + " shapes");
    Result<std::string> name = reader_.take_name();
    if (!name) return name.error();
    std::vector<Square> squares;
    Bitboard taken = 0;
    while (!reader_.take().empty()) {
      const Result<Square> square = parse_square(reader_.word(), kDefaultSize);
      if (!square) return reader_.error("a square expected, found " + reader_.shown());
      if ((taken & bit(*square)) != 0)
        return reader_.error("the same square twice: " + reader_.shown());
      if (squares.size() == Shape::kMaxSquares)
        return reader_.error("a shape has at most 10 squares");
      taken |= bit(*square);
      squares.push_back(*square);
    }
    if (squares.empty()) return reader_.error("a shape needs at least one square");
    Shape shape(*name, std::move(squares), set_.use_);
    if (Status status = add_table(*std::move(name), shape.codes); !status) return status;
    set_.shapes_.push_back(std::move(shape));
    return {};
  }

  template <CountKind Kind>
  Status read_count() {
    constexpr auto kName = kCountNames[static_cast<std::size_t>(Kind)];
    if (set_.use_ != PatternUse::kMoves)
      return reader_.error("a set for values has no counts of moves");
    CountGroup group{Kind, kSquareClasses, set_.tables_.size()};
    if constexpr (Kind != CountKind::kSquare) {
      const Result<int> codes = reader_.take_number(kName, 1, kMaxCountCodes);
      if (!codes) return codes.error();
      group.codes = static_cast<std::uint32_t>(*codes);
    }
    if (Status status = add_table(std::string(kName), group.codes); !status) return status;
    set_.counts_.push_back(group);
    return {};
  }

  Status read_features() {
    const Result<int> wanted =
        reader_.take_number("features", 1, static_cast<int>(PatternSet::kMaxFeatures));
    if (!wanted) return wanted.error();
    counted_ = true;
    if (static_cast<FeatureId>(*wanted) == set_.features_) return {};
    return reader_.error("the lines above have " + std::to_string(set_.features_) +
                         " features, not " + std::to_string(*wanted));
  }

  Status add_table(std::string name, std::uint32_t codes) {
    if (std::ranges::find(set_.tables_, name, &PatternTable::name) != set_.tables_.end())
      return reader_.error("a table " + text::quoted(name, StatementReader::kMaxName) +
                           " is defined twice");
    const PatternTable table{std::move(name), set_.features_, codes,
                             static_cast<std::uint32_t>(set_.stages_)};
    if (set_.features_ + std::uint64_t{codes} * table.stages > PatternSet::kMaxFeatures)
      return reader_.error("more than " + std::to_string(PatternSet::kMaxFeatures) + " features");
    set_.features_ += table.features();
    set_.tables_.push_back(table);
    return {};
  }

  /// Lists the instances of a shape at their squares.
  void add_places(std::size_t s) {
    const Shape& shape = set_.shapes_[s];
    for (std::size_t i = 0; i < shape.instances.size(); ++i)
      for (std::size_t place = 0; place < shape.squares.size(); ++place)
        set_.at_[shape.instances[i][place]].push_back({static_cast<std::uint16_t>(s),
                                                       static_cast<std::uint16_t>(i),
                                                       static_cast<std::uint16_t>(place)});
  }

  StatementReader reader_;
  bool counted_ = false;
  PatternSet set_;
};

constexpr std::array<PatternSetReader::Word, 8> PatternSetReader::kWords = {{
    {"name", &PatternSetReader::read_name},
    {"use", &PatternSetReader::read_use},
    {"stages", &PatternSetReader::read_stages},
    {"shape", &PatternSetReader::read_shape},
    {"flips", &PatternSetReader::read_count<CountKind::kFlips>},
    {"mobility", &PatternSetReader::read_count<CountKind::kMobility>},
    {"square", &PatternSetReader::read_count<CountKind::kSquare>},
    {"features", &PatternSetReader::read_features},
}};

Result<PatternSet> PatternSet::parse(std::string_view text) {
  return PatternSetReader(text).read();
}

Result<PatternSet> PatternSet::named(std::string_view name) {
  const Result<std::string_view> text =
      pattern_set_named(name, kNamedSets, "reversi.patterns.unknown");
  return text ? parse(*text) : text.error();
}

std::span<const std::string_view> PatternSet::names() noexcept { return kNames; }

std::string PatternSet::text() const {
  std::string text = name_.empty() ? std::string() : "name " + name_ + '\n';
  text.append("use ").append(kUses[static_cast<std::size_t>(use_)]).append("\n");
  text += "stages " + std::to_string(stages_) + '\n';
  for (const Shape& shape : shapes_) {
    text += "shape " + shape.name;
    for (const Square square : shape.squares) text += ' ' + move_name(square);
    text += '\n';
  }
  for (const CountGroup& group : counts_) {
    text += tables_[group.table].name;
    if (group.kind != CountKind::kSquare) text += ' ' + std::to_string(group.codes);
    text += '\n';
  }
  return text + "features " + std::to_string(features_) + '\n';
}

}  // namespace trivium::reversi
