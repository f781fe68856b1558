#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::test {

/// Assembles a GGUF file.
class GgufBytes {
public:
    template <typename Number>
    static std::string bytesOf(Number number)
    {
        std::string bytes(sizeof number, '\0');
        std::memcpy(bytes.data(), &number, sizeof number);
        return bytes;
    }
    static std::string text(std::string_view text) { return bytesOf(std::uint64_t{text.size()}) + std::string(text); }

    /// `value` is the encoded value, without the type in front of it.
    GgufBytes& key(std::string_view name, std::uint32_t type, const std::string& value)
    {
        ++m_keyCount;
        m_keys += text(name) + bytesOf(type) + value;
        return *this;
    }
    GgufBytes& uint32(std::string_view name, std::uint32_t value) { return key(name, 4, bytesOf(value)); }
    GgufBytes& uint16(std::string_view name, std::uint16_t value) { return key(name, 2, bytesOf(value)); }
    GgufBytes& string(std::string_view name, std::string_view value) { return key(name, 8, text(value)); }
    GgufBytes& strings(std::string_view name, const std::vector<std::string>& values)
    {
        std::string all = bytesOf(std::uint32_t{8}) + bytesOf(std::uint64_t{values.size()});
        for (const std::string& value : values)
            all += text(value);
        return key(name, 9, all);
    }
    /// Adds a one-dimensional tensor of F32 values.
    GgufBytes& floats(std::string_view name, const std::vector<float>& values)
    {
        std::string data(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
        return tensor(name, {values.size()}, 0, data);
    }
    /// The dimensions are in file order: the fastest-varying one first.
    GgufBytes& tensor(std::string_view name, const std::vector<std::uint64_t>& dimensions, std::uint32_t type,
        const std::string& data)
    {
        ++m_tensorCount;
        m_tensors += text(name) + bytesOf(static_cast<std::uint32_t>(dimensions.size()));
        for (const std::uint64_t dimension : dimensions)
            m_tensors += bytesOf(dimension);
        m_tensors += bytesOf(type) + bytesOf(std::uint64_t{m_data.size()});
        m_data += data;
        pad(m_data);
        return *this;
    }

    std::string bytes() const
    {
        std::string file = "GGUF" + bytesOf(std::uint32_t{3}) + bytesOf(m_tensorCount) + bytesOf(m_keyCount);
        file += m_keys + m_tensors;
        if (m_tensorCount > 0)
            pad(file);
        return file + m_data;
    }

private:
    static void pad(std::string& bytes) { bytes.resize((bytes.size() + 31) / 32 * 32); }

    std::uint64_t m_tensorCount = 0;
    std::uint64_t m_keyCount = 0;
    std::string m_keys;
    std::string m_tensors;
    std::string m_data;
};

} // namespace loupe::test
