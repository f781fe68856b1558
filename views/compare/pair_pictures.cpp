#include "views/compare/pair_pictures.h"

#include "views/heat_map/heat_map_canvas.h"
#include "views/kit/choice_switch.h"
#include "views/kit/color_scale.h"
#include "views/kit/elided_label.h"
#include "views/values/slice_bar.h"

#include <QGridLayout>
#include <QLabel>
#include <QToolButton>

#include <algorithm>

namespace loupe {

namespace {

constexpr int pairSpace = 8;
constexpr int narrow = 560; // width in pixels below which two pictures side by side would be too narrow
constexpr int lowPictures = 360; // height in pixels below which three stacked pictures would be too low
constexpr double flat = 2; // aspect ratio from which three side by side are closest to squares

QLabel* makePictureTitle(const QString& text)
{
    auto* const title = new QLabel(text);
    title->setTextFormat(Qt::PlainText);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    return title;
}

} // namespace

QString sideName(PairSide side)
{
    switch (side) {
    case PairSide::A:
        return QStringLiteral("A");
    case PairSide::B:
        return QStringLiteral("B");
    case PairSide::Difference:
        break;
    }
    return QStringLiteral("B − A");
}

PairPictures::PairPictures(QWidget* parent)
    : QWidget(parent)
    , m_switch(new ChoiceSwitch(
          {{sideName(PairSide::A), tr("Show the picture of A")}, {sideName(PairSide::B), tr("Show the picture of B")},
              {sideName(PairSide::Difference), tr("Show the picture of B − A")}},
          this))
    , m_panes{makePane(PairSide::A), makePane(PairSide::B), makePane(PairSide::Difference)}
    , m_valueScale(makeScale(tr("A and B")))
    , m_differenceScale(makeScale(sideName(PairSide::Difference)))
    , m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(0);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    m_differenceScale.scale->setAccessibleName(tr("Color scale of B − A"));
    for (const PairSide side : pairSides)
        link(side);
    m_switch->setAccessibleName(tr("Picture"));
    m_switch->setCurrent(std::size_t(PairSide::Difference));
    connect(m_switch, &ChoiceSwitch::changed, this, [this] {
        arrange();
        showScales();
        emit seenChanged();
    });
    arrange();
}

PairPictures::Pane PairPictures::makePane(PairSide side)
{
    Pane pane{new QWidget(this), new QHBoxLayout, makePictureTitle(sideName(side)), new ElidedLabel, new ElidedLabel,
        new SliceBar, new HeatMapCanvas};
    auto* const line = pane.line;
    line->setSpacing(pairSpace);
    line->addWidget(pane.title);
    line->addWidget(pane.remark);
    line->addWidget(pane.readout, 1);
    pane.remark->setMuted(true);
    pane.readout->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    pane.readout->setAccessibleName(tr("Value of %1 under the pointer").arg(sideName(side)));
    auto* const slices = new QHBoxLayout;
    slices->setContentsMargins(pairSpace, pairSpace / 2, pairSpace, 0);
    slices->addWidget(pane.sliceBar);
    pane.sliceBar->hide();
    pane.canvas->setAccessibleName(tr("Heat map of %1").arg(sideName(side)));
    auto* const layout = new QVBoxLayout(pane.widget);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(line);
    layout->addLayout(slices);
    layout->addWidget(pane.canvas, 1);
    return pane;
}

PairPictures::Scale PairPictures::makeScale(const QString& title)
{
    Scale scale{new QWidget(this), makePictureTitle(title), new ColorScale};
    auto* const layout = new QVBoxLayout(scale.widget);
    layout->setContentsMargins(0, pairSpace, 0, 0);
    layout->setSpacing(0);
    scale.title->setContentsMargins(pairSpace, 0, 0, 0);
    layout->addWidget(scale.title);
    layout->addWidget(scale.scale, 1);
    return scale;
}

void PairPictures::link(PairSide side)
{
    HeatMapCanvas& canvas = *pane(side).canvas;
    const auto followed = [this](const HeatMapCanvas& leader) {
        for (const Pane& other : m_panes) {
            if (m_linked && other.canvas != &leader)
                other.canvas->follow(leader);
        }
    };
    connect(&canvas, &HeatMapCanvas::moved, this, [this, side, &canvas, followed] {
        m_moved = side;
        followed(canvas);
    });
    connect(&canvas, &HeatMapCanvas::resized, this, [this, side, &canvas, followed] {
        const auto first = m_moved && isSeen(*m_moved) ? m_moved : leader();
        if (first == side)
            followed(canvas);
        else if (first && m_linked)
            canvas.follow(this->canvas(*first));
    });
    connect(&canvas, &HeatMapCanvas::currentChanged, this, [this, &canvas] {
        const auto cell = canvas.current();
        for (const Pane& other : m_panes) {
            if (m_linked)
                other.canvas->setCurrent(cell);
        }
        emit currentChanged();
    });
}

std::optional<PairSide> PairPictures::leader() const
{
    for (const PairSide side : {PairSide::Difference, PairSide::A, PairSide::B}) {
        if (isSeen(side) && hasTable(side))
            return side;
    }
    return std::nullopt;
}

bool PairPictures::isSeen(PairSide side) const
{
    return isShown(side) && (m_form != Form::One || std::size_t(side) == m_switch->current());
}

bool PairPictures::hasTable(PairSide side) const
{
    return canvas(side).placement().rows() > 0 && canvas(side).placement().columns() > 0;
}

void PairPictures::setShown(std::array<bool, 3> shown, bool linked)
{
    m_shown = shown;
    m_linked = linked;
    m_moved.reset();
    for (const PairSide side : pairSides)
        m_switch->buttons()[std::size_t(side)]->setEnabled(isShown(side));
    if (!isShown(PairSide(m_switch->current()))) {
        for (const PairSide side : {PairSide::B, PairSide::A, PairSide::Difference})
            if (isShown(side))
                m_switch->buttons()[std::size_t(side)]->setChecked(true);
    }
    arrange();
}

QString PairPictures::valueScaleTitle() const
{
    if (hasOneScale())
        return tr("A, B, B − A");
    const bool both = isShown(PairSide::A) && isShown(PairSide::B);
    return both ? tr("A and B") : sideName(isShown(PairSide::A) ? PairSide::A : PairSide::B);
}

void PairPictures::placeScales()
{
    showScales();
    if (m_arrangedForOne != hasOneScale())
        arrange();
}

void PairPictures::showScales()
{
    const auto beside = [this](PairSide side) { return isSeen(side) && hasTable(side); };
    const bool isForAll = hasOneScale() && leader();
    m_valueScale.widget->setVisible(isForAll || beside(PairSide::A) || beside(PairSide::B));
    m_differenceScale.widget->setVisible(beside(PairSide::Difference) && !hasOneScale());
    m_valueScale.title->setText(valueScaleTitle());
    m_valueScale.scale->setAccessibleName(tr("Color scale of %1").arg(valueScaleTitle()));
}

void PairPictures::setRemark(PairSide side, const QString& text) const
{
    m_panes[std::size_t(side)].remark->setText(text);
}

QString PairPictures::remark(PairSide side) const
{
    return m_panes[std::size_t(side)].remark->text();
}

void PairPictures::setReadout(PairSide side, const QString& text) const
{
    m_panes[std::size_t(side)].readout->setText(text);
}

QString PairPictures::readout(PairSide side) const
{
    return m_panes[std::size_t(side)].readout->text();
}

PairPictures::Form PairPictures::form() const
{
    if (width() < narrow)
        return height() < lowPictures ? Form::One : Form::Column;
    return width() > flat * height() ? Form::Row : Form::Corner;
}

void PairPictures::arrange()
{
    constexpr int more = 3; // stretch of the difference, compared with that of A or B
    constexpr int less = 2;
    QWidget* const a = pane(PairSide::A).widget;
    QWidget* const b = pane(PairSide::B).widget;
    QWidget* const difference = pane(PairSide::Difference).widget;
    for (QWidget* const widget : {a, b, difference, m_valueScale.widget, m_differenceScale.widget})
        m_grid->removeWidget(widget);
    for (int i = 0; i < std::max(m_grid->rowCount(), m_grid->columnCount()); ++i) {
        m_grid->setRowStretch(i, 0);
        m_grid->setColumnStretch(i, 0);
    }
    const int forDifference = isShown(PairSide::Difference) ? more : 0;
    const int forA = isShown(PairSide::A) ? less : 0;
    const int forB = isShown(PairSide::B) ? less : 0;
    m_form = form();
    m_grid->removeWidget(m_switch);
    m_switch->setVisible(m_form == Form::One);
    switch (m_form) {
    case Form::Column:
        m_grid->addWidget(difference, 0, 0);
        m_grid->addWidget(a, 1, 0);
        m_grid->addWidget(b, 2, 0);
        m_grid->setColumnStretch(0, 1);
        m_grid->setRowStretch(0, forDifference);
        m_grid->setRowStretch(1, forA);
        m_grid->setRowStretch(2, forB);
        break;
    case Form::Corner:
        m_grid->addWidget(difference, 0, 0, 1, 2);
        m_grid->addWidget(a, 1, 0);
        m_grid->addWidget(b, 1, 1);
        m_grid->setColumnStretch(0, forA);
        m_grid->setColumnStretch(1, forB);
        m_grid->setRowStretch(0, forDifference);
        m_grid->setRowStretch(1, std::max(forA, forB));
        break;
    case Form::Row:
        m_grid->addWidget(difference, 0, 0);
        m_grid->addWidget(a, 0, 2);
        m_grid->addWidget(b, 0, 3);
        m_grid->setColumnStretch(0, forDifference);
        m_grid->setColumnStretch(2, forA);
        m_grid->setColumnStretch(3, forB);
        m_grid->setRowStretch(0, 1);
        break;
    case Form::One:
        for (QWidget* const widget : {difference, a, b})
            m_grid->addWidget(widget, 0, 0);
        m_grid->addWidget(m_switch, 0, 0, Qt::AlignLeft | Qt::AlignTop);
        m_switch->raise();
        m_grid->setColumnStretch(0, 1);
        m_grid->setRowStretch(0, 1);
        break;
    }
    arrangeScales();
    showPanes(); // after placing them, so that they have their final sizes
}

/// Places each scale next to the pictures that use it.
void PairPictures::arrangeScales()
{
    struct Place {
        int row;
        int column;
        int rows;
    };
    const auto add = [this](const Scale& scale, const Place& place) {
        m_grid->addWidget(scale.widget, place.row, place.column, place.rows, 1);
    };
    m_arrangedForOne = hasOneScale();
    switch (m_form) {
    case Form::Column:
        add(m_differenceScale, {0, 1, 1});
        return add(m_valueScale, m_arrangedForOne ? Place{0, 1, 3} : Place{1, 1, 2});
    case Form::Corner:
        add(m_differenceScale, {0, 2, 1});
        return add(m_valueScale, m_arrangedForOne ? Place{0, 2, 2} : Place{1, 2, 1});
    case Form::Row:
        add(m_differenceScale, {0, 1, 1});
        return add(m_valueScale, {0, 4, 1});
    case Form::One:
        add(m_differenceScale, {0, 1, 1});
        return add(m_valueScale, {0, 1, 1});
    }
}

/// The switch replaces their titles.
void PairPictures::showPanes()
{
    const bool hasSwitch = m_form == Form::One;
    const QSize room = hasSwitch ? m_switch->sizeHint() : QSize(0, 0);
    for (const PairSide side : pairSides) {
        const Pane& one = pane(side);
        one.title->setVisible(!hasSwitch);
        one.line->setContentsMargins(pairSpace + room.width(), hasSwitch ? 0 : pairSpace, pairSpace, 0);
        one.remark->setMinimumHeight(room.height());
        one.widget->setVisible(isSeen(side));
    }
}

void PairPictures::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (form() == m_form)
        return;
    arrange();
    if (leader()) // otherwise the scales keep their room for later pictures
        showScales();
    emit seenChanged();
}

} // namespace loupe
