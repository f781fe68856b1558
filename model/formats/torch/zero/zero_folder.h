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

/// What the name of a file of a DeepSpeed checkpoint says.
struct ZeroName {
    enum class Kind : std::uint8_t { Model, Optimizer };

    std::string name;
    Kind kind = Kind::Model;
    /// The rank among those that share one copy of the model. A file that all of them share has none.
    std::optional<std::uint64_t> rank = {};
    std::uint64_t modelRank = 0; ///< of those that the model itself is split over
};

/// Nothing if it is the name of no such file.
std::optional<ZeroName> parseZeroName(std::string_view name);

/// The files that hold one part of a model, mostly all of it.
struct ZeroFiles {
    std::uint64_t modelRank = 0;
    std::vector<ZeroName> models; ///< by rank
    std::vector<ZeroName> optimizers; ///< by rank, one of each
    std::vector<std::string> doubled; ///< optimizer files of a rank that has another one
};

/// The files of a checkpoint, in one folder.
struct ZeroFolder {
    std::vector<ZeroFiles> parts; ///< by model rank
    std::vector<std::string> others; ///< files with layers of a pipeline, or with experts, which are not read
    std::vector<std::string> parameters; ///< of a universal checkpoint: the folders in "zero"

    bool isUniversal() const { return !parameters.empty(); }
    /// The name of the file that the others are companions of; empty if the folder holds no such checkpoint.
    std::string mainName() const;
};

/// Looks at no more than some 10,000 names. May throw std::bad_alloc.
ZeroFolder listZeroFolder(const std::filesystem::path& folder);

/// As Format::mainFile: of the folder of a checkpoint, of the one in it that `latest` names, or of a file in one.
std::optional<std::filesystem::path> zeroMainFileFor(const std::filesystem::path& path, bool isFolder);

/// As Format::folderFindings: what is wrong with `latest`.
Findings zeroFolderFindings(const std::filesystem::path& folder);

/// "mp_rank_00": how DeepSpeed names the files of one of the ranks that the model itself is split over.
std::string modelRankName(std::uint64_t rank);

} // namespace loupe::torch
