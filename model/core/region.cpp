#include "core/region.h"

#include "core/checkpoint.h"

#include <algorithm>

namespace loupe {

namespace {

/// Appends regions one after the other and splits tensor claims at the end of the file.
class Tiler {
public:
    explicit Tiler(std::uint64_t fileSize)
        : m_fileSize(fileSize)
    {
    }

    std::uint64_t position() const { return m_position; }

    void layUntil(std::uint64_t end, RegionKind kind, std::uint32_t tensor = Region::noTensor)
    {
        const std::uint64_t inside = std::min(end, m_fileSize);
        append(inside, kind, tensor);
        append(end, RegionKind::PastTheEnd, tensor);
    }

    std::vector<Region> take() { return std::move(m_regions); }
    void reserve(std::size_t count) { m_regions.reserve(count); }

private:
    void append(std::uint64_t end, RegionKind kind, std::uint32_t tensor)
    {
        if (end <= m_position)
            return;
        m_regions.push_back({{m_position, end}, kind, tensor});
        m_position = end;
    }

    std::uint64_t m_fileSize;
    std::uint64_t m_position = 0;
    std::vector<Region> m_regions;
};

/// Sweeps over the claims of tensors and other parts, sorted by begin. Everything before the next begin is final: at
/// least two claims cover the bytes up to `twice`, one covers those up to `once`, and none covers those after that.
class ClaimSweep {
public:
    ClaimSweep(Tiler& tiler, std::uint64_t dataBegin, bool tensorsShare)
        : m_tiler(tiler)
        , m_tensorsShare(tensorsShare)
        , m_once(dataBegin)
        , m_twice(dataBegin)
    {
    }

    void claim(ByteRange range, RegionKind kind, std::uint32_t tensor = Region::noTensor)
    {
        layUntil(range.begin);
        m_tiler.layUntil(range.begin, RegionKind::Hole);
        if (std::min(m_once, range.end) > m_twice) {
            const bool faulty = m_twice > range.begin && m_twiceKind == RegionKind::Overlap;
            const bool both = kind == RegionKind::Tensor && m_kind == RegionKind::Tensor;
            m_twiceKind = m_tensorsShare && both && !faulty ? RegionKind::Shared : RegionKind::Overlap;
            m_twice = std::min(m_once, range.end);
            m_second = tensor != Region::noTensor ? tensor : m_first;
        }
        if (range.end > m_once) {
            m_once = range.end;
            m_first = tensor;
            m_kind = kind;
        }
    }

    void finish() { layUntil(m_once); }

private:
    void layUntil(std::uint64_t end)
    {
        m_tiler.layUntil(std::min(end, m_twice), m_twiceKind, m_second);
        m_tiler.layUntil(std::min(end, m_once), m_kind, m_first);
    }

    Tiler& m_tiler;
    bool m_tensorsShare;
    std::uint64_t m_once;
    std::uint64_t m_twice;
    std::uint32_t m_first = Region::noTensor;
    std::uint32_t m_second = Region::noTensor;
    RegionKind m_kind = RegionKind::Tensor; ///< kind of m_first
    RegionKind m_twiceKind = RegionKind::Overlap;
};

} // namespace

RegionList::RegionList(std::vector<Region> regions)
    : m_all(std::move(regions))
{
    for (std::uint32_t i = 0; i < m_all.size(); ++i) {
        if (m_all[i].kind != RegionKind::Tensor)
            m_apart.push_back(i);
    }
}

std::string_view regionKindName(RegionKind kind)
{
    switch (kind) {
    case RegionKind::LengthField:
        return "length field";
    case RegionKind::Header:
        return "header";
    case RegionKind::Padding:
        return "padding";
    case RegionKind::Tensor:
        return "tensor";
    case RegionKind::Hole:
        return "hole";
    case RegionKind::Overlap:
        return "overlap";
    case RegionKind::Shared:
        return "shared";
    case RegionKind::Trailing:
        return "trailing bytes";
    case RegionKind::Content:
        return "other content";
    case RegionKind::PastTheEnd:
        return "past the end";
    case RegionKind::Unread:
        return "unread";
    }
    return "unread";
}

std::vector<Region> tileRegions(const Checkpoint& checkpoint, std::uint32_t fileIndex)
{
    const CheckpointFile& file = checkpoint.files[fileIndex];
    Tiler tiler(file.size());
    tiler.reserve(file.tensorCount + file.parts.size() + std::size_t{5});
    tiler.layUntil(file.header.begin, RegionKind::LengthField);
    tiler.layUntil(file.headerContent.begin, RegionKind::Padding);
    tiler.layUntil(file.headerContent.end, RegionKind::Header);
    tiler.layUntil(file.header.end, RegionKind::Padding);

    ClaimSweep sweep(tiler, file.data.begin, file.tensorsShare);
    auto part = file.parts.begin();
    const auto claimPartsUntil = [&](std::uint64_t begin) {
        for (; part != file.parts.end() && part->range.begin <= begin; ++part)
            sweep.claim(part->range, part->kind,
                part->kind == RegionKind::Tensor ? file.firstTensor + part->tensor : Region::noTensor);
    };
    for (std::uint32_t i = file.firstTensor; i < file.firstTensor + file.tensorCount; ++i) {
        const ByteRange range = checkpoint.tensors[i].bytes;
        if (range.empty())
            continue;
        claimPartsUntil(range.begin);
        sweep.claim(range, RegionKind::Tensor, i);
    }
    claimPartsUntil(UINT64_MAX);
    sweep.finish();
    tiler.layUntil(std::min(file.data.end, file.size()), RegionKind::Trailing);
    tiler.layUntil(file.size(), RegionKind::Unread);
    return tiler.take();
}

} // namespace loupe
