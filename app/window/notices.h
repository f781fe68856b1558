#pragma once

#include <QObject>
#include <QString>

#include <functional>

namespace loupe {

class Document;
class NoticeBar;
struct Error;
struct FiguresOfNumbers;
struct JobProgress;

/// Manages the notices about the document and its jobs.
class Notices : public QObject {
    Q_OBJECT

public:
    Notices(Document& document, FiguresOfNumbers& figures, NoticeBar& bar, QObject* parent);

    /// Says that a checkpoint could not be opened.
    void showFailure(const Error& error);
    /// Says that the checkpoint has no tensor of a requested name.
    void noSuchTensor(const QString& sentence);
    /// Says that not all groups of the tree could be opened; empty once that no longer applies.
    void showPartOpened(const QString& sentence);
    /// Shows the result of saving the pending edits.
    void showSaved(const QString& result);
    /// Says that a requested file could not be written.
    void showSaveFailure(const QString& sentence);
    /// Offers to compare with a checkpoint that was opened together with this one; `path` is its display name. Shown
    /// until another file is opened here.
    void offerComparison(const QString& path);
    /// Hides the notices of details jobs that have ended.
    void hideEndedJobs();

signals:
    void findingsWanted();
    void wholeWanted();
    void openWanted(const QString& path);
    void reloadWanted();
    void comparisonWanted();
    void runWanted(const QString& path);
    /// A recent file no longer exists and was removed from the list.
    void recentFilesChanged();
    void unlockWanted();

private:
    void showChanged(bool deleted);
    bool failedToReload() const;
    void showCurrent();
    void showFindings();
    void showEncryption();
    /// Says that, offline, a cached copy of the file is shown.
    void showCopy();
    void showLoading(const JobProgress& progress);
    void showSummaryProgress(const JobProgress& progress);
    void showHistogramProgress(const JobProgress& progress);

    Document& m_document;
    FiguresOfNumbers& m_figures;
    NoticeBar& m_bar;
    QString m_offeredFor; ///< the path that was open or being opened when the comparison was offered
};

} // namespace loupe
