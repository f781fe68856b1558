#include "views/byte_map/byte_map_content.h"

#include "views/colors/theme.h"

#include <QFontMetrics>

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

constexpr int singleHeight = 28;
constexpr int pairHeight = 20; ///< strip height for two single files
constexpr int mostSingleHeight = 120; ///< even if there is more room
constexpr int mostHeight = 64;
constexpr int roomBelow = 6;

/// The end of a strip in bytes. At most a third of the file's size is drawn past its end, so that a bogus size claim
/// does not shrink the actual file to nothing.
std::uint64_t extentToDraw(const CheckpointFile& file, const RegionList& regions)
{
    const std::uint64_t claimed = regions.empty() ? 0 : regions.all().back().range.end;
    if (file.size() == 0)
        return claimed;
    return std::min(claimed, file.size() + std::max(file.size() / 3, ByteMapLayout::smallestView));
}

/// Precondition: ranges of a file are added in byte order.
void addRange(std::vector<ByteRange>& ranges, ByteRange bytes)
{
    if (bytes.empty())
        return;
    if (!ranges.empty() && bytes.begin <= ranges.back().end)
        ranges.back().end = std::max(ranges.back().end, bytes.end);
    else
        ranges.push_back(bytes);
}

} // namespace

ByteMapContent::ByteMapContent(std::shared_ptr<const ByteMapSource> source, int width)
    : m_source(std::move(source))
{
    std::uint64_t longest = 0;
    for (int number = 0; m_source && number < int(m_source->strips().size()); ++number) {
        const ByteMapSource::Strip& one = strip(number);
        const RegionList& all = m_source->regions(one);
        m_files.emplace_back(all);
        if (one.label.size() > m_longestLabel.size())
            m_longestLabel = one.label;
        longest = std::max(longest, extentToDraw(m_source->checkpoint(one.side).files[one.file], all));
    }
    m_layout = ByteMapLayout(longest, width);
}

void ByteMapContent::setSource(std::shared_ptr<const ByteMapSource> source)
{
    m_source = std::move(source);
    forgetCells();
}

bool ByteMapContent::setKept(std::shared_ptr<const TensorSet> kept)
{
    const bool fits = kept && m_source && kept->size() == m_source->tree().tensorCount();
    if (!fits)
        kept.reset();
    const bool isSame = m_kept == kept || (m_kept && kept && *m_kept == *kept);
    m_kept = std::move(kept);
    if (!isSame)
        forgetCells();
    return !isSame;
}

bool ByteMapContent::isHidden(ByteMapSource::SideTensor tensor) const
{
    const NameTree::NodeId leaf = m_source->leafOf(tensor);
    return m_kept && (leaf == ByteMapSource::noLeaf || !m_kept->contains(leaf));
}

bool ByteMapContent::hasBytes() const
{
    return std::any_of(m_files.begin(), m_files.end(), [](const ByteMapFile& file) { return !file.regions().empty(); });
}

const std::vector<ByteMapCell>& ByteMapContent::cells(int number)
{
    auto found = m_cells.find(number);
    if (found == m_cells.end()) {
        const ByteMapFile& file = m_files[std::size_t(number)];
        const int side = strip(number).side;
        ByteMapRank rank = m_source->rankOf(side);
        const bool ranks = rank != nullptr;
        if (ranks && m_kept) {
            rank = [this, side, shown = std::move(rank)](std::uint32_t tensor) {
                return isHidden({side, tensor}) ? std::uint8_t{0} : std::max<std::uint8_t>(shown(tensor), 1);
            };
        }
        // Without ranks there is only one side, and its leaves are its tensors.
        found = m_cells.emplace(number, file.cells(m_layout, rank, ranks ? nullptr : m_kept.get())).first;
    }
    return found->second;
}

std::optional<ByteMapPlace> ByteMapContent::placeAt(int number, int column)
{
    if (number < 0 || number >= count() || column < 0 || column >= m_layout.width())
        return std::nullopt;
    const ByteMapCell cell = cells(number)[std::size_t(column)];
    return cell.region == ByteMapCell::nothing ? std::nullopt : std::optional(ByteMapPlace{number, cell.region});
}

ByteRange ByteMapContent::extent(ByteMapPlace place) const
{
    const ByteMapSource::Strip& shown = strip(place.strip);
    return extentOf(m_source->checkpoint(shown.side), shown.file, region(place));
}

std::optional<ByteMapPlace> ByteMapContent::placeOfByte(int side, std::uint32_t file, std::uint64_t offset) const
{
    const int row = m_source->stripOf(side, file);
    const std::uint32_t number = m_files[std::size_t(row)].regionAt(offset);
    return number == ByteMapCell::nothing ? std::nullopt : std::optional(ByteMapPlace{row, number});
}

std::optional<ByteMapPlace> ByteMapContent::placeOf(
    ByteMapSource::SideTensor wanted, const std::vector<ByteMapPlace>& preferred) const
{
    if (wanted.side < 0)
        return std::nullopt;
    const Tensor& tensor = m_source->checkpoint(wanted.side).tensors[wanted.tensor];
    const int row = m_source->stripOf(wanted.side, tensor.file);
    for (const ByteMapPlace& place : preferred) {
        if (place.strip == row && region(place).tensor == wanted.tensor)
            return place;
    }
    const ByteMapFile& file = m_files[std::size_t(row)];
    std::uint32_t number = file.regionAt(tensor.bytes.begin);
    // If tensors overlap, the first region may belong to another tensor; use any region of this one.
    for (std::uint32_t own = number; own < file.regions().size(); ++own) {
        if (file.regions()[own].range.begin >= tensor.bytes.end)
            break;
        if (file.regions()[own].tensor == wanted.tensor) {
            number = own;
            break;
        }
    }
    if (number == ByteMapCell::nothing || tensor.bytes.empty())
        return std::nullopt;
    return ByteMapPlace{row, number};
}

ByteMapContent::SideTensorSets ByteMapContent::tensorsAt(
    const NameTree& tree, std::span<const NameTree::NodeId> nodes) const
{
    SideTensorSets found;
    for (int side = 0; side < m_source->sides(); ++side)
        found[std::size_t(side)].resize(m_source->checkpoint(side).tensors.size());
    std::vector<NameTree::NodeId> open(nodes.begin(), nodes.end());
    while (!open.empty()) {
        const NameTree::NodeId node = open.back();
        open.pop_back();
        if (tree.isGroup(node)) {
            const auto children = tree.children(node);
            open.insert(open.end(), children.begin(), children.end());
            continue;
        }
        for (const ByteMapSource::SideTensor& one : m_source->tensorsAt(node)) {
            if (one.side >= 0)
                found[std::size_t(one.side)][one.tensor] = true;
        }
    }
    return found;
}

std::vector<std::vector<ByteRange>> ByteMapContent::rangesOf(const SideTensorSets& tensors) const
{
    std::vector<std::vector<ByteRange>> strips(m_files.size());
    for (int side = 0; side < m_source->sides(); ++side) {
        const std::vector<bool>& ofSide = tensors[std::size_t(side)];
        for (std::uint32_t number = 0; number < ofSide.size(); ++number) {
            if (!ofSide[number] || isHidden({side, number}))
                continue;
            const Tensor& tensor = m_source->checkpoint(side).tensors[number];
            addRange(strips[std::size_t(m_source->stripOf(side, tensor.file))], tensor.bytes);
        }
    }
    return strips;
}

int ByteMapContent::leastHeight() const
{
    if (count() <= 1)
        return singleHeight;
    return count() == m_source->sides() ? pairHeight : shardHeight;
}

int ByteMapContent::stripHeight() const
{
    const int room = m_height / std::max(count(), 1) - roomAbove - roomBelow;
    return std::clamp(room, leastHeight(), count() <= 1 ? mostSingleHeight : mostHeight);
}

int ByteMapContent::leastRowHeight() const
{
    return roomAbove + leastHeight() + roomBelow;
}

int ByteMapContent::rowHeight() const
{
    return roomAbove + stripHeight() + roomBelow;
}

int ByteMapContent::gutterWidth() const
{
    if (count() <= 1)
        return 0;
    return QFontMetrics(monospaceFont()).horizontalAdvance(m_longestLabel) + 8;
}

QRect ByteMapContent::stripRect(int number, int scrolled) const
{
    return {gutterWidth(), number * rowHeight() + roomAbove - scrolled, m_layout.width(), stripHeight()};
}

} // namespace loupe
