#pragma once

#include "formats/shared/format.h"

#include <filesystem>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace loupe {

/// A companion of a file that was read, with what lies in it.
struct OpenedCompanion {
    CompanionFile file;
    std::filesystem::path path;
    Result<std::shared_ptr<const Source>> source;
    std::vector<Tensor> tensors; ///< in the order of their bytes
    std::unordered_map<std::uint32_t, std::string> unknownDTypes; ///< as FileContent's, of these tensors
};

/// Whether they are of one file, by whichever names, whatever it holds by now.
bool isSameFile(const FileIdentity& a, const FileIdentity& b);

/// Opens the companions that `content`, read from `source`, names, and moves them out of it with their tensors. One
/// that cannot be opened has the error instead of a source: no file, none that can be read, or a link out of the
/// folder, be it one that was made meanwhile. May throw std::bad_alloc.
std::vector<OpenedCompanion> openCompanions(FileContent& content, const Source& source, Source::Access access);

} // namespace loupe
