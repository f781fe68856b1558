#pragma once

#include "core/checkpoint.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// What is staged about one key of the metadata.
struct MetadataEdit {
    std::string key;
    std::optional<std::string> value; ///< to be; nothing: the key goes
    std::optional<std::size_t> original; ///< index into the checkpoint's metadata; nothing if the key is new

    bool operator==(const MetadataEdit&) const = default;
};

/// What a key is wanted to be.
struct WantedKey {
    std::string key;
    std::optional<std::string> value; ///< nothing: the key goes
};

/// A wanted key that was something else. `before` lives as long as the edits before it.
struct KeyChange {
    std::string key;
    std::optional<std::string_view> before; ///< nothing: the key is added
    std::optional<std::string> after;
};

/// What is to be different about the metadata of a checkpoint. Copies share it. What leaves a key as the checkpoint has
/// it is no edit.
class MetadataEdits {
public:
    explicit MetadataEdits(std::shared_ptr<const Checkpoint> checkpoint)
        : m_checkpoint(std::move(checkpoint))
    {
    }

    const std::vector<MetadataEdit>& list() const;
    bool operator==(const MetadataEdits& other) const { return list() == other.list(); }

    /// Gives those of `wanted` that are something else now; of those with one key, the first counts. One key or many:
    /// goes through all metadata once.
    std::vector<KeyChange> apply(std::span<const WantedKey> wanted);

private:
    struct Wish;

    bool isChange(const Wish& wish) const;

    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::shared_ptr<const std::vector<MetadataEdit>> m_list; ///< null: none
};

} // namespace loupe
