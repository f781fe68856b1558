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
    if (entries != run().units) // a number that no one has checked yet
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
    now.units = plan.units.size();
    now.plan = planDigest(plan.units);
    now.entries.clear();
    if (const std::string difference = otherRun(now, run()); !difference.empty())
        return fail(ErrorCode::Changed, "is not what the parts were made of: " + difference,
            plan.inputs.empty() ? "" : plan.inputs.front().path);
    const std::vector<std::uint32_t> partOf = divided(plan.units, run().of);
    const auto lacks = fail(ErrorCode::Malformed, "the parts do not have each result once, expected what --part wrote");
    if (m_entries.size() != partOf.size())
        return lacks;
    for (const PartFile& part : m_parts) {
        for (const PartFile::Entry& entry : part.entries) {
            if (partOf[entry.unit] + 1 != part.part || m_entries[entry.unit] != &entry)
                return lacks;
        }
    }
    return {};
}

template <typename Value>
Result<Value> CollectedResults::sound(std::optional<Value> value, std::size_t unit) const
{
    if (value)
        return std::move(*value);
    return fail(ErrorCode::Malformed, "a part has no sound result of " + quote(m_entries[unit]->name));
}

Result<Result<Summary>> CollectedResults::summary(std::size_t unit, std::uint64_t elements, std::size_t quantiles) const
{
    return sound(summaryOf(m_entries[unit]->record, elements, quantiles, m_texts), unit);
}

Result<TensorLook> CollectedResults::look(std::size_t unit, std::uint64_t elements, std::size_t files) const
{
    return sound(lookOf(m_entries[unit]->record, elements, files, m_texts), unit);
}

Result<PairOutcome> CollectedResults::outcome(std::size_t unit, std::optional<std::uint64_t> elements) const
{
    return sound(outcomeOf(m_entries[unit]->record, elements, m_texts), unit);
}

Result<Result<std::string>> CollectedResults::digest(std::size_t unit) const
{
    return sound(digestOf(m_entries[unit]->record, m_texts), unit);
}

} // namespace loupe
