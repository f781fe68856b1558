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

/// The staged change of one metadata key.
struct MetadataEdit {
    std::string key;
    std::optional<std::string> value; ///< the new value; nullopt: the key is removed
    std::optional<std::size_t> original; ///< index into the checkpoint's metadata; nothing if the key is new

    bool operator==(const MetadataEdit&) const = default;
};

/// The requested value of a metadata key.
struct WantedKey {
    std::string key;
    std::optional<std::string> value; ///< nullopt: remove the key
};

/// A requested key whose value did change. `before` is valid as long as the edits before the change are.
struct KeyChange {
    std::string key;
    std::optional<std::string_view> before; ///< nullopt: the key is added
    std::optional<std::string> after;
};

/// The staged changes of a checkpoint's metadata. Copies share their data. A change that restores the checkpoint's own
/// value is not an edit.
class MetadataEdits {
public:
    explicit MetadataEdits(std::shared_ptr<const Checkpoint> checkpoint)
        : m_checkpoint(std::move(checkpoint))
    {
    }

    const std::vector<MetadataEdit>& list() const;
    bool operator==(const MetadataEdits& other) const { return list() == other.list(); }

    /// Returns the changes that took effect. If `wanted` has a key more than once, the first one counts. Makes one pass
    /// over all metadata, no matter how many keys there are.
    std::vector<KeyChange> apply(std::span<const WantedKey> wanted);

private:
    struct Wish;

    bool isChange(const Wish& wish) const;

    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::shared_ptr<const std::vector<MetadataEdit>> m_list; ///< null: no edits
};

} // namespace loupe
