#include "app/cli/lora/lora_output.h"
#include "app/cli/lora/lora_writing.h"
#include "app/cli/progress_bar.h"
#include "app/cli/verbs.h"

namespace loupe {

namespace {

/// The norms of the weights that modules change, if requested.
Result<std::vector<double>> normsOfBase(const LoraOptions& options, const LoraReport& report, const Session& session)
{
    std::vector<double> norms;
    if (!options.share)
        return norms;
    std::vector<std::uint32_t> tensors;
    for (const AdapterTarget& target : report.targets) {
        if (target.fit == Fit::Fits)
            tensors.push_back(*target.tensor);
    }
    if (const auto allowed = session.allowFetching(remoteBytes(*report.base, tensors), report.base->path); !allowed)
        return fail(allowed.error());
    const auto expected = expectTensors(*report.base, tensors, {.purpose = Reading::Purpose::Scan});
    norms.resize(report.targets.size());
    for (std::size_t i = 0; i < norms.size(); ++i) {
        const AdapterTarget& target = report.targets[i];
        if (target.fit != Fit::Fits)
            continue;
        const auto norm = normOfRows(report.base, *target.tensor, target.firstRow, target.rows, session.work());
        if (!norm)
            return fail(norm.error());
        norms[i] = *norm;
    }
    return norms;
}

/// Whether something is wrong, without a report. Values on other machines are read only with --yes.
ExitStatus lookQuietly(const LoraOptions& options, const LoraReport& report, const Session& session)
{
    if (!report.isSound())
        return ExitStatus::No;
    if (!options.common.yes && remoteBytes(*report.adapter.checkpoint) > 0)
        return ExitStatus::Done;
    const auto areFinite = areUpdatesFinite(report.adapter, session.work());
    if (!areFinite)
        return session.reportAsAnswer(areFinite.error());
    return *areFinite ? ExitStatus::Done : ExitStatus::No;
}

ExitStatus look(const LoraOptions& options, const Adapter& adapter, const Session& session)
{
    LoraReport report{adapter, nullptr, {}, {}, {}};
    if (!options.base.empty()) {
        auto base = session.open(options.base);
        if (!base)
            return session.reportAsAnswer(base.error());
        report.base = std::move(*base);
        report.targets = fitToBase(adapter, *report.base);
    }
    if (options.common.quiet && !options.common.json)
        return lookQuietly(options, report, session);
    const std::uint64_t remote = remoteBytes(*adapter.checkpoint);
    if (const auto allowed = session.allowFetching(remote, adapter.checkpoint->path); !allowed) {
        session.reportAsAnswer(allowed.error());
        return ExitStatus::Usage;
    }
    auto figures = updateFigures(adapter, session.work());
    if (!figures)
        return session.reportAsAnswer(figures.error());
    report.figures = std::move(*figures);
    auto norms = normsOfBase(options, report, session);
    if (!norms)
        return session.reportAsAnswer(norms.error());
    report.baseNorms = std::move(*norms);
    if (options.common.json) {
        JsonWriter json = session.json();
        writeLora(json, report);
    } else {
        session.print(loraText(report, session.style()));
    }
    return report.isSound() ? ExitStatus::Done : ExitStatus::No;
}

} // namespace

ExitStatus run(const LoraOptions& options, const Session& session)
{
    auto opened = session.open(options.path);
    if (!opened)
        return session.reportAsAnswer(opened.error());
    auto adapter = readAdapter(std::move(*opened), options.alpha, session.work());
    if (!adapter)
        return session.reportAsAnswer(adapter.error());
    if (options.writing.output.empty()) {
        return options.rewriting.resizes() ? estimateLora(options, *adapter, session)
                                           : look(options, *adapter, session);
    }
    return writeLora(options, std::make_shared<const Adapter>(std::move(*adapter)), session);
}

} // namespace loupe
