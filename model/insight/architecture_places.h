#pragma once

#include "insight/family.h"
#include "insight/layers.h"
#include "insight/name_roles.h"

#include <cstdint>
#include <optional>
#include <string>

namespace loupe {

/// Where the parts of a model of one stack of blocks are: the first tensor of each, in the first block that has it.
struct ArchitecturePlaces {
    std::optional<std::uint32_t> embedding; ///< of tokens
    std::string blocks; ///< name of the stack: "model.layers"; empty if there is none, and then all others are, too
    std::optional<std::uint32_t> mixer; ///< of tokens: attention, or what a state-space model has in its place
    std::optional<std::uint32_t> feedForward; ///< or experts
    std::optional<std::uint32_t> norm; ///< after the last block
    std::optional<std::uint32_t> head; ///< nothing if it shares the weights of the embedding, or there is none
};

/// Nothing of a model that is unknown, or of another kind, such as one with an encoder and a decoder.
ArchitecturePlaces placesOf(const NameRoles& roles, const LayerStacks& stacks, const RecognizedModel& model);

} // namespace loupe
