#pragma once

#include "insight/family.h"
#include "insight/layers.h"
#include "insight/name_roles.h"

#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

/// The places of the parts of a model with a single stack of blocks: the first tensor of each part, in the first block
/// that has it.
struct ArchitecturePlaces {
    std::optional<std::uint32_t> embedding; ///< token embedding
    std::string blocks; ///< name of the stack: "model.layers"; empty if there is none, in which case all other members
                        ///< are empty
    std::optional<std::uint32_t> mixer; ///< token mixer: attention, or its counterpart in a state-space model
    std::optional<std::uint32_t> feedForward; ///< or experts
    std::optional<std::uint32_t> norm; ///< after the last block
    std::optional<std::uint32_t> head; ///< nothing if there is none, or if it shares the weights of the embedding
};

/// Empty if the model is unknown or of another design, for example with an encoder and a decoder.
ArchitecturePlaces placesOf(const NameRoles& roles, const LayerStacks& stacks, const RecognizedModel& model);

} // namespace loupe
