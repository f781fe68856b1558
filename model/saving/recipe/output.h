#pragma once

#include "saving/recipe/output_format.h"
#include "saving/writing/save.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// The destination of a recipe's tensors.
struct OutputTarget {
    OutputFormat format;
    std::filesystem::path path; ///< a file, an index, or a folder
    bool eachItsFile = false; ///< `path` is a folder, and each tensor is written to a separate file in it
};

struct OutputFile {
    std::filesystem::path path;
    std::optional<std::uint64_t> bytes; ///< nullopt if the size is known only after writing, as for CSV
    std::uint64_t tensors = 0; ///< 0 for an index
    bool exists = false; ///< the file exists already
    /// The size of the header in bytes, if the file is saved by an in-place rewrite of its header.
    std::optional<std::uint64_t> headerBytes = {};
};

/// All files that are about to be written.
struct Output {
    Recipe recipe; ///< of a checkpoint in `target.format`; its own format is null if `target.format` is not a
                   ///< checkpoint
    OutputTarget target;
    std::vector<OutputFile> files; ///< an index comes last
    /// If the target is a checkpoint.
    Plan plan;
    SaveTarget places;
    /// Shards of the replaced index that will not belong to any model. They are not deleted.
    std::vector<std::filesystem::path> leftBehind;
    /// Indexes of other models that refer to files which are replaced: see otherIndexes().
    std::vector<std::filesystem::path> otherIndexes = {};
    /// Files to replace that have other hard links. Those keep the old content.
    std::vector<std::filesystem::path> hardLinked = {};

    std::uint64_t numbered = 0; ///< tensors that got a number appended because an earlier one has the same name

    /// Bytes to write, over the files whose size is known.
    std::uint64_t bytes() const;
    std::uint64_t existing() const; ///< how many of the files exist already
    /// True if a file is saved over itself by rewriting its header only.
    bool isHeaderOnly() const { return files.size() == 1 && files.front().headerBytes.has_value(); }
};

/// Checks a recipe, sets its format, and lays out its files. Members of an .npz file get unique names:
/// numberRepeatedNames(). Fails as makePlan(), checkExport() and checkOwnFiles() do, with Stopped, and with
/// InvalidArgument if several tensors are to be written to a file that can hold only one.
Result<Output> planOutput(Recipe recipe, OutputTarget target, const Work& work = {});

/// Writes the files. Creates their folder if only that folder is missing. Progress is in bytes of tensors, counted
/// again for verification if the format supports it. Returns the files as written. Fails as save() and exportTensors()
/// do. If one of several separate files fails, the earlier ones remain.
Result<std::vector<OutputFile>> writeOutput(const Output& output, const SaveOptions& options, const Work& work = {});

/// The progress total of writeOutput().
std::uint64_t workOf(const Output& output, const SaveOptions& options);

} // namespace loupe
