#pragma once

#include "app/cli/parts/part_file.h"
#include "core/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// The part files among `paths`: of a folder, all "*.json" in it that are not hidden, by name. Fails with NotFound or
/// Io, also where a folder has none.
Result<std::vector<std::string>> partPaths(std::span<const std::string> paths);

struct PartAtPath {
    std::string path;
    PartFile part;
};

/// Fails with InvalidArgument if two are of different runs, or the same part twice, and names both files.
Result<> checkOneRun(std::span<const PartAtPath> parts);

/// Numbers of the parts of the run that are not there. Precondition: at least one part is.
std::vector<std::uint32_t> missingParts(std::span<const PartAtPath> parts);
/// Numbers of the parts with results that could not be read.
std::vector<std::uint32_t> partsWithUnread(std::span<const PartAtPath> parts);

/// Shell commands to paste that make these parts again: a loop over their numbers. Files get the names that follow
/// from those of the parts that are there; a damaged one of such a name is replaced.
std::string commandToRunAgain(std::span<const PartAtPath> parts, std::span<const std::uint32_t> missing);

/// "2,5,17-19", as Slurm's --array takes it. Precondition: ascending.
std::string foldedNumbers(std::span<const std::uint32_t> numbers);

} // namespace loupe
