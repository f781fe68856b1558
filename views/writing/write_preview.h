#pragma once

#include "items/writing/writing_job.h"
#include "views/kit/notice_bar.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace loupe {

class OutputFilesModel;

/// What would be written: the files, how big they are, what they replace, how much room there is; and what keeps it
/// from being written, each with a button that fixes it.
class WritePreview : public QWidget {
    Q_OBJECT

public:
    explicit WritePreview(QWidget* parent = nullptr);

    /// Null while it is not known.
    void setPreview(const WritingPreviewPtr& preview);
    /// Instead of a preview: why there is none.
    void showError(const QString& sentence);
    /// Instead of a preview: what to do first, where nothing is wrong.
    void showHint(const QString& sentence);
    /// While values are being read to see what is whole; until there is a preview.
    void showLooking(const JobProgress& progress);
    /// While values are being read to see what casts cost.
    void showWeighing(const JobProgress& progress);
    void hideWeighing();
    /// A failure to write, or to read values; empty: there is none.
    void showFailure(const QString& sentence);
    /// After writing, instead of what was to be said before: what is not in it, and files that are part of the model
    /// no longer.
    void showWritten(const WritingPreview& preview);
    /// The files. Placed, and owned from then on, by whoever shows the preview: the sentences about them stay in view
    /// where the table is scrolled away.
    QWidget* table() const;

signals:
    void fixRequested(const loupe::WritingProblem& problem);
    void stopWeighingWanted();

private:
    void showInstead(NoticeKind kind, const QString& sentence);
    void clearNotices();
    void showNotices(const WritingPreview& preview);
    void showLeftOut(const LeftOut& left);

    OutputFilesModel* m_files;
    QTableView* m_table;
    QLabel* m_summary;
    NoticeBar* m_notices;
    int m_shownNotices = 0;
};

} // namespace loupe
