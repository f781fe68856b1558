#pragma once

#include "formats/opening/open_checkpoint.h"
#include "support/temporary_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace loupe::test {

/// Writes and opens safetensors files of one tensor, "t".
class WrittenTensor {
public:
    WrittenTensor(const std::string& dtype, const std::string& shape, const std::string& bytes)
    {
        std::string header = R"({"t":{"dtype":")" + dtype + R"(","shape":)" + shape + R"(,"data_offsets":[0,)"
            + std::to_string(bytes.size()) + "]}}";
        header.resize((header.size() + 7) / 8 * 8, ' ');
        std::string length(8, '\0');
        for (std::size_t byte = 0; byte < 8; ++byte)
            length[byte] = char(header.size() >> (8 * byte));
        m_path = m_folder.write("t.safetensors", length + header + bytes);
        auto opened = openCheckpoint(m_path);
        EXPECT_TRUE(opened.has_value());
        if (opened)
            m_checkpoint = *opened;
    }
    template <typename T>
    WrittenTensor(const std::string& dtype, const std::string& shape, const std::vector<T>& values)
        : WrittenTensor(
            dtype, shape, std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)))
    {
    }

    const std::shared_ptr<const Checkpoint>& checkpoint() const { return m_checkpoint; }
    const std::filesystem::path& path() const { return m_path; }

private:
    TemporaryFolder m_folder;
    std::filesystem::path m_path;
    std::shared_ptr<const Checkpoint> m_checkpoint;
};

} // namespace loupe::test
