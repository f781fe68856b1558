#include "adapters/merge.h"

#include "adapters/merged_values.h"
#include "core/text/quote.h"

#include <limits>
#include <map>
#include <set>
#include <vector>

namespace loupe {

namespace {

using ChangesByTensor = std::map<std::uint32_t, std::vector<MergedChange>>;

void addChanges(ChangesByTensor& changes, const Adapter& adapter, std::size_t index, const AdapterTarget& target,
    const Checkpoint& base, double strength)
{
    const AdapterModule& module = adapter.modules[index];
    const auto shape = base.tensors[*target.tensor].shape;
    // A bias has other rows than a transposed weight.
    const bool isWhole = !target.swapsHalves && (shape.empty() || target.rows == shape[0]);
    const std::uint64_t rows = isWhole ? std::numeric_limits<std::uint64_t>::max() : target.rows;
    const auto add = [&](std::uint32_t to, MergedChange::Kind kind, AdapterPart part, double factor) {
        if (const auto& tensor = module.part(part))
            changes[to].push_back({kind, index, *tensor, factor, target.firstRow, rows, false, 0, target.swapsHalves});
    };
    add(*target.tensor, MergedChange::Kind::Replacement, AdapterPart::Replacement, 1);
    add(*target.tensor, MergedChange::Kind::Sum, AdapterPart::WeightChange, strength);
    if (module.isOfParameter()) {
        const std::uint64_t ofExpert = shape[shape.size() - 2];
        for (std::uint64_t expert = 0; expert < module.experts; ++expert) {
            changes[*target.tensor].push_back({MergedChange::Kind::Update, index, 0, strength, expert * ofExpert,
                ofExpert, target.isTransposed, expert});
        }
    } else if (module.hasUpdate()) {
        changes[*target.tensor].push_back({MergedChange::Kind::Update, index, 0, strength, target.firstRow, target.rows,
            target.isTransposed, 0, target.swapsHalves});
    }
    if (target.bias) {
        add(*target.bias, MergedChange::Kind::Sum, AdapterPart::BiasChange, strength);
        add(*target.bias, MergedChange::Kind::Sum, AdapterPart::UpBias, strength * module.scale);
    }
}

} // namespace

Result<> checkMergeBase(const Checkpoint& base)
{
    if (!base.quantized)
        return {};
    return fail(ErrorCode::Unsupported, "the base is quantized, expected plain weights", base.path.string(),
        Remedy::Dequantize);
}

Result<Recipe> mergeRecipe(const std::shared_ptr<const Adapter>& adapter, std::span<const AdapterTarget> targets,
    const std::shared_ptr<const Checkpoint>& base, double strength, const Format& format, bool allowsNonFinite)
{
    if (auto plain = checkMergeBase(*base); !plain)
        return fail(std::move(plain.error()));
    ChangesByTensor changes;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const AdapterModule& module = adapter->modules[i];
        if (targets[i].fit != Fit::Fits)
            continue;
        if (module.hasUpdate() && module.alphaSource == AlphaSource::Unknown)
            return fail(unknownScale(*adapter, module));
        addChanges(changes, *adapter, i, targets[i], *base, strength);
    }
    if (changes.empty())
        return fail(ErrorCode::InvalidArgument, "no module of the adapter fits the base", base->path.string());

    for (const auto& [tensor, list] : changes) {
        std::set<bool> kinds; // updates of stacked experts, or of a whole weight
        for (const MergedChange& change : list) {
            if (change.kind == MergedChange::Kind::Update)
                kinds.insert(adapter->modules[change.module].isOfParameter());
        }
        if (kinds.size() > 1) {
            return fail(ErrorCode::Unsupported,
                "the adapter changes " + quote(base->tensors[tensor].name)
                    + " both as stacked experts and as one weight",
                adapter->checkpoint->path.string());
        }
    }

    auto merged = std::make_shared<Checkpoint>(*base);
    const auto updates = std::make_shared<UpdateCache>(adapter);
    for (auto& [tensor, list] : changes) {
        auto values = std::make_shared<const MergedValues>(base, tensor, updates, std::move(list), allowsNonFinite);
        merged->tensors[tensor].storage = values.get();
        merged->storages.push_back(std::move(values));
    }
    for (CheckpointFile& file : merged->files)
        file.digests = nullptr; // they are of the values before
    // So that nothing is written over the adapter, and a resumed save sees that it is the same.
    const auto count = static_cast<std::uint32_t>(merged->tensors.size());
    for (CheckpointFile file : adapter->checkpoint->files) {
        file.firstTensor = count;
        file.tensorCount = 0;
        file.parts.clear();
        file.describedBy.reset();
        file.digests = nullptr;
        merged->files.push_back(std::move(file));
    }
    return copyOf(merged, format);
}

} // namespace loupe
