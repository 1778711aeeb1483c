// Lines that a dealer writes to its files and prints at the end: byte for byte those of the ACPC
// server.
//
//     # name/game/hands/seed NAME GAME 1000 7            the log begins with these four,
//     #--t_response 600000                               times in milliseconds
//     #--t_hand 600000
//     #--t_per_hand 7000
//     STATE:0:rc/cc/cc/cc:8dJd|Td4d/As9d6s/3d/6c:-20|20:Alice|Bob         every hand, by position
//     SCORE:3.5|-3.5:Alice|Bob                           the whole match, by seat
//
//     r300 0 1700000000.000123 1700000000.001456         a transaction: action, hand, time of the
//                                                        request, time of the answer; the times are
//                                                        equal if played for an absent player
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/poker/rules/hand.h"
#include "protocols/acpc/dealer_match.h"

namespace trivium::acpc {

using Timestamp = std::chrono::sys_time<Microseconds>;

/// One action of the match, as stored in the transaction file.
struct Transaction {
  poker::Action action;
  std::uint32_t hand = 0;
  Timestamp sent;
  Timestamp received;
  friend bool operator==(const Transaction&, const Transaction&) noexcept = default;
};

/// Returns the first lines of the log, without line ends.
std::vector<std::string> log_header(const MatchSetup& setup);
/// Returns the STATE line of the finished hand of `match`, without its line end.
std::string hand_line(const Match& match);
/// Returns the SCORE line, without its line end.
std::string score_line(const Match& match);

/// Returns the line of the transaction file, without its line end.
std::string write_transaction(const Transaction& transaction);
/// Reads a line without its line end. The error names the wrong part. Does not check that the
/// action is legal.
Result<Transaction> parse_transaction(std::string_view line, const poker::GameDefinition& game);

/// Returns "1700000000.000123", the form of times in transactions and messages.
std::string timestamp_text(Timestamp time);

}  // namespace trivium::acpc
