#pragma once

#include "items/writing/writing_problem.h"
#include "items/writing/writing_request.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace loupe {

/// The folder that an output is written to.
struct OutputFolder {
    std::vector<WritingProblem> problems = {}; ///< why nothing can be written there
    std::optional<std::filesystem::path> newFolder = {}; ///< the folder of the file, to create when writing; its parent
                                                         ///< exists
    std::optional<quint64> freeBytes = {}; ///< on its file system, available to this user
};

/// Looks at the file system; writes nothing.
OutputFolder outputFolderOf(const WritingRequest& request);

} // namespace loupe
