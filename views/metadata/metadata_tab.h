#pragma once

#include "views/compare/comparison_tab.h"

class QAbstractButton;
class QLabel;
class QStackedLayout;
class QTreeView;

namespace loupe {

class MetadataDifferenceModel;
class ValuePane;

/// The metadata of both checkpoints side by side: differences first, with the full values of the current row below.
class MetadataTab : public ComparisonTab {
    Q_OBJECT

public:
    explicit MetadataTab(QWidget* parent = nullptr);

    void setResults(const ComparisonResultsPtr& results) override;
    void setNode(std::optional<NameTree::NodeId>) override { }
    void setActive(bool active) override;
    bool isBusy() const override;
    void stop() override;

    /// The sentence shown instead of the table; empty while the table is shown.
    QString message() const;
    /// Shown next to the sentence if the comparison was stopped or failed.
    QAbstractButton& computeButton() { return *m_compute; }

private:
    void load();
    void compute();
    void showLoaded();
    void expandDifferences();
    void showCurrent();
    /// `canCompute`: offers to compute the rest.
    void say(const QString& sentence, bool canCompute = false);

    PairedCheckpointsPtr m_paired;
    bool m_active = false;
    bool m_wanted = false; ///< to be compared when the tab is shown
    MetadataDifferenceModel* m_model;
    QTreeView* m_tree;
    ValuePane* m_valueA;
    ValuePane* m_valueB;
    QWidget* m_content;
    QLabel* m_message;
    QAbstractButton* m_compute;
    QWidget* m_notice; ///< m_message and m_compute
    QStackedLayout* m_stack;
};

} // namespace loupe
