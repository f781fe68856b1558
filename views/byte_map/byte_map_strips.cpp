#include "views/byte_map/byte_map_strips.h"

#include "views/byte_map/byte_map_painter.h"
#include "views/colors/theme.h"

#include <QAccessible>
#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyle>
#include <QStyleOption>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace loupe {

namespace {

constexpr int stripsShown = 4; ///< more than this scroll
constexpr double zoomPerStep = 0.8;

} // namespace

ByteMapStrips::ByteMapStrips(QWidget* parent)
    : QAbstractScrollArea(parent)
{
    setAccessibleName(tr("Byte map"));
    setEmptyText(tr("Byte map"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    verticalScrollBar()->setSingleStep(ByteMapContent::shardHeight);
}

void ByteMapStrips::setSource(std::shared_ptr<const ByteMapSource> source)
{
    m_marks = {};
    m_group = {};
    m_content = ByteMapContent(std::move(source), viewport()->width());
    m_content.setHeight(viewport()->height());
    verticalScrollBar()->setValue(0);
    updateGeometry();
    relayout();
    updateText();
}

void ByteMapStrips::recolor(std::shared_ptr<const ByteMapSource> source)
{
    m_content.setSource(std::move(source));
    updateText();
    viewChanged();
}

void ByteMapStrips::setKept(std::shared_ptr<const TensorSet> kept)
{
    if (!m_content.setKept(std::move(kept)))
        return;
    setGroup(std::move(m_group));
    updateText();
    viewport()->update();
}

void ByteMapStrips::setEmptyText(const QString& sentence)
{
    m_emptyText = sentence;
    viewport()->update();
}

void ByteMapStrips::setCurrentNode(std::optional<NameTree::NodeId> node, const NameTree* tree)
{
    ByteMapContent::SideTensorSets group;
    std::vector<ByteMapPlace> places;
    const ByteMapSource* const source = m_content.source();
    if (source && !tree)
        tree = &source->tree();
    if (source && node && *node < tree->nodeCount()) {
        if (tree->isGroup(*node)) {
            group = m_content.tensorsAt(*tree, {&*node, 1});
        } else {
            for (const ByteMapSource::SideTensor& tensor : source->tensorsAt(*node)) {
                if (const auto place = m_content.placeOf(tensor, m_marks.current))
                    places.push_back(*place);
            }
        }
    }
    setGroup(std::move(group));
    // Keeps the clicked region as the start for keys and as the subject of the text.
    if (!m_marks.current.empty()) {
        if (const auto kept = std::find(places.begin(), places.end(), m_marks.current.front()); kept != places.end())
            std::rotate(places.begin(), kept, kept + 1);
    }
    setCurrent(std::move(places));
}

void ByteMapStrips::setChosen(std::span<const NameTree::NodeId> nodes, const NameTree& tree)
{
    if (!m_content.source())
        return;
    setGroup(m_content.tensorsAt(tree, nodes));
    viewport()->update();
}

void ByteMapStrips::setCurrentByte(int side, std::uint32_t file, std::uint64_t offset)
{
    setGroup({});
    const auto place = m_content.source() ? m_content.placeOfByte(side, file, offset) : std::nullopt;
    setCurrent(place ? std::vector{*place} : std::vector<ByteMapPlace>());
}

/// Does not mark filtered-out tensors.
void ByteMapStrips::setGroup(ByteMapContent::SideTensorSets tensors)
{
    m_group = std::move(tensors);
    m_marks.group.clear();
    const auto isEmpty = [](const std::vector<bool>& side) { return side.empty(); };
    if (!std::all_of(m_group.begin(), m_group.end(), isEmpty))
        m_marks.group = m_content.rangesOf(m_group);
}

void ByteMapStrips::setCurrent(std::vector<ByteMapPlace> places)
{
    m_marks.current = std::move(places);
    reveal();
    updateText();
    viewport()->update();
}

const Region* ByteMapStrips::regionAt(int strip, int column)
{
    const auto place = m_content.placeAt(strip, column);
    return place ? &m_content.region(*place) : nullptr;
}

std::optional<ByteMapPlace> ByteMapStrips::placeAt(QPoint position)
{
    const int strip = (position.y() + verticalScrollBar()->value()) / m_content.rowHeight();
    return m_content.placeAt(strip, position.x() - m_content.gutterWidth());
}

QRect ByteMapStrips::stripRect(int strip) const
{
    return m_content.stripRect(strip, verticalScrollBar()->value());
}

QString ByteMapStrips::currentText() const
{
    return m_sentence.text;
}

QSize ByteMapStrips::sizeHint() const
{
    return {640,
        std::clamp(count(), 1, stripsShown) * m_content.leastRowHeight()
            + (count() > stripsShown ? m_content.leastRowHeight() / 2 : 0)};
}

QSize ByteMapStrips::minimumSizeHint() const
{
    return {200,
        std::clamp(count(), 1, m_content.source() ? int(m_content.source()->sides()) : 1)
            * m_content.leastRowHeight()}; // one strip per side
}

void ByteMapStrips::relayout()
{
    m_content.setHeight(viewport()->height());
    m_content.layout().setWidth(viewport()->width() - m_content.gutterWidth());
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, std::max(0, count() * m_content.rowHeight() - viewport()->height()));
    viewChanged();
}

void ByteMapStrips::viewChanged()
{
    m_content.forgetCells();
    viewport()->update();
}

void ByteMapStrips::reveal()
{
    if (m_marks.current.empty())
        return;
    const ByteMapPlace place = m_marks.current.front();
    const ByteRange before = m_content.layout().view();
    m_content.layout().reveal(m_content.extent(place));
    if (!(before == m_content.layout().view()))
        viewChanged();
    const QRect strip = stripRect(place.strip);
    if (strip.top() < ByteMapContent::roomAbove || strip.bottom() >= viewport()->height())
        verticalScrollBar()->setValue(place.strip * m_content.rowHeight());
}

void ByteMapStrips::setHover(std::optional<ByteMapPlace> place)
{
    if (place == m_marks.hover)
        return;
    m_marks.hover = place;
    updateText();
    viewport()->update();
}

void ByteMapStrips::updateText()
{
    NamedSentence sentence;
    if (m_marks.hover || !m_marks.current.empty()) {
        const ByteMapPlace place = m_marks.hover ? *m_marks.hover : m_marks.current.front();
        const Region& region = m_content.region(place);
        const ByteMapSource::Strip& strip = m_content.strip(place.strip);
        sentence = m_content.source()->describe(strip, region);
        if (region.tensor != Region::noTensor && m_content.isHidden({strip.side, region.tensor}))
            sentence.text = tr("%1 · hidden by the filter").arg(sentence.text);
    }
    if (sentence.text == m_sentence.text)
        return;
    m_sentence = std::move(sentence);
    setAccessibleDescription(m_sentence.text);
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
    emit textChanged();
}

void ByteMapStrips::choose(ByteMapPlace place)
{
    m_marks.current = {place};
    setGroup({});
    reveal();
    updateText();
    viewport()->update();
    const Region& region = m_content.region(place);
    const ByteMapSource::Strip& strip = m_content.strip(place.strip);
    const NameTree::NodeId leaf = region.tensor == Region::noTensor
        ? ByteMapSource::noLeaf
        : m_content.source()->leafOf({strip.side, region.tensor});
    if (leaf != ByteMapSource::noLeaf)
        emit leafClicked(leaf);
    else
        emit regionClicked(strip.file, region.range.begin);
}

void ByteMapStrips::moveBy(int regions)
{
    if (m_marks.current.empty()) {
        moveToFile(0);
        return;
    }
    const ByteMapPlace from = m_marks.current.front();
    const auto size = std::int64_t(m_content.regions(from.strip).size());
    const auto wanted = std::clamp<std::int64_t>(std::int64_t(from.region) + regions, 0, size - 1);
    choose({from.strip, std::uint32_t(wanted)});
}

void ByteMapStrips::moveToFile(int strip, int step)
{
    for (; strip >= 0 && strip < count(); strip += step) {
        if (!m_content.regions(strip).empty()) {
            choose({strip, 0});
            return;
        }
    }
}

void ByteMapStrips::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(palette());
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), theme.background);
    if (m_content.hasBytes()) {
        ByteMapPainter(painter, m_content, m_marks, theme, viewport()->rect(), verticalScrollBar()->value())
            .paint(hasFocus());
    } else {
        painter.setPen(theme.mutedText);
        painter.drawText(viewport()->rect(), Qt::AlignCenter | Qt::TextWordWrap,
            m_content.count() == 0 ? m_emptyText : tr("No bytes"));
    }
    if (hasFocus()) {
        QStyleOptionFocusRect focus;
        focus.initFrom(this);
        focus.rect = viewport()->rect();
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, &painter, this);
    }
}

void ByteMapStrips::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    relayout();
}

bool ByteMapStrips::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        setHover({});
    return QAbstractScrollArea::viewportEvent(event);
}

void ByteMapStrips::wheelEvent(QWheelEvent* event)
{
    if (m_content.count() == 0 || (event->modifiers() & Qt::ShiftModifier)) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    const double steps = event->angleDelta().y() / double(QWheelEvent::DefaultDeltasPerStep);
    m_content.layout().zoomAround(int(event->position().x()) - m_content.gutterWidth(), std::pow(zoomPerStep, steps));
    if (const int sideways = event->angleDelta().x(); sideways != 0)
        m_content.layout().pan(sideways / 4);
    viewChanged();
    setHover(placeAt(event->position().toPoint()));
    event->accept();
}

void ByteMapStrips::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = event->pos();
    m_draggedTo = event->pos().x();
    m_dragging = false;
}

void ByteMapStrips::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & Qt::LeftButton)) {
        setHover(placeAt(event->pos()));
        return;
    }
    if (!m_dragging && (event->pos() - m_pressed).manhattanLength() < QApplication::startDragDistance())
        return;
    m_dragging = true;
    viewport()->setCursor(Qt::ClosedHandCursor);
    m_content.layout().pan(event->pos().x() - m_draggedTo);
    m_draggedTo = event->pos().x();
    viewChanged();
}

void ByteMapStrips::mouseReleaseEvent(QMouseEvent* event)
{
    viewport()->unsetCursor();
    if (event->button() != Qt::LeftButton || std::exchange(m_dragging, false))
        return;
    if (const auto place = placeAt(event->pos()))
        choose(*place);
}

void ByteMapStrips::mouseDoubleClickEvent(QMouseEvent*)
{
    m_content.layout().reset();
    viewChanged();
}

void ByteMapStrips::keyPressEvent(QKeyEvent* event)
{
    const int middle = m_marks.current.empty()
        ? m_content.layout().width() / 2
        : m_content.layout().columnOf(m_content.extent(m_marks.current.front()).begin);
    switch (event->key()) {
    case Qt::Key_Left:
        moveBy(-1);
        return;
    case Qt::Key_Right:
        moveBy(1);
        return;
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (count() < 2)
            break;
        if (const int step = event->key() == Qt::Key_Up ? -1 : 1; !m_marks.current.empty())
            moveToFile(m_marks.current.front().strip + step, step);
        else
            moveToFile(0);
        return;
    case Qt::Key_Home:
        moveBy(-std::numeric_limits<int>::max());
        return;
    case Qt::Key_End:
        moveBy(std::numeric_limits<int>::max());
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        m_content.layout().zoomAround(middle, zoomPerStep);
        viewChanged();
        return;
    case Qt::Key_Minus:
        m_content.layout().zoomAround(middle, 1 / zoomPerStep);
        viewChanged();
        return;
    case Qt::Key_0:
        m_content.layout().reset();
        viewChanged();
        return;
    default:
        break;
    }
    QAbstractScrollArea::keyPressEvent(event);
}

void ByteMapStrips::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void ByteMapStrips::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

} // namespace loupe
