#include "formats/torch/dcp/dcp_trust.h"

#include "formats/torch/torch_allowed_globals.h"
#include "formats/torch/torch_import_uses.h"

#include <algorithm>
#include <array>

namespace loupe::torch {

namespace {

using pickle::PickleId;
using pickle::PickleKind;
using pickle::PickleValues;

bool isMetadataModule(std::string_view module)
{
    return module == "torch.distributed._shard.checkpoint.metadata" || module == "torch.distributed.checkpoint.metadata"
        || module == "torch.distributed._shard.sharded_tensor.metadata";
}

bool isPath(std::string_view module, std::string_view name)
{
    return (module == "pathlib" || module == "pathlib._local") && (name == "PosixPath" || name == "WindowsPath");
}

bool isConditional(std::string_view module, std::string_view name)
{
    return isGetattr(module, name) || isPath(module, name);
}

bool isHarmlessUse(const PickleValues& values, PickleId call)
{
    const auto& node = values.at(call).node;
    if (!isGetattr(values.module(node.callee), values.name(node.callee))) {
        const auto arguments = values.items(node.argument);
        return std::all_of(
            arguments.begin(), arguments.end(), [&](PickleId id) { return values.kind(id) == PickleKind::Text; });
    }
    return takesMemoryFormat(values, call);
}

} // namespace

pickle::PickleTrust dcpTrust(std::string_view module, std::string_view name)
{
    constexpr auto allowed = pickle::PickleTrust::Allowed;
    constexpr std::array metadataNames{std::string_view("Metadata"), std::string_view("TensorStorageMetadata"),
        std::string_view("ChunkStorageMetadata"), std::string_view("BytesStorageMetadata"),
        std::string_view("MetadataIndex"), std::string_view("TensorProperties"), std::string_view("StorageMeta")};
    if (isMemoryFormat(module, name))
        return allowed;
    if (isMetadataModule(module))
        return std::ranges::find(metadataNames, name) != metadataNames.end() ? allowed : pickle::PickleTrust::Unknown;
    if (name == "_StorageInfo"
        && (module == "torch.distributed._shard.checkpoint.filesystem"
            || module == "torch.distributed.checkpoint.filesystem"))
        return allowed;
    if (isGetattr(module, name) || isPath(module, name))
        return allowed; // see distrustMisuse()
    if (module == "megatron.core.dist_checkpointing.strategies.torch"
        && (name == "MCoreMetadata" || name == "MCoreSavePlan"))
        return allowed;
    return torchName(module, name).trust;
}

void distrustMisuse(pickle::PickleReading& reading)
{
    distrustMisuse(reading, {.isConditional = isConditional, .isHarmless = isHarmlessUse});
}

} // namespace loupe::torch
