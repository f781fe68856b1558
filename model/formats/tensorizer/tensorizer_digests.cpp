#include "formats/tensorizer/tensorizer_digests.h"

#include "core/text/text.h"
#include "formats/shared/out_of_memory.h"
#include "formats/tensorizer/tensorizer_header.h"

#include <algorithm>

namespace loupe::tensorizer {

namespace {

/// Appends the file's bytes in `range`.
Result<> append(const Source& source, ByteRange range, std::string& text)
{
    const std::size_t size = text.size();
    text.resize(size + range.size());
    return source.read(range.begin, std::as_writable_bytes(std::span(text).subspan(size)));
}

StatedDigest stated(const TensorizerHash& hash)
{
    if (hash.type == TensorizerHash::sha256)
        return {StatedDigest::Algorithm::Sha256, hexadecimal(hash.bytes)};
    std::string number = hash.bytes;
    std::ranges::reverse(number);
    return {StatedDigest::Algorithm::Crc32, hexadecimal(number)};
}

Result<StatedDigests> digestsOf(const Source& source, std::uint64_t begin, bool isEncrypted)
{
    constexpr std::uint64_t longest = std::uint64_t{1} << 20; // of a header without the encryption block
    const auto header = readTensorizerHeader(source, begin, isEncrypted);
    if (!header)
        return fail(header.error());
    const ByteRange range = header->range;
    const ByteRange left = header->cryptBlock.empty() ? ByteRange{range.end, range.end} : header->cryptBlock;
    if (!header->isWhole || range.size() - left.size() > longest) {
        return fail(ErrorCode::Malformed, "the tensor's header, which states its digests, is invalid",
            source.path().string(), begin);
    }
    StatedDigests all;
    if (auto read = append(source, {range.begin, left.begin}, all.before); !read)
        return fail(std::move(read.error()));
    for (const TensorizerHash& hash : header->hashes) {
        std::ranges::fill(std::span(all.before).subspan(hash.begin - range.begin, hash.bytes.size()), '\0');
        all.digests.push_back(stated(hash));
    }
    if (auto read = append(source, {left.end, range.end}, all.before); !read)
        return fail(std::move(read.error()));
    all.ofValues = header->dataLength != 0;
    return all;
}

} // namespace

Result<StatedDigests> TensorizerDigests::of(const Source& source, std::uint32_t tensor) const
{
    return orOutOfMemory(source, [&]() -> Result<StatedDigests> {
        if (m_headers[tensor] == noHeader)
            return StatedDigests{};
        return digestsOf(source, m_headers[tensor], m_isEncrypted);
    });
}

} // namespace loupe::tensorizer
