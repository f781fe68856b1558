#pragma once

#include "formats/shared/format.h"

#include <filesystem>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace loupe {

/// A companion of a file, with the tensors that are stored in it.
struct OpenedCompanion {
    CompanionFile file;
    std::filesystem::path path;
    Result<std::shared_ptr<const Source>> source;
    std::vector<Tensor> tensors; ///< in the order of their bytes
    std::unordered_map<std::uint32_t, std::string> unknownDTypes; ///< as FileContent::unknownDTypes, for these tensors
};

/// Opens the companions that `content`, read from `source`, names, and moves them and their tensors out of it. A
/// companion has an error instead of a source if it does not exist, cannot be read, or is a link out of the folder,
/// even if the link was created in the meantime. May throw std::bad_alloc.
std::vector<OpenedCompanion> openCompanions(FileContent& content, const Source& source, Source::Access access);

} // namespace loupe
