#pragma once

#include "items/session/drag_files.h"

#include <QObject>

namespace loupe {

class EditSession;
class NoticeBar;
class TensorTreeView;

/// Drags tensors out of the tree, for example onto a folder. The files are written first, with a notice if that takes a
/// while. The drag starts afterward if the button is still held.
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
