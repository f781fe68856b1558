#include "formats/torch/torch_import_uses.h"

#include <algorithm>
#include <vector>

namespace loupe::torch {

namespace {

using pickle::PickleId;
using pickle::PickleImport;
using pickle::PickleKind;
using pickle::PickleValues;

/// Finds harmful uses of imports that are harmless only if they are used as in checkpoints.
class UsesOfImports {
public:
    UsesOfImports(pickle::PickleReading& reading, const ConditionalTrust& trust)
        : m_values(reading.values)
        , m_imports(reading.imports)
        , m_trust(trust)
    {
        m_isConditional.reserve(m_imports.size());
        for (const PickleImport& import : m_imports)
            m_isConditional.push_back(
                trust.isConditional(m_values.module(import.global), m_values.name(import.global)));
    }

    void check()
    {
        if (std::ranges::find(m_isConditional, true) == m_isConditional.end())
            return;
        for (PickleId id = 0; id < m_values.size(); ++id) {
            for (const PickleId item : m_values.items(id))
                distrust(item, PickleValues::none);
            const auto kind = m_values.kind(id);
            if (kind == PickleKind::Persistent || kind == PickleKind::Call)
                distrust(m_values.at(id).node.argument, PickleValues::none);
            if (kind != PickleKind::Call)
                continue;
            distrust(m_values.at(id).node.state, PickleValues::none);
            if (!isHarmless(id))
                distrust(m_values.at(id).node.callee, id);
        }
    }

private:
    /// The import that a value refers to, if it must be checked.
    PickleImport* conditional(PickleId id) const
    {
        if (m_values.kind(id) != PickleKind::Global)
            return nullptr;
        const std::uint32_t number = m_values.at(id).node.state;
        return number < m_imports.size() && m_isConditional[number] ? &m_imports[number] : nullptr;
    }

    /// `call` is the harmful call; none if the name is used in another way.
    void distrust(PickleId id, PickleId call)
    {
        PickleImport* const import = conditional(id);
        if (!import || import->isMisused)
            return;
        import->isMisused = true;
        import->call = call;
    }

    bool isHarmless(PickleId call) const
    {
        const auto& node = m_values.at(call).node;
        if (!conditional(node.callee))
            return true;
        return node.state == PickleValues::none && m_values.kind(node.argument) == PickleKind::Tuple
            && m_values.itemCount(call) == 0 && m_trust.isHarmless(m_values, call);
    }

    const PickleValues& m_values;
    std::vector<PickleImport>& m_imports;
    const ConditionalTrust& m_trust;
    std::vector<bool> m_isConditional;
};

} // namespace

void distrustMisuse(pickle::PickleReading& reading, const ConditionalTrust& trust)
{
    UsesOfImports(reading, trust).check();
}

bool isGetattr(std::string_view module, std::string_view name)
{
    return (module == "builtins" || module == "__builtin__") && name == "getattr";
}

bool isMemoryFormat(std::string_view module, std::string_view name)
{
    return (module == "torch.distributed._shard.checkpoint.metadata"
               || module == "torch.distributed.checkpoint.metadata"
               || module == "torch.distributed._shard.sharded_tensor.metadata")
        && (name == "MEM_FORMAT_ENCODING" || name == "_MEM_FORMAT_ENCODING");
}

bool takesMemoryFormat(const pickle::PickleValues& values, pickle::PickleId call)
{
    const auto& node = values.at(call).node;
    const auto two = values.itemList(node.argument, 2);
    return values.itemCount(node.argument) == 2 && values.kind(two[0]) == PickleKind::Global
        && isMemoryFormat(values.module(two[0]), values.name(two[0])) && values.kind(two[1]) == PickleKind::Text
        && values.text(two[1]).starts_with("TORCH_");
}

} // namespace loupe::torch
