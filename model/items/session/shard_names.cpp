#include "items/session/shard_names.h"

#include "core/quantized_groups.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace loupe {

namespace {

bool isSeparator(char letter)
{
    return std::string_view("-_. ").find(letter) != std::string_view::npos;
}

} // namespace

std::vector<std::string> shardNames(std::span<const CheckpointFile> files)
{
    std::vector<std::string> names;
    if (files.size() < 2)
        return names;
    for (const CheckpointFile& file : files)
        names.push_back(file.path.filename().string());
    const std::string& first = names.front();
    std::size_t before = first.size();
    std::size_t behind = first.size();
    std::size_t shortest = first.size();
    for (const std::string& name : names) {
        const auto equal = std::mismatch(first.begin(), first.end(), name.begin(), name.end());
        before = std::min(before, static_cast<std::size_t>(equal.first - first.begin()));
        const auto equalBack = std::mismatch(first.rbegin(), first.rend(), name.rbegin(), name.rend());
        behind = std::min(behind, static_cast<std::size_t>(equalBack.first - first.rbegin()));
        shortest = std::min(shortest, name.size());
    }
    while (before > 0 && !isSeparator(first[before - 1]))
        --before;
    while (behind > 0 && !isSeparator(first[first.size() - behind]))
        --behind;
    if (before + behind >= shortest)
        return names;
    for (std::string& name : names)
        name = name.substr(before, name.size() - before - behind);
    return names;
}

std::vector<SpreadTensor> spreadTensors(const Checkpoint& checkpoint)
{
    // The parts of a quantized weight have their own rows, which show their files.
    const auto isOfParts = [groups = checkpoint.quantized.get()](
                               std::uint32_t tensor) { return groups && groups->of(tensor); };
    std::vector<std::pair<std::uint32_t, std::uint32_t>> places; // tensor and file; most tensors have no entry
    for (std::uint32_t file = 0; file < checkpoint.files.size(); ++file) {
        for (const FilePart& part : checkpoint.files[file].parts) {
            const std::uint32_t tensor = checkpoint.files[file].firstTensor + part.tensor;
            if (part.kind == RegionKind::Tensor && tensor < checkpoint.tensors.size()
                && checkpoint.tensors[tensor].file != file && !isOfParts(tensor))
                places.emplace_back(tensor, file);
        }
    }
    std::ranges::sort(places);
    places.erase(std::unique(places.begin(), places.end()), places.end());
    std::vector<SpreadTensor> spread;
    for (const auto& [tensor, file] : places) {
        if (spread.empty() || spread.back().tensor != tensor)
            spread.push_back({tensor, 1});
        ++spread.back().files;
    }
    return spread;
}

std::uint32_t filesOf(std::span<const SpreadTensor> list, std::uint32_t tensor)
{
    const auto found = std::ranges::lower_bound(list, tensor, {}, &SpreadTensor::tensor);
    return found != list.end() && found->tensor == tensor ? found->files : 1;
}

} // namespace loupe
