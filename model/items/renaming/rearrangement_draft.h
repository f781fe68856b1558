#pragma once

#include "analysis/rearrangement/recipe_fit.h"
#include "analysis/rearrangement/suggestions.h"
#include "items/compare/paired_checkpoints.h"
#include "items/jobs/job_runner.h"
#include "items/writing/file_saver.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace loupe {

/// The choices for the arrangement in which two checkpoints are compared: presets, a recipe file, and rules that a
/// search finds.
class RearrangementDraft : public QObject {
    Q_OBJECT

public:
    explicit RearrangementDraft(PairedCheckpointsPtr paired, QObject* parent = nullptr);

    const PairedCheckpointsPtr& paired() const { return m_paired; }
    /// The arrangement in which the pair is compared now.
    const ChosenRearrangement& current() const { return m_paired->choice->rearrangement; }

    /// How well each of rearrangementPresets() fits the pair. Empty until presetsFitted().
    const std::vector<RecipeFit>& fits() const { return m_fits; }

    /// Reads a recipe; fileRead() or failed() follows.
    void readFile(const QString& path);
    /// The recipe that was read last, or else the current one unless it is a preset. Has no recipe if there is neither.
    const ChosenRearrangement& file() const { return m_file; }

    /// Writes a recipe; saved() or failed() follows.
    void save(const QString& path, const ChosenRearrangement& rearrangement);

    /// Searches for rules; found(), failed() or fetchWanted() follows. fetchWanted() means that the search would
    /// download more than is done without asking. The next call then downloads it.
    void search();
    void stopSearching() { m_searching.stop(); }
    bool isSearching() const { return m_searching.isRunning(); }
    bool isSearched() const { return m_isSearched; }
    const RuleSuggestions& suggestions() const { return m_suggestions; }
    /// A rearrangement by the suggestions with these indexes.
    ChosenRearrangement chosen(const std::vector<std::size_t>& numbers) const;

signals:
    void presetsFitted();
    void fileRead();
    void saved(const QString& path);
    void found();
    void searchingChanged();
    void fetchWanted(std::uint64_t bytes);
    void progressed(const loupe::JobProgress& progress);
    void failed(const loupe::Error& error);

private:
    void fitPresets();

    struct Found {
        RuleSuggestions suggestions;
        std::uint64_t bytesToAsk = 0;
    };

    PairedCheckpointsPtr m_paired;
    ChosenRearrangement m_file;
    std::vector<RecipeFit> m_fits;
    RuleSuggestions m_suggestions;
    JobRunner m_fitting;
    JobRunner m_reading;
    JobRunner m_searching;
    FileSaver m_saver;
    bool m_isSearched = false;
    bool m_mayFetch = false; ///< the user was asked
};

} // namespace loupe
