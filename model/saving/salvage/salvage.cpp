#include "saving/salvage/salvage.h"

#include "analysis/digests/stated_check.h"
#include "core/checked_math.h"
#include "core/elements.h"
#include "core/text/text.h"

#include <algorithm>
#include <map>
#include <new>
#include <set>

namespace loupe {

namespace {

bool isToBeRead(const RecipeItem& item)
{
    const Tensor& tensor = item.original();
    return tensor.storage || item.source->files[tensor.file].digests;
}

/// The incomplete tensors of each source, cached.
class IncompleteLists {
public:
    /// Null if the item's tensor is complete.
    const IncompleteTensor* find(const RecipeItem& item)
    {
        const auto& [list, isNew] = m_lists.try_emplace(item.source.get());
        if (isNew)
            list->second = incompleteTensors(*item.source);
        return findIncomplete(list->second, item.tensor);
    }

private:
    std::map<const Checkpoint*, std::vector<IncompleteTensor>> m_lists;
};

/// Fails if a digest does not match the values.
Result<> compare(const CheckedDigests& digests, const RecipeItem& item)
{
    for (const CheckedDigest& digest : digests) {
        if (digest.isSame())
            continue;
        const Tensor& tensor = item.original();
        return fail(ErrorCode::Malformed,
            std::string(statedAlgorithmName(digest.stated.algorithm))
                + (digest.stated.whole.empty() ? "" : " of " + digest.stated.whole) + " is " + digest.found
                + ", the file states " + digest.stated.digest,
            item.source->files[tensor.file].path.string(), tensor.bytes.begin);
    }
    return {};
}

/// Whether the error aborts the operation instead of affecting a single tensor.
bool endsAll(ErrorCode code)
{
    return code == ErrorCode::Stopped || code == ErrorCode::OutOfMemory || code == ErrorCode::Changed;
}

/// Whether the tensor itself is damaged, so that another attempt would fail, too.
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

    /// Checks all items together, since tensors may share the bytes of a digest. Sets the expected total of the
    /// progress. Fails with Stopped or OutOfMemory.
    Result<> checkDigests(const Recipe& recipe)
    {
        std::map<const Checkpoint*, std::vector<std::uint32_t>> tensors;
        for (const RecipeItem& item : recipe.items) {
            if (item.source->files[item.original().file].digests && !(m_known && m_known->find(item))
                && !m_incomplete.find(item))
                tensors[item.source.get()].push_back(item.tensor);
        }
        // The check sets the total to its own work, which is only a part.
        std::uint64_t others = salvageWork(recipe);
        for (const auto& [checkpoint, list] : tensors) {
            for (const std::uint32_t tensor : list)
                others -= std::min(others, valueBytes(checkpoint->tensors[tensor]));
        }
        m_work.expect(others);
        for (const auto& [checkpoint, list] : tensors) {
            auto checked = checkStatedDigests(*checkpoint, list, m_work);
            if (!checked)
                return fail(std::move(checked.error()));
            for (std::size_t i = 0; i < list.size(); ++i) {
                const auto& one = (*checked)[i];
                // Tensors without digests, or whose digests cannot be computed, are read later.
                if (one ? !one->empty() : isDamage(one.error().code) || endsAll(one.error().code))
                    m_checked.emplace(std::pair(checkpoint, list[i]), one);
            }
        }
        return {};
    }

    /// Why the item's tensor cannot be read; nullopt if it can.
    std::optional<LeftOutTensor> look(const RecipeItem& item)
    {
        if (const IncompleteTensor* const incomplete = m_incomplete.find(item)) {
            passOver(item);
            const Tensor& tensor = item.original();
            const std::string path = item.source->files[tensor.file].path.string();
            if (auto why = whyWithoutPlace(*item.source, item.tensor))
                return LeftOutTensor{item.name, std::nullopt, {ErrorCode::Malformed, std::move(*why), path, {}}};
            return LeftOutTensor{
                item.name, *incomplete, {ErrorCode::PastTheEnd, "is not all there", path, tensor.bytes.begin}};
        }
        if (auto why = whyWithoutValues(item)) {
            passOver(item);
            return LeftOutTensor{item.name, std::nullopt, std::move(*why)};
        }
        const Result<> read = readOnce(item);
        return read ? std::nullopt : std::optional(LeftOutTensor{item.name, std::nullopt, read.error()});
    }

private:
    /// Skips an item without reading its values.
    void passOver(const RecipeItem& item) { m_work.advance(isToBeRead(item) ? valueBytes(item.original()) : 0); }

    /// The reason that the file gives for a tensor without values.
    std::optional<Error> whyWithoutValues(const RecipeItem& item)
    {
        const Tensor& tensor = item.original();
        if (tensor.dtype != DType::Opaque)
            return std::nullopt;
        const auto& [errors, isNew] = m_errors.try_emplace(item.source.get());
        if (isNew) {
            for (const Finding& finding : item.source->findings.list()) {
                if (finding.aboutTensor && finding.severity == Severity::Error)
                    errors->second.try_emplace({finding.file, finding.tensor}, &finding);
            }
        }
        const auto found = errors->second.find({tensor.file, tensor.name});
        if (found == errors->second.end())
            return std::nullopt;
        return Error{ErrorCode::Malformed, found->second->message, item.source->files[tensor.file].path.string(),
            found->second->offset};
    }

    Result<> readOnce(const RecipeItem& item)
    {
        if (!m_known || !isToBeRead(item))
            return read(item);
        if (const auto outcome = m_known->find(item)) {
            passOver(item);
            return *outcome;
        }
        Result<> outcome = read(item);
        if (outcome || isDamage(outcome.error().code))
            m_known->add(item, outcome);
        return outcome;
    }

    Result<> read(const RecipeItem& item)
    {
        const auto elements = Elements::open(item.source, item.tensor);
        const auto checked = m_checked.find({item.source.get(), item.tensor});
        if (!elements) {
            if (checked == m_checked.end())
                passOver(item);
            return fail(elements.error());
        }
        if (!isToBeRead(item))
            return {};
        if (checked == m_checked.end())
            return readAll(*elements);
        return checked->second ? compare(*checked->second, item) : fail(checked->second.error());
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
    IncompleteLists m_incomplete;
    std::map<std::pair<const Checkpoint*, std::uint32_t>, Result<CheckedDigests>> m_checked;
    using ErrorsByTensor = std::map<std::pair<std::uint32_t, std::string_view>, const Finding*>; ///< by file and name
    std::map<const Checkpoint*, ErrorsByTensor> m_errors;
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
        text = counted(damaged, "incomplete tensor");
    if (missing > 0)
        text += " (" + counted(missing, "byte") + " missing)";
    if (damaged < left.size())
        text += (text.empty() ? "" : "; ") + counted(left.size() - damaged, "tensor") + " that could not be read";
    return text;
}

} // namespace

IncompleteItems incompleteItems(const Recipe& recipe)
{
    IncompleteLists lists;
    IncompleteItems found;
    for (const RecipeItem& item : recipe.items) {
        const IncompleteTensor* const incomplete = lists.find(item);
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

std::vector<LeftOutTensor> unreadTensors(const Checkpoint& checkpoint)
{
    std::vector<LeftOutTensor> tensors;
    for (const UnreadTensor& tensor : checkpoint.unread) {
        tensors.push_back({std::string(tensor.name), std::nullopt,
            {ErrorCode::NotFound, "its shard, according to the index, does not have it",
                checkpoint.files[tensor.file].path.string(), {}}});
    }
    return tensors;
}

void addUnread(Recipe& recipe, const std::vector<Error>& unread, std::span<const LeftOutTensor> tensors)
{
    if (unread.empty())
        return;
    for (const Error& error : unread)
        recipe.damagedFiles.emplace_back(error.path);
    if (!tensors.empty())
        addLeftOut(recipe, counted(tensors.size(), "tensor") + " of shards that could not be read");
    addLeftOut(recipe, "the tensors of " + counted(unread.size(), "unreadable part") + " of the source");
}

Result<std::vector<LeftOutTensor>> keepWhole(Recipe& recipe, const Work& work, ReadTensors* known)
try {
    Salvage salvage(work, known);
    if (auto checked = salvage.checkDigests(recipe); !checked)
        return fail(std::move(checked.error()));
    std::vector<LeftOutTensor> left;
    std::set<std::filesystem::path> damaged;
    std::vector<RecipeItem> kept;
    kept.reserve(recipe.items.size());
    for (const RecipeItem& item : recipe.items) {
        auto broken = salvage.look(item);
        if (broken && endsAll(broken->why.code))
            return fail(std::move(broken->why));
        if (!broken) {
            kept.push_back(item);
            continue;
        }
        left.push_back(std::move(*broken));
        damaged.insert(item.source->files[item.original().file].path);
    }
    recipe.items = std::move(kept);
    recipe.damagedFiles.insert(recipe.damagedFiles.end(), damaged.begin(), damaged.end());
    if (!left.empty())
        addLeftOut(recipe, summary(left));
    return left;
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "not enough memory to check for intact tensors");
}

std::uint64_t salvageWork(const Recipe& recipe)
{
    std::uint64_t bytes = 0;
    for (const RecipeItem& item : recipe.items)
        bytes = saturatingAdd(bytes, isToBeRead(item) ? valueBytes(item.original()) : 0);
    return bytes;
}

} // namespace loupe
