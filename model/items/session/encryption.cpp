#include "items/session/encryption.h"

namespace loupe {

std::optional<Encryption> closedValues(const Checkpoint& checkpoint)
{
    for (const CheckpointFile& file : checkpoint.files) {
        if (file.encryption && file.encryption->state != Encryption::State::Open)
            return file.encryption;
    }
    return std::nullopt;
}

} // namespace loupe
