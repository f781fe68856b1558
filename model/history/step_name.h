#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// What the name of a checkpoint in a run's folder says.
struct StepName {
    std::optional<std::uint64_t> step; ///< the epoch where only that is stated; nothing: the latest, the best, the only
    std::optional<std::uint64_t> epoch;
    /// The name with "N" for each number that counts or measures: checkpoints of the same series are the same thing at
    /// other steps. Without the marks of a second checkpoint of the same step, "-v1" and "-last".
    std::string series;
    bool isTemporary = false; ///< whoever writes it has not finished
    bool isNumber = false; ///< and nothing else: a step only if its content says so, as years have such names too
};

/// Reads names such as "step-100", "checkpoint_3.pt", "global_step1000", "iter_0000500", "epoch=3-val_loss=0.42.ckpt",
/// "ep0-ba100-rank0.pt", "model-step-7.safetensors", "1000" and "last.ckpt", in capitals or not; the tables of words
/// say which. Nothing where the name is none of a checkpoint in a run, or that of a shard.
std::optional<StepName> parseStepName(std::string_view name);

} // namespace loupe
