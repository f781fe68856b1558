#pragma once

#include "app/window/command/options.h"
#include "app/window/job_window.h"
#include "items/session/document.h"
#include "items/session/traffic_meter.h"

#include <memory>

namespace loupe {

class ByteMap;
class CommandCopier;
class CompareControl;
class DetailsTabs;
class EditControl;
class EditSession;
class Figures;
class FilterEdit;
class FilterWords;
class NoticeBar;
class Notices;
class OpenControl;
class ScanControl;
class SelectionControl;
class StartPage;
class StatusLine;
class TensorTreeModel;
class TensorTreeView;
class TreeFormActions;
class TreeMessage;
class UnlockControl;
class UnsavedGuard;
class WindowActions;
class WindowLayout;
class WriteControl;

/// One window on one checkpoint: makes the document, the models and the views, and connects them.
class MainWindow : public JobWindow {
    Q_OBJECT

public:
    /// `remembers`: geometry, columns and recent files are kept in the user's settings; not for pictures and tests.
    /// A path is opened while the window is being made; an empty one is none.
    /// `secret`: what opens its encrypted values.
    /// `view`: how its quantized weights are shown.
    explicit MainWindow(bool remembers, const QString& path = {}, const SecretChoice& secret = {},
        QuantizedView view = QuantizedView::Weights);
    ~MainWindow() override;

    /// Asks first where something that is staged would be lost.
    void open(const QString& path);
    /// The same of a path or address that was opened before; asks for a secret that it needs.
    void openRecent(const QString& path);
    /// Opens the same checkpoint again; asks first as open() does.
    void reload();
    /// Says that A and B were opened together, in a window each, and offers to compare them.
    void offerComparison(const QString& a, const QString& b);
    /// Selection, tab, filter, edits and scan of the command line. What is about a checkpoint waits for it.
    void apply(const Options& options);

    bool isIdle() const override;
    QString failure() const override;
    QString requestError() const override;
    std::vector<ComparedCheckpoint> openCheckpoints() const override;

    TensorTreeView& tree() { return *m_tree; }

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// What is staged about the open checkpoint.
    EditSession& edits();
    void layOut();
    void connectDocument();
    void connectViews();
    void connectDrops();
    void connectActions();
    void showCurrent();
    void stageWanted();
    void stopWork();
    void updateState();
    void openInNewWindow(const QString& path);
    /// Opens the folder of a training run in a window of its own, or in place of this one where nothing is open here.
    void showRun(const QString& path);
    void updatePage();
    void showQuantized(QuantizedView view);
    void askForSecret();

    const bool m_remembers;
    StartPage* m_start;
    TrafficMeter m_traffic;
    Document* m_document;
    std::unique_ptr<Figures> m_figures; ///< of what the document has open
    TensorTreeModel* m_model;
    TensorTreeView* m_tree;
    DetailsTabs* m_details;
    ByteMap* m_byteMap;
    FilterWords* m_filterWords;
    FilterEdit* m_filter;
    NoticeBar* m_noticeBar;
    Notices* m_notices;
    ScanControl* m_scan;
    std::unique_ptr<StatusLine> m_status;
    std::unique_ptr<WindowLayout> m_layout;
    TreeMessage* m_message;
    WindowActions* m_actions;
    SelectionControl* m_selection = nullptr;
    TreeFormActions* m_forms = nullptr;
    EditControl* m_edits = nullptr;
    UnsavedGuard* m_guard = nullptr;
    UnlockControl* m_unlock = nullptr;
    OpenControl* m_opening = nullptr;
    CompareControl* m_comparing = nullptr;
    WriteControl* m_writing = nullptr;
    CommandCopier* m_commands = nullptr;
    Options m_applied; ///< of the command line
    EditRules m_wantedEdits; ///< to stage as soon as a checkpoint is open
    bool m_wantsScan = false; ///< as soon as a checkpoint is open
};

} // namespace loupe
