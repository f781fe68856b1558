#pragma once

#include "items/writing/writing_request.h"

#include <cstdint>
#include <filesystem>
#include <set>
#include <utility>

namespace loupe {

/// The files that tensors are to be read from, and their indexes. Goes by what the files are, not by their names: any
/// link to one of them is one, too.
class SourceFiles {
public:
    /// One look at each file. Those in which parts could not be read are among them, also where nothing is read from
    /// them.
    explicit SourceFiles(const WantedTensors& wanted);

    bool has(const std::filesystem::path& path) const;

private:
    void add(const std::filesystem::path& path);

    std::set<std::pair<std::uint64_t, std::uint64_t>> m_files; ///< device and inode
};

} // namespace loupe
