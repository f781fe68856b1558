#include "saving/salvage.h"

#include "core/checked_math.h"
#include "core/elements.h"
#include "core/text.h"

#include <algorithm>
#include <map>
#include <new>

namespace loupe {

namespace {

bool isToBeRead(const RecipeItem& item)
{
    return item.original().storage != nullptr;
}

/// Of the whole undertaking, not of one tensor.
bool endsAll(ErrorCode code)
{
    return code == ErrorCode::Stopped || code == ErrorCode::OutOfMemory || code == ErrorCode::Changed;
}

/// Of the tensor itself: another try would find it, too.
bool isDamage(ErrorCode code)
{
    return code == ErrorCode::Malformed || code == ErrorCode::PastTheEnd;
}

class Salvage {
public:
    Salvage(const Work& work, ReadTensors* known)
        : m_work(work)
        , m_known(known)
    {
    }

    /// Why the item's tensor cannot be read; nothing where it can.
    std::optional<LeftOutTensor> look(const RecipeItem& item)
    {
        const auto& [list, isNew] = m_incomplete.try_emplace(item.source.get());
        if (isNew)
            list->second = incompleteTensors(*item.source);
        if (const IncompleteTensor* const incomplete = findIncomplete(list->second, item.tensor)) {
            passOver(item);
            const Tensor& tensor = item.original();
            return LeftOutTensor{item.name, *incomplete,
                {ErrorCode::PastTheEnd, "is not all there", item.source->files[tensor.file].path.string(),
                    tensor.bytes.begin}};
        }
        const Result<> read = readOnce(item);
        return read ? std::nullopt : std::optional(LeftOutTensor{item.name, std::nullopt, read.error()});
    }

private:
    /// Without reading its values.
    void passOver(const RecipeItem& item) { m_work.advance(isToBeRead(item) ? valueBytes(item.original()) : 0); }

    Result<> readOnce(const RecipeItem& item)
    {
        if (!m_known || !isToBeRead(item))
            return read(item);
        if (const auto outcome = m_known->find(item)) {
            passOver(item);
            return *outcome;
        }
        const Result<> outcome = read(item);
        if (outcome || isDamage(outcome.error().code))
            m_known->add(item, outcome);
        return outcome;
    }

    Result<> read(const RecipeItem& item)
    {
        const auto elements = Elements::open(item.source, item.tensor);
        if (!elements) {
            passOver(item);
            return fail(elements.error());
        }
        return isToBeRead(item) ? readAll(*elements) : Result<>();
    }

    Result<> readAll(const Elements& elements)
    {
        for (std::uint64_t first = 0; first < elements.count();) {
            if (m_work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            const std::uint64_t count = std::min(elements.chunkElements(), elements.count() - first);
            std::size_t size = 0;
            auto read =
                elements.visit(first, count, m_scratch, [&](std::span<const std::byte> bytes) { size = bytes.size(); });
            if (!read)
                return read;
            m_work.advance(size);
            first += count;
        }
        return {};
    }

    const Work& m_work;
    ReadTensors* m_known;
    Buffer m_scratch;
    std::map<const Checkpoint*, std::vector<IncompleteTensor>> m_incomplete;
};

void addLeftOut(Recipe& recipe, const std::string& text)
{
    recipe.leftOut += (recipe.leftOut.empty() ? "" : "; ") + text;
}

std::string summary(const std::vector<LeftOutTensor>& left)
{
    std::uint64_t missing = 0;
    for (const LeftOutTensor& tensor : left)
        missing = saturatingAdd(missing, tensor.incomplete ? tensor.incomplete->missing : 0);
    const auto damaged = static_cast<std::uint64_t>(
        std::ranges::count_if(left, [](const LeftOutTensor& tensor) { return isDamage(tensor.why.code); }));
    std::string text;
    if (damaged > 0)
        text = counted(damaged, "tensor") + (damaged == 1 ? " that is" : " that are") + " not whole";
    if (missing > 0)
        text += ", of which " + counted(missing, "byte") + (missing == 1 ? " is" : " are") + " missing";
    if (damaged < left.size())
        text += (text.empty() ? "" : "; ") + counted(left.size() - damaged, "tensor") + " that could not be read";
    return text;
}

} // namespace

IncompleteItems incompleteItems(const Recipe& recipe)
{
    std::map<const Checkpoint*, std::vector<IncompleteTensor>> lists;
    IncompleteItems found;
    for (const RecipeItem& item : recipe.items) {
        const auto& [list, isNew] = lists.try_emplace(item.source.get());
        if (isNew)
            list->second = incompleteTensors(*item.source);
        const IncompleteTensor* const incomplete = findIncomplete(list->second, item.tensor);
        if (incomplete && found.count++ == 0) {
            found.first = &item;
            found.missing = *incomplete;
        }
    }
    return found;
}

std::optional<Result<>> ReadTensors::find(const RecipeItem& item) const
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_outcomes.find({item.source, item.tensor});
    return found == m_outcomes.end() ? std::nullopt : std::optional(found->second);
}

void ReadTensors::add(const RecipeItem& item, const Result<>& outcome)
{
    const std::scoped_lock lock(m_mutex);
    m_outcomes.try_emplace({item.source, item.tensor}, outcome);
}

void noteUnread(Recipe& recipe, const std::vector<Error>& unread)
{
    if (!unread.empty())
        addLeftOut(recipe, counted(unread.size(), "part") + " of the source that could not be read");
}

Result<std::vector<LeftOutTensor>> keepWhole(Recipe& recipe, const Work& work, ReadTensors* known)
try {
    work.expect(salvageWork(recipe));
    Salvage salvage(work, known);
    std::vector<LeftOutTensor> left;
    std::vector<RecipeItem> kept;
    kept.reserve(recipe.items.size());
    for (const RecipeItem& item : recipe.items) {
        auto broken = salvage.look(item);
        if (broken && endsAll(broken->why.code))
            return fail(std::move(broken->why));
        if (broken)
            left.push_back(std::move(*broken));
        else
            kept.push_back(item);
    }
    recipe.items = std::move(kept);
    if (!left.empty())
        addLeftOut(recipe, summary(left));
    return left;
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "no memory to look at what is whole");
}

std::uint64_t salvageWork(const Recipe& recipe)
{
    std::uint64_t bytes = 0;
    for (const RecipeItem& item : recipe.items)
        bytes = saturatingAdd(bytes, isToBeRead(item) ? valueBytes(item.original()) : 0);
    return bytes;
}

} // namespace loupe
