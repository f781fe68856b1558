#include "formats/torch/dcp/dcp_digests.h"

#include "formats/torch/dcp/dcp_item.h"
#include "formats/zip/stated_bytes.h"

namespace loupe::torch {

Result<StatedDigests> dcpItemDigests(const DigestedFile& file, const DigestedStretch& stretch)
{
    const auto item =
        stretch.unpacked ? readDcpArchive(stretch.unpacked, {}) : readDcpArchive(file.source, stretch.range, {});
    if (!item)
        return fail(item.error());
    const FileContent& content = *item->content;
    if (!content.digests || content.tensors.size() != 1)
        return StatedDigests{};
    auto stated = content.digests->of(*item->source, 0);
    if (!stated)
        return stated;
    for (StatedDigest& digest : stated->digests)
        digest.bytes = std::make_shared<const zip::OtherStatedBytes>(item->source, std::move(digest.bytes));
    return stated;
}

} // namespace loupe::torch
