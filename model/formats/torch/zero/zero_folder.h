#pragma once

#include "core/finding.h"
#include "core/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::torch {

/// The information in the name of a DeepSpeed checkpoint's file.
struct ZeroName {
    enum class Kind : std::uint8_t { Model, Optimizer };

    std::string name;
    Kind kind = Kind::Model;
    /// The rank among those that share one copy of the model. Nothing for a file that all of them share.
    std::optional<std::uint64_t> rank = {};
    std::uint64_t modelRank = 0; ///< the rank among those over which the model itself is split
};

/// Nothing if it is not the name of such a file.
std::optional<ZeroName> parseZeroName(std::string_view name);

/// The files that hold one part of a model. Most models have a single part.
struct ZeroFiles {
    std::uint64_t modelRank = 0;
    std::vector<ZeroName> models; ///< by rank
    std::vector<ZeroName> optimizers; ///< by rank, one for each
    std::vector<std::string> doubled; ///< optimizer files of ranks that already have another one
};

/// The files of a checkpoint, in one folder.
struct ZeroFolder {
    std::vector<ZeroFiles> parts; ///< by model rank
    std::vector<std::string> others; ///< files with layers of a pipeline, or with experts, which are not read
    std::vector<std::string> parameters; ///< for a universal checkpoint: the folders in "zero"

    bool isUniversal() const { return !parameters.empty(); }
    /// The name of the main file, whose companions the others are; empty if the folder holds no such checkpoint.
    std::string mainName() const;
};

/// Looks at no more than about 10,000 names. May throw std::bad_alloc.
ZeroFolder listZeroFolder(const std::filesystem::path& folder);

/// Implements Format::mainFile. `path` may be the folder of a checkpoint, a folder with a file `latest` that names such
/// a folder, or a file in one.
std::optional<std::filesystem::path> zeroMainFileFor(const std::filesystem::path& path, bool isFolder);

/// Implements Format::folderFindings: reports problems with `latest`.
Findings zeroFolderFindings(const std::filesystem::path& folder);

/// "mp_rank_00": DeepSpeed's name for the files of one of the ranks over which the model itself is split.
std::string modelRankName(std::uint64_t rank);

} // namespace loupe::torch
