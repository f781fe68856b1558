#include "formats/torch/dcp_trust.h"

#include "formats/torch/torch_allowed_globals.h"

#include <algorithm>
#include <array>
#include <vector>

namespace loupe::torch {

namespace {

using pickle::PickleId;
using pickle::PickleImport;
using pickle::PickleKind;
using pickle::PickleValues;

bool isMetadataModule(std::string_view module)
{
    return module == "torch.distributed._shard.checkpoint.metadata" || module == "torch.distributed.checkpoint.metadata"
        || module == "torch.distributed._shard.sharded_tensor.metadata";
}

/// Python 3.11.0 to 3.11.3 write members of enumerations with it.
bool isGetattr(std::string_view module, std::string_view name)
{
    return module == "builtins" && name == "getattr";
}

bool isPath(std::string_view module, std::string_view name)
{
    return (module == "pathlib" || module == "pathlib._local") && (name == "PosixPath" || name == "WindowsPath");
}

/// Finds uses of the imports that are harmless only where they are used as in checkpoints.
class UsesOfImports {
public:
    explicit UsesOfImports(pickle::PickleReading& reading)
        : m_values(reading.values)
        , m_imports(reading.imports)
    {
        m_isConditional.reserve(m_imports.size());
        for (const PickleImport& import : m_imports) {
            const auto module = m_values.module(import.global);
            const auto name = m_values.name(import.global);
            m_isConditional.push_back(isGetattr(module, name) || isPath(module, name));
        }
    }

    /// One step for each value and each item.
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
    /// The import that a value is, if it is one to be checked.
    PickleImport* conditional(PickleId id) const
    {
        if (m_values.kind(id) != PickleKind::Global)
            return nullptr;
        const std::uint32_t number = m_values.at(id).node.state;
        return number < m_imports.size() && m_isConditional[number] ? &m_imports[number] : nullptr;
    }

    /// `call`: the one that is not harmless; none where the name is used otherwise.
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
        if (node.state != PickleValues::none || m_values.kind(node.argument) != PickleKind::Tuple
            || m_values.itemCount(call) > 0)
            return false;
        const auto arguments = m_values.items(node.argument);
        const auto isText = [this](PickleId id) { return m_values.kind(id) == PickleKind::Text; };
        if (!isGetattr(m_values.module(node.callee), m_values.name(node.callee)))
            return std::all_of(arguments.begin(), arguments.end(), isText);
        const auto two = m_values.itemList(node.argument, 2);
        return m_values.itemCount(node.argument) == 2 && isEnumeration(two[0]) && isText(two[1])
            && m_values.text(two[1]).starts_with("TORCH_");
    }

    bool isEnumeration(PickleId id) const
    {
        if (m_values.kind(id) != PickleKind::Global || !isMetadataModule(m_values.module(id)))
            return false;
        const auto name = m_values.name(id);
        return name == "MEM_FORMAT_ENCODING" || name == "_MEM_FORMAT_ENCODING";
    }

    const PickleValues& m_values;
    std::vector<PickleImport>& m_imports;
    std::vector<bool> m_isConditional;
};

} // namespace

pickle::PickleTrust dcpTrust(std::string_view module, std::string_view name)
{
    constexpr auto allowed = pickle::PickleTrust::Allowed;
    constexpr std::array metadataNames{std::string_view("Metadata"), std::string_view("TensorStorageMetadata"),
        std::string_view("ChunkStorageMetadata"), std::string_view("BytesStorageMetadata"),
        std::string_view("MetadataIndex"), std::string_view("TensorProperties"), std::string_view("StorageMeta"),
        std::string_view("MEM_FORMAT_ENCODING"), std::string_view("_MEM_FORMAT_ENCODING")};
    if (isMetadataModule(module))
        return std::ranges::find(metadataNames, name) != metadataNames.end() ? allowed : pickle::PickleTrust::Unknown;
    if (name == "_StorageInfo"
        && (module == "torch.distributed._shard.checkpoint.filesystem"
            || module == "torch.distributed.checkpoint.filesystem"))
        return allowed;
    if (isGetattr(module, name) || isPath(module, name))
        return allowed; // see distrustMisuse
    if (module == "megatron.core.dist_checkpointing.strategies.torch"
        && (name == "MCoreMetadata" || name == "MCoreSavePlan"))
        return allowed;
    return torchName(module, name).trust;
}

void distrustMisuse(pickle::PickleReading& reading)
{
    UsesOfImports(reading).check();
}

} // namespace loupe::torch
