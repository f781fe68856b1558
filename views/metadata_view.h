#pragma once

#include "core/checkpoint.h"

#include <QWidget>

#include <memory>

class QLabel;
class QPlainTextEdit;
class QSplitter;
class QStackedLayout;
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

    /// True while nested values are being unfolded.
    bool busy() const;
    /// The sentence in place of the tree; empty while there is one.
    QString message() const;
    /// The whole value of the current row.
    QString valueText() const;
    QTreeView& tree() { return *m_tree; }

signals:
    void busyChanged();

private:
    void showLoaded();
    void showCurrent();

    std::shared_ptr<const Checkpoint> m_checkpoint;
    MetadataModel* m_model;
    QTreeView* m_tree;
    QPlainTextEdit* m_value;
    QSplitter* m_splitter;
    QLabel* m_message;
    QStackedLayout* m_stack;
};

} // namespace loupe
