#pragma once

#include "items/jobs/job_runner.h"
#include "items/session/overview_facts.h"

#include <QScrollArea>

#include <cstdint>
#include <optional>

class QBoxLayout;

namespace loupe {

class EditSession;
class ElidedLabel;
class HealthPanel;
class HealthScan;
class LayerChart;
struct GroupFigures;

/// A group of tensors on a page: its sums, its types, its largest tensors; what is staged about them; the health of
/// their values and their figures by layer, as far as a scan knows them.
class GroupView : public QScrollArea {
    Q_OBJECT

public:
    explicit GroupView(QWidget* parent = nullptr);

    /// To be called once, as the next; the view owns neither.
    void setScan(HealthScan* scan);
    void setEditSession(EditSession* session);

    /// Precondition: a group of the tree, which is one of the checkpoint's tensors.
    void setGroup(OpenedCheckpointPtr opened, std::shared_ptr<const NameTree> tree, NameTree::NodeId group);
    /// Shows nothing; keeps no checkpoint.
    void clear();
    bool isBusy() const { return m_job.isRunning() || m_figuring.isRunning(); }

signals:
    void busyChanged();
    void tensorChosen(std::uint32_t tensor);
    void filterWanted(const QString& filter);
    /// The list of all that is staged.
    void changesWanted();

private:
    void show();
    void showPage(QWidget* page);
    void addStaged(QBoxLayout& page);
    void updateFigures();
    void showFigures(const GroupFigures& figures);

    OpenedCheckpointPtr m_opened;
    std::shared_ptr<const NameTree> m_tree;
    NameTree::NodeId m_group = 0;
    std::shared_ptr<const GroupFacts> m_facts; ///< null until they are found
    HealthScan* m_scan = nullptr;
    EditSession* m_edits = nullptr;
    QWidget* m_staged = nullptr; ///< on the page that showFigures() fills, as the next
    ElidedLabel* m_stagedText = nullptr;
    HealthPanel* m_health = nullptr;
    LayerChart* m_layers = nullptr;
    bool m_areFiguresOld = false; ///< more is known than what the job was given
    JobRunner m_job;
    JobRunner m_figuring;
};

} // namespace loupe
