#pragma once

#include "core/checkpoint.h"

#include <QWidget>

#include <memory>
#include <optional>
#include <string>
#include <vector>

class QAction;
class QLabel;
class QPushButton;
class QSplitter;
class QStackedLayout;
class QTreeView;

namespace loupe {

class EditSession;
class MetadataModel;
class MetadataSearch;
class ValuePane;

/// The checkpoint's metadata as a tree, with the full value of the current row below it, and commands for editing.
class MetadataView : public QWidget {
    Q_OBJECT

public:
    explicit MetadataView(QWidget* parent = nullptr);

    /// Null: nothing is open.
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);

    /// The session whose pending edits are shown and extended. Call once. The view does not own it.
    void setSession(EditSession* session);

    /// True while nested values are being expanded.
    bool isBusy() const;
    /// The sentence shown instead of the tree; empty while the tree is shown.
    QString message() const;
    /// The whole value of the current row.
    QString valueText() const;
    QTreeView& tree() { return *m_tree; }
    MetadataSearch& search() { return *m_search; }

signals:
    void busyChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeTree();
    void makeSearch();
    void showMatch(bool next);
    void makeCommands();
    void showLoaded();
    void expandFirst();
    void showCurrent();
    void updateCommands();
    void addKey();
    void editKey();
    void removeOrRestore();
    bool isElementSelected() const;
    /// Precondition: no element is selected.
    std::vector<std::string> selectedKeys() const;

    std::shared_ptr<const Checkpoint> m_checkpoint;
    EditSession* m_session = nullptr;
    std::optional<std::string> m_wantedKey; ///< the key to make current once it exists
    bool m_isNew = true; ///< the checkpoint has not been shown yet
    MetadataModel* m_model;
    QTreeView* m_tree;
    MetadataSearch* m_search;
    ValuePane* m_value;
    QSplitter* m_splitter;
    QWidget* m_content; ///< search and tree
    QLabel* m_message;
    QStackedLayout* m_stack;
    QWidget* m_commands;
    QPushButton* m_add;
    QPushButton* m_edit;
    QPushButton* m_remove;
    QAction* m_removeKey;
};

} // namespace loupe
