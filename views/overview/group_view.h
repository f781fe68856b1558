#pragma once

#include "items/jobs/job_runner.h"
#include "items/session/overview_facts.h"

#include <QScrollArea>

#include <cstdint>
#include <optional>

namespace loupe {

/// A group of tensors on a page: its sums, its types, its largest tensors.
class GroupView : public QScrollArea {
    Q_OBJECT

public:
    explicit GroupView(QWidget* parent = nullptr);

    /// Precondition: a group of the tree, which is one of the checkpoint's tensors.
    void setGroup(OpenedCheckpointPtr opened, std::shared_ptr<const NameTree> tree, NameTree::NodeId group);
    /// Shows nothing; keeps no checkpoint.
    void clear();
    bool isBusy() const { return m_job.isRunning(); }

signals:
    void busyChanged();
    void tensorChosen(std::uint32_t tensor);

private:
    void show(const GroupFacts& facts);
    void showPage(QWidget* page);

    OpenedCheckpointPtr m_opened;
    std::shared_ptr<const NameTree> m_tree;
    NameTree::NodeId m_group = 0;
    JobRunner m_job;
};

} // namespace loupe
