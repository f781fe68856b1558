#include "formats/quantized/logical_checkpoint.h"

#include "core/quantized_groups.h"
#include "core/remote/remote_files.h"
#include "core/text/text.h"
#include "formats/quantized/assumed_values.h"
#include "formats/quantized/coherence.h"
#include "formats/quantized/recognition.h"

#include <algorithm>
#include <array>
#include <new>

namespace loupe::quantized {

namespace {

/// Whether a tensor with that name may be one of several parts of a quantized weight. Most models have no such tensor,
/// and opening them does not look for weights.
bool mayBePart(std::string_view name)
{
    const std::string_view last = name.substr(name.rfind('.') + 1);
    if (last == "weight" || last == "bias")
        return false;
    constexpr std::array<std::string_view, 15> signs{"scale", "quant", "pack", "block", "SCB", "format", "code", "SU",
        "mask", "zero", "idx", "biases", "absmax", "qweight", "qdata"};
    return std::ranges::any_of(signs, [&](std::string_view sign) { return last.find(sign) != last.npos; });
}

bool hasParts(const Checkpoint& stored)
{
    return std::ranges::any_of(stored.tensors, mayBePart, &Tensor::name)
        || std::ranges::any_of(stored.unread, mayBePart, &UnreadTensor::name);
}

std::filesystem::path folderOf(const Checkpoint& stored)
{
    const bool isOfOneFile = stored.files.size() == 1 && stored.files.front().path.native() == stored.path.native();
    return !isOfOneFile && isFolder(stored.path) ? stored.path : stored.path.parent_path();
}

/// The role of a part, judging by the end of its name.
std::string_view roleOfPart(std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 26> roles{
        {{"weight_scale_2", "global_scale"}, {"weight_global_scale", "global_scale"}, {"nested_absmax", "nested_scale"},
            {"nested_quant_map", "nested_table"}, {"quant_map", "table"}, {"absmax", "scale"}, {"SCB", "scale"},
            {"weight_zero_point", "zero_point"}, {"qzeros", "zero_point"}, {".zero", "zero_point"},
            {"weight_g_idx", "group_index"}, {"g_idx", "group_index"}, {"weight_shape", "shape"}, {".shape", "shape"},
            {"biases", "offset"}, {"weight_format", "layout"}, {"bitsandbytes__nf4", "state"},
            {"bitsandbytes__fp4", "state"}, {"comfy_quant", "state"}, {"codebooks", "table"}, {"codebook_id", "table"},
            {"bitmask", "mask"}, {"scale_inv", "scale"}, {"scale", "scale"}, {"scales", "scale"},
            {"scale_weight", "scale"}}};
    const auto found = std::ranges::find_if(roles, [&](const auto& role) { return name.ends_with(role.first); });
    return found == roles.end() ? "other" : found->second;
}

/// Replaces codes with their logical tensors, and removes the other parts.
class Builder {
public:
    Builder(std::shared_ptr<const Checkpoint> stored, Recognition& in, std::shared_ptr<const QuantizationConfig> config)
        : m_in(in)
        , m_config(std::move(config))
        , m_groups(std::make_shared<QuantizedGroups>())
        , m_checkpoint(std::make_shared<Checkpoint>(*stored))
        , m_arena(std::make_shared<Arena>())
    {
        m_groups->stored = std::move(stored);
    }

    std::shared_ptr<const Checkpoint> build()
    {
        const Checkpoint& stored = *m_groups->stored;
        constexpr std::uint32_t none = 0xffffffff;
        std::vector<std::uint32_t> logicalAt(stored.tensors.size(), none);
        for (std::uint32_t i = 0; i < m_in.tensors().size(); ++i)
            logicalAt[m_in.tensors()[i].parts.front().index] = i;
        m_checkpoint->tensors.clear();
        m_checkpoint->unknownDTypes.clear();
        std::size_t file = 0;
        for (std::uint32_t i = 0; i <= stored.tensors.size(); ++i) {
            for (; file < stored.files.size() && stored.files[file].firstTensor + stored.files[file].tensorCount <= i;
                 ++file)
                endFile(file);
            if (i == stored.tensors.size())
                break;
            if (logicalAt[i] != none)
                addLogical(m_in.tensors()[logicalAt[i]]);
            else if (!m_in.isUsed(i))
                addStored(i);
        }
        claimParts();
        findRuntimeTensors();
        m_checkpoint->findings.append(m_in.findings());
        m_checkpoint->arenas.push_back(std::move(m_arena));
        m_groups->evidence = m_config->evidence();
        m_checkpoint->quantized = std::move(m_groups);
        return m_checkpoint;
    }

private:
    void endFile(std::size_t file)
    {
        const auto before =
            file == 0 ? 0 : m_checkpoint->files[file - 1].firstTensor + m_checkpoint->files[file - 1].tensorCount;
        m_checkpoint->files[file].firstTensor = before;
        m_checkpoint->files[file].digests = nullptr; // they belong to stored tensors, by index
        m_checkpoint->files[file].tensorCount = static_cast<std::uint32_t>(m_checkpoint->tensors.size()) - before;
    }

    void addStored(std::uint32_t index)
    {
        const Checkpoint& stored = *m_groups->stored;
        if (const auto unknown = stored.unknownDTypes.find(index); unknown != stored.unknownDTypes.end())
            m_checkpoint->unknownDTypes.emplace(m_checkpoint->tensors.size(), unknown->second);
        m_groups->storedTensors.push_back(index);
        m_checkpoint->tensors.push_back(stored.tensors[index]);
    }

    void addLogical(LogicalTensor& logical)
    {
        const auto index = static_cast<std::uint32_t>(m_checkpoint->tensors.size());
        Tensor tensor = logical.parts.front().tensor;
        tensor.name = m_arena->copy(logical.name);
        if (logical.scheme) {
            tensor.shape = m_arena->copy(std::span<const std::uint64_t>(logical.shape));
            tensor.dtype = DType::F32;
            auto values = valuesOf(logical, tensor.shape);
            tensor.storage = values.get();
            m_checkpoint->storages.push_back(std::move(values));
        } else {
            tensor.dtype = DType::Opaque;
            m_checkpoint->unknownDTypes.emplace(index, logical.typeName);
        }
        QuantizedGroups::Group group{index, {}};
        for (const Part& part : logical.parts)
            group.parts.push_back({part.index, roleOfPart(part.tensor.name)});
        group.parts.front().role = "codes";
        m_groups->list.push_back(std::move(group));
        m_groups->storedTensors.push_back(logical.parts.front().index);
        m_checkpoint->tensors.push_back(tensor);
    }

    std::shared_ptr<const Storage> valuesOf(LogicalTensor& logical, std::span<const std::uint64_t> shape) const
    {
        auto values = std::make_unique<const QuantizedValues>(std::move(*logical.scheme), logical.parts);
        if (!logical.isAssumed)
            return values;
        return std::make_shared<AssumedValues>(std::move(values), logical.parts, shape, m_groups->stored, m_config);
    }

    void findRuntimeTensors()
    {
        const std::vector<std::uint32_t>& stored = m_in.runtimeTensors();
        for (std::uint32_t i = 0; i < m_groups->storedTensors.size(); ++i) {
            if (std::ranges::binary_search(stored, m_groups->storedTensors[i]))
                m_groups->runtimeTensors.push_back(i);
        }
    }

    /// Declares the bytes of scales to be pieces of their weight, which may begin in another file.
    void claimParts()
    {
        const Checkpoint& stored = *m_groups->stored;
        std::vector<std::uint32_t> weightOf(stored.tensors.size());
        for (std::uint32_t i = 0; i < m_groups->storedTensors.size(); ++i)
            weightOf[m_groups->storedTensors[i]] = i;
        for (const QuantizedGroups::Group& group : m_groups->list) {
            for (const QuantizedGroups::Part& part : group.parts)
                weightOf[part.tensor] = group.tensor;
        }
        const auto pieceOf = [&](std::uint32_t file, ByteRange range, std::uint32_t storedTensor) {
            return FilePart{range, RegionKind::Tensor, weightOf[storedTensor] - m_checkpoint->files[file].firstTensor};
        };
        for (std::uint32_t file = 0; file < stored.files.size(); ++file) {
            for (FilePart& part : m_checkpoint->files[file].parts) {
                if (part.kind == RegionKind::Tensor)
                    part = pieceOf(file, part.range, stored.files[file].firstTensor + part.tensor);
            }
        }
        for (const QuantizedGroups::Group& group : m_groups->list) {
            for (const QuantizedGroups::Part& part : std::span(group.parts).subspan(1)) {
                const Tensor& tensor = stored.tensors[part.tensor];
                if (!tensor.bytes.empty())
                    m_checkpoint->files[tensor.file].parts.push_back(pieceOf(tensor.file, tensor.bytes, part.tensor));
            }
        }
        for (CheckpointFile& file : m_checkpoint->files)
            std::ranges::stable_sort(file.parts, {}, [](const FilePart& part) { return part.range.begin; });
    }

    Recognition& m_in;
    std::shared_ptr<const QuantizationConfig> m_config;
    std::shared_ptr<QuantizedGroups> m_groups;
    std::shared_ptr<Checkpoint> m_checkpoint;
    std::shared_ptr<Arena> m_arena;
};

/// Whether there are tensors that may be codes or scales, but were not recognized as parts of a weight.
bool hasLoneParts(const Checkpoint& stored, const Recognition& in)
{
    for (std::uint32_t i = 0; i < stored.tensors.size(); ++i) {
        const Tensor& tensor = stored.tensors[i];
        if (!in.isUsed(i) && ((mayBeCodes(tensor.dtype) && tensor.shape.size() >= 2) || mayBePart(tensor.name)))
            return true;
    }
    return false;
}

/// Returns false if stopped.
bool recognizeAll(const Checkpoint& stored, Recognition& in, const Work& work)
{
    for (std::uint32_t i = 0; i < stored.tensors.size(); ++i) {
        if (isStopped(i, work))
            return false;
        const auto part = in.isUsed(i) ? std::nullopt : in.part(stored.tensors[i].name);
        if (part && part->index == i)
            recognize(in, *part);
    }
    return true;
}

/// If `stored` is one shard of a model, reads the model's index. Returns whether it was read.
bool readIndexBeside(const Checkpoint& stored, Recognition& in, const Work& work)
{
    const auto source = Source::open(*stored.wholeModel);
    auto index = source ? readShardIndex(**source, Work{work.stop, nullptr}) : fail(source.error());
    if (!index)
        return false; // the shard can be read without it
    in.setIndex(std::move(*index));
    return true;
}

/// Adds a finding if weights are decoded by guess because a config could not be read.
void reportUnreadConfig(Recognition& in, const std::string& unread)
{
    for (const LogicalTensor& logical : in.tensors()) {
        if (logical.scheme)
            in.addFinding(Severity::Error, "config-unread",
                unread + ": how the weight is quantized is guessed, and its values may be wrong", logical.name,
                &logical.parts.front());
    }
}

/// Adds a finding if not all descriptions of weights were read.
void reportUnreadDescriptions(Recognition& in)
{
    const auto assumed = static_cast<std::uint64_t>(std::ranges::count(in.tensors(), true, &LogicalTensor::isAssumed));
    if (assumed > 0)
        in.addFinding(Severity::Note, "descriptions-unread",
            formatCount(assumed) + " of " + counted(in.tensors().size(), "quantized weight")
                + " are assumed to match the others; their parameters are read on demand",
            {});
    if (in.undescribed() > 0)
        in.addFinding(Severity::Note, "descriptions-unread",
            counted(in.undescribed(), "quantized weight")
                + " not decoded: too many kinds of weights for one look. Open fewer files at once",
            {});
}

Result<std::shared_ptr<const Checkpoint>> find(
    std::shared_ptr<const Checkpoint> stored, const Work& work, FilesBeside beside)
{
    const bool isHere = std::ranges::none_of(
        stored->files, [](const CheckpointFile& file) { return file.source && file.source->isRemote(); });
    const bool hasCodes = mayHaveCodes(stored->tensors);
    QuantizationConfig found = beside == FilesBeside::Ignored
        ? QuantizationConfig::ofMetadata(stored->metadata)
        : QuantizationConfig::find(folderOf(*stored), isHere, hasCodes, stored->metadata);
    const bool isIndexed = beside == FilesBeside::Read && stored->wholeModel && !isFolder(*stored->wholeModel);
    if (!found.isGiven() && !(hasCodes && (isIndexed || hasParts(*stored))))
        return stored;
    const auto stopped = [] { return fail(ErrorCode::Stopped, "stopped while quantized tensors were looked for"); };
    const auto config = std::make_shared<const QuantizationConfig>(std::move(found));
    Recognition recognition(*stored, *config);
    if (!recognizeAll(*stored, recognition, work))
        return stopped();
    // Parts in another shard are known only from the index.
    if (isIndexed && hasLoneParts(*stored, recognition) && readIndexBeside(*stored, recognition, work)
        && !recognizeAll(*stored, recognition, work))
        return stopped();
    if (!config->unread().empty())
        reportUnreadConfig(recognition, config->unread());
    reportUnreadDescriptions(recognition);
    if (!checkCoherence(recognition, work))
        return stopped();
    if (recognition.tensors().empty() && recognition.findings().list().empty())
        return stored;
    return Builder(std::move(stored), recognition, config).build();
}

} // namespace

Result<std::shared_ptr<const Checkpoint>> logicalOf(
    std::shared_ptr<const Checkpoint> stored, const Work& work, FilesBeside beside)
{
    try {
        return find(std::move(stored), work, beside);
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "no memory for the quantized tensors");
    }
}

} // namespace loupe::quantized
