#include "formats/opening/registry.h"

#include "core/text/ascii.h"
#include "formats/arrow/arrow.h"
#include "formats/bintensors/bintensors.h"
#include "formats/flax/flax.h"
#include "formats/gguf/gguf.h"
#include "formats/hdf5/hdf5.h"
#include "formats/npy/npy.h"
#include "formats/npy/npz.h"
#include "formats/onnx/onnx.h"
#include "formats/paddle/paddle.h"
#include "formats/safetensors/safetensors.h"
#include "formats/shared/header_frame.h"
#include "formats/tensorflow/tf_bundle.h"
#include "formats/tensorflowjs/tfjs.h"
#include "formats/tensorizer/tensorizer.h"
#include "formats/tflite/tflite.h"
#include "formats/torch/torch.h"
#include "formats/zarr/zarr.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

constexpr auto formats = std::to_array<const Format*>({
    &safetensors::safetensorsFormat,
    &bintensors::bintensorsFormat,
    &npy::npyFormat,
    &npy::npzFormat,
    &gguf::ggufFormat,
    &torch::torchFormat,
    &tensorizer::tensorizerFormat,
    &onnx::onnxFormat,
    &tensorflow::tfBundleFormat,
    &tflite::tfliteFormat,
    &tensorflowjs::tfjsFormat,
    &flax::flaxFormat,
    &paddle::paddleFormat,
    &arrow::arrowFormat,
    &zarr::zarrFormat,
#ifdef LOUPE_HAS_HDF5
    &hdf5::hdf5Format,
#endif
});

#ifndef LOUPE_HAS_HDF5
constexpr std::string_view hdf5Suffixes[] = {".h5", ".hdf5", ".keras"};
#endif
// The last element is a placeholder: an array has at least one element.
constexpr auto unavailable = std::to_array<UnavailableFormat>({
#ifndef LOUPE_HAS_HDF5
    {"hdf5", "HDF5", hdf5Suffixes, "libhdf5"},
#endif
    {},
});

} // namespace

std::span<const Format* const> allFormats()
{
    return formats;
}

std::span<const UnavailableFormat> unavailableFormats()
{
    return std::span(unavailable).first(unavailable.size() - 1);
}

const Format* findFormat(std::string_view id)
{
    const auto found =
        std::find_if(formats.begin(), formats.end(), [&](const Format* format) { return format->id == id; });
    return found == formats.end() ? nullptr : *found;
}

const Format* formatForName(const std::filesystem::path& name)
{
    const std::string lower = asciiLower(name.filename().string());
    const std::string suffix = asciiLower(name.extension().string());
    const auto matches = [&](std::string_view end) {
        return end.starts_with('.') ? suffix == end : lower.ends_with(end);
    };
    for (const Format* const format : formats) {
        if (std::ranges::any_of(format->suffixes, matches))
            return format;
    }
    return nullptr;
}

Result<std::optional<std::filesystem::path>> mainFileFor(const std::filesystem::path& path, bool isFolder)
{
    for (const Format* const format : formats) {
        if (!format->mainFile)
            continue;
        auto found = format->mainFile(path, isFolder);
        if (!found || *found)
            return found;
    }
    return std::nullopt;
}

std::vector<std::filesystem::path> folderParts(const std::filesystem::path& folder)
{
    for (const Format* const format : formats) {
        auto parts = format->folderParts ? format->folderParts(folder) : std::vector<std::filesystem::path>();
        if (!parts.empty())
            return parts;
    }
    return {};
}

Findings folderFindings(const std::filesystem::path& folder)
{
    Findings findings;
    for (const Format* const format : formats) {
        if (format->folderFindings)
            findings.append(format->folderFindings(folder));
    }
    return findings;
}

bool hasKnownContent(const std::filesystem::path& path)
{
    const auto source = Source::open(path);
    const auto start = source ? readStart(**source) : fail(source.error());
    return start && std::any_of(formats.begin(), formats.end(), [&](const Format* format) {
        return format->probe({.bytes = *start, .fileSize = (*source)->size()}) != Match::No;
    });
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
        return fail(ErrorCode::UnknownFormat, "unrecognized format", source.path().string());
    }
    return best;
}

} // namespace loupe
