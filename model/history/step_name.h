#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// What the name of a checkpoint in a run's folder says.
struct StepName {
    std::uint64_t step = 0;
    /// The name with "N" for the number, and for one of an epoch before it: checkpoints of the same series are the same
    /// thing at other steps.
    std::string series;
    bool isTemporary = false; ///< whoever writes it has not finished
};

/// Reads names such as "step-100", "checkpoint_3.pt", "global_step1000", "iter_0000500", "epoch=3-step=90.ckpt" and
/// "model-step-7.safetensors", in capitals or not. Nothing where the name states no step.
std::optional<StepName> parseStepName(std::string_view name);

} // namespace loupe
