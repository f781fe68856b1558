#pragma once

#include "app/window/command/shown_state.h"
#include "app/window/job_window.h"

class QLabel;
class QSplitter;

namespace loupe {

class FilterEdit;
class FilterWords;
class HistoryView;
class NoticeBar;
class RunActions;
class RunModel;
class RunNotices;
class RunSession;
class RunTable;
class StatusRow;
class TensorTreeModel;
class TensorTreeView;

/// A window that shows a training run: its checkpoints, the tensors to choose from, and curves over steps.
class RunWindow : public JobWindow {
    Q_OBJECT

public:
    /// `remembers`: saves geometry, recent files and figures in the settings; false for screenshots and tests.
    RunWindow(bool remembers, const QString& path);
    ~RunWindow() override;

    /// Applies selection, filter and figure from the command line. The selection is made once the names are known.
    void apply(const Options& options);

    bool isIdle() const override;
    QString failure() const override;
    QString requestError() const override;
    /// Always empty, because steps are opened in their own windows.
    std::vector<ComparedCheckpoint> openCheckpoints() const override { return {}; }

    RunSession& session() { return *m_session; }
    /// The state for a command that shows the same.
    ShownState shownState() const;

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void layOut();
    void connectActions();
    void connectSession();
    void connectViews();
    void showRun();
    void selectWanted();
    /// Chooses the tensors selected in the tree, by name; at most mostNames.
    void chooseSelected();
    void showSubject(qint64 selected);
    void showRows();
    void showStatus();
    QString finiteText(std::uint64_t read) const;
    void updateState();
    void openStep(int row);
    void openSelected();
    void compareSelected();
    void openInNewWindow(const QString& path);
    QString emptyText() const;

    const bool m_remembers;
    RunSession* m_session;
    RunModel* m_model;
    RunTable* m_table;
    TensorTreeModel* m_tensors;
    TensorTreeView* m_tree;
    HistoryView* m_view;
    FilterWords* m_filterWords;
    FilterEdit* m_filter;
    NoticeBar* m_noticeBar;
    StatusRow* m_status;
    QLabel* m_steps; ///< in the status bar
    QLabel* m_read; ///< in the status bar
    RunNotices* m_notices;
    RunActions* m_actions;
    QSplitter* m_columns;
    QSplitter* m_rows;
    QStringList m_wanted; ///< names to select once they are known
    QString m_selectError;
};

} // namespace loupe
