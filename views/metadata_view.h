#pragma once

#include "core/checkpoint.h"

#include <QWidget>

#include <memory>

class QPlainTextEdit;
class QTreeView;

namespace loupe {

class MetadataModel;

/// The checkpoint's metadata as a tree, the value of the current row in full below it.
class MetadataView : public QWidget {
    Q_OBJECT

public:
    explicit MetadataView(QWidget* parent = nullptr);

    /// Null: nothing is open.
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);

private:
    MetadataModel* m_model;
    QTreeView* m_tree;
    QPlainTextEdit* m_value;
};

} // namespace loupe
