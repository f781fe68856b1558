#pragma once

#include "app/window/command/options.h"
#include "app/window/job_window.h"
#include "items/compare/pairing_choice.h"
#include "items/session/traffic_meter.h"
#include "items/writing/file_saver.h"

#include <QPointer>

#include <memory>

class QLabel;

namespace loupe {

class CompareActions;
class CompareLayout;
class CompareNotices;
class ComparisonModel;
class ComparisonSession;
class ComparisonTabs;
class ComparisonView;
class DifferenceControl;
class FilterEdit;
class FilterWords;
class LocationControl;
class NoticeBar;
class PairByteMap;
class PairHeader;
class PairSelectionControl;
class PairingDialog;
class RearrangementDialog;
class SideControl;
class StatusChips;
class StatusRow;
class TreeFormActions;
class UnlockControl;

/// A window that compares two checkpoints: creates the comparison, its model and its views, and connects them.
class CompareWindow : public JobWindow {
    Q_OBJECT

public:
    /// `remembers`: saves geometry, recent comparisons and pairing in the settings; false for screenshots and tests.
    /// `rules` and `rearrangement` replace the saved ones.
    CompareWindow(bool remembers, ComparedCheckpoint a, ComparedCheckpoint b, std::vector<RenameRuleText> rules = {},
        ChosenRearrangement rearrangement = {});
    ~CompareWindow() override;

    /// Opens a new window, which deletes itself when it is closed.
    static CompareWindow* openNew(bool remembers, ComparedCheckpoint a, ComparedCheckpoint b);

    /// Applies selection, filter and tab from the command line. The selection is made once the structure is known.
    void apply(const Options& options);
    /// Writes the results as HTML, JSON or CSV, depending on the path's suffix.
    void exportTo(const QString& path);
    /// Replaces A (0) or B (1) with the checkpoint at `path`.
    void openSide(std::size_t side, const QString& path);
    /// Says that the checkpoint at `path` has pending edits, which are not compared.
    void showStagedNotice(const QString& path);

    bool isIdle() const override;
    QString failure() const override;
    QString requestError() const override;
    std::vector<ComparedCheckpoint> openCheckpoints() const override;

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void layOut();
    void connectActions();
    void connectSession();
    void connectViews();
    void remember(const PairedCheckpoints& paired) const;
    void showResults();
    void showMore(bool ended);
    void updateState();
    void updateEmptyText();
    void updateStatus();
    void chooseExport();
    void askForSecret(const Checkpoint& checkpoint);
    /// Does nothing until the structure is known, or while it is read again.
    void showPairingDialog();
    void showRearrangementDialog();
    void openWritten(const QString& path);
    void stopWork();

    const bool m_remembers;
    ComparisonSession* m_session;
    ComparisonModel* m_model;
    ComparisonView* m_view;
    PairHeader* m_header;
    StatusChips* m_chips;
    ComparisonTabs* m_tabs;
    PairByteMap* m_map;
    FilterWords* m_filterWords;
    FilterEdit* m_filter;
    FileSaver m_saver;
    NoticeBar* m_noticeBar;
    StatusRow* m_status;
    QLabel* m_pairs; ///< in the status bar
    QLabel* m_compared; ///< in the status bar
    QLabel* m_network; ///< in the status bar
    TrafficMeter m_traffic;
    CompareNotices* m_notices;
    PairSelectionControl* m_selection;
    DifferenceControl* m_difference;
    UnlockControl* m_unlock;
    LocationControl* m_locations;
    CompareActions* m_actions;
    TreeFormActions* m_forms = nullptr;
    std::unique_ptr<CompareLayout> m_layout;
    SideControl* m_sides;
    QPointer<PairingDialog> m_pairingDialog;
    QPointer<RearrangementDialog> m_rearrangementDialog;
};

} // namespace loupe
