#pragma once

#include <QObject>
#include <QString>

namespace loupe {

class Document;
class NoticeBar;
class SummaryCache;
struct Error;
struct JobProgress;

/// A job that is done sooner than some moments is not worth a bar that comes and goes.
bool isWorthShowing(const JobProgress& progress);

/// Decides what the notice bar says about the document and its jobs.
class Notices : public QObject {
    Q_OBJECT

public:
    Notices(Document& document, SummaryCache& summaries, NoticeBar& bar, QObject* parent);

    /// A tensor was asked for by name that the checkpoint does not have.
    void noSuchTensor(const QString& sentence);
    /// A job of the details may have ended.
    void hideEndedJobs();

signals:
    void findingsWanted();
    void openWanted(const QString& path);

private:
    void showFailure(const Error& error);
    void showChanged();
    bool failedToReload() const;
    void showCurrent();
    void showFindings();
    void showLoading(const JobProgress& progress);
    void showSummaryProgress(const JobProgress& progress);

    Document& m_document;
    SummaryCache& m_summaries;
    NoticeBar& m_bar;
    QString m_loading; ///< the path that the notice about loading names
};

} // namespace loupe
