#include "views/byte_map_colours.h"

#include "core/text.h"
#include "items/qt_text.h"
#include "views/plain_text.h"

#include <QCoreApplication>

#include <array>
#include <cmath>

namespace loupe {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("loupe::ByteMap", text);
}

bool isNumeric(std::string_view segment)
{
    return !segment.empty()
        && std::all_of(segment.begin(), segment.end(), [](char letter) { return letter >= '0' && letter <= '9'; });
}

QString meaningOf(RegionKind kind)
{
    switch (kind) {
    case RegionKind::LengthField:
        return tr("how long the header is");
    case RegionKind::Padding:
        return tr("filling inside the header");
    case RegionKind::Hole:
        return tr("claimed by no tensor");
    case RegionKind::Overlap:
        return tr("claimed by more than one tensor");
    case RegionKind::Trailing:
        return tr("after the last tensor");
    case RegionKind::Content:
        return tr("part of the file, but no tensor");
    case RegionKind::PastTheEnd:
        return tr("claimed by a tensor, but the file ends before");
    case RegionKind::Unread:
        return tr("could not be made sense of");
    default:
        return {};
    }
}

/// Hostile names may be megabytes long.
QString shownName(std::string_view name)
{
    constexpr std::size_t longest = 500;
    if (name.empty())
        return tr("(empty name)");
    return toQString(printable(name.substr(0, longest)));
}

} // namespace

ByteMapColours::ByteMapColours(OpenedCheckpointPtr opened)
    : m_opened(std::move(opened))
{
    if (!m_opened)
        return;
    for (const RegionList& regions : m_opened->regions) {
        for (const std::uint32_t index : regions.apart())
            m_kinds.set(std::size_t(regions.all()[index].kind));
    }
}

QColor ByteMapColours::colorOf(std::uint32_t tensor, const Theme& theme) const
{
    const Tensor& described = m_opened->checkpoint->tensors[tensor];
    switch (m_colouring) {
    case ByteColouring::Group:
        return theme.groups[hueOf(tensor)];
    case ByteColouring::Size:
        return theme.sequential(largestTensor() > 1
                ? std::log2(double(described.bytes.size() + 1)) / std::log2(double(largestTensor()) + 1)
                : 0);
    case ByteColouring::DType:
        break;
    }
    return theme.colorOf(described.dtype);
}

int ByteMapColours::hueOf(std::uint32_t tensor) const
{
    // The outermost numbered group (a layer); where there is none, the outermost group that has siblings.
    const NameTree& tree = m_opened->tree;
    NameTree::NodeId chosen = tensor;
    NameTree::NodeId branch = tensor;
    bool numbered = false;
    for (NameTree::NodeId node = tensor; node != tree.root(); node = tree.parent(node)) {
        if (isNumeric(tree.segment(node))) {
            chosen = node;
            numbered = true;
        }
        if (tree.children(tree.parent(node)).size() > 1)
            branch = node;
    }
    return int(m_opened->order->row(numbered ? chosen : branch) % Theme::groupHues);
}

std::vector<ByteMapColours::Entry> ByteMapColours::legend(const Theme& theme) const
{
    std::vector<Entry> entries;
    if (!m_opened)
        return entries;
    const auto addKind = [&](RegionKind kind) {
        if (m_kinds.test(std::size_t(kind)))
            entries.push_back({titleOf(kind), {}, kind});
    };
    // Faults stand before the dtypes, of which there may be more than have room.
    for (const RegionKind kind : {RegionKind::LengthField, RegionKind::Header, RegionKind::Padding, RegionKind::Content,
             RegionKind::Hole, RegionKind::Overlap, RegionKind::Trailing, RegionKind::PastTheEnd, RegionKind::Unread})
        addKind(kind);
    for (std::size_t dtype = 0; m_colouring == ByteColouring::DType && dtype < dtypeCount; ++dtype) {
        if (m_opened->dtypes.test(dtype)) {
            const bool known = DType(dtype) != DType::Opaque;
            entries.push_back({known ? toQString(dtypeName(DType(dtype))) : tr("Unknown dtype"),
                theme.colorOf(DType(dtype)), std::nullopt});
        }
    }
    return entries;
}

QString titleOf(RegionKind kind)
{
    switch (kind) {
    case RegionKind::LengthField:
        return tr("Length field");
    case RegionKind::Header:
        return tr("Header");
    case RegionKind::Padding:
        return tr("Padding");
    case RegionKind::Tensor:
        return tr("Tensor");
    case RegionKind::Hole:
        return tr("Hole");
    case RegionKind::Overlap:
        return tr("Overlap");
    case RegionKind::Trailing:
        return tr("Trailing bytes");
    case RegionKind::Content:
        return tr("Other content");
    case RegionKind::PastTheEnd:
        return tr("Past the end");
    case RegionKind::Unread:
        break;
    }
    return tr("Unread");
}

QString describeRegion(const Checkpoint& checkpoint, const Region& region)
{
    QStringList parts;
    const bool ofTensor = region.tensor != Region::noTensor && region.tensor < checkpoint.tensors.size();
    ByteRange range = region.range;
    if (region.kind == RegionKind::Tensor && ofTensor) {
        const Tensor& tensor = checkpoint.tensors[region.tensor];
        range = tensor.bytes;
        parts << shownName(tensor.name)
              << shownName(checkpoint.dtypeName(region.tensor)) + QLatin1Char(' ') + shownShape(tensor.shape);
    } else {
        const QString meaning = meaningOf(region.kind);
        parts << (meaning.isEmpty() ? titleOf(region.kind) : titleOf(region.kind) + QStringLiteral(": ") + meaning);
        if (ofTensor)
            parts << shownName(checkpoint.tensors[region.tensor].name);
    }
    if (!range.empty())
        parts << toQString(formatByteRange(range));
    parts << toQString(formatBytes(range.size()));
    return parts.join(QStringLiteral(" · "));
}

} // namespace loupe
