// The lines a dealer writes to its files and at the end: byte for byte those of the ACPC server.
//
//     # name/game/hands/seed NAME GAME 1000 7            the log begins with these four,
//     #--t_response 600000                               times in milliseconds
//     #--t_hand 600000
//     #--t_per_hand 7000
//     STATE:0:rc/cc/cc/cc:8dJd|Td4d/As9d6s/3d/6c:-20|20:Alice|Bob         every hand, by position
//     SCORE:3.5|-3.5:Alice|Bob                           and the whole match, by seat
//
//     r300 0 1700000000.000123 1700000000.001456         a transaction: action, hand, when it was asked for, when it came; both
//                                                        times are the same where it was played for an absent player
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/poker/rules/hand.h"
#include "protocols/acpc/dealer_match.h"

namespace trivium::acpc {

using Timestamp = std::chrono::sys_time<Microseconds>;

/// One action of the match as the transaction file keeps it.
struct Transaction {
  poker::Action action;
  std::uint32_t hand = 0;
  Timestamp sent;
  Timestamp received;
  friend bool operator==(const Transaction&, const Transaction&) noexcept = default;
};

/// The lines the log begins with, without their ends.
std::vector<std::string> log_header(const MatchSetup& setup);
/// The STATE line of the finished hand of `match`, without its end.
std::string hand_line(const Match& match);
/// The SCORE line, without its end.
std::string score_line(const Match& match);

/// Without line end.
std::string write_transaction(const Transaction& transaction);
/// Reads a line without its end. The error says which part is wrong; whether the action is legal is another question.
Result<Transaction> parse_transaction(std::string_view line, const poker::GameDefinition& game);

/// "1700000000.000123", as transactions and messages show times.
std::string timestamp_text(Timestamp time);

}  // namespace trivium::acpc
