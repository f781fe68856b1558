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

/// Selects pairs and groups of a comparison: those that are chosen elsewhere, wanted by name or the next that differ.
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

    /// A pair or a group of what is compared. Where the filter hides it, a notice says so.
    void choose(NameTree::NodeId node);
    /// Without the filter that hides it.
    void showHidden(NameTree::NodeId node);
    /// Whole name of a tensor or group to be selected once the structure is known.
    void want(const QString& name) { m_wantedName = name; }
    /// Other pairs were found: nodes stand for others.
    void forgetNode() { m_wantedNode.reset(); }
    void selectWanted();
    void goToDifference(bool forward);
    /// Why what was wanted is not selected; empty: it is, or will be.
    const QString& error() const { return m_error; }

private:
    Parts m_parts;
    std::optional<NameTree::NodeId> m_wantedNode; ///< to select once the filter that hid it is gone
    QString m_wantedName;
    QString m_error;
};

} // namespace loupe
