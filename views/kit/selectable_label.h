#pragma once

#include <QClipboard>
#include <QLabel>

namespace loupe {

/// A label of plain text that can be selected with the mouse and copied only as plain text. QLabel would also copy rich
/// text.
class SelectableLabel : public QLabel {
    Q_OBJECT

public:
    explicit SelectableLabel(const QString& text = {}, QWidget* parent = nullptr);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void copyTo(QClipboard::Mode mode) const;
};

} // namespace loupe
