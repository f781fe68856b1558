#pragma once

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

/// What the arrangement of two checkpoints is chosen from: presets, a recipe in a file, rules that a search finds.
class RearrangementDraft : public QObject {
    Q_OBJECT

public:
    explicit RearrangementDraft(PairedCheckpointsPtr paired, QObject* parent = nullptr);

    const PairedCheckpointsPtr& paired() const { return m_paired; }
    /// What the pair is compared in now.
    const ChosenRearrangement& current() const { return m_paired->choice->rearrangement; }

    /// Reads a recipe; fileRead() or failed() follows.
    void readFile(const QString& path);
    /// The one that was read last, or what is current and no preset; without a recipe where there is none.
    const ChosenRearrangement& file() const { return m_file; }

    /// Writes a recipe; saved() or failed() follows.
    void save(const QString& path, const ChosenRearrangement& rearrangement);

    /// Looks for rules; found() or failed() follows, or fetchWanted() where that would fetch more than is done without
    /// asking: then the next call fetches it.
    void search();
    void stopSearching() { m_searching.stop(); }
    bool isSearching() const { return m_searching.isRunning(); }
    bool isSearched() const { return m_isSearched; }
    const std::vector<SuggestedRule>& suggestions() const { return m_suggestions; }
    /// The suggestions of these numbers.
    ChosenRearrangement chosen(const std::vector<std::size_t>& numbers) const;

signals:
    void fileRead();
    void saved(const QString& path);
    void found();
    void searchingChanged();
    void fetchWanted(std::uint64_t bytes);
    void progressed(const loupe::JobProgress& progress);
    void failed(const loupe::Error& error);

private:
    struct Found {
        std::vector<SuggestedRule> rules;
        std::uint64_t bytesToAsk = 0;
    };

    PairedCheckpointsPtr m_paired;
    ChosenRearrangement m_file;
    std::vector<SuggestedRule> m_suggestions;
    JobRunner m_reading;
    JobRunner m_searching;
    FileSaver m_saver;
    bool m_isSearched = false;
    bool m_mayFetch = false; ///< somebody was asked
};

} // namespace loupe
