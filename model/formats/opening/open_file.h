#pragma once

#include "core/source.h"
#include "core/work.h"
#include "formats/opening/companion_files.h"
#include "formats/shared/format.h"

#include <filesystem>
#include <memory>

namespace loupe {

/// One file, opened and read, and its companions.
struct OpenedFile {
    std::shared_ptr<const Source> source;
    const Format* format = nullptr;
    FileContent content; ///< without companions
    std::vector<OpenedCompanion> companions;
};

/// Opens a file. Detects its format by content, or else by name. Adds to the findings of the format's reader:
/// suffix-mismatch if the name promises another format, and a hint if the file does not seem to be a checkpoint at all.
/// `secret` is for encrypted values, and may be null.
Result<OpenedFile> openFile(
    const std::filesystem::path& path, const Work& work, Source::Access access, const Secret* secret = nullptr);

} // namespace loupe
