#pragma once

#include "formats/shared/format.h"
#include "saving/recipe/recipe_edits.h"
#include "saving/writing/export.h"

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace loupe {

/// A file format that can be written: a checkpoint format, or one for other programs.
struct OutputFormat {
    const Format* checkpoint = nullptr; ///< a format with a writer; if null, see `other`
    ExportFormat other = ExportFormat::Npy;

    std::string_view id() const; ///< "safetensors", "npy"
    std::string_view suffix() const; ///< of a new file, with the dot
    bool isCheckpoint() const { return checkpoint != nullptr; }
    /// True if written data can be verified against its source.
    bool canVerify() const { return isCheckpoint() || loupe::canVerify(other); }
    bool holdsSeveral() const { return isCheckpoint() || loupe::holdsSeveral(other); }
    /// True if such a file can hold tensors of a dtype.
    bool holds(DType dtype) const;
    /// For a dtype that the format cannot hold, the dtype that preserves every value; nullopt if there is none.
    std::optional<DType> nearestCast(DType dtype) const;

    /// The default casts for dtypes that the format can store only as raw bits that few programs understand. In NumPy
    /// files, BF16 and 8-bit floats are cast to F32, which holds them exactly. To keep the bits instead, cast the dtype
    /// to itself.
    std::vector<CastRule> defaultCasts() const;

    bool operator==(const OutputFormat& that) const { return id() == that.id(); }
};

/// Checkpoint formats come first.
std::vector<OutputFormat> allOutputFormats();

/// Nullopt if no writable format has this id or suffix. An index has the suffix of its shards.
std::optional<OutputFormat> findOutputFormat(std::string_view id);
std::optional<OutputFormat> outputFormatFor(const std::filesystem::path& path);

} // namespace loupe
