#include "views/byte_map_source.h"

#include "core/text.h"
#include "items/qt_text.h"
#include "views/plain_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace loupe {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("loupe::ByteMap", text);
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
    case RegionKind::Shared:
        return tr("several tensors are views of it");
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

void ByteMapSource::addSide(const Checkpoint& checkpoint, std::span<const RegionList> regions)
{
    const auto side = std::size_t(m_sides++);
    m_checkpoints[side] = &checkpoint;
    m_regions[side] = regions;
    m_stripOf[side].resize(regions.size());
}

void ByteMapSource::addStrip(int side, std::uint32_t file, const QString& label)
{
    m_stripOf[std::size_t(side)][file] = int(m_strips.size());
    m_strips.push_back({side, file, label});
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
    case RegionKind::Shared:
        return tr("Shared");
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

QString describeFile(const Checkpoint& checkpoint, std::uint32_t file)
{
    if (checkpoint.files.size() < 2)
        return {};
    return tr("%1 (%2 of %3)")
        .arg(toQString(printable(checkpoint.files[file].path.filename().string())), QString::number(file + 1),
            QString::number(checkpoint.files.size()));
}

} // namespace loupe
