#pragma once

#include "items/compare/comparison_results.h"
#include "items/jobs/job_runner.h"
#include "items/jobs/qt_text.h"
#include "items/renaming/rename_memory.h"
#include "items/session/opened_checkpoint.h"

#include <QObject>
#include <QString>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace loupe {

class FileWatch;

/// The comparison of two checkpoints: opens both off the UI thread, pairs their tensors, then compares the values of
/// all pairs in the order of A's file. Results fill in as they come; nothing is done for the single pair here.
class ComparisonSession : public QObject {
    Q_OBJECT

public:
    explicit ComparisonSession(QObject* parent = nullptr);
    ~ComparisonSession() override;

    /// Keeps what pairs in addition to names for next time, and follows what was kept. Before the first open().
    void setMemory(std::shared_ptr<const RenameMemory> memory) { m_memory = std::move(memory); }

    /// What was shown stays until the new pair is there, and for good where that fails. `rules` and `rearrangement` of
    /// the command line stand in for what was kept.
    void open(ComparedCheckpoint a, ComparedCheckpoint b, std::vector<RenameRuleText> rules = {},
        ChosenRearrangement rearrangement = {});
    /// Opens the same paths again, with what unlocked them, and pairs them in the same way.
    void reload();
    /// Opens those of both again whose encrypted values are closed, with this.
    void unlock(const SecretChoice& choice);
    /// Stops what runs. What was found stays.
    void stop();
    /// Compares the values of the pairs of which none are known; nothing before the structure is known or while it
    /// runs. Needed only after a stop, and where bytesToAsk() are to be fetched.
    void start();
    /// What comparing the values would fetch over the network, where nobody was asked yet: it waits for start(). Else
    /// 0.
    std::uint64_t bytesToAsk() const;
    /// Pairs by these rules and by what was confirmed of `paired`. What is known of pairs that stay is kept; the others
    /// are compared. Nothing while the checkpoints are opened or paired, or where `paired` is of others: what was
    /// chosen is about tensors that may be gone.
    void pairBy(PairedCheckpointsPtr paired, std::vector<RenameRuleText> rules, std::vector<SuggestedRename> confirmed);
    /// Compares in this arrangement; the rules and what was confirmed stay. Nothing if pairBy() does nothing.
    void rearrangeBy(PairedCheckpointsPtr paired, ChosenRearrangement rearrangement);
    /// Takes all of that back; nothing if pairBy() does nothing.
    void pairByName();

    QString pathA() const { return toQString(m_a.path); }
    QString pathB() const { return toQString(m_b.path); }
    /// Both as they are compared, with what opened them; empty until they are open.
    std::vector<ComparedCheckpoint> opened() const;
    /// Opening, or pairing again.
    bool isPairing() const { return m_pairing.isRunning(); }
    bool isComparing() const { return m_comparing.isRunning(); }
    bool isBusy() const { return isPairing() || isComparing(); }
    /// Null until both are open.
    ComparisonResultsPtr results() const { return m_results; }
    /// Why the last opening, pairing or comparison failed: of opening, for each side; empty once another one begins.
    const std::vector<Error>& errors() const { return m_errors; }

signals:
    /// results() is another object: other pairs, or no values known.
    void resultsReset();
    /// results() knows more; at most ten times a second.
    void resultsAdded();
    /// isPairing() or isComparing() is another.
    void busyChanged();
    /// Bytes of both sides, at most ten times a second.
    void progressed(const loupe::JobProgress& progress);
    /// The values of all pairs were looked at.
    void finished();
    /// Opening, pairing or the comparison as a whole failed: see errors().
    void failed();
    /// A file of A or B was changed, replaced or removed: emitted once for each side.
    void changedOnDisk(const QString& path, bool deleted);

private:
    void openWith(
        ComparedCheckpoint a, ComparedCheckpoint b, std::function<PairingChoice()> choice, ChoiceOrigin origin);
    /// Opens these, paired as what is shown.
    void openAgain(ComparedCheckpoint a, ComparedCheckpoint b);
    /// `choice` is called in the job.
    void pairAs(PairedCheckpointsPtr paired, std::function<PairingChoice(const PairedCheckpoints&)> choice);
    void reportFailure(std::vector<Error> errors);
    /// Compares other pairs.
    void take(PairedCheckpointsPtr paired);
    /// `before`: results of which those of the same pairs are taken; may be null.
    void begin(PairedCheckpointsPtr paired, ComparisonResultsPtr before);
    void reportAdded();

    ComparedCheckpoint m_a{std::filesystem::path()}; ///< to open again
    ComparedCheckpoint m_b{std::filesystem::path()};
    PairingChoice m_given; ///< on the command line
    std::shared_ptr<const RenameMemory> m_memory; ///< null: nothing is kept
    JobRunner m_pairing;
    JobRunner m_comparing;
    FileWatch* m_watchA;
    FileWatch* m_watchB;
    std::shared_ptr<ComparisonResults> m_results;
    std::uint32_t m_reported = 0; ///< of the pairs that m_results knows
    bool m_mayFetch = false; ///< somebody has agreed, for the checkpoints of m_results
    std::vector<Error> m_errors;
};

} // namespace loupe
