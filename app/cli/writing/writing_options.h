#pragma once

#include "app/cli/options.h"
#include "core/result.h"

#include <string>
#include <vector>

namespace loupe {

/// Option texts that were not parsed yet.
struct WritingTexts {
    std::string format;
    std::string shardSize;
    std::vector<std::string> setMetadata;
};

/// "bintensors", "safetensors"…
std::vector<std::string> writableFormats();

/// Parses the texts in `options` and `texts`. Fails with InvalidArgument; the error's path is the option's name.
Result<ConvertOptions> parseConvert(ConvertOptions options, const WritingTexts& texts);

/// First formats for other programs, such as "npy" and "csv", then writableFormats().
std::vector<std::string> exportFormats();
/// As parseConvert(). `format`: the value of --to, empty if it was not given.
Result<ExportOptions> parseExport(ExportOptions options, const std::string& format);

/// As parseConvert().
Result<DiffOptions> parseDiff(DiffOptions options);

} // namespace loupe
