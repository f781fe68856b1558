#pragma once

#include "items/tree/node_choice.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

class ByteMap;
class DetailsTabs;
class Document;
class FilterEdit;
class Notices;
class TensorTreeModel;
class TensorTreeView;

/// Synchronizes the selection: the details and the byte map follow the tree, and choices made in them are selected in
/// the tree. Also selects nodes by name.
class SelectionControl : public QObject {
    Q_OBJECT

public:
    /// All must outlive this object.
    struct Parts {
        Document& document;
        TensorTreeModel& model;
        TensorTreeView& tree;
        DetailsTabs& details;
        ByteMap& byteMap;
        FilterEdit& filter;
        Notices& notices;
    };

    explicit SelectionControl(const Parts& parts);

    void select(NameTree::NodeId node);
    /// Sets full names of tensors and groups to select once a checkpoint is open and its rows are ready.
    void want(const QStringList& names);
    void wantNothing() { m_wantedNames.clear(); }
    void selectWanted();
    /// Why the requested names could not be selected; empty if they were or will be.
    const QString& error() const { return m_error; }
    /// Follows a link: sets the filter and selects the first tensor that matches.
    void showFirstOf(const QString& filter);
    /// Call when the rows are ready.
    void onArranged();

private:
    void connectParts();
    NodeChoice chosen() const;
    void showSelection();
    void markSeveral(const NodeChoice& choice);
    void showPart(std::optional<std::uint32_t> part);
    void selectFirst();
    void showOnly(NameTree::NodeId node);
    std::optional<NameTree::NodeId> hiddenGroup(const std::string& name) const;
    bool selectPart(const std::string& name);

    Parts m_parts;
    QStringList m_wantedNames;
    QString m_error;
    bool m_areSeveral = false; ///< several nodes are selected
    bool m_wantsFirst = false; ///< select the first tensor once the tree is filtered
};

} // namespace loupe
