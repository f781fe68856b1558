#include "core/shared_tensors.h"

#include "core/elements.h"
#include "core/text/text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

namespace loupe {

namespace {

/// The bytes of a tensor that other tensors may view, too; nothing if no other can.
std::optional<Storage::View> viewOf(const Checkpoint& checkpoint, const Tensor& tensor)
{
    // The names of pairs are held in a checkpoint without files.
    if (tensor.file >= checkpoint.files.size() || !checkpoint.files[tensor.file].tensorsShare)
        return std::nullopt;
    Tensor numbers = tensor; // the stored numbers
    while (numbers.storage) {
        const auto stored = numbers.storage->stored();
        if (!stored)
            break;
        numbers.storage = stored->storage;
        numbers.dtype = stored->dtype;
    }
    const auto view =
        numbers.storage ? numbers.storage->view(numbers) : std::optional<Storage::View>({nullptr, tensor.bytes});
    return view && !view->range.empty() ? view : std::nullopt;
}

/// Whether the bytes alone determine the values; otherwise tensors with the same bytes may have different values.
bool areStored(const Checkpoint& checkpoint, std::uint32_t a, std::uint32_t b)
{
    const auto isStored = [&](std::uint32_t i) {
        const Storage* const storage = checkpoint.tensors[i].storage;
        return !storage || !storage->stored();
    };
    return isStored(a) && isStored(b);
}

/// Tensors whose ranges overlap in a chain: each begins before all earlier ones have ended.
class SharingGroup {
public:
    explicit SharingGroup(std::vector<SharedTensor>& found)
        : m_found(found)
    {
    }

    bool holds(std::uint32_t file, ByteRange range) const
    {
        return !m_members.empty() && file == m_file && range.begin < m_all.end;
    }

    void add(std::uint32_t tensor, std::uint32_t file, ByteRange range)
    {
        if (m_members.empty())
            m_all = range;
        m_file = file;
        m_members.push_back({tensor, range, m_reaching});
        if (m_members.size() == 1 || range.end > m_all.end) {
            m_reaching = static_cast<std::uint32_t>(m_members.size() - 1);
            m_all.end = range.end;
        }
    }

    void close()
    {
        if (m_members.size() > 1) {
            const auto whole = std::ranges::find(m_members, m_all, &Member::range);
            for (const Member& member : m_members) {
                const Member& with = whole != m_members.end() ? *whole : m_members[member.before];
                if (member.tensor != with.tensor)
                    m_found.push_back({member.tensor, with.tensor, with.range.contains(member.range)});
            }
        }
        m_members.clear();
    }

private:
    struct Member {
        std::uint32_t tensor = 0;
        ByteRange range;
        std::uint32_t before = 0; ///< the member that ends last among those before it; for the first, itself
    };

    std::vector<SharedTensor>& m_found;
    std::vector<Member> m_members;
    std::uint32_t m_file = 0;
    std::uint32_t m_reaching = 0; ///< index of the member that ends last
    ByteRange m_all;
};

} // namespace

std::vector<SharedTensor> sharedTensors(const Checkpoint& checkpoint, std::span<const std::uint32_t> among)
{
    std::vector<SharedTensor> found;
    SharingGroup group(found);
    std::map<UnpackedView, std::uint32_t> unpacked;
    for (const std::uint32_t i : among) {
        const Tensor& tensor = checkpoint.tensors[i];
        const auto view = viewOf(checkpoint, tensor);
        if (!view)
            continue;
        if (view->stream) {
            const auto [first, isNew] = unpacked.try_emplace({view->stream, view->range.begin, view->range.end}, i);
            if (!isNew)
                found.push_back({i, first->second, true});
            continue;
        }
        if (!group.holds(tensor.file, view->range))
            group.close();
        group.add(i, tensor.file, view->range);
    }
    group.close();
    for (SharedTensor& shared : found)
        shared.isContained = shared.isContained && areStored(checkpoint, shared.tensor, shared.with);
    std::ranges::sort(found, {}, &SharedTensor::tensor);
    return found;
}

std::vector<SharedTensor> sharedTensors(const Checkpoint& checkpoint)
{
    if (std::ranges::none_of(checkpoint.files, &CheckpointFile::tensorsShare))
        return {};
    std::vector<std::uint32_t> all(checkpoint.tensors.size());
    std::iota(all.begin(), all.end(), 0U);
    return sharedTensors(checkpoint, all);
}

const SharedTensor* findShared(std::span<const SharedTensor> list, std::uint32_t tensor)
{
    const auto found = std::ranges::lower_bound(list, tensor, {}, &SharedTensor::tensor);
    return found != list.end() && found->tensor == tensor ? &*found : nullptr;
}

std::string sharedText(const Checkpoint& checkpoint, const SharedTensor& tensor)
{
    const std::string_view name = checkpoint.tensors[tensor.with].name;
    return "shared with " + (name.empty() ? "(unnamed)" : printable(name));
}

ShareCounter::ShareCounter(const Checkpoint& checkpoint)
    : m_checkpoint(checkpoint)
    , m_coded(codedWeights(checkpoint))
{
}

std::uint64_t ShareCounter::elementsOf(std::uint32_t tensor) const
{
    const auto found = std::ranges::lower_bound(m_coded, tensor, {}, &CodedWeight::tensor);
    return found != m_coded.end() && found->tensor == tensor ? found->elements.value_or(0)
                                                             : m_checkpoint.tensors[tensor].elements();
}

ShareCounter::Share ShareCounter::add(std::uint32_t tensor)
{
    const Tensor& added = m_checkpoint.tensors[tensor];
    const Share all{elementsOf(tensor), fileBytes(added)};
    const auto view = viewOf(m_checkpoint, added);
    if (!view)
        return all;
    if (view->stream) {
        const bool isNew = m_unpacked.emplace(view->stream, view->range.begin, view->range.end).second;
        return isNew ? all : Share{};
    }
    if (added.file != m_file)
        m_end = 0;
    m_file = added.file;
    const std::uint64_t begin = std::max(view->range.begin, m_end);
    if (begin >= view->range.end)
        return {};
    m_end = view->range.end;
    if (begin == view->range.begin)
        return all;
    const auto own = static_cast<long double>(view->range.end - begin) / static_cast<long double>(view->range.size());
    return {static_cast<std::uint64_t>(std::round(own * static_cast<long double>(all.elements))),
        static_cast<std::uint64_t>(std::round(own * static_cast<long double>(all.bytes)))};
}

} // namespace loupe
