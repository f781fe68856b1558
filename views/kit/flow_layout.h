#pragma once

#include <QLayout>
#include <QList>

#include <cstdint>
#include <optional>

namespace loupe {

/// Widgets side by side, each as wide as it likes, going on in the next line where there is no room. Hidden ones take
/// none. In columns, those of further lines stand below those of the first. The first of titled ones takes what the
/// others leave of their line, or a line of its own where that is less than its minimum.
class FlowLayout : public QLayout {
public:
    enum class Form : std::uint8_t { Lines, Columns, Titled };

    explicit FlowLayout(QSize spacing, Form form = Form::Lines);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override;
    /// What stays together.
    void addLayout(QLayout* inner);
    int count() const override { return int(m_items.size()); }
    QLayoutItem* itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

private:
    bool hasTitle() const;
    /// Those in lines: all but the title.
    QList<QLayoutItem*> flowing() const;
    /// Between two items of a line: less than wanted, down to half of it, where all fit into one line then.
    int gapFor(int width) const;
    /// Titled ones only: what the others leave of one line for the title; nothing if it takes a line of its own.
    std::optional<int> titleWidth(int width) const;
    /// As many as have room, at least one; empty if all fit into one line, or are not in columns.
    QList<int> columnWidths(int width) const;
    /// The height of all lines; `place` is called with each item's place.
    template <typename Place>
    int arrange(const QRect& rect, const Place& place) const;

    QList<QLayoutItem*> m_items;
    QSize m_spacing;
    Form m_form;
};

} // namespace loupe
