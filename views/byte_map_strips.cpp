#include "views/byte_map_strips.h"

#include "core/text.h"
#include "items/qt_text.h"

#include <QAccessible>
#include <QScrollBar>

#include <algorithm>

namespace loupe {

namespace {

constexpr int singleHeight = 28;
constexpr int shardHeight = 14;
constexpr int stripsShown = 4; ///< more of them scroll
constexpr int caretHeight = 8; ///< above a strip
constexpr int underline = 6; ///< below a strip

/// Up to where a strip goes: a wild claim must not shrink the file that is there to nothing, so that no more than a
/// third of its size is drawn past its end.
std::uint64_t extentToDraw(const CheckpointFile& file, const RegionList& regions)
{
    const std::uint64_t claimed = regions.empty() ? 0 : regions.all().back().range.end;
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
    if (m_opened && node && *node >= m_opened->tree.nodeCount())
        node.reset();
    if (m_opened && node && m_opened->tree.isGroup(*node)) {
        findGroupRanges(*node);
    } else if (m_opened && node) {
        const Tensor& tensor = m_opened->checkpoint->tensors[*node];
        const ByteMapFile& file = m_files[tensor.file];
        std::uint32_t region = file.regionAt(tensor.bytes.begin);
        // Of overlapping tensors the region at the begin may be another one's: any of its own will do.
        for (std::uint32_t own = region; own < file.regions().size(); ++own) {
            if (file.regions()[own].range.begin >= tensor.bytes.end)
                break;
            if (file.regions()[own].tensor == *node) {
                region = own;
                break;
            }
        }
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
    std::vector<bool> wanted(tree.tensorCount());
    std::vector<NameTree::NodeId> open{group};
    while (!open.empty()) {
        const NameTree::NodeId parent = open.back();
        open.pop_back();
        for (const NameTree::NodeId child : tree.children(parent)) {
            if (tree.isGroup(child))
                open.push_back(child);
            else
                wanted[child] = true;
        }
    }
    // Of each file the tensors stand in the order of their bytes.
    m_group.resize(m_files.size());
    for (std::uint32_t number = 0; number < tree.tensorCount(); ++number) {
        const Tensor& tensor = m_opened->checkpoint->tensors[number];
        if (!wanted[number] || tensor.bytes.empty())
            continue;
        std::vector<ByteRange>& ranges = m_group[tensor.file];
        if (!ranges.empty() && tensor.bytes.begin <= ranges.back().end)
            ranges.back().end = std::max(ranges.back().end, tensor.bytes.end);
        else
            ranges.push_back(tensor.bytes);
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
        if (count() > 1) {
            const auto& path = m_opened->checkpoint->files[std::size_t(place->strip)].path;
            text = tr("%1 (%2 of %3) · %4")
                       .arg(toQString(printable(path.filename().string())), QString::number(place->strip + 1),
                           QString::number(count()), text);
        }
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

void ByteMapStrips::moveToFile(int strip, int step)
{
    for (; strip >= 0 && strip < count(); strip += step) {
        if (!m_files[std::size_t(strip)].regions().empty()) {
            choose({strip, 0});
            return;
        }
    }
}

void ByteMapStrips::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    relayout();
}

} // namespace loupe
