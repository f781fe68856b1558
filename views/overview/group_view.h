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

/// A page about a group of tensors: its totals, dtypes and largest tensors; pending edits of them; and from a scan, the
/// health of their values, their distribution and figures by layer.
class GroupView : public QScrollArea {
    Q_OBJECT

public:
    /// `known` must outlive the view. It is shared by all views that may show the same group.
    explicit GroupView(KnownGroup& known, QWidget* parent = nullptr);

    /// Call each of the next two once. The view owns neither object.
    void setScan(HealthScan* scan);
    void setEditSession(EditSession* session);

    /// Precondition: `group` is a group of `tree`, and `tree` holds the checkpoint's tensors.
    void setGroup(OpenedCheckpointPtr opened, std::shared_ptr<const NameTree> tree, NameTree::NodeId group);
    /// Clears the page and releases the checkpoint.
    void clear();
    bool isBusy() const { return m_job.isRunning() || m_figuring.isRunning() || m_later.isActive(); }

signals:
    void busyChanged();
    void tensorChosen(std::uint32_t tensor);
    void filterWanted(const QString& filter);
    /// The user wants to see the list of pending edits.
    void changesWanted();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Found {
        GroupFigures figures;
        ChangeTotals staged;
        SizeChange sizes;
        std::optional<std::string> pathAfter; ///< the group's path after saving
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
    // On the page; null if the page does not have it.
    ElidedLabel* m_title = nullptr;
    ElidedLabel* m_staged = nullptr;
    ElidedLabel* m_ofFile = nullptr; ///< says which parts of the page will differ after saving
    LinkButton* m_changes = nullptr;
    HealthPanel* m_health = nullptr;
    GroupValues* m_values = nullptr;
    Renamer m_largest;
    QTimer m_later; ///< runs while there are results that the page does not show yet
    JobRunner m_job;
    JobRunner m_figuring;
};

} // namespace loupe
