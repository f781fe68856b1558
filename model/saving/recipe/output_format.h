#pragma once

#include "formats/shared/format.h"
#include "saving/recipe/recipe_edits.h"
#include "saving/writing/export.h"

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

namespace loupe {

/// A kind of file that can be written: a checkpoint, or one for other programs.
struct OutputFormat {
    const Format* checkpoint = nullptr; ///< one with a writer, or else:
    ExportFormat other = ExportFormat::Npy;

    std::string_view id() const; ///< "safetensors", "npy"
    std::string_view suffix() const; ///< of a new file, with the dot
    bool isCheckpoint() const { return checkpoint != nullptr; }
    /// Whether what was written can be compared with its source.
    bool canVerify() const { return isCheckpoint() || loupe::canVerify(other); }
    bool holdsSeveral() const { return isCheckpoint() || loupe::holdsSeveral(other); }
    /// Whether tensors of a dtype can be in such a file.
    bool holds(DType dtype) const;
    /// For a dtype that it cannot hold, the one that keeps every value; nothing if there is none.
    std::optional<DType> nearestCast(DType dtype) const;

    /// What becomes of dtypes that it can hold only as bits that few programs understand, unless something else is
    /// asked for: in NumPy's files BF16 and 8-bit floats are F32, which holds them exactly. To keep the bits is a cast
    /// to the dtype itself.
    std::vector<CastRule> defaultCasts() const;

    bool operator==(const OutputFormat& that) const { return id() == that.id(); }
};

/// Checkpoints before the others.
std::vector<OutputFormat> allOutputFormats();

/// Nothing if no format that can be written has the id, or the suffix. An index has the suffix of its shards.
std::optional<OutputFormat> findOutputFormat(std::string_view id);
std::optional<OutputFormat> outputFormatFor(const std::filesystem::path& path);

} // namespace loupe
