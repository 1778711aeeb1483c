#include "engine/connect6/threats/proof.h"

#include <algorithm>
#include <cctype>

#include "engine/connect6/patterns/line_features.h"
#include "engine/connect6/rules/records.h"
#include "engine/connect6/rules/vertex.h"
#include "engine/core/text.h"

namespace trivium::connect6 {

namespace {

constexpr std::string_view kFirstLine = "connect6-proof 1";
/// Maximum depth of a proof that is parsed, in attacker's turns. More would not fit on a board.
constexpr int kMaxDepth = 200;

/// Returns for each node the number of attacker's turns in the proof against the longest defense.
std::vector<int> lengths(const Proof& proof) {
  std::vector<int> turns(proof.size(), 1);
  for (std::size_t node = proof.size(); node-- > 0;) {
    for (const auto& reply : proof[node].replies)
      turns[node] = std::max(turns[node], turns[reply.next] + 1);
  }
  return turns;
}

/// Returns this number for `node`, including the turn that completes six. `lines` needs only the
/// attacker's stones.
int turns_to_six(const Proof& proof, std::size_t node, Stone attacker, LineFeatures& lines) {
  const auto& [attack, replies] = proof[node];
  lines.place(attack.first, attacker);
  if (attack.second != kNoCell) lines.place(attack.second, attacker);
  int turns = lines.has_six(attacker) ? 1 : 2;
  for (const auto& reply : replies)
    turns = std::max(turns, 1 + turns_to_six(proof, reply.next, attacker, lines));
  if (attack.second != kNoCell) lines.remove(attack.second);
  lines.remove(attack.first);
  return turns;
}

void write_node(const Proof& proof, std::size_t node, int size, ProofLayout layout,
                std::size_t depth, std::string& text) {
  text += record_turn(proof[node].attack, size);
  for (const auto& [parry, next] : proof[node].replies) {
    if (layout == ProofLayout::kTree) text += '\n' + std::string(2 * (depth + 1), ' ');
    text += '(' + record_turn(parry, size) + ' ';
    write_node(proof, next, size, layout, depth + 1, text);
    text += ')';
  }
}

/// Parses a proof.
class ProofParser {
 public:
  ProofParser(std::string_view text, int size) : text_(text), size_(size) {}

  Result<Proof> parse() {
    if (Status status = node(0); !status) return status.error();
    skip_blanks();
    if (at_ != text_.size()) return error("text after the end of the proof");
    return std::move(proof_);
  }

 private:
  Error error(const std::string& cause) const {
    return {"connect6.proof.text", "proof: column " + std::to_string(at_ + 1) + ": " + cause};
  }

  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool next_is(char c) const { return at_ < text_.size() && text_[at_] == c; }

  Status node(int depth) {
    if (depth >= kMaxDepth) return error("more than " + std::to_string(kMaxDepth) + " turns");
    const Result<Turn> attack = turn();
    if (!attack) return attack.error();
    const std::size_t index = proof_.size();
    proof_.push_back({*attack, {}});
    for (skip_blanks(); next_is('('); skip_blanks()) {
      ++at_;
      const Result<Turn> parry = turn();
      if (!parry) return parry.error();
      proof_[index].replies.push_back({*parry, proof_.size()});
      if (Status status = node(depth + 1); !status) return status;
      skip_blanks();
      if (!next_is(')')) return error("a closing parenthesis is missing");
      ++at_;
    }
    return {};
  }

  Result<Turn> turn() {
    skip_blanks();
    Turn turn;
    for (Cell* cell : {&turn.first, &turn.second}) {
      const std::size_t begin = at_;
      if (at_ < text_.size() && std::isalpha(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
      while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
      if (at_ == begin && turn.first != kNoCell) break;
      const Result<Cell> parsed = parse_record_vertex(text_.substr(begin, at_ - begin), size_);
      if (!parsed) {
        at_ = begin;
        return error(parsed.error().message);
      }
      *cell = *parsed;
    }
    return turn;
  }

  std::string_view text_;
  int size_;
  std::size_t at_ = 0;
  Proof proof_;
};

/// Removes the first line from `text` and returns it without its end.
std::string_view take_line(std::string_view& text) {
  std::string_view line = text::take_line(text);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

/// Returns the value of a line `key value`; empty if it has another key.
std::string_view value_of(std::string_view line, std::string_view key) {
  return line.starts_with(key) && line.substr(key.size()).starts_with(' ')
             ? line.substr(key.size() + 1)
             : std::string_view();
}

}  // namespace

int turns_to_six(const Board& board, const Proof& proof) {
  LineFeatures lines(board);
  return proof.empty() ? 0 : turns_to_six(proof, 0, board.to_move(), lines);
}

std::vector<Turn> main_line(const Proof& proof) {
  const std::vector<int> turns = lengths(proof);
  std::vector<Turn> line;
  for (std::size_t node = 0; node < proof.size();) {
    line.push_back(proof[node].attack);
    const ProofNode::Reply* longest = nullptr;
    for (const auto& reply : proof[node].replies) {
      if (reply.parry.second != kNoCell &&
          (longest == nullptr || turns[reply.next] > turns[longest->next]))
        longest = &reply;
    }
    if (longest == nullptr) break;
    line.push_back(longest->parry);
    node = longest->next;
  }
  return line;
}

std::string write_proof(const Proof& proof, int size, ProofLayout layout) {
  std::string text;
  if (!proof.empty()) write_node(proof, 0, size, layout, 0, text);
  return text;
}

Result<Proof> parse_proof(std::string_view text, int size) {
  return ProofParser(text, size).parse();
}

std::string write_proof_file(const ProvedPosition& proved) {
  GameRecord record;
  record.size = proved.board.size();
  record.moves = proved.board.history();
  return std::string(kFirstLine) + "\nsize " + std::to_string(record.size) + "\nrecord " +
         write_paper_record(record) + '\n' +
         write_proof(proved.proof, record.size, ProofLayout::kTree) + '\n';
}

Result<ProvedPosition> parse_proof_file(std::string_view text) {
  if (take_line(text) != kFirstLine)
    return Error{"connect6.proof.header",
                 "proof file: line 1: '" + std::string(kFirstLine) + "' is expected"};
  const std::string_view number = value_of(take_line(text), "size");
  const int size = text::parse_number<int>(number).value_or(0);
  if (size < kMinSize || size > kMaxSize) {
    return Error{"connect6.proof.size", "proof file: line 2: 'size N' is expected, N from " +
                                            std::to_string(kMinSize) + " to " +
                                            std::to_string(kMaxSize)};
  }
  const std::string_view line = take_line(text);
  if (line != "record" && !line.starts_with("record "))
    return Error{"connect6.proof.record", "proof file: line 3: 'record 1. B[...] ...' is expected"};
  const std::string_view moves = value_of(line, "record");
  GameRecord empty_board;
  empty_board.size = size;
  const Result<GameRecord> record =
      moves.empty() ? Result(empty_board) : parse_paper_record(moves, size);
  if (!record) return at_place("proof file: line 3", record.error());
  Result<Board> board = replay(*record);
  if (!board) return at_place("proof file: line 3", board.error());
  Result<Proof> proof = parse_proof(text, size);
  if (!proof) return at_place("proof file: from line 4 on", proof.error());
  return ProvedPosition{std::move(*board), std::move(*proof)};
}

}  // namespace trivium::connect6
