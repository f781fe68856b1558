#pragma once

#include "items/jobs/job_runner.h"
#include "items/renaming/rename_plan.h"
#include "items/renaming/rename_rows_model.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace loupe {

/// A draft of how to pair tensors of two checkpoints that have different names: rules, and suggestions to be confirmed.
/// Evaluates them in jobs while the user edits. Bytes are read only once, and the search follows changes of the rules.
class RenameDraft : public QObject {
    Q_OBJECT

public:
    /// Starts with the rules and the confirmed renames of `paired`.
    explicit RenameDraft(PairedCheckpointsPtr paired, QObject* parent = nullptr);

    const PairedCheckpointsPtr& paired() const { return m_paired; }
    /// Empty rules are ignored.
    void setRules(std::vector<RenameRuleText> rules);
    const std::vector<RenameRuleText>& rules() const { return m_rules; }

    /// The result of the rules. Null until there is a first one. While new rules are tried, it is still that of the
    /// previous rules.
    const RenamePlan* plan() const { return m_plan.get(); }
    /// True if plan() and rows() are for the rules that were set last, and these rules are valid.
    bool isReady() const;
    RenameRowsModel& rows() { return *m_rows; }

    bool isSearching() const { return m_searching.isRunning(); }
    /// True if the suggestions are complete.
    bool isSearched() const { return m_plan && m_searched == m_plan->texts; }
    /// Starts the search again, after a stop, a failure, or fetchWanted().
    void search();
    bool hasFailed() const { return m_hasFailed; }
    /// True if the search was stopped and not started again.
    bool isStopped() const { return m_isStopped; }
    /// Suggestions found so far stay.
    void stopSearching();

signals:
    /// plan(), isReady() or rows() have changed.
    void changed();
    /// isSearching() has changed.
    void searchingChanged();
    /// Progress of the search in bytes, at most ten times a second.
    void progressed(const loupe::JobProgress& progress);
    /// The search has stopped, because it would download up to `bytes`, more than is done without asking.
    void fetchWanted(std::uint64_t bytes);
    /// Rules could not be tried, or suggestions could not be found or arranged.
    void failed(const loupe::Error& error);

private:
    struct Found {
        std::vector<SuggestedRename> suggested;
        std::shared_ptr<const RenameDigests> digests;
        std::uint64_t toAskFor = 0; ///< bytes to download; if not 0, nothing was read
    };

    static Result<Found> searchIn(const PairedCheckpoints& paired, const RenamePlan& plan,
        const std::shared_ptr<const RenameDigests>& known, const Work& work);
    void begin();
    void makePlan();
    void take(std::shared_ptr<const RenamePlan> plan);
    void searchWhereNeeded();
    void reportFailure(const Error& error);

    PairedCheckpointsPtr m_paired;
    std::vector<RenameRuleText> m_rules;
    std::shared_ptr<const RenamePlan> m_plan;
    std::shared_ptr<const std::vector<SuggestedRename>> m_suggested;
    std::shared_ptr<const RenameDigests> m_digests;
    std::optional<std::vector<RenameRuleText>> m_searched; ///< the rules that m_suggested is for
    bool m_mayFetch = false; ///< the user has agreed
    bool m_isStopped = false;
    bool m_hasFailed = false;
    RenameRowsModel* m_rows;
    JobRunner m_planning;
    JobRunner m_searching;
};

} // namespace loupe
