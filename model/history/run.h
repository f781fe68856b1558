#pragma once

#include "core/checkpoint.h"
#include "core/result.h"
#include "core/work.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// One checkpoint of a run, as its name and the file system describe it.
struct RunCheckpoint {
    std::filesystem::path path; ///< a file or a folder
    std::string name; ///< the path relative to the run's folder
    std::optional<std::uint64_t> step = {}; ///< StepName::step
    std::optional<std::uint64_t> epoch = {};
    std::string series; ///< StepName::series, with the name inside a step's folder if there is one:
                        ///< "step-N/optimizer.safetensors"
    std::optional<std::uint64_t> bytes; ///< of all its files; nothing if some could not be counted
    std::int64_t modified = 0; ///< when the newest of its files was written, in nanoseconds since 1970
    std::string whyNotWhole; ///< judged by names alone; empty if they show no problem
    std::optional<Error> error = {}; ///< why it is not whole, if not because of its own name
    /// Other entries in the step's folder that may hold tensors. Only the first checkpoint of the step lists them.
    std::vector<std::string> unread = {};
};

/// A folder with the checkpoints of a training run.
struct Run {
    std::filesystem::path path;
    /// Sorted by step, epoch, series, and time; those without a step come last, sorted by time.
    std::vector<RunCheckpoint> checkpoints;
    std::vector<std::string> unread = {}; ///< entries next to the steps that may hold tensors: "other.pt", "reference/"

    /// True if a name states a step. If none does, this may be any folder that happens to have a "final.pt".
    bool hasSteps() const;
};

/// Lists the entries of a local folder that are named like checkpoints (step_name.h): folders, and files with the
/// suffix of a format. Skips names without a step if they are links to an entry with one. Skips folders without
/// checkpoints if their names have no step, or are just a number. Lists each of several checkpoints in one folder
/// separately (step_folder.h). A folder with only an optimizer's state is not whole if another one of its series has a
/// model. If the folder has no checkpoints, but its subfolder "checkpoints" has some, lists that one. Reads no
/// checkpoint. Looks at no more than 100,000 entries, including those in checkpoint folders. Does not follow links to
/// folders below the checkpoints.
///
/// Fails with NotFound if there is no such folder or none of its entries is a checkpoint, InvalidArgument if it is not
/// a local folder, TooLarge if it has more entries, Stopped, or Io.
Result<Run> listRun(const std::filesystem::path& folder, const Work& work = {});

/// Why an opened checkpoint is not whole: a shard is missing, a file is cut off. Empty if no problem is known.
std::string whyNotWhole(const Checkpoint& checkpoint);

} // namespace loupe
