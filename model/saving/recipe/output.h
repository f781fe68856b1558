#pragma once

#include "saving/recipe/output_format.h"
#include "saving/writing/save.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// Where a recipe's tensors go.
struct OutputTarget {
    OutputFormat format;
    std::filesystem::path path; ///< of the file, of an index, or of the folder
    bool eachItsFile = false; ///< `path` is a folder in which each tensor gets a file of its own
};

struct OutputFile {
    std::filesystem::path path;
    std::optional<std::uint64_t> bytes; ///< nothing if it is known only after writing: CSV
    std::uint64_t tensors = 0; ///< 0: an index
    bool exists = false; ///< a file is there already
    /// Where only its header is, or was, rewritten, in its place: how many bytes that are.
    std::optional<std::uint64_t> headerBytes = {};
};

/// What is about to be written, all files of it.
struct Output {
    Recipe recipe; ///< of a checkpoint in `target.format`; its own format is null if that is none
    OutputTarget target;
    std::vector<OutputFile> files; ///< an index is the last
    /// The plan of one checkpoint.
    Plan plan;
    SaveTarget places;
    /// Shards of the index that is replaced that will be of no model; they stay.
    std::vector<std::filesystem::path> leftBehind;
    /// Indexes of other models that name files which are replaced: see otherIndexes().
    std::vector<std::filesystem::path> otherIndexes = {};
    /// Files that are replaced and have other names, which keep the old content.
    std::vector<std::filesystem::path> hardLinked = {};

    std::uint64_t numbered = 0; ///< tensors that share a name with one before, and got a number behind it

    /// To be written, into the files whose size is known.
    std::uint64_t bytes() const;
    std::uint64_t existing() const; ///< how many files are there already
    /// One file is saved over itself, and its header is all that is written.
    bool isHeaderOnly() const { return files.size() == 1 && files.front().headerBytes.has_value(); }
};

/// Checks a recipe and lays out its files. Sets the recipe's format. Members of one .npz
/// get names that differ: numberRepeatedNames(). Fails as makePlan(), checkExport() and
/// checkOwnFiles() do, with Stopped, and with InvalidArgument where several tensors are to go into a file that holds
/// one.
Result<Output> planOutput(Recipe recipe, OutputTarget target, const Work& work = {});

/// Writes it; a folder for files of their own is made where there is none. Progress in bytes of tensors, those that are
/// verified included, where the format can be. Gives the files as written. Fails as save() and exportTensors() do; of
/// files of their own, those before the one that failed stay.
Result<std::vector<OutputFile>> writeOutput(const Output& output, const SaveOptions& options, const Work& work = {});

/// What writeOutput() reports as its total.
std::uint64_t workOf(const Output& output, const SaveOptions& options);

} // namespace loupe
