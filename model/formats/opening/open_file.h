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

/// Opens a file in the format that its content says, or else its name. Adds to the findings of the format's reader:
/// suffix-mismatch where the name promises another format, and a hint where the file seems to be no checkpoint at all.
/// `secret` is for encrypted values; may be null.
Result<OpenedFile> openFile(
    const std::filesystem::path& path, const Work& work, Source::Access access, const Secret* secret = nullptr);

} // namespace loupe
