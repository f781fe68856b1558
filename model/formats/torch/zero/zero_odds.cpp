#include "formats/torch/zero/zero_odds.h"

#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>

namespace loupe::torch {

namespace {

ZeroFit sumOfFits(const ZeroFits& fits)
{
    ZeroFit sum;
    for (const auto& [parameter, fit] : fits)
        sum.add(fit);
    return sum;
}

} // namespace

ZeroOdds::ZeroOdds(const ZeroPart& part, const ZeroModelFile& model, ZeroCopies& copies, ZeroTensors& tensors)
    : m_part(part)
    , m_model(model)
    , m_begin(part.prefix + zeroCopyBegin(model.states))
    , m_copies(copies)
    , m_tensors(tensors)
{
}

void ZeroOdds::add(std::size_t group, const std::vector<ZeroPiece>& ranks)
{
    Group& added = m_groups.emplace_back();
    added.number = group;
    std::uint64_t begin = 0;
    for (const ZeroPiece& numbers : ranks) {
        added.ranks.push_back(m_copies.compare(m_model.states.groups[group], m_begin, m_tensors, begin, numbers));
        begin += numbers.range.size() / (bitsPerElement(DType::F32) / 8);
    }
    added.isExchanged = isExchanged(group, ranks, added.ranks);
}

bool ZeroOdds::isExchanged(std::size_t group, const std::vector<ZeroPiece>& ranks, const std::vector<ZeroFits>& fits)
{
    constexpr std::size_t mostLookedAt = 4; // since each is compared with all places
    std::size_t looked = 0;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        if (!sumOfFits(fits[rank]).isOfAnother() || looked++ == mostLookedAt)
            continue;
        std::uint64_t begin = 0;
        for (std::size_t place = 0; place < ranks.size(); ++place) {
            const ZeroFits there = place == rank
                ? ZeroFits()
                : m_copies.compare(m_model.states.groups[group], m_begin, m_tensors, begin, ranks[rank]);
            const ZeroFit fit = sumOfFits(there);
            if (fit.compared > 0 && 4 * fit.different <= fit.compared)
                return true;
            begin += ranks[place].range.size() / (bitsPerElement(DType::F32) / 8);
        }
    }
    return false;
}

bool ZeroOdds::allDisagree() const
{
    std::vector<ZeroFit> ranks(m_part.optimizers.size());
    std::set<std::size_t> odd;
    for (const Group& group : m_groups) {
        if (group.isExchanged)
            return false;
        for (std::size_t rank = 0; rank < group.ranks.size(); ++rank) {
            const ZeroFit fit = sumOfFits(group.ranks[rank]);
            ranks[rank].add(fit);
            if (fit.isOfAnother())
                odd.insert(rank);
        }
    }
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        if (ranks[rank].compared > 0 && !odd.contains(rank))
            return false;
    }
    return odd.size() > 1 || (odd.size() == 1 && ranks.size() == 1);
}

std::set<ZeroOdds::Parameter> ZeroOdds::oddParameters() const
{
    std::set<Parameter> odd;
    for (const Group& group : m_groups) {
        std::map<std::size_t, std::pair<std::size_t, std::size_t>> ranks; // that disagree, that were compared
        for (const ZeroFits& fits : group.ranks) {
            for (const auto& [parameter, fit] : fits) {
                ranks[parameter].first += fit.isOfAnother() ? 1 : 0;
                ranks[parameter].second += fit.compared > 0 ? 1 : 0;
            }
        }
        for (const auto& [parameter, counts] : ranks) {
            if (!group.isExchanged && counts.second > 1 && counts.first == counts.second)
                odd.emplace(group.number, parameter);
        }
    }
    return odd;
}

void ZeroOdds::judge(std::vector<bool>& isForeign, Findings& findings) const
{
    std::set<Parameter> odd;
    if (allDisagree()) {
        for (const Group& group : m_groups) {
            for (const ZeroFits& fits : group.ranks) {
                for (const auto& [parameter, fit] : fits) {
                    if (fit.isOfAnother())
                        odd.emplace(group.number, parameter);
                }
            }
        }
        return reportOdd(odd, findings);
    }
    odd = oddParameters();
    reportOdd(odd, findings);
    for (const Group& group : m_groups) {
        for (std::size_t rank = 0; rank < group.ranks.size(); ++rank) {
            ZeroFit fit;
            for (const auto& [parameter, own] : group.ranks[rank]) {
                if (!odd.contains({group.number, parameter}))
                    fit.add(own);
            }
            if (!fit.isOfAnother() || isForeign[rank])
                continue;
            isForeign[rank] = true;
            reportForeign(rank, group.number, fit, findings);
        }
    }
}

void ZeroOdds::reportForeign(std::size_t rank, std::size_t group, const ZeroFit& fit, Findings& findings) const
{
    findings.add({.code = "copies-differ",
        .message = "file " + quote(m_part.optimizers[rank].name.name) + ": " + formatCount(fit.different) + " of "
            + counted(fit.compared, "number") + " looked at in group " + formatCount(group)
            + " are not those of the weights in low precision in " + quote(m_model.name.name)
            + ", even rounded: one of the files is of another rank or run. Put the file of rank " + formatCount(rank)
            + " of this step in its place; what it holds has no values here",
        .refusedAs = "ValueError"});
}

void ZeroOdds::reportOdd(const std::set<Parameter>& odd, Findings& findings) const
{
    if (odd.empty())
        return;
    const auto& [group, parameter] = *odd.begin();
    const std::string name = m_part.prefix + m_model.states.groups[group][parameter].name;
    findings.add({.severity = Severity::Warning,
        .code = "copies-differ",
        .message = "file " + quote(m_model.name.name) + " has other weights in low precision than all ranks have: of "
            + counted(odd.size(), "parameter") + " looked at, such as " + quote(name)
            + ", no rank has the same numbers, even rounded. They may be of another step, or were changed after the "
              "run. Both are shown as they are",
        .tensor = name,
        .aboutTensor = true});
}

} // namespace loupe::torch
