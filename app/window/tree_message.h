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

/// Says where the tree has no rows why that is so: nothing is open, a checkpoint is being opened or has no tensors, or
/// the filter keeps none.
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

    /// Another checkpoint is open, or none.
    void showCurrent();
    /// The filter or its error is another. An error leaves the rows of the filter before, which may be none: the
    /// sentence is then about the error.
    void showFiltered();
    /// How far opening has come. Next to a checkpoint that is open, only the notice says that another one is being
    /// opened.
    void showOpening();

private:
    QString text() const;
    QString openingText() const;

    Parts m_parts;
};

} // namespace loupe
