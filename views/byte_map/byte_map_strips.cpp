#include "views/byte_map/byte_map_strips.h"

#include "views/kit/theme.h"

#include <QAccessible>
#include <QScrollBar>

#include <algorithm>
#include <array>

namespace loupe {

namespace {

constexpr int singleHeight = 28;
constexpr int pairHeight = 20; ///< of two single files
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
    setEmptyText(tr("The bytes of the open file would be here, to scale."));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    verticalScrollBar()->setSingleStep(shardHeight);
}

void ByteMapStrips::setSource(std::shared_ptr<const ByteMapSource> source)
{
    m_current.clear();
    m_hover.reset();
    m_group.clear();
    m_files.clear();
    m_source = std::move(source);
    m_longestLabel.clear();
    std::uint64_t longest = 0;
    for (int strip = 0; m_source && strip < int(m_source->strips().size()); ++strip) {
        const RegionList& regions = m_source->regions(stripAt(strip));
        m_files.emplace_back(regions);
        if (stripAt(strip).label.size() > m_longestLabel.size())
            m_longestLabel = stripAt(strip).label;
        longest = std::max(
            longest, extentToDraw(m_source->checkpoint(stripAt(strip).side).files[stripAt(strip).file], regions));
    }
    m_layout = ByteMapLayout(longest, viewport()->width());
    verticalScrollBar()->setValue(0);
    updateGeometry();
    relayout();
    updateText();
}

void ByteMapStrips::recolor(std::shared_ptr<const ByteMapSource> source)
{
    m_source = std::move(source);
    updateText();
    viewChanged();
}

void ByteMapStrips::setEmptyText(const QString& sentence)
{
    m_emptyText = sentence;
    viewport()->update();
}

void ByteMapStrips::setCurrentNode(std::optional<NameTree::NodeId> node)
{
    m_group.clear();
    std::vector<Place> places;
    if (m_source && node && *node >= m_source->tree().nodeCount())
        node.reset();
    if (m_source && node && m_source->tree().isGroup(*node)) {
        findGroupRanges(*node);
    } else if (m_source && node) {
        for (const ByteMapSource::SideTensor& tensor : m_source->tensorsAt(*node)) {
            if (const auto place = placeOf(tensor))
                places.push_back(*place);
        }
    }
    // What was clicked stays what the keys go from and the text tells.
    if (!m_current.empty()) {
        if (const auto kept = std::find(places.begin(), places.end(), m_current.front()); kept != places.end())
            std::rotate(places.begin(), kept, kept + 1);
    }
    m_current = std::move(places);
    reveal();
    updateText();
    viewport()->update();
}

std::optional<ByteMapStrips::Place> ByteMapStrips::placeOf(ByteMapSource::SideTensor wanted) const
{
    if (wanted.side < 0)
        return std::nullopt;
    const Tensor& tensor = m_source->checkpoint(wanted.side).tensors[wanted.tensor];
    const int strip = m_source->stripOf(wanted.side, tensor.file);
    for (const Place& current : m_current) {
        if (current.strip == strip && regionOf(current).tensor == wanted.tensor)
            return current;
    }
    const ByteMapFile& file = m_files[std::size_t(strip)];
    std::uint32_t region = file.regionAt(tensor.bytes.begin);
    // Of overlapping tensors the region at the begin may be another one's: any of its own will do.
    for (std::uint32_t own = region; own < file.regions().size(); ++own) {
        if (file.regions()[own].range.begin >= tensor.bytes.end)
            break;
        if (file.regions()[own].tensor == wanted.tensor) {
            region = own;
            break;
        }
    }
    if (region == ByteMapCell::nothing || tensor.bytes.empty())
        return std::nullopt;
    return Place{strip, region};
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
        found =
            m_cells.emplace(strip, m_files[std::size_t(strip)].cells(m_layout, m_source->rankOf(stripAt(strip).side)))
                .first;
    return found->second;
}

ByteRange ByteMapStrips::extentOf(Place place) const
{
    const Region& region = regionOf(place);
    if (region.kind == RegionKind::Tensor && region.tensor != Region::noTensor)
        return m_source->checkpoint(stripAt(place.strip).side).tensors[region.tensor].bytes;
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
    if (count() <= 1)
        return singleHeight;
    return count() == m_source->sides() ? pairHeight : shardHeight;
}

int ByteMapStrips::rowHeight() const
{
    return caretHeight + stripHeight() + underline;
}

int ByteMapStrips::gutterWidth() const
{
    if (count() <= 1)
        return 0;
    return QFontMetrics(monospaceFont()).horizontalAdvance(m_longestLabel) + 8;
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
    return {200, std::clamp(count(), 1, m_source ? int(m_source->sides()) : 1) * rowHeight()}; // a strip of each side
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
    if (m_current.empty())
        return;
    const Place place = m_current.front();
    const ByteRange before = m_layout.view();
    m_layout.reveal(extentOf(place));
    if (!(before == m_layout.view()))
        viewChanged();
    const QRect strip = stripRect(place.strip);
    if (strip.top() < caretHeight || strip.bottom() >= viewport()->height())
        verticalScrollBar()->setValue(place.strip * rowHeight());
}

void ByteMapStrips::findGroupRanges(NameTree::NodeId group)
{
    const NameTree& tree = m_source->tree();
    std::array<std::vector<bool>, ByteMapSource::mostSides> wanted;
    for (int side = 0; side < m_source->sides(); ++side)
        wanted[std::size_t(side)].resize(m_source->checkpoint(side).tensors.size());
    std::vector<NameTree::NodeId> open{group};
    while (!open.empty()) {
        const NameTree::NodeId parent = open.back();
        open.pop_back();
        for (const NameTree::NodeId child : tree.children(parent)) {
            if (tree.isGroup(child)) {
                open.push_back(child);
                continue;
            }
            for (const ByteMapSource::SideTensor& one : m_source->tensorsAt(child)) {
                if (one.side >= 0)
                    wanted[std::size_t(one.side)][one.tensor] = true;
            }
        }
    }
    m_group.resize(m_files.size());
    for (int side = 0; side < m_source->sides(); ++side)
        addGroupRanges(side, wanted[std::size_t(side)]);
}

void ByteMapStrips::addGroupRanges(int side, const std::vector<bool>& wanted)
{
    // Of each file the tensors stand in the order of their bytes.
    const auto& tensors = m_source->checkpoint(side).tensors;
    for (std::uint32_t number = 0; number < tensors.size(); ++number) {
        const Tensor& tensor = tensors[number];
        if (!wanted[number] || tensor.bytes.empty())
            continue;
        std::vector<ByteRange>& ranges = m_group[std::size_t(m_source->stripOf(side, tensor.file))];
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
    if (m_hover || !m_current.empty()) {
        const Place place = m_hover ? *m_hover : m_current.front();
        text = m_source->describe(stripAt(place.strip), regionOf(place));
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
    m_current = {place};
    m_group.clear();
    reveal();
    updateText();
    viewport()->update();
    const Region& region = regionOf(place);
    const ByteMapSource::Strip& strip = stripAt(place.strip);
    if (region.tensor != Region::noTensor)
        emit leafClicked(m_source->leafOf({strip.side, region.tensor}));
    else
        emit regionClicked(strip.file, region.range.begin);
}

void ByteMapStrips::moveBy(int regions)
{
    if (m_current.empty()) {
        moveToFile(0);
        return;
    }
    const Place from = m_current.front();
    const auto size = std::int64_t(m_files[std::size_t(from.strip)].regions().size());
    const auto wanted = std::clamp<std::int64_t>(std::int64_t(from.region) + regions, 0, size - 1);
    choose({from.strip, std::uint32_t(wanted)});
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
