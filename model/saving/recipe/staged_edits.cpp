#include "saving/recipe/staged_edits.h"

#include "core/name_hash.h"
#include "saving/casting/cast.h"
#include "saving/recipe/recipe_edits.h"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace loupe {

struct StagedEdits::Page {
    struct Entry {
        std::uint32_t tensor = 0;
        ChangeKind kind = ChangeKind::Renamed;
        DType dtype = DType::Opaque; ///< of Cast
        std::size_t name = 0; ///< of Renamed: where it begins in `names`
        std::size_t nameSize = 0;

        bool operator==(const Entry&) const = default;
    };

    std::vector<Entry> entries; ///< by tensor, then by kind
    std::string names;
    std::array<std::uint64_t, 3> counts{}; ///< by kind

    std::string_view nameOf(const Entry& entry) const
    {
        return std::string_view(names).substr(entry.name, entry.nameSize);
    }
    std::span<const Entry> of(std::uint32_t tensor) const
    {
        // Not equal_range(): clang 14 cannot use what it returns.
        const auto begin = std::ranges::lower_bound(entries, tensor, {}, &Entry::tensor);
        const auto end = std::ranges::upper_bound(entries, tensor, {}, &Entry::tensor);
        return {begin, end};
    }
    void add(Entry entry)
    {
        entries.push_back(entry);
        ++counts[static_cast<std::size_t>(entry.kind)];
    }
};

/// What is to be of one tensor, while its page is written anew.
struct StagedEdits::Draft {
    std::optional<std::string> name;
    std::optional<DType> dtype;
    bool isDeleted = false;
};

StagedEdits::StagedEdits(std::shared_ptr<const Checkpoint> checkpoint)
    : m_checkpoint(std::move(checkpoint))
{
    if (m_checkpoint)
        m_pages.resize((m_checkpoint->tensors.size() + pageTensors - 1) / pageTensors);
}

bool StagedEdits::operator==(const StagedEdits& other) const
{
    const auto samePage = [](const std::shared_ptr<const Page>& one, const std::shared_ptr<const Page>& another) {
        return one == another || (one && another && one->entries == another->entries && one->names == another->names);
    };
    return m_checkpoint == other.m_checkpoint && m_totals == other.m_totals && metadataEdits() == other.metadataEdits()
        && std::ranges::equal(m_pages, other.m_pages, samePage);
}

TensorEdit StagedEdits::of(std::uint32_t tensor) const
{
    TensorEdit edit;
    if (tensor / pageTensors >= m_pages.size() || !m_pages[tensor / pageTensors])
        return edit;
    const Page& page = *m_pages[tensor / pageTensors];
    for (const Page::Entry& entry : page.of(tensor)) {
        if (entry.kind == ChangeKind::Renamed)
            edit.name = page.nameOf(entry);
        else if (entry.kind == ChangeKind::Cast)
            edit.dtype = entry.dtype;
        else
            edit.isDeleted = true;
    }
    return edit;
}

std::string_view StagedEdits::nameOf(std::uint32_t tensor) const
{
    return of(tensor).name.value_or(m_checkpoint->tensors[tensor].name);
}

DType StagedEdits::dtypeOf(std::uint32_t tensor) const
{
    return of(tensor).dtype.value_or(m_checkpoint->tensors[tensor].dtype);
}

const std::vector<MetadataEdit>& StagedEdits::metadataEdits() const
{
    static const std::vector<MetadataEdit> none;
    return m_metadata ? *m_metadata : none;
}

Change StagedEdits::change(std::uint64_t number) const
{
    const std::uint64_t ofTensors = m_totals.all() - m_totals.metadata;
    if (number >= ofTensors) {
        const MetadataEdit& edit = (*m_metadata)[number - ofTensors];
        Change change{edit.value ? ChangeKind::MetadataSet : ChangeKind::MetadataRemoved, 0, edit.key, {}, edit.value};
        if (edit.original)
            change.before = (*m_checkpoint->metadata)[*edit.original].second.shown();
        return change;
    }
    const auto after = std::upper_bound(m_changesBefore.begin(), m_changesBefore.end(), number);
    const auto index = static_cast<std::size_t>(after - m_changesBefore.begin()) - 1;
    const Page& page = *m_pages[index];
    const Page::Entry& entry = page.entries[number - m_changesBefore[index]];
    Change change{entry.kind, entry.tensor, m_checkpoint->tensors[entry.tensor].name, {}, {}};
    if (entry.kind == ChangeKind::Cast) {
        change.before = m_checkpoint->dtypeName(entry.tensor);
        change.after = dtypeName(entry.dtype);
    } else {
        change.before = change.subject;
        if (entry.kind == ChangeKind::Renamed)
            change.after = page.nameOf(entry);
    }
    return change;
}

void StagedEdits::rename(std::uint32_t tensor, std::string_view name)
{
    rename({tensor}, [&](std::string_view) { return std::string(name); });
}

void StagedEdits::rename(std::vector<std::uint32_t> tensors, const NewName& newName, const Work& work)
{
    const auto renamed = [&](std::uint32_t tensor, Draft& draft) {
        if (draft.isDeleted)
            return;
        const Tensor& original = m_checkpoint->tensors[tensor];
        if (auto name = newName(draft.name ? std::string_view(*draft.name) : original.name))
            draft.name = std::move(name);
    };
    edit(std::move(tensors), renamed, work);
}

std::uint64_t StagedEdits::cast(std::vector<std::uint32_t> tensors, DType dtype, const Work& work)
{
    std::uint64_t impossible = 0;
    const auto casted = [&](std::uint32_t tensor, Draft& draft) {
        if (draft.isDeleted)
            return;
        if (canCast(m_checkpoint->tensors[tensor].dtype, dtype))
            draft.dtype = dtype;
        else
            ++impossible;
    };
    edit(std::move(tensors), casted, work);
    return impossible;
}

void StagedEdits::remove(std::vector<std::uint32_t> tensors, const Work& work)
{
    const auto removed = [](std::uint32_t, Draft& draft) { draft = {{}, {}, true}; };
    edit(std::move(tensors), removed, work);
}

void StagedEdits::revert(std::vector<std::uint32_t> tensors, const Work& work)
{
    const auto reverted = [](std::uint32_t, Draft& draft) { draft = {}; };
    edit(std::move(tensors), reverted, work);
}

void StagedEdits::edit(std::vector<std::uint32_t> tensors, const Edit& edit, const Work& work)
{
    if (!std::is_sorted(tensors.begin(), tensors.end()))
        std::sort(tensors.begin(), tensors.end());
    tensors.erase(std::unique(tensors.begin(), tensors.end()), tensors.end());
    std::vector<Draft> drafts;
    for (std::size_t next = 0; next < tensors.size() && !work.stopped();) {
        const std::uint32_t index = tensors[next] / pageTensors;
        const std::uint32_t firstTensor = index * pageTensors;
        drafts.assign(pageTensors, {});
        if (m_pages[index]) {
            for (const Page::Entry& entry : m_pages[index]->entries) {
                Draft& draft = drafts[entry.tensor - firstTensor];
                if (entry.kind == ChangeKind::Renamed)
                    draft.name = m_pages[index]->nameOf(entry);
                else if (entry.kind == ChangeKind::Cast)
                    draft.dtype = entry.dtype;
                else
                    draft.isDeleted = true;
            }
        }
        for (; next < tensors.size() && tensors[next] / pageTensors == index; ++next)
            edit(tensors[next], drafts[tensors[next] - firstTensor]);
        m_pages[index] = pack(firstTensor, drafts);
    }
    count();
}

std::shared_ptr<const StagedEdits::Page> StagedEdits::pack(
    std::uint32_t firstTensor, std::span<const Draft> drafts) const
{
    const auto page = std::make_shared<Page>();
    for (std::uint32_t i = 0; i < drafts.size(); ++i) {
        const std::uint32_t tensor = firstTensor + i;
        const Draft& draft = drafts[i];
        if (draft.isDeleted) {
            page->add({tensor, ChangeKind::Deleted, DType::Opaque, 0, 0});
            continue;
        }
        if (draft.name && *draft.name != m_checkpoint->tensors[tensor].name) {
            page->add({tensor, ChangeKind::Renamed, DType::Opaque, page->names.size(), draft.name->size()});
            page->names += *draft.name;
        }
        if (draft.dtype && *draft.dtype != m_checkpoint->tensors[tensor].dtype)
            page->add({tensor, ChangeKind::Cast, *draft.dtype, 0, 0});
    }
    return page->entries.empty() ? nullptr : page;
}

void StagedEdits::count()
{
    m_totals = {};
    m_totals.metadata = metadataEdits().size();
    m_changesBefore.resize(m_pages.size());
    std::uint64_t before = 0;
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        m_changesBefore[i] = before;
        if (!m_pages[i])
            continue;
        before += m_pages[i]->entries.size();
        m_totals.renamed += m_pages[i]->counts[static_cast<std::size_t>(ChangeKind::Renamed)];
        m_totals.cast += m_pages[i]->counts[static_cast<std::size_t>(ChangeKind::Cast)];
        m_totals.deleted += m_pages[i]->counts[static_cast<std::size_t>(ChangeKind::Deleted)];
    }
}

void StagedEdits::setMetadata(std::string_view key, std::string_view value)
{
    WantedMetadata wanted;
    wanted[std::string(key)].value = std::string(value);
    editMetadata(std::move(wanted));
}

void StagedEdits::removeMetadata(std::string_view key)
{
    const std::string one(key);
    removeMetadata({&one, 1});
}

void StagedEdits::removeMetadata(std::span<const std::string> keys)
{
    WantedMetadata wanted;
    for (const std::string& key : keys)
        wanted.emplace(key, WantedValue{.value = {}, .original = {}, .order = wanted.size()});
    editMetadata(std::move(wanted));
}

void StagedEdits::editMetadata(WantedMetadata wanted)
{
    const bool hasMetadata = m_checkpoint && m_checkpoint->metadata;
    for (std::size_t i = 0; hasMetadata && i < m_checkpoint->metadata->size(); ++i) {
        const auto one = wanted.find((*m_checkpoint->metadata)[i].first);
        if (one != wanted.end() && !one->second.original)
            one->second.original = i;
    }
    const auto isChange = [&](const WantedValue& one) {
        if (!one.original || !one.value)
            return one.original.has_value() || one.value.has_value();
        const MetadataValue& before = (*m_checkpoint->metadata)[*one.original].second;
        return before.stored() || before.shown() != *one.value;
    };
    const auto editOf = [](auto& one) {
        return MetadataEdit{one.first, std::move(one.second.value), one.second.original};
    };
    std::vector<MetadataEdit> edits;
    for (const MetadataEdit& edit : metadataEdits()) {
        const auto one = wanted.find(edit.key);
        if (one == wanted.end()) {
            edits.push_back(edit);
            continue;
        }
        if (isChange(one->second))
            edits.push_back(editOf(*one));
        wanted.erase(one);
    }
    std::vector<WantedMetadata::value_type*> others;
    for (auto& one : wanted) {
        if (isChange(one.second))
            others.push_back(&one);
    }
    std::ranges::sort(others, {}, [](const auto* one) { return one->second.order; });
    for (auto* const one : others)
        edits.push_back(editOf(*one));
    setMetadataEdits(std::move(edits));
}

void StagedEdits::revertMetadata(std::span<const std::string> keys)
{
    const std::unordered_set<std::string_view, NameHash, std::equal_to<>> reverted(keys.begin(), keys.end());
    auto edits = metadataEdits();
    if (std::erase_if(edits, [&](const MetadataEdit& edit) { return reverted.contains(edit.key); }) > 0)
        setMetadataEdits(std::move(edits));
}

void StagedEdits::setMetadataEdits(std::vector<MetadataEdit> edits)
{
    m_metadata = std::make_shared<const std::vector<MetadataEdit>>(std::move(edits));
    count();
}

void StagedEdits::revertChanges(const std::vector<std::uint64_t>& numbers, const Work& work)
{
    struct Taken {
        std::uint32_t tensor;
        ChangeKind kind;
    };
    std::vector<Taken> taken;
    std::vector<std::string> keys;
    for (const std::uint64_t number : numbers) {
        if (work.stopped())
            return;
        const Change one = change(number);
        if (one.kind == ChangeKind::MetadataSet || one.kind == ChangeKind::MetadataRemoved)
            keys.emplace_back(one.subject);
        else
            taken.push_back({one.tensor, one.kind});
    }
    std::ranges::sort(taken, {}, &Taken::tensor);
    std::vector<std::uint32_t> tensors;
    tensors.reserve(taken.size());
    for (const Taken& one : taken)
        tensors.push_back(one.tensor);
    const auto reverted = [&](std::uint32_t tensor, Draft& draft) {
        auto one = std::ranges::lower_bound(taken, tensor, {}, &Taken::tensor);
        for (; one != taken.end() && one->tensor == tensor; ++one) {
            if (one->kind == ChangeKind::Renamed)
                draft.name.reset();
            else if (one->kind == ChangeKind::Cast)
                draft.dtype.reset();
            else
                draft.isDeleted = false;
        }
    };
    edit(std::move(tensors), reverted, work);
    revertMetadata(keys);
}

Recipe StagedEdits::recipe(const Format& format, const Work& work) const
{
    Recipe recipe;
    recipe.format = &format;
    recipe.metadata = m_checkpoint->metadata;
    recipe.items.reserve(m_checkpoint->tensors.size());
    for (std::uint32_t i = 0; i < m_checkpoint->tensors.size() && !work.stopped(); ++i) {
        const Tensor& tensor = m_checkpoint->tensors[i];
        const TensorEdit edit = of(i);
        if (!edit.isDeleted)
            recipe.items.push_back(
                {m_checkpoint, i, std::string(edit.name.value_or(tensor.name)), edit.dtype.value_or(tensor.dtype)});
    }
    RecipeEdits edits;
    for (const MetadataEdit& edit : metadataEdits()) {
        if (edit.value)
            edits.setMetadata.emplace_back(edit.key, *edit.value);
        else
            edits.dropMetadata.push_back(edit.key);
    }
    applyEdits(edits, recipe);
    return recipe;
}

NameClashes findNameClashes(
    const StagedEdits& edits, const Work& work, const std::function<bool(std::uint32_t tensor)>& concerns)
{
    NameClashes clashes;
    if (!edits.checkpoint())
        return clashes;
    const auto& tensors = edits.checkpoint()->tensors;
    NameMap<std::string_view, std::uint32_t> seen;
    seen.reserve(tensors.size());
    for (std::uint32_t i = 0; i < tensors.size() && !work.stopped(); ++i) {
        const TensorEdit edit = edits.of(i);
        if (edit.isDeleted)
            continue;
        const std::string_view name = edit.name.value_or(tensors[i].name);
        const auto [known, isNew] = seen.emplace(name, i);
        if (isNew || (concerns && !concerns(known->second) && !concerns(i)))
            continue;
        ++clashes.count;
        if (clashes.listed.size() < NameClashes::maximumListed)
            clashes.listed.push_back({std::string(name), known->second, i});
    }
    return clashes;
}

} // namespace loupe
