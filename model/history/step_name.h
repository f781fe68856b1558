#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// What the name of a checkpoint in a run's folder says.
struct StepName {
    std::optional<std::uint64_t>
        step; ///< the epoch if only that is stated; nothing for the latest, the best, or the only one
    std::optional<std::uint64_t> epoch;
    /// The name with "N" in place of each number that counts or measures. Checkpoints of the same series are the same
    /// thing at different steps. Omits "-v1" and "-last", which mark a second checkpoint of the same step.
    std::string series;
    bool isTemporary = false; ///< its writer has not finished
    bool isNumber =
        false; ///< the name is only a number: a step only if its content confirms it, since years have such names too
};

/// Reads names such as "step-100", "checkpoint_3.pt", "global_step1000", "iter_0000500", "epoch=3-val_loss=0.42.ckpt",
/// "ep0-ba100-rank0.pt", "model-step-7.safetensors", "1000" and "last.ckpt", in upper or lower case; see the tables of
/// words. Nothing if the name is not that of a checkpoint in a run, or is that of a shard.
std::optional<StepName> parseStepName(std::string_view name);

} // namespace loupe
