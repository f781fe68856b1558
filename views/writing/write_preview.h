#pragma once

#include "items/writing/writing_job.h"
#include "views/kit/notice_bar.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace loupe {

class OutputFilesModel;

/// A preview of the output: the files, their sizes, what they replace, and the free space; and the problems that
/// prevent writing, each with a button that fixes it.
class WritePreview : public QWidget {
    Q_OBJECT

public:
    explicit WritePreview(QWidget* parent = nullptr);

    /// Null while the preview is not known.
    void setPreview(const WritingPreviewPtr& preview);
    /// Shows why there is no preview.
    void showError(const QString& sentence);
    /// Shows what to do first, if there is no preview yet but nothing is wrong.
    void showHint(const QString& sentence);
    /// Shows the progress of checking which tensors are complete, until there is a preview.
    void showLooking(const JobProgress& progress);
    /// Shows the progress of computing the cost of casts.
    void showWeighing(const JobProgress& progress);
    void hideWeighing();
    /// Shows a failure to write or to read values; empty: none.
    void showFailure(const QString& sentence);
    /// Replaces the notices after writing: what was left out, and files that no longer belong to the model.
    void showWritten(const WritingPreview& preview);
    /// The table of files. The dialog places and owns it separately, so that the notices stay visible when the table is
    /// scrolled.
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
