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

    /// Sets new results. Null: nothing is open. Also clears the selection.
    virtual void setResults(const ComparisonResultsPtr& results) = 0;
    /// Selects a pair or group of the results' tree. Empty: nothing is selected.
    virtual void setNode(std::optional<NameTree::NodeId> node) = 0;
    /// New results were added. `ended`: no more will come.
    virtual void onResultsAdded(bool /*ended*/) { }
    /// Starts work when the view is shown and stops it when the view is hidden.
    virtual void setActive(bool /*active*/) { }
    /// True while the content waits for a job. A screenshot waits for its end.
    virtual bool isBusy() const { return false; }
    /// Stops the job. The tab then says so.
    virtual void stop() { }

signals:
    void busyChanged();
    /// Plain text.
    void titleChanged(const QString& title);
    /// The user chose a pair or group in the tab. The window selects it in the tree, which calls setNode(), unless the
    /// filter hides it.
    void nodeChosen(loupe::NameTree::NodeId node);
    /// A requested file could not be written.
    void saveFailed(const QString& sentence);
};

} // namespace loupe
