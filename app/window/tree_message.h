#pragma once

#include <QObject>
#include <QString>

namespace loupe {

class DetailsTabs;
class Document;
class FilterEdit;
class HealthScan;
class TensorTreeModel;
class TensorTreeView;
class TrafficMeter;

/// Explains an empty tree: nothing is open, a checkpoint is being opened or has no tensors, or the filter matches none.
class TreeMessage : public QObject {
    Q_OBJECT

public:
    /// All must outlive this object.
    struct Parts {
        const Document& document;
        const TensorTreeModel& model;
        const HealthScan& scan;
        const TrafficMeter& traffic;
        const FilterEdit& filter;
        TensorTreeView& tree;
        DetailsTabs& details;
    };

    explicit TreeMessage(const Parts& parts, QObject* parent);

    /// Call when another checkpoint is open, or none.
    void showCurrent();
    /// Call when the filter or its error has changed. An invalid filter leaves the previous rows; if there are none,
    /// the message is about the error.
    void showFiltered();
    /// Shows the progress of opening. While another checkpoint is still shown, only the notice shows it.
    void showOpening();

private:
    QString text() const;
    QString openingText() const;

    Parts m_parts;
};

} // namespace loupe
