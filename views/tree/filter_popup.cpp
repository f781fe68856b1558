#include "views/tree/filter_popup.h"

#include "analysis/filter/filter_keys.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "views/colors/theme.h"
#include "views/kit/plain_text.h"

#include <QCoreApplication>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>

namespace loupe {

namespace {

constexpr int mostRowsShown = 10;
constexpr int rowPadding = 8;
constexpr int noteGap = 32;
constexpr int frameGap = 4; ///< between the frame and the list, both sides
constexpr int widestPopup = 560;
constexpr int choiceRole = Qt::UserRole; ///< the text to insert
constexpr int noteRole = Qt::UserRole + 1;

/// The meaning of a filter key, such as "dtype:".
QString meaningOf(const FilterChoice& choice)
{
    const FilterKey* const key = findFilterKey(std::string_view(choice.text).substr(0, choice.text.size() - 1));
    return key ? QCoreApplication::translate("loupe::FilterKey", key->meaning) : QString();
}

QString noteOf(const FilterChoice& choice)
{
    if (choice.kind == FilterChoice::Kind::Key)
        return meaningOf(choice);
    return choice.tensors > 0
        ? FilterPopup::tr("%1 tensor(s)", nullptr, pluralOf(choice.tensors)).arg(groupedCount(choice.tensors))
        : QString();
}

/// Draws the text, and its meaning on the right.
class FilterChoiceDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Theme& theme = Theme::of(option.palette);
        const bool selected = option.state & QStyle::State_Selected;
        painter->fillRect(option.rect, selected ? theme.selection : theme.surface);
        const QRect room = option.rect.adjusted(rowPadding, 0, -rowPadding, 0);
        const QString note = index.data(noteRole).toString();
        const int noteWidth = note.isEmpty() ? 0 : option.fontMetrics.horizontalAdvance(note) + noteGap;
        painter->setPen(selected ? theme.selectionText : theme.text);
        painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
            option.fontMetrics.elidedText(index.data().toString(), Qt::ElideMiddle, room.width() - noteWidth));
        painter->setPen(selected ? theme.selectionText : theme.mutedText);
        painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, note);
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QString note = index.data(noteRole).toString();
        const QFontMetrics& metrics = option.fontMetrics;
        return {metrics.horizontalAdvance(index.data().toString()) + 2 * rowPadding
                + (note.isEmpty() ? 0 : metrics.horizontalAdvance(note) + noteGap),
            metrics.height() + rowPadding};
    }
};

} // namespace

FilterPopup::FilterPopup(QWidget& window)
    : QFrame(&window)
    , m_list(new QListWidget)
    , m_hint(new QLabel)
{
    hide();
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Completions"));
    m_list->setAccessibleName(tr("Completions"));
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(false);
    m_list->setItemDelegate(new FilterChoiceDelegate(this));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_hint->setTextFormat(Qt::PlainText);
    m_hint->setForegroundRole(QPalette::PlaceholderText);
    m_hint->setContentsMargins(rowPadding, 4, rowPadding, 4);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(frameGap / 2, frameGap / 2, frameGap / 2, frameGap / 2);
    column->setSpacing(0);
    column->addWidget(m_list);
    column->addWidget(m_hint);
    connect(m_list, &QListWidget::itemClicked, this,
        [this](const QListWidgetItem* item) { emit clicked(item->data(choiceRole).toString()); });
    setChoosing(false);
}

void FilterPopup::showChoices(const FilterWords::Completion& completion, QPoint corner)
{
    m_list->clear();
    for (const FilterChoice& choice : completion.choices) {
        const QString text = toQString(choice.text);
        auto* const item = new QListWidgetItem(shownText(text), m_list);
        item->setData(choiceRole, text);
        item->setData(noteRole, noteOf(choice));
    }
    if (count() == 0)
        return hide();
    m_list->setCurrentRow(0);
    fit(corner);
    show();
    raise();
}

void FilterPopup::fit(QPoint corner)
{
    int width = m_hint->sizeHint().width();
    for (int row = 0; row < count(); ++row)
        width = std::max(width, m_list->sizeHintForIndex(m_list->model()->index(row, 0)).width());
    const bool scrolls = count() > mostRowsShown;
    width = std::min(width + (scrolls ? m_list->verticalScrollBar()->sizeHint().width() : 0), widestPopup);
    m_list->setFixedHeight(m_list->sizeHintForRow(0) * std::min(count(), mostRowsShown));
    const QRect room = parentWidget()->rect();
    resize(std::min(width + 2 * frameWidth() + frameGap, room.width()), sizeHint().height());
    move(std::clamp(corner.x(), 0, std::max(room.width() - this->width(), 0)), corner.y());
}

void FilterPopup::mark(int rows)
{
    m_list->setCurrentRow(std::clamp(m_list->currentRow() + rows, 0, count() - 1));
}

QString FilterPopup::current() const
{
    const QListWidgetItem* const item = m_list->currentItem();
    return item ? item->data(choiceRole).toString() : QString();
}

int FilterPopup::count() const
{
    return m_list->count();
}

int FilterPopup::rowsOfPage() const
{
    return mostRowsShown - 1;
}

void FilterPopup::setChoosing(bool choosing)
{
    m_hint->setText(
        choosing ? tr("Return inserts it · Esc closes the list") : tr("Tab inserts the first · Ctrl+Space to choose"));
}

} // namespace loupe
