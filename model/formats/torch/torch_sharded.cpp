#include "formats/torch/torch_sharded.h"

#include <algorithm>

namespace loupe::torch {

namespace {

using pickle::PickleId;
using pickle::PickleKind;
using pickle::PickleValues;

constexpr std::size_t mostPieces = 1024; // pieces of one tensor in one file
constexpr std::size_t mostPlaces = 10'000; // places of the pieces of one tensor in all files
constexpr std::size_t mostAttributes = 64;

/// The attributes that BUILD gave an object: a dictionary, or, for a class with slots, a tuple of None or a dictionary,
/// and the slots.
PickleId attributesOf(const PickleValues& values, PickleId state)
{
    if (values.kind(state) != PickleKind::Tuple || values.itemCount(state) != 2)
        return state;
    return values.itemList(state, 2)[1];
}

PickleId attribute(const PickleValues& values, PickleId dictionary, std::string_view name)
{
    if (values.kind(dictionary) != PickleKind::Dictionary)
        return PickleValues::none;
    const auto items = values.itemList(dictionary, 2 * mostAttributes);
    for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
        if (values.kind(items[i]) == PickleKind::Text && values.text(items[i]) == name)
            return items[i + 1];
    }
    return PickleValues::none;
}

PickleId attributeOf(const PickleValues& values, PickleId object, std::string_view name)
{
    return values.kind(object) == PickleKind::Call
        ? attribute(values, attributesOf(values, values.at(object).node.state), name)
        : PickleValues::none;
}

/// Adds the shards in `state`, which is (list of Shard, ShardedTensorMetadata, …).
void addShards(const PickleValues& values, const TorchRecords& records, PickleId state, TorchSharded& sharded)
{
    const auto fields = values.kind(state) == PickleKind::Tuple ? values.itemList(state, 2) : std::vector<PickleId>();
    if (fields.size() < 2)
        return;
    for (const PickleId shard : values.itemList(fields[0], mostPieces)) {
        const PickleId place = attributeOf(values, shard, "metadata");
        sharded.pieces.push_back(
            {attributeOf(values, shard, "tensor"), records.counts(attributeOf(values, place, "shard_offsets"))});
    }
    const PickleId all = attributeOf(values, fields[1], "shards_metadata");
    sharded.pieceCount = values.itemCount(all);
    for (const PickleId place : values.itemList(all, mostPlaces)) {
        const auto rank = records.count(attributeOf(values, attributeOf(values, place, "placement"), "_rank"));
        if (rank && *rank < mostPlaces)
            sharded.processes = std::max(sharded.processes, *rank + 1);
    }
    if (auto shape = records.counts(attributeOf(values, fields[1], "size")))
        sharded.shape = std::move(shape);
}

} // namespace

std::optional<TorchSharded> shardedTensor(const PickleValues& values, const TorchRecords& records, PickleId id)
{
    constexpr int mostWrappers = 16; // as TorchRecords::call()
    for (int i = 0; i < mostWrappers && values.kind(id) == PickleKind::Call; ++i) {
        const auto list = values.itemList(values.at(id).node.argument, 4);
        const TorchGlobal made = records.global(values.at(id).node.callee).meaning;
        if (made == TorchGlobal::RebuildParameter && !list.empty()) {
            id = list[0];
            continue;
        }
        // (function, class, (class, dtype, shape, …), state)
        if (made != TorchGlobal::RebuildFromType || list.size() < 4 || values.kind(list[1]) != PickleKind::Global)
            return std::nullopt;
        TorchSharded sharded{.className = values.name(list[1]), .pieces = {}, .shape = {}};
        const auto arguments = values.itemList(list[2], 3);
        if (arguments.size() == 3)
            sharded.shape = records.counts(arguments[2]);
        if (sharded.className == "ShardedTensor") {
            addShards(values, records, list[3], sharded);
            return sharded;
        }
        if (sharded.className != "DTensor")
            return std::nullopt;
        if (const PickleId local = attribute(values, attributesOf(values, list[3]), "_local_tensor");
            local != PickleValues::none)
            sharded.pieces.push_back({local, std::nullopt});
        return sharded;
    }
    return std::nullopt;
}

} // namespace loupe::torch
