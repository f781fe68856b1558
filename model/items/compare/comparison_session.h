#pragma once

#include "items/compare/comparison_results.h"
#include "items/jobs/job_runner.h"
#include "items/renaming/rename_memory.h"
#include "items/session/opened_checkpoint.h"

#include <QObject>
#include <QString>
#include <functional>
#include <memory>
#include <optional>
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

    /// Keeps what pairs beside names for next time, and follows what was kept. Before the first open().
    void setMemory(std::shared_ptr<const RenameMemory> memory) { m_memory = std::move(memory); }

    /// What was shown stays until the new pair is there, and for good where that fails. `rules` of the command line
    /// stand in for what was kept.
    void open(const QString& a, const QString& b, std::vector<RenameRuleText> rules = {});
    /// Opens the same paths again and pairs them in the same way.
    void reload();
    /// Stops what runs. What was found stays.
    void stop();
    /// Compares the values of the pairs of which none are known; nothing before the structure is known or while it
    /// runs.
    void start();
    /// Pairs by these rules and by what was confirmed of `paired`. What is known of pairs that stay is kept; the others
    /// are compared. Nothing while the checkpoints are opened or paired, or where `paired` is of others: what was
    /// chosen is about tensors that may be gone.
    void pairBy(PairedCheckpointsPtr paired, std::vector<RenameRuleText> rules, std::vector<SuggestedRename> confirmed);
    /// Takes all of that back; nothing where pairBy() does nothing.
    void pairByName();

    QString pathA() const { return m_pathA; }
    QString pathB() const { return m_pathB; }
    /// Opening, or pairing anew.
    bool isPairing() const { return m_pairing.isRunning(); }
    bool isComparing() const { return m_comparing.isRunning(); }
    bool isBusy() const { return isPairing() || isComparing(); }
    /// Null until both are open.
    ComparisonResultsPtr results() const { return m_results; }
    /// Why the last opening or pairing failed; nothing once another one begins.
    const std::optional<Error>& error() const { return m_error; }

signals:
    /// results() is another object: other pairs, or no values known.
    void resultsReset();
    /// results() knows more; at most ten times a second.
    void resultsAdded();
    /// isPairing() or isComparing() is another.
    void busyChanged();
    /// Of what runs: bytes of both sides, at most ten times a second.
    void progressed(const loupe::JobProgress& progress);
    /// The values of all pairs were looked at.
    void finished();
    /// Opening, pairing or the comparison as a whole failed.
    void failed(const loupe::Error& error);
    /// A file of A or B was changed, replaced or removed: told once for each side.
    void changedOnDisk(const QString& path, bool deleted);

private:
    void openWith(std::function<PairingChoice()> choice, ChoiceOrigin origin);
    void take(Result<PairedCheckpointsPtr> paired);
    /// `before`: results of which those of the same pairs are taken; may be null.
    void begin(PairedCheckpointsPtr paired, ComparisonResultsPtr before);
    void reportAdded();

    QString m_pathA;
    QString m_pathB;
    std::shared_ptr<const RenameMemory> m_memory; ///< null: nothing is kept
    JobRunner m_pairing;
    JobRunner m_comparing;
    FileWatch* m_watchA;
    FileWatch* m_watchB;
    std::shared_ptr<ComparisonResults> m_results;
    std::uint32_t m_reported = 0; ///< of the pairs that m_results knows
    std::optional<Error> m_error;
};

} // namespace loupe
