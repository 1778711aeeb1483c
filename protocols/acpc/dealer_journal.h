// Files of a match: NAME.log has every hand in full, NAME.tlog every action; and the resumption of
// an interrupted match.
//
// An action is written to the transaction file before any player sees it. After a kill -9 at any
// moment the file holds all that was played; half a line at its end is cut off. To resume, the
// actions are played again from the first hand (the seed gives the cards), which also restores
// scores and times. The log is repaired during that: existing lines are compared, missing lines are
// written and extra lines are cut off. In the end both files are as without the interruption.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "protocols/acpc/dealer_file.h"
#include "protocols/acpc/dealer_match.h"
#include "protocols/acpc/dealer_records.h"
#include "protocols/acpc/dealer_witness.h"

namespace trivium::acpc {

struct JournalOptions {
  bool log = true;
  bool transactions = false;
  /// Keeps the content of the files. If a transaction file exists, its match is resumed, even if
  /// `transactions` is false. Without one, the log is appended to, as the ACPC server does.
  bool append = false;
};

class Journal final : public Witness {
 public:
  /// Opens the files of `match`, which must be at its first hand. If there is something to resume,
  /// `match` is advanced to where it was interrupted. An error names file, line and cause; then no
  /// file has lost a whole line, but a log that was missing or short may have grown.
  ///
  /// The log identifies the match: its first line by name, game, hands and seed; the hands that
  /// both files hold by cards, actions and players. Transactions without a log are resumed as far
  /// as they are legal, and remarks() reports it.
  static Result<Journal> open(const JournalOptions& options, Match& match);

  std::vector<std::string> remarks() const override { return remarks_; }
  /// True if the resumed match had an action that took no time: one that was played for an absent
  /// player.
  bool missed() const noexcept override { return missed_; }

  Status action(const Transaction& transaction) override;
  Status hand_finished(const Match& match) override;
  Status match_over(const Match& match) override;

 private:
  Journal() = default;
  Status start(const MatchSetup& setup);
  Status replay(Match& match);
  Status replay_line(std::string_view line, Match& match);
  Status log_line(std::string_view line);
  Status stop_replaying(const Match& match);

  std::optional<MatchFile> log_;
  std::optional<MatchFile> transactions_;
  bool comparing_ = false;   ///< the log may already hold the next lines
  bool identified_ = false;  ///< the existing log begins with the first line of this match
  bool missed_ = false;
  std::vector<std::string> remarks_;
};

}  // namespace trivium::acpc
