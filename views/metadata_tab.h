#pragma once

#include "views/comparison_tab.h"

class QLabel;
class QStackedLayout;
class QTreeView;

namespace loupe {

class MetadataDifferenceModel;
class ValuePane;

/// The metadata of both checkpoints side by side: what differs first, the values of the current row in full below.
class MetadataTab : public ComparisonTab {
    Q_OBJECT

public:
    explicit MetadataTab(QWidget* parent = nullptr);

    void setResults(const ComparisonResultsPtr& results) override;
    void setNode(std::optional<NameTree::NodeId>) override { }
    void setActive(bool active) override;
    bool busy() const override;
    void stop() override;

    /// The sentence in place of the table; empty while there is one.
    QString message() const;
    QTreeView& tree() { return *m_tree; }
    ValuePane& valueA() { return *m_valueA; }
    ValuePane& valueB() { return *m_valueB; }

private:
    void load();
    void showLoaded();
    void expandDifferences();
    void showCurrent();
    void say(const QString& sentence);

    PairedCheckpointsPtr m_paired;
    bool m_active = false;
    bool m_wanted = false; ///< to be compared once it is looked at
    MetadataDifferenceModel* m_model;
    QTreeView* m_tree;
    ValuePane* m_valueA;
    ValuePane* m_valueB;
    QWidget* m_content;
    QLabel* m_message;
    QStackedLayout* m_stack;
};

} // namespace loupe
