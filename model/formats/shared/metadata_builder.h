#pragma once

#include "core/checkpoint.h"
#include "core/name_hash.h"

#include <string_view>
#include <utility>

namespace loupe {

/// Collects metadata like both reference readers: a later value of the same key replaces the earlier one, and keeps its
/// position.
class MetadataBuilder {
public:
    /// Returns false if the key existed already.
    bool add(std::string_view key, MetadataValue value)
    {
        const auto [place, isNew] = m_places.try_emplace(std::string(key), m_metadata.size());
        if (isNew)
            m_metadata.emplace_back(key, std::move(value));
        else
            m_metadata[place->second].second = std::move(value);
        return isNew;
    }

    Metadata take() { return std::move(m_metadata); }

private:
    Metadata m_metadata;
    NameMap<std::string, std::size_t> m_places;
};

} // namespace loupe
