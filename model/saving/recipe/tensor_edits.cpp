#include "saving/recipe/tensor_edits.h"

#include "core/checked_math.h"
#include "core/quantized_groups.h"

#include <algorithm>
#include <array>

namespace loupe {

struct TensorEdits::Page {
    struct Entry {
        std::uint32_t tensor = 0;
        ChangeKind kind = ChangeKind::Renamed;
        DType dtype = DType::Opaque; ///< for Cast
        std::size_t name = 0; ///< for Renamed: its offset in `names`
        std::size_t nameSize = 0;

        bool operator==(const Entry&) const = default;
    };

    std::vector<Entry> entries; ///< sorted by tensor, then by kind
    std::string names;
    std::array<std::uint64_t, 3> counts{}; ///< indexed by kind
    SizeChange sizes;

    std::string_view nameOf(const Entry& entry) const
    {
        return std::string_view(names).substr(entry.name, entry.nameSize);
    }
    std::span<const Entry> of(std::uint32_t tensor) const
    {
        const auto begin = std::ranges::lower_bound(entries, tensor, {}, &Entry::tensor);
        auto end = begin; // a tensor has at most a few
        while (end != entries.end() && end->tensor == tensor)
            ++end;
        return {begin, end};
    }
    void add(Entry entry, const Tensor& tensor)
    {
        TensorEdit edit;
        if (entry.kind == ChangeKind::Cast)
            edit.dtype = entry.dtype;
        edit.isDeleted = entry.kind == ChangeKind::Deleted;
        sizes.add(loupe::sizeChange(tensor, edit));
        entries.push_back(entry);
        ++counts[static_cast<std::size_t>(entry.kind)];
    }
};

void SizeChange::add(const SizeChange& other)
{
    before = saturatingAdd(before, other.before);
    after = saturatingAdd(after, other.after);
    deletedElements = saturatingAdd(deletedElements, other.deletedElements);
}

std::uint64_t SizeChange::saved(std::uint64_t now) const
{
    return saturatingAdd(now - std::min(now, before), after);
}

SizeChange sizeChange(const Tensor& tensor, const TensorEdit& edit)
{
    if (edit.isDeleted)
        return {.before = fileBytes(tensor), .deletedElements = tensor.elements()};
    if (!edit.dtype)
        return {};
    return {.before = fileBytes(tensor), .after = valueBytes(tensor.shape, *edit.dtype)};
}

TensorDraft::TensorDraft(const TensorEdit& edit)
    : name(edit.name)
    , dtype(edit.dtype)
    , isDeleted(edit.isDeleted)
{
}

TensorDraft TensorDraft::deleted()
{
    TensorDraft draft;
    draft.isDeleted = true;
    return draft;
}

TensorEdits::TensorEdits(std::shared_ptr<const Checkpoint> checkpoint)
    : m_checkpoint(std::move(checkpoint))
{
    if (m_checkpoint)
        m_pages.resize((m_checkpoint->tensors.size() + pageTensors - 1) / pageTensors);
}

bool TensorEdits::operator==(const TensorEdits& other) const
{
    const auto samePage = [](const std::shared_ptr<const Page>& one, const std::shared_ptr<const Page>& another) {
        return one == another || (one && another && one->entries == another->entries && one->names == another->names);
    };
    return m_checkpoint == other.m_checkpoint && m_totals == other.m_totals
        && std::ranges::equal(m_pages, other.m_pages, samePage);
}

std::uint32_t TensorEdits::tensorCount() const
{
    return m_checkpoint ? static_cast<std::uint32_t>(m_checkpoint->tensors.size()) : 0;
}

TensorEdit TensorEdits::of(std::uint32_t tensor) const
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

std::string_view TensorEdits::nameOf(std::uint32_t tensor) const
{
    return of(tensor).name.value_or(m_checkpoint->tensors[tensor].name);
}

bool TensorEdits::isQuantized(std::uint32_t tensor) const
{
    return m_checkpoint->quantized && m_checkpoint->quantized->of(tensor);
}

DType TensorEdits::dtypeOf(std::uint32_t tensor) const
{
    return of(tensor).dtype.value_or(m_checkpoint->tensors[tensor].dtype);
}

std::string_view TensorEdits::dtypeNameOf(std::uint32_t tensor) const
{
    const auto dtype = of(tensor).dtype;
    return dtype ? dtypeName(*dtype) : m_checkpoint->dtypeName(tensor);
}

Change TensorEdits::change(std::uint64_t number) const
{
    const auto after = std::upper_bound(m_changesBefore.begin(), m_changesBefore.end(), number);
    const auto index = static_cast<std::size_t>(after - m_changesBefore.begin()) - 1;
    return changeOf(*m_pages[index], static_cast<std::size_t>(number - m_changesBefore[index]));
}

void TensorEdits::visitChanges(const std::function<void(const Change& change)>& use, const Work& work) const
{
    for (const auto& page : m_pages) {
        if (work.stopped())
            return;
        for (std::size_t i = 0; page && i < page->entries.size(); ++i)
            use(changeOf(*page, i));
    }
}

Change TensorEdits::changeOf(const Page& page, std::size_t number) const
{
    const Page::Entry& entry = page.entries[number];
    Change change{entry.kind, entry.tensor, m_checkpoint->tensors[entry.tensor].name, {}, {}};
    if (entry.kind == ChangeKind::Cast) {
        change.before = m_checkpoint->dtypeName(entry.tensor);
        change.after = dtypeName(entry.dtype);
        change.dtype = entry.dtype;
    } else {
        change.before = change.subject;
        if (entry.kind == ChangeKind::Renamed)
            change.after = page.nameOf(entry);
    }
    return change;
}

std::vector<std::uint32_t> TensorEdits::edit(std::span<const std::uint32_t> tensors, const Edit& edit, const Work& work)
{
    std::vector<std::uint32_t> changed;
    std::vector<TensorDraft> drafts;
    for (std::size_t next = 0; next < tensors.size() && !work.stopped();) {
        const std::uint32_t index = tensors[next] / pageTensors;
        const std::uint32_t firstTensor = index * pageTensors;
        drafts.assign(pageTensors, {});
        if (m_pages[index]) {
            for (const Page::Entry& entry : m_pages[index]->entries) {
                TensorDraft& draft = drafts[entry.tensor - firstTensor];
                if (entry.kind == ChangeKind::Renamed)
                    draft.name = m_pages[index]->nameOf(entry);
                else if (entry.kind == ChangeKind::Cast)
                    draft.dtype = entry.dtype;
                else
                    draft.isDeleted = true;
            }
        }
        for (; next < tensors.size() && tensors[next] / pageTensors == index; ++next) {
            if (edit(tensors[next], drafts[tensors[next] - firstTensor]))
                changed.push_back(tensors[next]);
        }
        m_pages[index] = pack(firstTensor, drafts);
    }
    count();
    return changed;
}

std::shared_ptr<const TensorEdits::Page> TensorEdits::pack(
    std::uint32_t firstTensor, std::span<const TensorDraft> drafts) const
{
    const auto page = std::make_shared<Page>();
    for (std::uint32_t i = 0; i < drafts.size(); ++i) {
        const std::uint32_t tensor = firstTensor + i;
        const TensorDraft& draft = drafts[i];
        if (!draft.isDeleted && !draft.name && !draft.dtype)
            continue;
        const Tensor& now = m_checkpoint->tensors[tensor];
        if (draft.isDeleted) {
            page->add({tensor, ChangeKind::Deleted, DType::Opaque, 0, 0}, now);
            continue;
        }
        if (draft.name && *draft.name != now.name) {
            page->add({tensor, ChangeKind::Renamed, DType::Opaque, page->names.size(), draft.name->size()}, now);
            page->names += *draft.name;
        }
        if (draft.dtype && (isQuantized(tensor) || *draft.dtype != now.dtype))
            page->add({tensor, ChangeKind::Cast, *draft.dtype, 0, 0}, now);
    }
    return page->entries.empty() ? nullptr : page;
}

void TensorEdits::count()
{
    m_totals = {};
    m_sizes = {};
    m_changesBefore.resize(m_pages.size());
    for (std::size_t i = 0; i < m_pages.size(); ++i) {
        m_changesBefore[i] = m_totals.ofTensors();
        if (!m_pages[i])
            continue;
        m_totals.renamed += m_pages[i]->counts[static_cast<std::size_t>(ChangeKind::Renamed)];
        m_totals.cast += m_pages[i]->counts[static_cast<std::size_t>(ChangeKind::Cast)];
        m_totals.deleted += m_pages[i]->counts[static_cast<std::size_t>(ChangeKind::Deleted)];
        m_sizes.add(m_pages[i]->sizes);
    }
}

} // namespace loupe
