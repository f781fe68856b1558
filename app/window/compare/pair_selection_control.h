#pragma once

#include "core/tree/name_tree.h"

#include <QObject>
#include <QString>

#include <optional>

namespace loupe {

class CompareNotices;
class ComparisonModel;
class ComparisonView;
class FilterEdit;
class PairByteMap;

/// Selects pairs and groups of a comparison: those chosen in other views, requested by name, or the next difference.
class PairSelectionControl : public QObject {
    Q_OBJECT

public:
    /// All must outlive this object.
    struct Parts {
        ComparisonModel& model;
        ComparisonView& view;
        PairByteMap& map;
        FilterEdit& filter;
        CompareNotices& notices;
    };

    explicit PairSelectionControl(const Parts& parts);

    /// Selects a pair or group. If the filter hides it, a notice says so.
    void choose(NameTree::NodeId node);
    /// Clears the filter and selects the node.
    void showHidden(NameTree::NodeId node);
    /// Sets the full name of a tensor or group to select once the structure is known.
    void want(const QString& name) { m_wantedName = name; }
    /// Call when the pairs change, because node IDs are then different.
    void forgetNode() { m_wantedNode.reset(); }
    void selectWanted();
    void goToDifference(bool forward);
    /// Why the requested name could not be selected; empty if it was or will be.
    const QString& error() const { return m_error; }

private:
    Parts m_parts;
    std::optional<NameTree::NodeId> m_wantedNode; ///< node to select once the filter that hides it is cleared
    QString m_wantedName;
    QString m_error;
};

} // namespace loupe
