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
    std::string name; ///< the path from the run's folder on
    std::optional<std::uint64_t> step = {}; ///< StepName::step
    std::optional<std::uint64_t> epoch = {};
    std::string series; ///< StepName::series; with the name inside of a step's folder, "step-N/optimizer.safetensors"
    std::optional<std::uint64_t> bytes; ///< of its files; nothing where these could not all be counted
    std::int64_t modified = 0; ///< when the newest of its files was written, in nanoseconds since 1970
    std::string whyNotWhole; ///< as far as names say so; else empty
    std::optional<Error> error = {}; ///< it is not whole for another reason than its own name
    /// What may hold tensors in the step's folder, beside its checkpoints: said of the first of these.
    std::vector<std::string> unread = {};
};

/// The folder into which a training run has written checkpoints.
struct Run {
    std::filesystem::path path;
    /// By step, then by epoch, then by series, then by time; those without a step come last, by time.
    std::vector<RunCheckpoint> checkpoints;
    std::vector<std::string> unread = {}; ///< what may hold tensors beside the steps: "other.pt", "reference/"

    /// Whether a name states a step: else the folder may be anything that has a "final.pt".
    bool hasSteps() const;
};

/// Lists the entries of a folder of this machine that are named as checkpoints are (step_name.h): folders, and files
/// whose suffix is that of a format. Of those without a step, links to one with a step do not count; of these and of
/// those that are named by a number alone, folders without checkpoints do not. A folder with several checkpoints counts
/// as these (step_folder.h). A folder with nothing but an optimizer's state is not whole where another one of its
/// series has a model. If the folder has no checkpoints, but a folder "checkpoints" with some, lists that one. Reads
/// none of them. Looks at no more than 100,000 entries, those in the checkpoints' folders
/// included; follows no links to folders below the checkpoints.
///
/// Fails with NotFound where there is no such folder or none of its entries is a checkpoint, InvalidArgument where it
/// is no folder of this machine, TooLarge where it has more entries, Stopped, or Io.
Result<Run> listRun(const std::filesystem::path& folder, const Work& work = {});

/// Why an opened checkpoint is not whole: a shard is missing, a file is cut off. Empty where nothing is known against
/// it.
std::string whyNotWhole(const Checkpoint& checkpoint);

} // namespace loupe
