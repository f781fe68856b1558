#pragma once

#include "items/compare/comparison_results.h"

#include <QWidget>

#include <optional>

namespace loupe {

/// One tab of a comparison's window: about the selected pair or group, or about the whole comparison.
class ComparisonTab : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// Other pairs, or no values known; null: nothing is open. Nothing is selected then.
    virtual void setResults(const ComparisonResultsPtr& results) = 0;
    /// A pair or a group of the results' tree, or nothing.
    virtual void setNode(std::optional<NameTree::NodeId> node) = 0;
    /// New results were added. `ended`: no more will come.
    virtual void onResultsAdded(bool /*ended*/) { }
    /// Starts work when the view is shown and stops it when the view is hidden.
    virtual void setActive(bool /*active*/) { }
    /// True while what is shown waits for a job: a picture waits for its end.
    virtual bool isBusy() const { return false; }
    /// Stops the job; what is shown says so.
    virtual void stop() { }

signals:
    void busyChanged();
    /// Plain text.
    void titleChanged(const QString& title);
    /// A pair or group was chosen inside the tab: the window selects it in the tree, which comes back as setNode(),
    /// unless the filter hides it.
    void nodeChosen(loupe::NameTree::NodeId node);
    /// A requested file could not be written.
    void saveFailed(const QString& sentence);
};

} // namespace loupe
