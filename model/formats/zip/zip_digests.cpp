#include "formats/zip/zip_digests.h"

#include "core/text/quote.h"
#include "formats/shared/out_of_memory.h"

#include <algorithm>

namespace loupe::zip {

std::shared_ptr<const ZipDigest> zipDigest(const ZipEntry& entry, const ZipMember& member)
{
    if (!entry.crc || !member.readable)
        return nullptr;
    auto digest = std::make_shared<ZipDigest>();
    digest->crc = *entry.crc;
    digest->member = "member " + quote(entry.name);
    if (entry.method == ZipEntry::deflated)
        digest->content = std::make_shared<const InflatedStatedBytes>(member.data, member.size);
    else
        digest->content =
            std::make_shared<const PlainStatedBytes>(ByteRange{member.data.begin, member.data.begin + member.size});
    return digest;
}

Result<StatedDigests> ZipDigests::of(const Source& source, std::uint32_t tensor) const
{
    return orOutOfMemory(source, [&]() -> Result<StatedDigests> {
        StatedDigests stated;
        const ZipStatement& statement = m_byTensor[tensor];
        if (!statement.digest)
            return stated;
        stated.digests.push_back({StatedDigest::Algorithm::Crc32, crcDigest(statement.digest->crc),
            statement.isPart ? statement.digest->member : std::string(), statement.digest->content});
        return stated;
    });
}

void stateZipDigests(std::vector<ZipStatement> statements, const std::vector<std::uint32_t>& order,
    FileContent& content, std::string_view refusedAs)
{
    if (std::ranges::none_of(statements, [](const ZipStatement& statement) { return statement.digest != nullptr; }))
        return;
    statements.resize(content.tensors.size());
    std::vector<ZipStatement> sorted;
    sorted.reserve(order.size());
    for (const std::uint32_t before : order)
        sorted.push_back(std::move(statements[before]));
    content.digests =
        std::make_shared<const ZipDigests>(order.empty() ? std::move(statements) : std::move(sorted), refusedAs);
}

} // namespace loupe::zip
