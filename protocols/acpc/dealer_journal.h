// What a match leaves behind: NAME.log, every hand in full, and NAME.tlog, every action; and how an interrupted match is taken up again.
//
// The transaction file is the memory of the match. An action is in it before anybody sees it, so after a kill -9 at any moment it holds all
// that was played, with at worst half a line at its end, which is cut off. To resume, its actions are played again from the first hand (the
// cards come from the seed), which also restores scores and times. The log follows from that: lines it has are compared, lines it lost are
// written, and what it has beyond is cut off. In the end both files are what the match would have left without interruption.
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
  /// Keeps what the files hold. With a transaction file, the match in it is resumed; one that exists is taken up even where `transactions`
  /// does not ask for one. Without, the log goes on behind what it holds, as the ACPC server does.
  bool append = false;
};

class Journal final : public Witness {
 public:
  /// Opens the files of `match`, which stands at its first hand. Where there is something to resume, the match is brought to where it was
  /// left. An error names file, line and cause; no file has lost a whole line then, but a log that was missing or short may have grown.
  ///
  /// The log tells one match from another: its first line by name, game, hands and seed, the hands that both files hold by cards, play and
  /// players. Transactions without a log are taken up as far as the rules allow them, and remarks() says so.
  static Result<Journal> open(const JournalOptions& options, Match& match);

  std::vector<std::string> remarks() const override { return remarks_; }
  /// The resumed match had an action that took no time: one that was played for an absent player.
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
  bool comparing_ = false;   ///< the log may still hold what is to be logged
  bool identified_ = false;  ///< the log that was found begins with the line of this match
  bool missed_ = false;
  std::vector<std::string> remarks_;
};

}  // namespace trivium::acpc
