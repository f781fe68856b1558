#include "views/kit/flow_layout.h"

#include <algorithm>
#include <numeric>

namespace loupe {

FlowLayout::FlowLayout(QSize spacing, Form form)
    : m_spacing(spacing)
    , m_form(form)
{
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout()
{
    qDeleteAll(m_items);
}

void FlowLayout::addItem(QLayoutItem* item)
{
    m_items.append(item);
}

void FlowLayout::addLayout(QLayout* inner)
{
    addChildLayout(inner);
    addItem(inner);
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

bool FlowLayout::hasTitle() const
{
    return m_form == Form::Titled && !m_items.isEmpty() && !m_items.front()->isEmpty();
}

QList<QLayoutItem*> FlowLayout::flowing() const
{
    QList<QLayoutItem*> items;
    for (QLayoutItem* const item : m_items)
        if (!item->isEmpty() && !(hasTitle() && item == m_items.front()))
            items << item;
    return items;
}

int FlowLayout::gapFor(int width) const
{
    int gaps = -1;
    int room = width;
    for (const QLayoutItem* const item : flowing()) {
        ++gaps;
        room -= item->sizeHint().width();
    }
    const int gap = gaps > 0 ? room / gaps : m_spacing.width();
    return gap >= m_spacing.width() / 2 && gap < m_spacing.width() ? gap : m_spacing.width();
}

std::optional<int> FlowLayout::titleWidth(int width) const
{
    if (!hasTitle())
        return {};
    int room = width;
    for (const QLayoutItem* const item : flowing())
        room -= item->sizeHint().width() + m_spacing.width();
    return room >= m_items.front()->minimumSize().width() ? std::optional(room) : std::nullopt;
}

QList<int> FlowLayout::columnWidths(int width) const
{
    QList<int> widths;
    for (const QLayoutItem* const item : m_items)
        if (!item->isEmpty())
            widths << item->sizeHint().width();
    const auto isTooWide = [&](const QList<int>& columns) {
        return std::accumulate(columns.begin(), columns.end(), int(columns.size() - 1) * gapFor(width)) > width;
    };
    if (m_form != Form::Columns || widths.isEmpty() || !isTooWide(widths))
        return {};
    QList<int> columns;
    for (qsizetype count = widths.size() - 1; count > 0; --count) {
        columns = QList<int>(count, 0);
        for (qsizetype i = 0; i < widths.size(); ++i)
            columns[i % count] = std::max(columns[i % count], widths[i]);
        if (!isTooWide(columns))
            break;
    }
    return columns;
}

template <typename Place>
int FlowLayout::arrange(const QRect& rect, const Place& place) const
{
    const QList<int> columns = columnWidths(rect.width());
    const QList<QLayoutItem*> items = flowing();
    int gap = gapFor(rect.width());
    QPoint at = rect.topLeft();
    int line = 0;
    if (const auto beside = titleWidth(rect.width())) {
        gap = m_spacing.width();
        line = m_items.front()->sizeHint().height();
        for (const QLayoutItem* const item : items)
            line = std::max(line, item->sizeHint().height());
        place(*m_items.front(), QRect(at, QSize(*beside, line)));
        at.rx() += *beside + gap;
    } else if (hasTitle()) {
        const int height = m_items.front()->sizeHint().height();
        place(*m_items.front(), QRect(at, QSize(rect.width(), height)));
        at.ry() += height + (items.isEmpty() ? 0 : m_spacing.height());
    }
    qsizetype column = 0;
    for (QLayoutItem* const item : items) {
        QSize size = item->sizeHint(); // shrinks an item that is wider than a line
        size.setWidth(std::min(size.width(), std::max(rect.width(), item->minimumSize().width())));
        const bool isFull =
            columns.isEmpty() ? at.x() + size.width() > rect.left() + rect.width() : column == columns.size();
        if (at.x() > rect.left() && isFull) {
            at = {rect.left(), at.y() + line + m_spacing.height()};
            line = 0;
            column = 0;
        }
        place(*item, QRect(at, size));
        at.rx() += (columns.isEmpty() ? size.width() : columns[column]) + gap;
        ++column;
        line = std::max(line, size.height());
    }
    return at.y() + line - rect.top();
}

int FlowLayout::heightForWidth(int width) const
{
    const QMargins around = contentsMargins();
    const int room = width - around.left() - around.right();
    return arrange({0, 0, room, 0}, [](QLayoutItem&, const QRect&) {}) + around.top() + around.bottom();
}

QSize FlowLayout::sizeHint() const
{
    QSize all;
    const int width = hasTitle()
        ? m_items.front()->sizeHint().width() + QLAYOUTSIZE_MAX - titleWidth(QLAYOUTSIZE_MAX).value_or(0)
        : QLAYOUTSIZE_MAX;
    arrange({0, 0, width, 0}, [&all](QLayoutItem&, const QRect& place) {
        all = all.expandedTo({place.left() + place.width(), place.top() + place.height()});
    });
    return all.grownBy(contentsMargins());
}

QSize FlowLayout::minimumSize() const
{
    QSize widest;
    for (const QLayoutItem* const item : m_items)
        widest = widest.expandedTo({item->minimumSize().width(), item->sizeHint().height()});
    return widest.grownBy(contentsMargins());
}

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    arrange(
        rect.marginsRemoved(contentsMargins()), [](QLayoutItem& item, const QRect& place) { item.setGeometry(place); });
}

} // namespace loupe
