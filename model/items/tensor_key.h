#pragma once

#include "core/checkpoint.h"

#include <cstdint>
#include <optional>
#include <tuple>

namespace loupe {

/// A tensor whatever the checkpoint: the file's identity and the tensor's place in it. What is remembered by it
/// outlives a reload of an unchanged file.
struct TensorKey {
    FileIdentity file;
    std::uint32_t tensor = 0;

    bool operator<(const TensorKey& other) const
    {
        const auto parts = [](const TensorKey& key) {
            return std::tuple(key.file.device, key.file.inode, key.file.size, key.file.modified, key.tensor);
        };
        return parts(*this) < parts(other);
    }

    /// Nothing where there is no such tensor, or its file is missing.
    static std::optional<TensorKey> of(const Checkpoint* checkpoint, std::uint32_t tensor)
    {
        if (!checkpoint || tensor >= checkpoint->tensors.size())
            return std::nullopt;
        const CheckpointFile& file = checkpoint->files[checkpoint->tensors[tensor].file];
        if (!file.source)
            return std::nullopt;
        return TensorKey{file.source->identity(), tensor - file.firstTensor};
    }
};

} // namespace loupe
