#include "core/tree/alike_blocks.h"

#include "core/name_hash.h"
#include "core/text/block_number.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr std::uint64_t oddFactor = 0x9e3779b97f4a7c15;

std::uint64_t combined(std::uint64_t hash, std::uint64_t value)
{
    return foldedProduct(hash ^ value, oddFactor ^ (hash << 1));
}

} // namespace

AlikeBlocks::AlikeBlocks(const NameTree& names, std::span<const Tensor> tensors)
    : m_names(names)
    , m_tensors(tensors)
    , m_seed(randomSeed())
{
}

std::uint32_t AlikeBlocks::add(std::span<const NodeId> groups)
{
    m_roles.clear();
    for (const NodeId group : groups)
        collect(group, m_seed);
    sortRoles();
    const auto [known, isNew] = m_known.try_emplace(signature(), 0);
    if (!isNew)
        return known->second;
    const std::size_t first = m_kinds.size() - std::min(m_kinds.size(), comparedKinds);
    std::size_t best = m_kinds.size();
    std::size_t most = 0;
    for (std::size_t kind = first; kind < m_kinds.size(); ++kind) {
        if (const std::size_t common = likeness(m_kinds[kind]); common > most) {
            most = common;
            best = kind;
        }
    }
    if (best == m_kinds.size())
        m_kinds.emplace_back();
    for (const Role& role : m_roles)
        m_kinds[best].try_emplace(role.name, role.shape);
    known->second = static_cast<std::uint32_t>(best);
    return known->second;
}

/// Recursion is limited by NameTree::maximumDepth.
void AlikeBlocks::collect(NodeId group, std::uint64_t path)
{
    for (const NodeId child : m_names.children(group)) {
        const std::string_view segment = m_names.segment(child);
        if (m_names.isGroup(child)) {
            collect(child, combined(path, isBlockNumber(segment) ? oddFactor : hashName(segment, m_seed)));
            continue;
        }
        const auto shape = m_tensors[child].shape;
        Role role{combined(combined(path, hashName(segment, m_seed)), shape.size()), m_seed};
        for (const std::uint64_t dimension : shape)
            role.shape = combined(role.shape, dimension);
        m_roles.push_back(role);
    }
}

/// Keeps each role once, with any of its shapes.
void AlikeBlocks::sortRoles()
{
    std::sort(m_roles.begin(), m_roles.end(),
        [](const Role& a, const Role& b) { return a.name != b.name ? a.name < b.name : a.shape < b.shape; });
    const auto end =
        std::unique(m_roles.begin(), m_roles.end(), [](const Role& a, const Role& b) { return a.name == b.name; });
    m_roles.erase(end, m_roles.end());
}

std::uint64_t AlikeBlocks::signature() const
{
    std::uint64_t hash = m_seed;
    for (const Role& role : m_roles)
        hash = combined(combined(hash, role.name), role.shape);
    return hash;
}

std::size_t AlikeBlocks::likeness(const Kind& kind) const
{
    constexpr std::size_t fewRoles = 2;
    std::size_t common = 0;
    std::size_t sameShape = 0;
    for (const Role& role : m_roles) {
        const auto found = kind.find(role.name);
        if (found == kind.end())
            continue;
        ++common;
        sameShape += found->second == role.shape ? 1 : 0;
    }
    const bool isMost = 2 * common > std::min(m_roles.size(), kind.size());
    return isMost && (common > fewRoles || 2 * sameShape > common) ? common : 0;
}

} // namespace loupe
