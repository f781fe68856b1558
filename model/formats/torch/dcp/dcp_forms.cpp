#include "formats/torch/dcp/dcp_forms.h"

#include "formats/zip/zip_bytes.h"
#include "formats/zip/zip_directory.h"

#include <algorithm>
#include <cstring>

namespace loupe::torch {

namespace {

constexpr std::uint64_t crcSize = 4;

bool isLike(const DcpForm& form, const DcpItemEnds& ends)
{
    std::span<const std::byte> left = form.bytes;
    for (const ByteRange range : form.alike) {
        const auto bytes = ends.at(range);
        if (bytes.size() != range.size() || std::memcmp(bytes.data(), left.data(), bytes.size()) != 0)
            return false;
        left = left.subspan(range.size());
    }
    return std::ranges::all_of(form.checksums, [&](const std::vector<ByteRange>& places) {
        return std::ranges::all_of(
            places, [&](ByteRange place) { return std::ranges::equal(ends.at(place), ends.at(places.front())); });
    });
}

/// The places of a member's checksum: in the directory, and again in its header or after its data.
std::vector<ByteRange> checksumPlaces(const zip::ZipEntry& entry, const zip::ZipMember& member, const DcpItemEnds& ends)
{
    const auto at = [](std::uint64_t begin) { return ByteRange{begin, begin + crcSize}; };
    std::vector<ByteRange> places{at(entry.record.begin + 16)};
    const auto addIfEqual = [&](ByteRange place) {
        const auto bytes = ends.at(place);
        if (!bytes.empty() && std::ranges::equal(bytes, ends.at(places.front())))
            places.push_back(place);
    };
    addIfEqual(at(member.header.begin + 14));
    if (member.descriptor.size() >= 2 * crcSize) {
        const auto first = ends.at(at(member.descriptor.begin));
        const bool isSigned = !first.empty() && zip::zipNumber<std::uint32_t>(first, 0) == zip::zipDescriptorSignature;
        addIfEqual(at(member.descriptor.begin + (isSigned ? crcSize : 0)));
    }
    return places;
}

} // namespace

std::span<const std::byte> DcpItemEnds::at(ByteRange range) const
{
    if (range.begin > range.end || range.end > size)
        return {};
    if (range.end <= start.size())
        return std::span(start).subspan(range.begin, range.size());
    const std::uint64_t endBegin = size - end.size();
    return range.begin >= endBegin ? std::span(end).subspan(range.begin - endBegin, range.size())
                                   : std::span<const std::byte>();
}

const DcpForm* DcpForms::find(const DcpItemEnds& ends) const
{
    const auto forms = m_bySize.find(ends.size);
    if (forms == m_bySize.end())
        return nullptr;
    const auto form = std::ranges::find_if(forms->second, [&](const auto& known) { return isLike(*known, ends); });
    return form == forms->second.end() ? nullptr : form->get();
}

void DcpForms::add(const DcpItemEnds& ends, const Source& item, const FileContent& content, const Work& work)
{
    const bool isSound = std::ranges::all_of(content.findings.list(),
        [](const Finding& finding) { return finding.severity == Severity::Note && finding.code != "import-unknown"; });
    if (!isSound || content.tensors.size() != 1)
        return;
    const Tensor& tensor = content.tensors.front();
    if (tensor.storage || tensor.dtype == DType::Opaque || tensor.file != 0 || tensor.bytes.empty())
        return;
    auto form = std::make_unique<DcpForm>();
    form->dtype = tensor.dtype;
    form->shape.assign(tensor.shape.begin(), tensor.shape.end());
    form->values = tensor.bytes;
    Findings ignored;
    const auto directory = zip::readZipDirectory(item, work, ignored);
    if (!directory || !*directory)
        return;
    std::vector<ByteRange> free{tensor.bytes};
    for (const zip::ZipEntry& entry : (*directory)->entries) {
        const auto member = zip::locateZipMember(item, entry, ignored);
        if (!member)
            return;
        const bool hasValues = member->data.begin <= tensor.bytes.begin && tensor.bytes.end <= member->data.end;
        const bool isId = entry.name.ends_with("/.data/serialization_id");
        if (!hasValues && !isId)
            continue; // its bytes are the same, and so is its checksum
        if (isId)
            free.push_back(member->data);
        form->checksums.push_back(checksumPlaces(entry, *member, ends));
        free.insert(free.end(), form->checksums.back().begin(), form->checksums.back().end());
    }
    std::ranges::sort(free, {}, &ByteRange::begin);
    free.push_back({ends.size, ends.size});
    std::uint64_t position = 0;
    for (const ByteRange range : free) {
        if (range.begin > position) {
            const ByteRange alike{position, range.begin};
            const auto bytes = ends.at(alike);
            if (bytes.empty())
                return; // too long to compare
            form->alike.push_back(alike);
            form->bytes.insert(form->bytes.end(), bytes.begin(), bytes.end());
        }
        position = std::max(position, range.end);
    }
    const auto known = m_bySize.find(ends.size);
    if (known == m_bySize.end() ? m_bySize.size() < mostSizes : known->second.size() < mostOfOneSize)
        m_bySize[ends.size].push_back(std::move(form));
}

} // namespace loupe::torch
