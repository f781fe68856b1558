#pragma once

#include "core/work.h"
#include "saving/recipe/recipe.h"
#include "saving/writing/atomic_file.h"
#include "saving/writing/save.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>

namespace loupe {

/// Files for other programs. Checkpoints are written by save().
enum class ExportFormat : std::uint8_t {
    Npy, ///< one tensor; see npyHeader()
    Npz, ///< any number of tensors: members named like the tensors, uncompressed, can be mapped; NumPy reads them by
         ///< name
    Csv, ///< one tensor: one line for each row of the last axis, numbers with all digits, no header line
    Raw, ///< one tensor: only its bytes
};

/// By the suffix of a file name.
std::optional<ExportFormat> exportFormatFor(const std::filesystem::path& path);
std::string_view exportSuffix(ExportFormat format);
inline bool holdsSeveral(ExportFormat format)
{
    return format == ExportFormat::Npz;
}

/// Fails with Unsupported, naming the tensor, if the format cannot hold its dtype or the cast is not possible.
Result<> checkExport(const RecipeItem& item, ExportFormat format);

/// Predicts the file size that exportTensors() returns, for items that pass checkExport(); nullopt if it is known only
/// after writing, as for CSV.
std::optional<std::uint64_t> exportSize(std::span<const RecipeItem> items, ExportFormat format);

/// True if written data can be verified against its source in reasonable time. Not so for text, which takes far longer
/// to format than to write.
inline bool canVerify(ExportFormat format)
{
    return format != ExportFormat::Csv;
}

/// Writes `items`, cast if requested, to `path`, as AtomicFile does. Progress is in bytes of the tensors, counted again
/// for verification. Returns the file's size. Fails with InvalidArgument if the format holds exactly one tensor and
/// there is not exactly one; with Io if the data read back differs; or as checkExport(), save() and AtomicFile do.
Result<std::uint64_t> exportTensors(std::span<const RecipeItem> items, ExportFormat format,
    const std::filesystem::path& path, const SaveOptions& options, const Work& work = {});

/// Verifies that the file at `path` has the content that exportTensors() would write, by generating all of it again.
/// The format must be one that canVerify(). Fails with Io if the content differs, saying where; or as reading does.
/// Precondition: checkExport() passes for all items.
Result<> verifyExport(
    std::span<const RecipeItem> items, ExportFormat format, const std::filesystem::path& path, const Work& work = {});

} // namespace loupe
