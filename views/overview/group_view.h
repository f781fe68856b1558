#pragma once

#include "items/jobs/job_runner.h"
#include "items/session/known_group.h"
#include "items/tree/group_figures.h"
#include "saving/recipe/staged_edits.h"
#include "views/overview/page_parts.h"

#include <QScrollArea>
#include <QTimer>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

class QBoxLayout;

namespace loupe {

class EditSession;
class ElidedLabel;
class GroupValues;
class HealthPanel;
class HealthScan;
class LinkButton;

/// A group of tensors on a page: its sums, its types, its largest tensors; what is staged about them; the health of
/// their values, how these are distributed and their figures by layer, as far as a scan knows them.
class GroupView : public QScrollArea {
    Q_OBJECT

public:
    /// `known`, which outlives the view, is shared by all views that may show the same group.
    explicit GroupView(KnownGroup& known, QWidget* parent = nullptr);

    /// To be called once, as the next; the view owns neither.
    void setScan(HealthScan* scan);
    void setEditSession(EditSession* session);

    /// Precondition: a group of the tree, which is one of the checkpoint's tensors.
    void setGroup(OpenedCheckpointPtr opened, std::shared_ptr<const NameTree> tree, NameTree::NodeId group);
    /// Shows nothing; keeps no checkpoint.
    void clear();
    bool isBusy() const { return m_job.isRunning() || m_figuring.isRunning() || m_later.isActive(); }

signals:
    void busyChanged();
    void tensorChosen(std::uint32_t tensor);
    void filterWanted(const QString& filter);
    /// The list of all that is staged.
    void changesWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Found {
        GroupFigures figures;
        ChangeTotals staged;
        SizeChange sizes;
        std::optional<std::string> pathAfter; ///< where it moves
        std::shared_ptr<const MovedGroups> moved; ///< null: no tensor is renamed
    };

    void show();
    void showPage(QWidget* page);
    void fitValues();
    void addStaged(QBoxLayout& page);
    void updateFigures();
    void updateLater();
    void showStaged(const Found& found);

    KnownGroup& m_known;
    OpenedCheckpointPtr m_opened;
    std::shared_ptr<const NameTree> m_tree;
    NameTree::NodeId m_group = 0;
    KnownGroup::FactsPtr m_facts; ///< null until they are found
    HealthScan* m_scan = nullptr;
    EditSession* m_edits = nullptr;
    // On the page; null if it has none.
    ElidedLabel* m_title = nullptr;
    ElidedLabel* m_staged = nullptr;
    ElidedLabel* m_ofFile = nullptr; ///< what of the page is otherwise once it is saved
    LinkButton* m_changes = nullptr;
    HealthPanel* m_health = nullptr;
    GroupValues* m_values = nullptr;
    Renamer m_largest;
    QTimer m_later; ///< runs while more is known than what the page shows
    JobRunner m_job;
    JobRunner m_figuring;
};

} // namespace loupe
