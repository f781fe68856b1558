#pragma once

#include "app/cli/options.h"
#include "core/result.h"

#include <string>
#include <vector>

namespace loupe {

/// What is not yet an option's value.
struct WritingTexts {
    std::string format;
    std::string shardSize;
    std::vector<std::string> setMetadata;
};

/// "bintensors", "safetensors"…
std::vector<std::string> writableFormats();

/// Makes values of the texts in `options` and `texts`. Fails with InvalidArgument, the option's name as the error's
/// path.
Result<ConvertOptions> parseConvert(ConvertOptions options, const WritingTexts& texts);

/// First those for other programs, such as "npy" and "csv", then writableFormats().
std::vector<std::string> exportFormats();
/// As parseConvert(); `format` as --to has it, empty if it was not given.
Result<ExportOptions> parseExport(ExportOptions options, const std::string& format);

/// As parseConvert().
Result<DiffOptions> parseDiff(DiffOptions options);

} // namespace loupe
