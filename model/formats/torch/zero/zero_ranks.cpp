#include "formats/torch/zero/zero_ranks.h"

#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>

namespace loupe::torch {

namespace {

constexpr std::string_view valueError = "ValueError";
/// Findings name at most this many missing files. The total follows from the number of ranks.
constexpr std::uint64_t mostMissingNamed = 100;

/// The name of the file of another rank.
std::string siblingOf(const ZeroName& name, std::uint64_t rank)
{
    constexpr std::string_view word = "zero_pp_rank_";
    const std::size_t begin = name.name.find(word) + word.size();
    const std::size_t end = name.name.find_first_not_of("0123456789", begin);
    return name.name.substr(0, begin) + std::to_string(rank) + name.name.substr(end);
}

/// Calls `visitor(rank)` for the ranks below `ranks` that are not in `files`, in order, at most mostMissingNamed times.
template <typename File, typename Visitor>
void eachMissing(const std::vector<File>& files, std::uint64_t ranks, Visitor&& visitor)
{
    auto file = files.begin();
    std::uint64_t named = 0;
    for (std::uint64_t rank = 0; rank < ranks && named < mostMissingNamed; ++rank) {
        while (file != files.end() && file->name.rank < rank)
            ++file;
        if (file != files.end() && file->name.rank == rank)
            continue;
        visitor(rank);
        ++named;
    }
}

class RankChecker {
public:
    RankChecker(ZeroPart& part, Findings& findings)
        : m_part(part)
        , m_findings(findings)
    {
    }

    ZeroWorld check()
    {
        const auto first = std::ranges::find_if(m_part.optimizers,
            [](const ZeroOptimizerFile& file) { return file.isWhole && !file.states.masters.empty(); });
        if (first != m_part.optimizers.end()) {
            m_world.ranks = first->states.partitions;
            m_world.stage = first->states.stage;
            m_world.isByParameter = first->states.isByParameter;
        }
        m_world.isWhole = m_world.ranks > 0;
        checkModels();
        if (first != m_part.optimizers.end() && m_world.ranks == 0)
            report("partition-count", "file " + quote(first->name.name) + " does not say how many ranks wrote");
        if (m_world.ranks > 0)
            checkFiles();
        checkAgreement();
        return m_world;
    }

private:
    void report(std::string_view code, std::string message, std::string_view refusedAs = {},
        Severity severity = Severity::Error)
    {
        m_findings.add({.severity = severity,
            .code = code,
            .message = std::move(message),
            .refusedAs = refusedAs,
            .file = Finding::noFile});
    }

    void checkModels()
    {
        if (m_part.models.empty()) {
            const bool isSplit = m_world.isByParameter && !m_part.optimizers.empty();
            const std::string name =
                (isSplit ? "zero_pp_rank_0_" : "") + modelRankName(m_part.modelRank) + "_model_states.pt";
            report("model-states-missing",
                "there is no file " + quote(name) + ", which has the names and shapes of the parameters",
                "FileNotFoundError");
            return;
        }
        if (!m_part.models.front().name.rank)
            return;
        eachMissing(m_part.models, m_world.ranks, [&](std::uint64_t rank) {
            report("model-states-missing",
                "there is no file " + quote(siblingOf(m_part.models.front().name, rank))
                    + ", which has pieces of frozen parameters where there are any",
                valueError, Severity::Warning);
        });
    }

    void checkFiles()
    {
        const std::size_t all = m_part.optimizers.size() + m_part.doubled.size();
        std::uint64_t missing = 0;
        const ZeroName sibling = m_part.optimizers.front().name;
        const auto isLeft = [&](const ZeroOptimizerFile& file) { return *file.name.rank >= m_world.ranks; };
        const auto reportLeft = [&](const std::string& name, const std::string& why) {
            report("unexpected-rank-file", "file " + quote(name) + ' ' + why, valueError, Severity::Warning);
        };
        for (const ZeroOptimizerFile& file : m_part.optimizers) {
            if (isLeft(file)) {
                reportLeft(file.name.name,
                    "is of rank " + formatCount(*file.name.rank) + ", but " + counted(m_world.ranks, "rank")
                        + " wrote this checkpoint: it may be left from a larger run, and is not read");
            }
        }
        for (const std::string& name : m_part.doubled)
            reportLeft(name, "is of a rank that has another file: it is not read");
        std::erase_if(m_part.optimizers, isLeft);
        eachMissing(m_part.optimizers, m_world.ranks, [&](std::uint64_t rank) {
            ++missing;
            report("missing-rank-file",
                "there is no file " + quote(siblingOf(sibling, rank)) + ", but " + counted(m_world.ranks, "rank")
                    + " wrote this checkpoint",
                valueError);
        });
        m_world.isWhole = m_world.isWhole && missing == 0;
        if (all != m_world.ranks) {
            report("rank-count-mismatch",
                counted(all, "file") + " of optim_states, expected " + formatCount(m_world.ranks)
                    + ", one for each rank",
                valueError, missing > 0 ? Severity::Error : Severity::Warning);
        }
    }

    void checkAgreement()
    {
        const auto stepped = std::ranges::find_if(m_part.optimizers,
            [](const ZeroOptimizerFile& file) { return file.isWhole && file.states.step.has_value(); });
        for (const ZeroOptimizerFile& file : m_part.optimizers) {
            m_world.isWhole = m_world.isWhole && file.isWhole;
            if (!file.isWhole)
                continue; // a finding about the archive says so
            if (file.states.partitions != m_world.ranks) {
                m_world.isWhole = false;
                report("partition-count-differs",
                    "file " + quote(file.name.name) + " says that " + formatCount(file.states.partitions)
                        + " ranks wrote, others say " + formatCount(m_world.ranks)
                        + ": it is of another run, so that no parameter can be put together");
            }
            if (file.states.stage != m_world.stage || file.states.isByParameter != m_world.isByParameter) {
                m_world.isWhole = false;
                report("stage-differs",
                    "file " + quote(file.name.name) + " is of " + stageText(file.states.stage) + ", others are of "
                        + stageText(m_world.stage) + ": no parameter can be put together");
            }
            if (file.states.step && file.states.step != stepped->states.step) {
                report("steps-differ",
                    "file " + quote(file.name.name) + " is of step " + formatCount(*file.states.step)
                        + " of the optimizer, file " + quote(stepped->name.name) + " of step "
                        + formatCount(*stepped->states.step)
                        + ": the ranks may have saved at different times, as after a crash",
                    {}, Severity::Warning);
            }
        }
    }

    static std::string stageText(std::optional<std::uint64_t> stage)
    {
        return stage ? "stage " + formatCount(*stage) : "no stage";
    }

    ZeroPart& m_part;
    Findings& m_findings;
    ZeroWorld m_world;
};

} // namespace

ZeroWorld checkZeroRanks(ZeroPart& part, Findings& findings)
{
    return RankChecker(part, findings).check();
}

} // namespace loupe::torch
