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

/// Decides what the notice bar says about the document and its jobs.
class Notices : public QObject {
    Q_OBJECT

public:
    Notices(Document& document, FiguresOfNumbers& figures, NoticeBar& bar, QObject* parent);

    /// A checkpoint could not be opened.
    void showFailure(const Error& error);
    /// A tensor was asked for by name that the checkpoint does not have.
    void noSuchTensor(const QString& sentence);
    /// Not all groups of the tree could be opened; empty once that is no longer so.
    void showPartOpened(const QString& sentence);
    /// What was staged has been saved: what came of it.
    void showSaved(const QString& result);
    /// A file that was asked for could not be written.
    void showSaveFailure(const QString& sentence);
    /// Another checkpoint was opened together with this one; `path` is what its notice calls it. Until another file is
    /// opened here.
    void offerComparison(const QString& path);
    /// A job of the details may have ended.
    void hideEndedJobs();

signals:
    void findingsWanted();
    void wholeWanted();
    void openWanted(const QString& path);
    void reloadWanted();
    void comparisonWanted();
    void runWanted(const QString& path);
    /// One of them is gone, and was removed from them.
    void recentFilesChanged();
    void unlockWanted();

private:
    void showChanged(bool deleted);
    bool failedToReload() const;
    void showCurrent();
    void showFindings();
    void showEncryption();
    /// Offline, the file is the copy from when a server was asked last.
    void showCopy();
    void showLoading(const JobProgress& progress);
    void showSummaryProgress(const JobProgress& progress);
    void showHistogramProgress(const JobProgress& progress);

    Document& m_document;
    FiguresOfNumbers& m_figures;
    NoticeBar& m_bar;
    QString m_offeredFor; ///< the path that was open, or being opened, when a comparison was offered
};

} // namespace loupe
