#pragma once

#include "core/checkpoint.h"

#include <cstdint>
#include <optional>
#include <tuple>

namespace loupe {

/// Identifies a tensor across checkpoints: by the identities of its file and of the file that describes it, and by its
/// index. Data cached under this key survives a reload of unchanged files.
struct TensorKey {
    FileIdentity file;
    FileIdentity describedBy; ///< the same as `file`; for a companion file, the file with the header
    std::uint32_t tensor = 0;

    bool operator<(const TensorKey& other) const
    {
        const auto parts = [](const TensorKey& key) {
            return std::tuple(key.file.device, key.file.inode, key.file.size, key.file.modified, key.describedBy.device,
                key.describedBy.inode, key.describedBy.size, key.describedBy.modified, key.tensor);
        };
        return parts(*this) < parts(other);
    }

    /// The key of the first tensor in a file of `checkpoint`; nullopt if the file is missing.
    static std::optional<TensorKey> ofFirst(const Checkpoint& checkpoint, const CheckpointFile& file)
    {
        if (!file.source)
            return std::nullopt;
        const CheckpointFile& describing = file.describedBy ? checkpoint.files[*file.describedBy] : file;
        return TensorKey{file.source->identity(), describing.source->identity(), 0};
    }

    /// Nullopt if there is no such tensor, or its file is missing.
    static std::optional<TensorKey> of(const Checkpoint* checkpoint, std::uint32_t tensor)
    {
        if (!checkpoint || tensor >= checkpoint->tensors.size())
            return std::nullopt;
        const CheckpointFile& file = checkpoint->files[checkpoint->tensors[tensor].file];
        auto key = ofFirst(*checkpoint, file);
        if (key)
            key->tensor = tensor - file.firstTensor;
        return key;
    }
};

} // namespace loupe
