#pragma once

#include "support/temporary_file.h"

#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

namespace loupe::test {

/// One tensor of a safetensors file to be written.
struct WantedTensor {
    std::string name;
    std::string dtype;
    std::string shape; ///< as JSON
    std::string bytes;
};

template <typename T>
std::string packedBytes(const std::vector<T>& values)
{
    std::string bytes(values.size() * sizeof(T), '\0');
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

inline std::string safetensorsOf(const std::vector<WantedTensor>& tensors, const std::string& metadata = {})
{
    std::string header = "{";
    if (!metadata.empty())
        header += R"("__metadata__":)" + metadata + ",";
    std::string data;
    for (const WantedTensor& tensor : tensors) {
        const std::size_t begin = data.size();
        data += tensor.bytes;
        header += '"' + tensor.name + R"(":{"dtype":")" + tensor.dtype + R"(","shape":)" + tensor.shape
            + R"(,"data_offsets":[)" + std::to_string(begin) + ',' + std::to_string(data.size()) + "]},";
    }
    header.back() = '}';
    header.resize((header.size() + 7) / 8 * 8, ' ');
    std::string length(8, '\0');
    for (std::size_t byte = 0; byte < 8; ++byte)
        length[byte] = static_cast<char>(header.size() >> (8 * byte));
    return length + header + data;
}

/// Two files that differ in the values of one tensor, the shape of another, and so on: dtype, name, metadata. One
/// tensor is the same in both.
class ComparedPair {
public:
    ComparedPair()
    {
        m_a = m_folder.write("a.safetensors",
            safetensorsOf({{"layers.0.q", "F32", "[4]", packedBytes<float>({1, 2, 3, 4})},
                              {"layers.0.k", "F32", "[2]", packedBytes<float>({5, 6})},
                              {"layers.1.q", "F32", "[2,2]", packedBytes<float>({1, 2, 3, 4})},
                              {"norm", "F32", "[1]", packedBytes<float>({1.5})}, {"old.bias", "U8", "[3]", "xyz"}},
                R"({"step":"1"})"));
        m_b = m_folder.write("b.safetensors",
            safetensorsOf({{"layers.0.q", "F32", "[4]", packedBytes<float>({1, 2, 3, 6})},
                              {"layers.0.k", "F32", "[2]", packedBytes<float>({5, 6})},
                              {"layers.1.q", "F32", "[4]", packedBytes<float>({1, 2, 3, 4})},
                              {"norm", "F64", "[1]", packedBytes<double>({1.5})}, {"new.bias", "U8", "[3]", "xyz"}},
                R"({"step":"2"})"));
    }

    const std::filesystem::path& a() const { return m_a; }
    const std::filesystem::path& b() const { return m_b; }
    const TemporaryFolder& folder() const { return m_folder; }

private:
    TemporaryFolder m_folder;
    std::filesystem::path m_a;
    std::filesystem::path m_b;
};

} // namespace loupe::test
