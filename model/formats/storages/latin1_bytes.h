#pragma once

#include "formats/storages/packed_bytes.h"

#include <mutex>

namespace loupe {

/// Bytes that a pickle of protocol 2 stores as text: each byte is the character with that code, which takes one or two
/// bytes of UTF-8. The first read counts the characters before each 64 KiB of the text, and keeps the counts, which
/// take 1/8000 of the text's size.
class Latin1Bytes : public PackedBytes {
public:
    /// `text` is the text's range in the file; `size` is the claimed number of bytes. Reading fails with Malformed if
    /// the text has a different number of characters, or characters above U+00FF.
    Latin1Bytes(ByteRange text, std::uint64_t size)
        : m_text(text)
        , m_size(size)
    {
    }
    Result<> read(const Source& source, std::uint64_t offset, std::span<std::byte> target) const override;
    std::uint64_t fileBytes() const override { return m_text.size(); }

private:
    Result<> count(const Source& source) const;
    tl::unexpected<Error> broken(const Source& source, const std::string& what) const;

    ByteRange m_text;
    std::uint64_t m_size;
    mutable std::mutex m_mutex;
    mutable std::vector<std::uint64_t> m_before; ///< by block: characters that begin before it; empty until counted
};

} // namespace loupe
