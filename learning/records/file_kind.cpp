#include "learning/records/file_kind.h"

#include <algorithm>
#include <string_view>

#include "engine/core/text.h"
#include "models/format/load_error.h"

namespace trivium::learning::records {

bool is_block_file(input::Stream& in) {
  return in.beginning().starts_with("TRV");  // common to the names of all kinds
}

ChessRecord kind_of(input::Stream& in) {
  if (is_block_file(in)) return ChessRecord::kSearchedGames;
  constexpr int kRanks = 8;
  const std::string_view text = text::trimmed(in.beginning());
  std::string_view record = text;
  while (record.starts_with('#'))
    record = text::trimmed(record.substr(std::min(record.find('\n'), record.size())));
  if (std::ranges::count(text::take_word(record), '/') == kRanks - 1) return ChessRecord::kEpd;
  constexpr std::string_view kPgnBeginnings = "[{;%0123456789";
  return !text.empty() && kPgnBeginnings.find(text.front()) != std::string_view::npos
             ? ChessRecord::kPgn
             : ChessRecord::kOther;
}

ChessRecord kind_of(const std::filesystem::path& path) {
  const auto in = format::or_throw(input::Stream::open(path, input::Pipes::kNone));
  const ChessRecord kind = kind_of(*in);
  format::or_throw(in->status());
  return kind;
}

}  // namespace trivium::learning::records
