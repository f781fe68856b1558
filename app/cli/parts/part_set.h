#pragma once

#include "app/cli/parts/part_file.h"
#include "core/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Expands `paths` to part files: a folder stands for all "*.json" in it that are not hidden, sorted by name. Fails
/// with NotFound or Io, also if a folder has none.
Result<std::vector<std::string>> partPaths(std::span<const std::string> paths);

struct PartAtPath {
    std::string path;
    PartFile part;
};

/// Fails with InvalidArgument, naming both files, if two are from different runs or are the same part.
Result<> checkOneRun(std::span<const PartAtPath> parts);

/// The numbers of the missing parts of the run. Precondition: `parts` is not empty.
std::vector<std::uint32_t> missingParts(std::span<const PartAtPath> parts);
/// The numbers of the parts in which units could not be read.
std::vector<std::uint32_t> partsWithUnread(std::span<const PartAtPath> parts);

/// Shell commands that recompute these parts, to be pasted: a loop over their numbers. File names follow the pattern of
/// the existing parts. A damaged file of that name is replaced.
std::string commandToRunAgain(std::span<const PartAtPath> parts, std::span<const std::uint32_t> missing);

/// "2,5,17-19", as accepted by Slurm's --array. Precondition: `numbers` are ascending.
std::string foldedNumbers(std::span<const std::uint32_t> numbers);

} // namespace loupe
