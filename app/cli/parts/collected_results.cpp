#include "app/cli/parts/collected_results.h"

#include "core/text/quote.h"

#include <algorithm>

namespace loupe {

CollectedResults::CollectedResults(std::vector<PartFile> parts)
    : m_parts(std::move(parts))
{
    std::ranges::sort(m_parts, {}, &PartFile::part);
    std::size_t entries = 0;
    for (const PartFile& part : m_parts)
        entries += part.entries.size();
    if (entries != run().units) // not validated yet
        return;
    m_entries.resize(entries);
    for (const PartFile& part : m_parts) {
        for (const PartFile::Entry& entry : part.entries)
            m_entries[entry.unit] = &entry;
    }
}

Result<> CollectedResults::check(const PartPlan& plan) const
{
    PartFile now = run();
    now.inputs = plan.inputs;
    const std::vector<WorkPiece> pieces = divided(plan.units, run().of);
    now.units = pieces.size();
    now.plan = planDigest(plan.units);
    now.entries.clear();
    if (const std::string difference = otherRun(now, run()); !difference.empty())
        return fail(ErrorCode::Changed, "has changed since the parts were computed: " + difference,
            plan.inputs.empty() ? "" : plan.inputs.front().path);
    const auto lacks =
        fail(ErrorCode::Malformed, "the parts lack results or repeat them, expected files written with --part");
    if (m_entries.size() != pieces.size())
        return lacks;
    for (const PartFile& part : m_parts) {
        for (const PartFile::Entry& entry : part.entries) {
            const WorkPiece& piece = pieces[entry.unit];
            if (piece.part + 1 != part.part || piece.range != entry.range || m_entries[entry.unit] != &entry)
                return lacks;
        }
    }
    m_firstPieces.clear();
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (m_firstPieces.size() <= pieces[i].unit)
            m_firstPieces.push_back(i);
    }
    m_firstPieces.push_back(pieces.size());
    return {};
}

std::span<const PartFile::Entry* const> CollectedResults::entriesOf(std::size_t unit) const
{
    return std::span(m_entries).subspan(m_firstPieces[unit], m_firstPieces[unit + 1] - m_firstPieces[unit]);
}

std::vector<std::string_view> CollectedResults::recordsOf(std::size_t unit) const
{
    std::vector<std::string_view> records;
    for (const PartFile::Entry* const entry : entriesOf(unit))
        records.emplace_back(entry->record);
    return records;
}

template <typename Value>
Result<Value> CollectedResults::sound(std::optional<Value> value, std::size_t unit) const
{
    if (value)
        return std::move(*value);
    return fail(ErrorCode::Malformed, "a part has no valid result of " + quote(entriesOf(unit).front()->name));
}

Result<Result<Summary>> CollectedResults::summary(
    std::size_t unit, const Tensor& tensor, const SummaryOptions& options) const
{
    return sound(isCut(unit) ? summaryOfRanges(recordsOf(unit), tensor, options, m_texts)
                             : summaryOf(record(unit), tensor.elements(), options.quantiles.size(), m_texts),
        unit);
}

Result<TensorLook> CollectedResults::look(
    std::size_t unit, const Checkpoint& checkpoint, std::uint32_t tensor, bool hasDigest) const
{
    const std::uint64_t elements = checkpoint.tensors[tensor].elements();
    return sound(isCut(unit) ? lookOfRanges(recordsOf(unit), checkpoint, tensor, hasDigest, m_texts)
                             : lookOf(record(unit), elements, checkpoint.files.size(), m_texts),
        unit);
}

Result<PairOutcome> CollectedResults::outcome(std::size_t unit, std::optional<std::uint64_t> elements) const
{
    return sound(outcomeOf(record(unit), elements, m_texts), unit);
}

Result<PairOutcome> CollectedResults::outcome(
    std::size_t unit, const Tensor& a, const Tensor& b, const std::optional<Tolerance>& tolerance) const
{
    return sound(outcomeOfRanges(recordsOf(unit), a, b, tolerance, m_texts), unit);
}

Result<Result<std::string>> CollectedResults::digest(std::size_t unit) const
{
    return sound(digestOf(record(unit), m_texts), unit);
}

} // namespace loupe
