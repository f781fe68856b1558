#pragma once

#include "items/session/drag_files.h"

#include <QObject>

namespace loupe {

class EditSession;
class NoticeBar;
class TensorTreeView;

/// Tensors dragged out of the tree, onto a folder say: the files are written first, with a notice where that takes a
/// while, and then, if the button is still held, they are what is dragged.
class DragOutControl : public QObject {
    Q_OBJECT

public:
    DragOutControl(EditSession& edits, TensorTreeView& tree, NoticeBar& bar, QObject* parent);

private:
    void prepare();
    void drag(const QStringList& paths);

    EditSession& m_edits;
    TensorTreeView& m_tree;
    NoticeBar& m_bar;
    DragFiles m_files;
};

} // namespace loupe
