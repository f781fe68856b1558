#pragma once

#include <QLayout>
#include <QList>

#include <cstdint>
#include <optional>

namespace loupe {

/// Widgets side by side at their preferred widths, wrapped into lines. Hidden ones take no room. Columns: items of
/// later lines are aligned with those of the first. Titled: the first item takes what the others leave of their line,
/// or a line of its own if that is less than its minimum width.
class FlowLayout : public QLayout {
public:
    enum class Form : std::uint8_t { Lines, Columns, Titled };

    explicit FlowLayout(QSize spacing, Form form = Form::Lines);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override;
    /// Adds items that stay together.
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
    /// All items but the title.
    QList<QLayoutItem*> flowing() const;
    /// The gap between two items of a line: less than the spacing, down to half of it, if all fit into one line then.
    int gapFor(int width) const;
    /// For Titled: the width that the others leave for the title on one line; empty if it needs a line of its own.
    std::optional<int> titleWidth(int width) const;
    /// The widths of as many columns as fit, at least one; empty if all fit into one line or the form is not Columns.
    QList<int> columnWidths(int width) const;
    /// Calls `place` with each item's position, and returns the height of all lines.
    template <typename Place>
    int arrange(const QRect& rect, const Place& place) const;

    QList<QLayoutItem*> m_items;
    QSize m_spacing;
    Form m_form;
};

} // namespace loupe
