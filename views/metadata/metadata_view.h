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

/// The checkpoint's metadata as a tree, the value of the current row in full below it, and commands that stage changes.
class MetadataView : public QWidget {
    Q_OBJECT

public:
    explicit MetadataView(QWidget* parent = nullptr);

    /// Null: nothing is open.
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);

    /// What is staged there is shown, and can be added to. To be called once; the view does not own it.
    void setSession(EditSession* session);

    /// True while nested values are being unfolded.
    bool isBusy() const;
    /// The sentence in place of the tree; empty while there is one.
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
    std::optional<std::string> m_wantedKey; ///< to be current once it is there
    bool m_isNew = true; ///< nothing of the checkpoint was shown yet
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
