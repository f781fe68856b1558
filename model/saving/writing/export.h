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
    Npy, ///< one tensor, see npyHeader()
    Npz, ///< any number, members named as the tensors, stored, each mappable; NumPy reads them by name
    Csv, ///< one tensor: a line for each row of the last axis, numbers with all their digits, no heading
    Raw, ///< one tensor: its bytes and nothing else
};

/// By a file name's suffix.
std::optional<ExportFormat> exportFormatFor(const std::filesystem::path& path);
std::string_view exportSuffix(ExportFormat format);
inline bool holdsSeveral(ExportFormat format)
{
    return format == ExportFormat::Npz;
}

/// Fails with Unsupported, naming the tensor, where the format cannot have its dtype or it cannot be cast so.
Result<> checkExport(const RecipeItem& item, ExportFormat format);

/// What exportTensors() would give for items that checkExport() lets through; nothing if it is known only after
/// writing: CSV.
std::optional<std::uint64_t> exportSize(std::span<const RecipeItem> items, ExportFormat format);

/// Whether what was written can be compared with its source in reasonable time: not text, which takes far longer to
/// make than to write.
inline bool canVerify(ExportFormat format)
{
    return format != ExportFormat::Csv;
}

/// Writes `items`, cast where they are to be, to `path`, as AtomicFile does. Progress in bytes of the tensors, those
/// that are verified included. Gives the file's size. Fails with InvalidArgument if they are not one and the format
/// holds one only; with Io where what is read back is something else; as checkExport(), save() and AtomicFile do.
Result<std::uint64_t> exportTensors(std::span<const RecipeItem> items, ExportFormat format,
    const std::filesystem::path& path, const SaveOptions& options, const Work& work = {});

/// Whether the file at `path` is what exportTensors() would write, in a format that canVerify(): makes all of it once
/// more. Fails with Io if it is not, saying where; or as reading does. Precondition: checkExport() of all items.
Result<> verifyExport(
    std::span<const RecipeItem> items, ExportFormat format, const std::filesystem::path& path, const Work& work = {});

} // namespace loupe
