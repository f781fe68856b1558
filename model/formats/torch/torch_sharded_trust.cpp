#include "formats/torch/torch_sharded_trust.h"

#include "formats/torch/torch_allowed_globals.h"
#include "formats/torch/torch_import_uses.h"

#include <algorithm>
#include <array>
#include <utility>

namespace loupe::torch {

namespace {

constexpr std::string_view tensorModule = "torch.distributed._shard.sharded_tensor.api";
constexpr std::string_view tensorClass = "ShardedTensor";

/// Whether the call is getattr(class, name), by which protocol 2 refers to a nested class.
bool takesGroupState(const pickle::PickleValues& values, pickle::PickleId call)
{
    const auto& node = values.at(call).node;
    const auto two = values.itemList(node.argument, 2);
    return values.itemCount(node.argument) == 2 && values.kind(two[0]) == pickle::PickleKind::Global
        && values.module(two[0]) == tensorModule && values.name(two[0]) == tensorClass
        && values.kind(two[1]) == pickle::PickleKind::Text && values.text(two[1]) == "ProcessGroupState";
}

bool isHarmlessGetattr(const pickle::PickleValues& values, pickle::PickleId call)
{
    return takesMemoryFormat(values, call) || takesGroupState(values, call);
}

} // namespace

pickle::PickleTrust shardedTrust(std::string_view module, std::string_view name)
{
    using Name = std::pair<std::string_view, std::string_view>;
    constexpr std::string_view ofTensor = "torch.distributed._shard.sharded_tensor.metadata";
    constexpr std::array names{Name("torch.distributed._shard.metadata", "ShardMetadata"),
        Name(tensorModule, tensorClass), Name(ofTensor, "MEM_FORMAT_ENCODING"), Name(ofTensor, "ShardedTensorMetadata"),
        Name(ofTensor, "TensorProperties"), Name("torch.distributed._shard.sharded_tensor.shard", "Shard"),
        Name("torch.distributed._shard.sharding_spec.api", "EnumerableShardingSpec"),
        Name("torch.distributed._shard.sharding_spec.chunk_sharding_spec", "ChunkShardingSpec"),
        Name("torch.distributed.remote_device", "_remote_device")};
    if (isGetattr(module, name) || std::ranges::find(names, Name(module, name)) != names.end())
        return pickle::PickleTrust::Understood;
    return torchName(module, name).trust;
}

void distrustShardedMisuse(pickle::PickleReading& reading)
{
    distrustMisuse(reading, {.isConditional = isGetattr, .isHarmless = isHarmlessGetattr});
}

} // namespace loupe::torch
