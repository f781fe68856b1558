#include "saving/recipe/metadata_edits.h"

#include "core/name_hash.h"

namespace loupe {

struct MetadataEdits::Wish {
    const WantedKey* wanted = nullptr;
    std::optional<std::size_t> original;
    const MetadataEdit* staged = nullptr;
};

const std::vector<MetadataEdit>& MetadataEdits::list() const
{
    static const std::vector<MetadataEdit> none;
    return m_list ? *m_list : none;
}

/// Compares with the checkpoint's value.
bool MetadataEdits::isChange(const Wish& wish) const
{
    const auto& value = wish.wanted->value;
    if (!wish.original || !value)
        return wish.original.has_value() || value.has_value();
    const MetadataValue& before = (*m_checkpoint->metadata)[*wish.original].second;
    return before.stored() || before.shown() != *value;
}

std::vector<KeyChange> MetadataEdits::apply(std::span<const WantedKey> wanted)
{
    std::vector<Wish> wishes;
    NameMap<std::string_view, std::size_t> byKey;
    for (const WantedKey& one : wanted) {
        if (byKey.emplace(one.key, wishes.size()).second)
            wishes.push_back({&one, {}, nullptr});
    }
    const bool hasMetadata = m_checkpoint && m_checkpoint->metadata;
    for (std::size_t i = 0; hasMetadata && i < m_checkpoint->metadata->size(); ++i) {
        const auto one = byKey.find((*m_checkpoint->metadata)[i].first);
        if (one != byKey.end() && !wishes[one->second].original)
            wishes[one->second].original = i;
    }
    // Keys with earlier edits keep their places in the list.
    std::vector<MetadataEdit> edits;
    const auto add = [&](const Wish& wish) {
        if (isChange(wish))
            edits.push_back({wish.wanted->key, wish.wanted->value, wish.original});
    };
    for (const MetadataEdit& edit : list()) {
        const auto one = byKey.find(edit.key);
        if (one == byKey.end()) {
            edits.push_back(edit);
            continue;
        }
        wishes[one->second].staged = &edit;
        add(wishes[one->second]);
    }
    std::vector<KeyChange> changes;
    for (const Wish& wish : wishes) {
        if (!wish.staged)
            add(wish);
        if (wish.staged ? wish.staged->value == wish.wanted->value : !isChange(wish))
            continue;
        KeyChange change{wish.wanted->key, {}, wish.wanted->value};
        if (wish.staged)
            change.before = wish.staged->value;
        else if (wish.original)
            change.before = (*m_checkpoint->metadata)[*wish.original].second.shown();
        changes.push_back(std::move(change));
    }
    m_list = std::make_shared<const std::vector<MetadataEdit>>(std::move(edits));
    return changes;
}

} // namespace loupe
