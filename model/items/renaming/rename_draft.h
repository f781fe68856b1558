#pragma once

#include "items/jobs/job_runner.h"
#include "items/renaming/rename_plan.h"
#include "items/renaming/rename_rows_model.h"

#include <QObject>

#include <memory>
#include <optional>
#include <vector>

namespace loupe {

/// How the tensors of two checkpoints could be paired in addition to their names, worked out in jobs while it is being
/// made: rules, and suggestions to be confirmed. Bytes are read once, and the search follows rules that change.
class RenameDraft : public QObject {
    Q_OBJECT

public:
    /// Begins with the rules of `paired` and with what was confirmed there.
    explicit RenameDraft(PairedCheckpointsPtr paired, QObject* parent = nullptr);

    const PairedCheckpointsPtr& paired() const { return m_paired; }
    /// Those that are not empty are followed.
    void setRules(std::vector<RenameRuleText> rules);
    const std::vector<RenameRuleText>& rules() const { return m_rules; }

    /// What the rules come to; null until that is known for the first time, and of the rules before while they are
    /// tried.
    const RenamePlan* plan() const { return m_plan.get(); }
    /// plan() and rows() are of the rules that were set last, and these make sense.
    bool isReady() const;
    RenameRowsModel& rows() { return *m_rows; }

    bool isSearching() const { return m_searching.isRunning(); }
    /// The suggestions are all that there are.
    bool isSearched() const { return m_plan && m_searched == m_plan->texts; }
    /// Starts again, after a stop, a failure, or fetchWanted().
    void search();
    bool hasFailed() const { return m_hasFailed; }
    /// It was stopped, and was not begun again.
    bool isStopped() const { return m_isStopped; }
    /// What was found stays.
    void stopSearching();

signals:
    /// plan(), isReady() or rows() are others.
    void changed();
    /// isSearching() is another.
    void searchingChanged();
    /// Bytes of the search, at most ten times a second.
    void progressed(const loupe::JobProgress& progress);
    /// The search stops: it would fetch up to `bytes` over the network, more than it may without a question.
    void fetchWanted(std::uint64_t bytes);
    /// Rules could not be tried, or suggestions not be found or arranged.
    void failed(const loupe::Error& error);

private:
    struct Found {
        std::vector<SuggestedRename> suggested;
        std::shared_ptr<const RenameDigests> digests;
        std::uint64_t toAskFor = 0; ///< bytes over the network; nothing was read then
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
    std::optional<std::vector<RenameRuleText>> m_searched; ///< rules of which m_suggested are
    bool m_mayFetch = false; ///< somebody has agreed
    bool m_isStopped = false;
    bool m_hasFailed = false;
    RenameRowsModel* m_rows;
    JobRunner m_planning;
    JobRunner m_searching;
};

} // namespace loupe
