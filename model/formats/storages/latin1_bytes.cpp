#include "formats/storages/latin1_bytes.h"

#include "core/text/text.h"
#include "formats/shared/out_of_memory.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr std::uint64_t latin1BlockSize = std::uint64_t{64} << 10;

bool isTail(std::byte byte)
{
    return (byte & std::byte{0xc0}) == std::byte{0x80};
}

/// Decodes the characters of a text that arrives in blocks.
class Decoder {
public:
    /// `skip` is the number of characters to skip at the start.
    Decoder(std::uint64_t skip, std::span<std::byte> target)
        : m_skip(skip)
        , m_target(target)
    {
    }

    bool done() const { return m_position == m_target.size(); }

    /// Returns false if the text has a character above U+00FF.
    bool add(std::span<const std::byte> text)
    {
        for (const std::byte byte : text) {
            if (done())
                return true;
            if (m_lead != std::byte{}) {
                if (!isTail(byte))
                    return false;
                put(m_lead << 6 | (byte & std::byte{0x3f}));
                m_lead = {};
            } else if (byte < std::byte{0x80}) {
                put(byte);
            } else if (byte == std::byte{0xc2} || byte == std::byte{0xc3}) {
                m_lead = byte;
            } else {
                return false;
            }
        }
        return true;
    }

private:
    void put(std::byte byte)
    {
        if (m_skip > 0)
            --m_skip;
        else
            m_target[m_position++] = byte;
    }

    std::uint64_t m_skip;
    std::span<std::byte> m_target;
    std::size_t m_position = 0;
    std::byte m_lead{};
};

} // namespace

tl::unexpected<Error> Latin1Bytes::broken(const Source& source, const std::string& what) const
{
    return fail(ErrorCode::Malformed, "the string that encodes bytes " + what, source.path().string(), m_text.begin);
}

Result<> Latin1Bytes::count(const Source& source) const
{
    Buffer scratch;
    std::vector<std::uint64_t> before;
    std::uint64_t characters = 0;
    for (std::uint64_t begin = m_text.begin; begin < m_text.end;
         begin += std::min(latin1BlockSize, m_text.end - begin)) {
        before.push_back(characters);
        const ByteRange block{begin, begin + std::min(latin1BlockSize, m_text.end - begin)};
        auto done = source.visit(block, scratch, [&](std::span<const std::byte> bytes) {
            characters += bytes.size() - static_cast<std::uint64_t>(std::count_if(bytes.begin(), bytes.end(), isTail));
        });
        if (!done)
            return done;
    }
    if (characters != m_size)
        return broken(source, "has " + counted(characters, "character") + ", expected " + formatCount(m_size));
    m_before = std::move(before);
    return {};
}

Result<> Latin1Bytes::read(const Source& source, std::uint64_t offset, std::span<std::byte> target) const
{
    return orOutOfMemory(source, [&]() -> Result<> {
        if (target.empty())
            return {};
        std::uint64_t begin = 0;
        std::uint64_t skip = 0;
        {
            const std::lock_guard lock(m_mutex);
            if (m_before.empty()) {
                if (auto counted = count(source); !counted)
                    return counted;
            }
            if (m_before.empty() || offset > m_size || target.size() > m_size - offset)
                return broken(source, "is shorter than what is asked for");
            const auto block = std::upper_bound(m_before.begin(), m_before.end(), offset) - m_before.begin() - 1;
            begin = m_text.begin + static_cast<std::uint64_t>(block) * latin1BlockSize;
            skip = offset - m_before[static_cast<std::size_t>(block)];
        }
        Buffer scratch;
        Decoder decoder(skip, target);
        for (bool isFirst = true; begin < m_text.end && !decoder.done(); isFirst = false) {
            const ByteRange block{begin, begin + std::min(latin1BlockSize, m_text.end - begin)};
            bool isSound = true;
            auto done = source.visit(block, scratch, [&](std::span<const std::byte> bytes) {
                // A character that began in the previous block was counted there.
                isSound = decoder.add(isFirst && begin > m_text.begin && isTail(bytes[0]) ? bytes.subspan(1) : bytes);
            });
            if (!done)
                return done;
            if (!isSound)
                return broken(source, "has characters that encode none");
            begin = block.end;
        }
        if (!decoder.done())
            return broken(source, "ends within a character");
        return {};
    });
}

} // namespace loupe
