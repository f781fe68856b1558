#include "views/byte_map_strips.h"

#include "items/qt_text.h"

#include <QAccessible>
#include <QApplication>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

constexpr int singleHeight = 28;
constexpr int shardHeight = 14;
constexpr int stripsShown = 4; ///< more of them scroll
constexpr int caretHeight = 8; ///< above a strip
constexpr int underline = 6; ///< below a strip
constexpr double zoomPerStep = 0.8;

/// Up to where a strip goes: a wild claim must not shrink the file that is there to nothing, so that no more than a
/// third of its size is drawn past its end.
std::uint64_t extentToDraw(const CheckpointFile& file, const std::vector<Region>& regions)
{
    const std::uint64_t claimed = regions.empty() ? 0 : regions.back().range.end;
    if (file.size() == 0)
        return claimed;
    return std::min(claimed, file.size() + std::max(file.size() / 3, ByteMapLayout::smallestView));
}

} // namespace

ByteMapStrips::ByteMapStrips(QWidget* parent)
    : QAbstractScrollArea(parent)
{
    setAccessibleName(tr("Byte map"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    verticalScrollBar()->setSingleStep(shardHeight);
}

void ByteMapStrips::setCheckpoint(OpenedCheckpointPtr opened)
{
    m_current.reset();
    m_hover.reset();
    m_group.clear();
    m_files.clear();
    const ByteColouring colouring = m_colours.colouring();
    m_opened = std::move(opened);
    m_colours = ByteMapColours(m_opened);
    m_colours.setColouring(colouring);
    std::uint64_t longest = 0;
    if (m_opened) {
        for (std::size_t file = 0; file < m_opened->regions.size(); ++file) {
            m_files.emplace_back(m_opened->regions[file]);
            longest = std::max(longest, extentToDraw(m_opened->checkpoint->files[file], m_opened->regions[file]));
        }
    }
    m_layout = ByteMapLayout(longest, viewport()->width());
    verticalScrollBar()->setValue(0);
    updateGeometry();
    relayout();
    updateText();
}

void ByteMapStrips::setCurrentNode(std::optional<NameTree::NodeId> node)
{
    m_group.clear();
    std::optional<Place> place;
    if (m_opened && node && m_opened->tree.isGroup(*node)) {
        findGroupRanges(*node);
    } else if (m_opened && node) {
        const Tensor& tensor = m_opened->checkpoint->tensors[*node];
        const ByteMapFile& file = m_files[tensor.file];
        // Of overlapping tensors the region at the begin may be another one's: any of its own will do.
        std::uint32_t region = file.regionAt(tensor.bytes.begin);
        const bool keep = m_current && m_current->strip == int(tensor.file) && regionOf(*m_current).tensor == *node;
        if (keep)
            place = m_current;
        else if (region != ByteMapCell::nothing && !tensor.bytes.empty())
            place = Place{int(tensor.file), region};
    }
    m_current = place;
    reveal();
    updateText();
    viewport()->update();
}

void ByteMapStrips::setColouring(ByteColouring colouring)
{
    m_colours.setColouring(colouring);
    viewport()->update();
}

const Region* ByteMapStrips::regionAt(int strip, int column)
{
    if (strip < 0 || strip >= count() || column < 0 || column >= m_layout.width())
        return nullptr;
    const ByteMapCell cell = cells(strip)[std::size_t(column)];
    return cell.region == ByteMapCell::nothing ? nullptr : &regionOf({strip, cell.region});
}

const std::vector<ByteMapCell>& ByteMapStrips::cells(int strip)
{
    auto found = m_cells.find(strip);
    if (found == m_cells.end())
        found = m_cells.emplace(strip, m_files[std::size_t(strip)].cells(m_layout)).first;
    return found->second;
}

ByteRange ByteMapStrips::extentOf(Place place) const
{
    const Region& region = regionOf(place);
    if (region.kind == RegionKind::Tensor && region.tensor != Region::noTensor)
        return m_opened->checkpoint->tensors[region.tensor].bytes;
    return region.range;
}

std::optional<ByteMapStrips::Place> ByteMapStrips::placeAt(QPoint position)
{
    const int strip = (position.y() + verticalScrollBar()->value()) / rowHeight();
    if (strip < 0 || strip >= count())
        return std::nullopt;
    const int column = position.x() - gutterWidth();
    if (column < 0 || column >= m_layout.width())
        return std::nullopt;
    const ByteMapCell cell = cells(strip)[std::size_t(column)];
    if (cell.region == ByteMapCell::nothing)
        return std::nullopt;
    return Place{strip, cell.region};
}

int ByteMapStrips::stripHeight() const
{
    return count() > 1 ? shardHeight : singleHeight;
}

int ByteMapStrips::rowHeight() const
{
    return caretHeight + stripHeight() + underline;
}

int ByteMapStrips::gutterWidth() const
{
    return count() > 1 ? QFontMetrics(monospaceFont()).horizontalAdvance(QString::number(count())) + 8 : 0;
}

QRect ByteMapStrips::stripRect(int strip) const
{
    const int top = strip * rowHeight() + caretHeight - verticalScrollBar()->value();
    return {gutterWidth(), top, m_layout.width(), stripHeight()};
}

QString ByteMapStrips::currentText() const
{
    return m_text;
}

QSize ByteMapStrips::sizeHint() const
{
    return {640, std::clamp(count(), 1, stripsShown) * rowHeight() + (count() > stripsShown ? rowHeight() / 2 : 0)};
}

QSize ByteMapStrips::minimumSizeHint() const
{
    return {200, rowHeight()};
}

void ByteMapStrips::relayout()
{
    m_layout.setWidth(viewport()->width() - gutterWidth());
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setRange(0, std::max(0, count() * rowHeight() - viewport()->height()));
    viewChanged();
}

void ByteMapStrips::viewChanged()
{
    m_cells.clear();
    viewport()->update();
}

void ByteMapStrips::reveal()
{
    if (!m_current)
        return;
    const ByteRange before = m_layout.view();
    m_layout.reveal(extentOf(*m_current));
    if (!(before == m_layout.view()))
        viewChanged();
    const QRect strip = stripRect(m_current->strip);
    if (strip.top() < caretHeight || strip.bottom() >= viewport()->height())
        verticalScrollBar()->setValue(m_current->strip * rowHeight());
}

void ByteMapStrips::findGroupRanges(NameTree::NodeId group)
{
    const NameTree& tree = m_opened->tree;
    std::vector<NameTree::NodeId> open{group};
    m_group.resize(m_files.size());
    while (!open.empty()) {
        const NameTree::NodeId node = open.back();
        open.pop_back();
        if (tree.isGroup(node)) {
            const auto children = tree.children(node);
            open.insert(open.end(), children.begin(), children.end());
        } else if (const Tensor& tensor = m_opened->checkpoint->tensors[node]; !tensor.bytes.empty()) {
            m_group[tensor.file].push_back(tensor.bytes);
        }
    }
    for (std::vector<ByteRange>& ranges : m_group) {
        std::sort(ranges.begin(), ranges.end(), [](ByteRange a, ByteRange b) { return a.begin < b.begin; });
        std::vector<ByteRange> merged;
        for (const ByteRange range : ranges) {
            if (!merged.empty() && range.begin <= merged.back().end)
                merged.back().end = std::max(merged.back().end, range.end);
            else
                merged.push_back(range);
        }
        ranges = std::move(merged);
    }
}

void ByteMapStrips::setHover(std::optional<Place> place)
{
    if (place == m_hover)
        return;
    m_hover = place;
    updateText();
    viewport()->update();
}

void ByteMapStrips::updateText()
{
    QString text;
    if (const auto place = m_hover ? m_hover : m_current) {
        text = describeRegion(*m_opened->checkpoint, regionOf(*place));
        if (count() > 1)
            text = tr("%1 of %2 · %3").arg(place->strip + 1).arg(count()).arg(text);
    }
    if (text == m_text)
        return;
    m_text = text;
    setAccessibleDescription(text);
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
    emit textChanged(text);
}

void ByteMapStrips::choose(Place place)
{
    m_current = place;
    m_group.clear();
    reveal();
    updateText();
    viewport()->update();
    const Region& region = regionOf(place);
    if (region.tensor != Region::noTensor)
        emit tensorClicked(region.tensor);
    else
        emit regionClicked(std::uint32_t(place.strip), region.range.begin);
}

void ByteMapStrips::moveBy(int regions)
{
    if (!m_current) {
        moveToFile(0);
        return;
    }
    const auto size = std::int64_t(m_files[std::size_t(m_current->strip)].regions().size());
    const auto wanted = std::clamp<std::int64_t>(std::int64_t(m_current->region) + regions, 0, size - 1);
    choose({m_current->strip, std::uint32_t(wanted)});
}

void ByteMapStrips::moveToFile(int strip)
{
    if (strip >= 0 && strip < count() && !m_files[std::size_t(strip)].regions().empty())
        choose({strip, 0});
}

bool ByteMapStrips::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave)
        setHover({});
    return QAbstractScrollArea::viewportEvent(event);
}

void ByteMapStrips::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    relayout();
}

void ByteMapStrips::wheelEvent(QWheelEvent* event)
{
    if (m_files.empty() || (event->modifiers() & Qt::ShiftModifier)) {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    const double steps = event->angleDelta().y() / double(QWheelEvent::DefaultDeltasPerStep);
    m_layout.zoomAround(int(event->position().x()) - gutterWidth(), std::pow(zoomPerStep, steps));
    if (const int sideways = event->angleDelta().x(); sideways != 0)
        m_layout.pan(sideways / 4);
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
    m_layout.pan(event->pos().x() - m_draggedTo);
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
    m_layout.reset();
    viewChanged();
}

void ByteMapStrips::keyPressEvent(QKeyEvent* event)
{
    const int middle = m_current ? m_layout.columnOf(extentOf(*m_current).begin) : m_layout.width() / 2;
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
        moveToFile(m_current ? m_current->strip + (event->key() == Qt::Key_Up ? -1 : 1) : 0);
        return;
    case Qt::Key_Home:
        moveBy(-std::numeric_limits<int>::max());
        return;
    case Qt::Key_End:
        moveBy(std::numeric_limits<int>::max());
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        m_layout.zoomAround(middle, zoomPerStep);
        viewChanged();
        return;
    case Qt::Key_Minus:
        m_layout.zoomAround(middle, 1 / zoomPerStep);
        viewChanged();
        return;
    case Qt::Key_0:
        m_layout.reset();
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
