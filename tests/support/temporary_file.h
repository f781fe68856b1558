#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::test {

/// A temporary folder that the destructor deletes.
class TemporaryFolder {
public:
    TemporaryFolder()
    {
        std::string pattern = (std::filesystem::temp_directory_path() / "tensorloupe-test-XXXXXX").string();
        m_path = mkdtemp(pattern.data());
    }
    ~TemporaryFolder()
    {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return m_path; }

    /// Writes a file into the folder and returns its path.
    std::filesystem::path write(std::string_view name, std::string_view content) const
    {
        const auto file = m_path / name;
        std::ofstream(file, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
        return file;
    }

    /// The names of the folder's entries, sorted.
    std::vector<std::string> names() const
    {
        std::vector<std::string> list;
        for (const auto& entry : std::filesystem::directory_iterator(m_path))
            list.push_back(entry.path().filename());
        std::sort(list.begin(), list.end());
        return list;
    }

private:
    std::filesystem::path m_path;
};

} // namespace loupe::test
