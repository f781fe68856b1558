#include "views/byte_map/byte_map_source.h"

#include "core/quantized_groups.h"
#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/tensor_text.h"
#include "views/kit/plain_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace loupe {

namespace {

class ByteMapSourceText {
    Q_DECLARE_TR_FUNCTIONS(loupe::ByteMap)
};

QString meaningOf(RegionKind kind)
{
    switch (kind) {
    case RegionKind::LengthField:
        return ByteMapSourceText::tr("length of the header");
    case RegionKind::Padding:
        return ByteMapSourceText::tr("padding in the header");
    case RegionKind::Hole:
        return ByteMapSourceText::tr("claimed by no tensor");
    case RegionKind::Overlap:
        return ByteMapSourceText::tr("claimed by more than one tensor");
    case RegionKind::Shared:
        return ByteMapSourceText::tr("shared by several tensors");
    case RegionKind::Trailing:
        return ByteMapSourceText::tr("after the last tensor");
    case RegionKind::Content:
        return ByteMapSourceText::tr("part of the file, but no tensor");
    case RegionKind::PastTheEnd:
        return ByteMapSourceText::tr("declared by a tensor, but missing from the file");
    case RegionKind::Unread:
        return ByteMapSourceText::tr("could not be read");
    case RegionKind::Header:
    case RegionKind::Tensor:
        return {};
    }
    return {};
}

/// Hostile names may be megabytes long.
QString shownName(std::string_view name)
{
    constexpr std::size_t longest = 500;
    return toQString(formatName(name.substr(0, longest)));
}

/// Names the part of a quantized weight in the region, with its dtype and shape. Empty for the codes, which represent
/// the weight, and for other tensors.
QString describePart(const Checkpoint& checkpoint, std::uint32_t file, const Region& region)
{
    const auto* const group = checkpoint.quantized ? checkpoint.quantized->of(region.tensor) : nullptr;
    for (std::size_t i = 1; group && i < group->parts.size(); ++i) {
        const Checkpoint& stored = *checkpoint.quantized->stored;
        const Tensor& part = stored.tensors[group->parts[i].tensor];
        if (part.file == file && part.bytes.contains(region.range))
            return partRoleText(group->parts[i].role) + QStringLiteral(" ")
                + shownName(partName(part.name, checkpoint.tensors[region.tensor].name)) + QStringLiteral(" · ")
                + shownName(stored.dtypeName(group->parts[i].tensor)) + QLatin1Char(' ') + shownShape(part.shape);
    }
    return {};
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
        return ByteMapSourceText::tr("Length field");
    case RegionKind::Header:
        return ByteMapSourceText::tr("Header");
    case RegionKind::Padding:
        return ByteMapSourceText::tr("Padding");
    case RegionKind::Tensor:
        return ByteMapSourceText::tr("Tensor");
    case RegionKind::Hole:
        return ByteMapSourceText::tr("Hole");
    case RegionKind::Overlap:
        return ByteMapSourceText::tr("Overlap");
    case RegionKind::Shared:
        return ByteMapSourceText::tr("Shared");
    case RegionKind::Trailing:
        return ByteMapSourceText::tr("Trailing bytes");
    case RegionKind::Content:
        return ByteMapSourceText::tr("Other content");
    case RegionKind::PastTheEnd:
        return ByteMapSourceText::tr("Past the end");
    case RegionKind::Unread:
        break;
    }
    return ByteMapSourceText::tr("Unread");
}

ByteRange extentOf(const Checkpoint& checkpoint, std::uint32_t file, const Region& region)
{
    if (region.kind != RegionKind::Tensor || region.tensor >= checkpoint.tensors.size())
        return region.range;
    const Tensor& tensor = checkpoint.tensors[region.tensor];
    return tensor.file == file && tensor.bytes.contains(region.range) ? tensor.bytes : region.range;
}

NamedSentence describeRegion(const Checkpoint& checkpoint, std::uint32_t file, const Region& region)
{
    QStringList parts;
    const bool ofTensor = region.tensor != Region::noTensor && region.tensor < checkpoint.tensors.size();
    const QString name = ofTensor ? shownName(checkpoint.tensors[region.tensor].name) : QString();
    const ByteRange range = extentOf(checkpoint, file, region);
    if (region.kind == RegionKind::Tensor && ofTensor) {
        const Tensor& tensor = checkpoint.tensors[region.tensor];
        parts << name << shownName(checkpoint.dtypeName(region.tensor)) + QLatin1Char(' ') + shownShape(tensor.shape);
        if (const QString part = describePart(checkpoint, file, region); !part.isEmpty())
            parts << part;
    } else {
        const QString meaning = meaningOf(region.kind);
        parts << (meaning.isEmpty() ? titleOf(region.kind) : titleOf(region.kind) + QStringLiteral(": ") + meaning);
        if (ofTensor)
            parts << name;
    }
    if (!range.empty())
        parts << byteRangeText(range);
    const QString here = toQString(formatBytes(range.size()));
    const QString inAll = ofTensor ? toQString(formatBytes(fileBytes(checkpoint.tensors[region.tensor]))) : here;
    parts << (region.kind == RegionKind::Tensor && inAll != here
            ? ByteMapSourceText::tr("%1 here, %2 in the whole tensor").arg(here, inAll)
            : here);
    return {.text = parts.join(QStringLiteral(" · ")), .names = ofTensor ? QStringList{name} : QStringList()};
}

QString describeFile(const Checkpoint& checkpoint, std::uint32_t file)
{
    if (checkpoint.files.size() < 2)
        return {};
    return ByteMapSourceText::tr("%1 (%2 of %3)")
        .arg(toQString(printable(checkpoint.files[file].path.filename().string())), QString::number(file + 1),
            QString::number(checkpoint.files.size()));
}

} // namespace loupe
