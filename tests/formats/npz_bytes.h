#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include <zlib.h>

namespace loupe::test {

template <typename Number>
std::string bytesOf(Number number)
{
    std::string bytes(sizeof number, '\0');
    std::memcpy(bytes.data(), &number, sizeof number);
    return bytes;
}

/// The bytes of a .npy file, version 2 or 3.
inline std::string npyBytes(std::string_view header, std::string_view data = {}, char version = 2)
{
    std::string bytes = std::string("\x93NUMPY") + version + '\0';
    return bytes.append(bytesOf(static_cast<std::uint32_t>(header.size()))).append(header).append(data);
}

/// Assembles a ZIP archive, member by member.
class NpzBytes {
public:
    static std::string deflate(std::string_view content)
    {
        z_stream stream{};
        EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY), Z_OK);
        std::string packed(deflateBound(&stream, content.size()), '\0');
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
        stream.avail_in = static_cast<uInt>(content.size());
        stream.next_out = reinterpret_cast<Bytef*>(packed.data());
        stream.avail_out = static_cast<uInt>(packed.size());
        EXPECT_EQ(::deflate(&stream, Z_FINISH), Z_STREAM_END);
        packed.resize(stream.total_out);
        deflateEnd(&stream);
        return packed;
    }
    NpzBytes& deflated(std::string_view name, std::string_view content)
    {
        return member(name, content, deflate(content), 8);
    }
    NpzBytes& stored(std::string_view name, std::string_view content) { return member(name, content, content, 0); }

    std::string bytes() const
    {
        const auto count = static_cast<std::uint16_t>(m_count);
        std::string end = std::string("PK\5\6") + bytesOf(std::uint32_t{0}) + bytesOf(count) + bytesOf(count);
        end += bytesOf(static_cast<std::uint32_t>(m_directory.size()));
        end += bytesOf(static_cast<std::uint32_t>(m_members.size())) + bytesOf(std::uint16_t{0});
        return m_members + m_directory + end;
    }

    /// `packed` is the member's data as stored in the file; `method` is the compression method.
    NpzBytes& member(std::string_view name, std::string_view content, std::string_view packed, std::uint16_t method)
    {
        const auto checksum =
            crc32(0, reinterpret_cast<const Bytef*>(content.data()), static_cast<uInt>(content.size()));
        const std::string common = bytesOf(std::uint16_t{20}) + bytesOf(std::uint16_t{0}) + bytesOf(method)
            + bytesOf(std::uint32_t{0x00210000}) + bytesOf(static_cast<std::uint32_t>(checksum))
            + bytesOf(static_cast<std::uint32_t>(packed.size())) + bytesOf(static_cast<std::uint32_t>(content.size()))
            + bytesOf(static_cast<std::uint16_t>(name.size())) + bytesOf(std::uint16_t{0});
        m_directory += std::string("PK\1\2") + bytesOf(std::uint16_t{20}) + common + std::string(10, '\0')
            + bytesOf(static_cast<std::uint32_t>(m_members.size())) + std::string(name);
        m_members += std::string("PK\3\4") + common + std::string(name) + std::string(packed);
        ++m_count;
        return *this;
    }

private:
    std::string m_members;
    std::string m_directory;
    std::size_t m_count = 0;
};

} // namespace loupe::test
