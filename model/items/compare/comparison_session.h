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
/// all pairs in the order of A's file. Results grow as the comparison proceeds. Details of single pairs are not
/// computed here.
class ComparisonSession : public QObject {
    Q_OBJECT

public:
    explicit ComparisonSession(QObject* parent = nullptr);
    ~ComparisonSession() override;

    /// Saves the pairing choices for the next time, and uses saved ones. Call it before the first open().
    void setMemory(std::shared_ptr<const RenameMemory> memory) { m_memory = std::move(memory); }

    /// The previous comparison stays visible until the new pair is open, and for good if opening fails. `rules` and
    /// `rearrangement` come from the command line and replace the saved choice.
    void open(ComparedCheckpoint a, ComparedCheckpoint b, std::vector<RenameRuleText> rules = {},
        ChosenRearrangement rearrangement = {});
    /// Exchanges A and B, and pairs them in the same way. Does nothing before both are open. If nothing was chosen,
    /// uses the choice that was saved for these two.
    void swap();
    /// Opens the same paths again with the same secrets, and pairs them in the same way.
    void reload();
    /// Opens the checkpoints with locked encrypted values again, using this secret.
    void unlock(const SecretChoice& choice);
    /// Stops all running work. The results so far stay.
    void stop();
    /// Compares the values of all pairs without results. Does nothing before the structure is known or while a
    /// comparison is running. Only needed after a stop, or if bytesToAsk() is not 0.
    void start();
    /// How many bytes the comparison of values would fetch over the network, if the user was not asked yet; it then
    /// waits for start(). Otherwise 0.
    std::uint64_t bytesToAsk() const;
    /// Pairs by these rules and by the confirmed renames of `paired`. Keeps the results of unchanged pairs; compares
    /// the others. Does nothing while the checkpoints are being opened or paired, or if `paired` is of other
    /// checkpoints, as the choice may refer to tensors that no longer exist.
    void pairBy(PairedCheckpointsPtr paired, std::vector<RenameRuleText> rules, std::vector<SuggestedRename> confirmed);
    /// Compares in this arrangement; keeps the rules and confirmed renames. Does nothing in the same cases as pairBy().
    void rearrangeBy(PairedCheckpointsPtr paired, ChosenRearrangement rearrangement);
    /// Drops the rules, the confirmed renames and the arrangement. Does nothing in the same cases as pairBy().
    void pairByName();

    QString pathA() const { return toQString(m_a.path); }
    QString pathB() const { return toQString(m_b.path); }
    /// Both checkpoints with the secrets that opened them; empty until they are open.
    std::vector<ComparedCheckpoint> opened() const;
    /// True if checkpoints are being opened, or paired again.
    bool isPairing() const { return m_pairing.isRunning(); }
    bool isComparing() const { return m_comparing.isRunning(); }
    bool isBusy() const { return isPairing() || isComparing(); }
    /// Null until both are open.
    ComparisonResultsPtr results() const { return m_results; }
    /// Why the last opening, pairing or comparison failed. Opening may fail for each side. Empty once the next attempt
    /// starts.
    const std::vector<Error>& errors() const { return m_errors; }

signals:
    /// results() is a new object: for other pairs, or without known values.
    void resultsReset();
    /// results() has grown; emitted at most ten times a second.
    void resultsAdded();
    /// isPairing() or isComparing() has changed.
    void busyChanged();
    /// In bytes of both sides, at most ten times a second.
    void progressed(const loupe::JobProgress& progress);
    /// The values of all pairs have been looked at.
    void finished();
    /// The opening, the pairing or the entire comparison has failed: see errors().
    void failed();
    /// A file of A or B was changed, replaced or removed: emitted once for each side.
    void changedOnDisk(const QString& path, bool deleted);

private:
    void openWith(
        ComparedCheckpoint a, ComparedCheckpoint b, std::function<PairingChoice()> choice, ChoiceOrigin origin);
    /// Opens these, with the current pairing choice.
    void openAgain(ComparedCheckpoint a, ComparedCheckpoint b);
    /// `choice` is called in the job.
    void pairAs(PairedCheckpointsPtr paired, std::function<PairingChoice(const PairedCheckpoints&)> choice);
    void reportFailure(std::vector<Error> errors);
    /// Starts comparing other pairs.
    void take(PairedCheckpointsPtr paired);
    /// `before`: earlier results, reused for pairs that are the same; may be null.
    void begin(PairedCheckpointsPtr paired, ComparisonResultsPtr before);
    void reportAdded();

    ComparedCheckpoint m_a{std::filesystem::path()}; ///< what reload() opens
    ComparedCheckpoint m_b{std::filesystem::path()};
    PairingChoice m_given; ///< from the command line
    std::shared_ptr<const RenameMemory> m_memory; ///< null: choices are not saved
    JobRunner m_pairing;
    JobRunner m_comparing;
    FileWatch* m_watchA;
    FileWatch* m_watchB;
    std::shared_ptr<ComparisonResults> m_results;
    std::uint32_t m_reported = 0; ///< how many pairs of m_results were reported
    bool m_mayFetch = false; ///< the user has agreed, for the checkpoints of m_results
    std::vector<Error> m_errors;
};

} // namespace loupe
