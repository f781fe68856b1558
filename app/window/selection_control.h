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

/// What is selected in the tree, the details and the byte map show as well; what is chosen in one of those is selected
/// in the tree. Finds what is to be selected by its name.
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
    /// Whole names of tensors and groups, to be selected once a checkpoint is open and its rows are arranged.
    void want(const QStringList& names);
    void wantNothing() { m_wantedNames.clear(); }
    void selectWanted();
    /// Why what was wanted is not selected; empty: it is, or will be.
    const QString& error() const { return m_error; }
    /// What a link leads to: the first tensor that the filter keeps.
    void showFirstOf(const QString& filter);
    /// To be called when the rows are arranged.
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
    bool m_areSeveral = false; ///< nodes selected
    bool m_wantsFirst = false; ///< once the tree is filtered
};

} // namespace loupe
