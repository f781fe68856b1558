#include "saving/recipe/output_format.h"

#include "formats/opening/registry.h"
#include "formats/shards/shard_name.h"
#include "formats/shared/new_file.h"
#include "saving/casting/cast.h"
#include "saving/writing/npy.h"

#include <algorithm>

namespace loupe {

namespace {

bool holdsAny(DType)
{
    return true;
}

using Holds = bool (*)(DType dtype);

Holds holdsOf(const OutputFormat& format)
{
    if (format.checkpoint)
        return format.checkpoint->writer->holds;
    switch (format.other) {
    case ExportFormat::Npy:
    case ExportFormat::Npz:
        return npyHolds;
    case ExportFormat::Csv:
        return hasReadableValues;
    case ExportFormat::Raw:
        break;
    }
    return holdsAny;
}

} // namespace

std::string_view OutputFormat::id() const
{
    return checkpoint ? checkpoint->id : exportSuffix(other).substr(1);
}

std::string_view OutputFormat::suffix() const
{
    return checkpoint ? checkpoint->suffixes.front() : exportSuffix(other);
}

bool OutputFormat::holds(DType dtype) const
{
    return holdsOf(*this)(dtype);
}

std::optional<DType> OutputFormat::nearestCast(DType dtype) const
{
    const Holds asked = holdsOf(*this);
    // Any NumPy supports this type; 8-bit floats are void elements there.
    if (asked == npyHolds)
        return canCast(dtype, DType::F16) ? std::optional(DType::F16) : std::nullopt;
    return losslessCast(dtype, asked);
}

std::vector<CastRule> OutputFormat::defaultCasts() const
{
    std::vector<CastRule> rules;
    if (holdsOf(*this) != npyHolds)
        return rules;
    for (std::size_t i = 0; i < dtypeCount; ++i) {
        if (const auto dtype = static_cast<DType>(i); npyIsVoid(dtype))
            rules.push_back({.from = dtype, .to = DType::F32});
    }
    return rules;
}

std::vector<OutputFormat> allOutputFormats()
{
    std::vector<OutputFormat> formats;
    for (const Format* const format : allFormats()) {
        if (format->writer)
            formats.push_back({.checkpoint = format});
    }
    for (const ExportFormat other : {ExportFormat::Npy, ExportFormat::Npz, ExportFormat::Csv, ExportFormat::Raw})
        formats.push_back({.other = other});
    return formats;
}

std::optional<OutputFormat> findOutputFormat(std::string_view id)
{
    const auto formats = allOutputFormats();
    const auto found = std::find_if(formats.begin(), formats.end(), [&](const auto& one) { return one.id() == id; });
    return found == formats.end() ? std::nullopt : std::optional(*found);
}

std::optional<OutputFormat> outputFormatFor(const std::filesystem::path& path)
{
    if (const auto other = exportFormatFor(path))
        return OutputFormat{.other = *other};
    const Format* const format = formatForName(isIndexName(path) ? path.stem().stem() : path);
    return format && format->writer ? std::optional(OutputFormat{.checkpoint = format}) : std::nullopt;
}

} // namespace loupe
