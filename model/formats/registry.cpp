#include "formats/registry.h"

#include "core/ascii.h"
#include "formats/arrow.h"
#include "formats/bintensors.h"
#include "formats/flax.h"
#include "formats/gguf.h"
#include "formats/header_frame.h"
#include "formats/npy.h"
#include "formats/npz.h"
#include "formats/paddle.h"
#include "formats/safetensors.h"
#include "formats/torch.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

constexpr std::array<const Format*, 9> formats{&safetensorsFormat, &bintensorsFormat, &npyFormat, &npzFormat,
    &ggufFormat, &torchFormat, &flaxFormat, &paddleFormat, &arrowFormat};

} // namespace

std::span<const Format* const> allFormats()
{
    return formats;
}

const Format* findFormat(std::string_view id)
{
    const auto found =
        std::find_if(formats.begin(), formats.end(), [&](const Format* format) { return format->id == id; });
    return found == formats.end() ? nullptr : *found;
}

const Format* formatForName(const std::filesystem::path& name)
{
    const std::string suffix = asciiLower(name.extension().string());
    for (const Format* const format : formats) {
        if (std::find(format->suffixes.begin(), format->suffixes.end(), suffix) != format->suffixes.end())
            return format;
    }
    return nullptr;
}

Result<const Format*> detectFormat(const Source& source)
{
    const auto start = readStart(source);
    if (!start)
        return fail(start.error());
    const Format* const named = formatForName(source.path());
    const Format* best = named;
    Match bestMatch = Match::No;
    for (const Format* const format : formats) {
        const Match match = format->probe({.bytes = *start, .fileSize = source.size()});
        if (match > bestMatch || (match == bestMatch && match != Match::No && format == named)) {
            best = format;
            bestMatch = match;
        }
    }
    if (bestMatch == Match::Possible && named)
        best = named;
    if (!best) {
        return fail(ErrorCode::UnknownFormat, "is in no format that this program knows, by content or by name",
            source.path().string());
    }
    return best;
}

} // namespace loupe
