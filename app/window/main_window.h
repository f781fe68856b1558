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

/// A window that shows one checkpoint: creates the document, the models and the views, and connects them.
class MainWindow : public JobWindow {
    Q_OBJECT

public:
    /// `remembers`: saves geometry, columns and recent files in the user's settings; false for screenshots and tests.
    /// `path` is opened during construction; empty: none. `secret`: for its encrypted values. `view`: how its quantized
    /// weights are shown.
    explicit MainWindow(bool remembers, const QString& path = {}, const SecretChoice& secret = {},
        QuantizedView view = QuantizedView::Weights);
    ~MainWindow() override;

    /// Asks the user first if unsaved edits would be lost.
    void open(const QString& path);
    /// As open(), for a previously opened path or address. Asks for a secret if one is needed.
    void openRecent(const QString& path);
    /// Opens the same checkpoint again. Asks first, as open() does.
    void reload();
    /// Tells the user that A and B were opened in two windows, and offers to compare them.
    void offerComparison(const QString& a, const QString& b);
    /// Applies selection, tab, filter, edits and scan from the command line, once a checkpoint is open if they need
    /// one.
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
    /// The pending edits of the open checkpoint.
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
    /// Opens the folder of a training run in a new window, which replaces this one if nothing is open here.
    void showRun(const QString& path);
    void updatePage();
    void showQuantized(QuantizedView view);
    void askForSecret();

    const bool m_remembers;
    StartPage* m_start;
    TrafficMeter m_traffic;
    Document* m_document;
    std::unique_ptr<Figures> m_figures; ///< of the checkpoint that the document has open
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
    Options m_applied; ///< from the command line
    EditRules m_wantedEdits; ///< edits to apply as soon as a checkpoint is open
    bool m_wantsScan = false; ///< start a scan as soon as a checkpoint is open
};

} // namespace loupe
