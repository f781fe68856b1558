#pragma once

#include "items/writing/writing_request.h"

#include <cstdint>
#include <filesystem>
#include <set>
#include <utility>

namespace loupe {

/// The files that tensors are to be read from, and their indexes. Compares the files themselves instead of their names,
/// so any link to one of them matches, too.
class SourceFiles {
public:
    /// Looks each file up once. Includes files with unreadable parts, even if nothing is read from them.
    explicit SourceFiles(const WantedTensors& wanted);

    bool has(const std::filesystem::path& path) const;

private:
    void add(const std::filesystem::path& path);

    std::set<std::pair<std::uint64_t, std::uint64_t>> m_files; ///< device and inode
};

} // namespace loupe
