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

int FlowLayout::gapFor(int width) const
{
    int gaps = -1;
    int room = width;
    for (const QLayoutItem* const item : m_items) {
        if (item->isEmpty())
            continue;
        ++gaps;
        room -= item->sizeHint().width();
    }
    const int gap = gaps > 0 ? room / gaps : m_spacing.width();
    return gap >= m_spacing.width() / 2 && gap < m_spacing.width() ? gap : m_spacing.width();
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
    if (m_form == Form::Lines || widths.isEmpty() || !isTooWide(widths))
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
    const int gap = gapFor(rect.width());
    const QList<int> columns = columnWidths(rect.width());
    QPoint at = rect.topLeft();
    int line = 0;
    qsizetype column = 0;
    for (QLayoutItem* const item : m_items) {
        if (item->isEmpty())
            continue;
        QSize size = item->sizeHint(); // less of what can be shortened, where it is wider than a line
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
    return arrange({0, 0, width, 0}, [](QLayoutItem&, const QRect&) {});
}

QSize FlowLayout::sizeHint() const
{
    QSize all;
    arrange({0, 0, QLAYOUTSIZE_MAX, 0}, [&all](QLayoutItem&, const QRect& place) {
        all = all.expandedTo({place.left() + place.width(), place.top() + place.height()});
    });
    return all;
}

QSize FlowLayout::minimumSize() const
{
    QSize widest;
    for (const QLayoutItem* const item : m_items)
        widest = widest.expandedTo({item->minimumSize().width(), item->sizeHint().height()});
    return widest;
}

void FlowLayout::setGeometry(const QRect& rect)
{
    QLayout::setGeometry(rect);
    arrange(rect, [](QLayoutItem& item, const QRect& place) { item.setGeometry(place); });
}

} // namespace loupe
