#include "views/kit/status_row.h"

#include "views/kit/elided_label.h"
#include "views/kit/notice_line.h"
#include "views/kit/plain_text.h"

#include <QEvent>
#include <QLabel>
#include <QStatusBar>

namespace loupe {

StatusRow::StatusRow(QStatusBar& bar, NoticeBar& notices)
    : QObject(&bar)
    , m_bar(bar)
    , m_notice(new NoticeLine(notices))
    , m_path(new ElidedLabel)
{
    bar.setSizeGripEnabled(false);
    bar.addWidget(m_notice, 1);
    bar.addWidget(m_path, 1);
    bar.setFixedHeight(m_notice->height() + 4);
    m_path->setAccessibleName(tr("Path"));
    m_path->setContentsMargins(8, 0, 8, 0);
    connect(m_notice, &NoticeLine::noticeChanged, this, &StatusRow::fit);
    bar.installEventFilter(this);
    fit();
}

void StatusRow::setPath(const QString& path)
{
    m_path->setText(path);
}

QLabel* StatusRow::addFigure(const QString& accessibleName, Room room)
{
    auto* const label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setAccessibleName(accessibleName);
    label->setContentsMargins(8, 0, 8, 0);
    label->hide();
    m_bar.addPermanentWidget(label);
    m_figures.push_back({.label = label, .room = room});
    return label;
}

void StatusRow::setFigure(QLabel* label, const QString& text, const QString& toolTip, const QString& shortText)
{
    for (Figure& figure : m_figures) {
        if (figure.label != label)
            continue;
        figure.text = text;
        figure.shortText = shortText;
    }
    label->setToolTip(plainToolTip(toolTip.isEmpty() && !shortText.isEmpty() ? text : toolTip));
    fit();
}

bool StatusRow::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        fit();
    return QObject::eventFilter(watched, event);
}

void StatusRow::fit()
{
    constexpr int shortestPath = 160; // enough for most file names
    constexpr int spacing = 8; // between two items of the bar
    const auto textOf = [](const Figure& figure, bool isShort) -> const QString& {
        return isShort && !figure.shortText.isEmpty() ? figure.shortText : figure.text;
    };
    const auto widthOf = [&](const Figure& figure, bool isShort) {
        const QString& text = textOf(figure, isShort);
        const QMargins margins = figure.label->contentsMargins();
        return text.isEmpty()
            ? 0
            : figure.label->fontMetrics().horizontalAdvance(text) + margins.left() + margins.right() + spacing;
    };
    const bool hasNotice = m_notice->hasNotice();
    const auto roomBeside = [&](int least, bool isShort) {
        int room = m_bar.width() - least;
        for (const Figure& figure : m_figures)
            room -= widthOf(figure, isShort);
        return room;
    };
    m_notice->setVisible(hasNotice);
    m_path->setVisible(!hasNotice);
    const bool isTight = hasNotice && roomBeside(m_notice->sizeHint().width(), false) < 0;
    int room = roomBeside(hasNotice ? m_notice->shortestWidth() : shortestPath, isTight);
    for (const Room next : {Room::Kept, Room::GivesWay, Room::GivesWayLast}) {
        for (const Figure& figure : m_figures) {
            if (figure.room != next)
                continue;
            figure.label->setText(textOf(figure, isTight));
            const bool givesWay = next != Room::Kept && room < 0;
            figure.label->setVisible(!figure.text.isEmpty() && !givesWay);
            if (givesWay)
                room += widthOf(figure, isTight);
        }
    }
    if (!hasNotice || room >= 0)
        return;
    for (const Figure& figure : m_figures)
        if (figure.room == Room::Kept && !figure.shortText.isEmpty())
            figure.label->hide();
}

} // namespace loupe
