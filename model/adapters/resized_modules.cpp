#include "adapters/resized_modules.h"

#include "adapters/updates/cut_factors.h"
#include "adapters/updates/update_figures.h"
#include "core/text/quote.h"

#include <algorithm>
#include <map>
#include <string>

namespace loupe {

Error notFinite(const Adapter& adapter, const AdapterModule& module, Remedy remedy)
{
    return {ErrorCode::Unsupported, "module " + quote(module.name) + " has NaN or infinite values",
        adapter.checkpoint->path.string(), {}, remedy};
}

std::string whyNotResized(const AdapterModule& module)
{
    if (!module.isComputable())
        return module.problem;
    if (!module.hasUpdate() || module.hasFactors())
        return {};
    return "is " + std::string(module.kind) + ", whose rank cannot be reduced";
}

Remedy resizeRemedy(const AdapterModule& module)
{
    return module.isComputable() && module.hasUpdate() && !module.hasFactors() ? Remedy::ExtractAdapter : Remedy::None;
}

Error nothingToResize(const Adapter& adapter)
{
    const auto problem = std::ranges::find_if(
        adapter.modules, [](const AdapterModule& module) { return !whyNotResized(module).empty(); });
    return {ErrorCode::Unsupported,
        "no module has factors that can be resized"
            + (problem == adapter.modules.end() ? std::string()
                                                : ": " + quote(problem->name) + ' ' + whyNotResized(*problem)),
        adapter.checkpoint->path.string(), {},
        problem == adapter.modules.end() ? Remedy::None : resizeRemedy(*problem)};
}

bool canResize(const Adapter& adapter)
{
    return std::ranges::any_of(
        adapter.modules, [](const AdapterModule& module) { return module.isComputable() && module.hasFactors(); });
}

Result<std::vector<RewrittenModule>> resizedModules(
    const Adapter& adapter, const RewriteOptions& options, const Work& work)
{
    const auto figures = updateFigures(adapter, work);
    if (!figures)
        return fail(figures.error());
    std::vector<RewrittenModule> resized;
    for (std::size_t i = 0; i < adapter.modules.size(); ++i) {
        const AdapterModule& module = adapter.modules[i];
        const UpdateFigures& ofModule = (*figures)[i];
        if (!module.isComputable() || !module.hasFactors())
            continue;
        if (!ofModule.isFinite)
            return fail(notFinite(adapter, module, Remedy::DropTensors));
        if (ofModule.singularValues.empty())
            return fail(tooLargeToCut(module.rank));
        const std::size_t kept = ofModule.keptRank(options.rank, options.energy);
        resized.push_back({i, kept, ofModule.energy(kept)});
    }
    if (resized.empty())
        return fail(nothingToResize(adapter));
    // Settings have one rank for the parameters of a module: the largest that one of them needs.
    std::map<std::vector<std::string>, std::uint64_t> ranks;
    for (const RewrittenModule& one : resized) {
        std::uint64_t& rank = ranks[adapter.modules[one.module].parameters];
        rank = std::max(rank, one.rank);
    }
    for (RewrittenModule& one : resized) {
        const auto& parameters = adapter.modules[one.module].parameters;
        if (parameters.size() < 2)
            continue;
        one.rank = std::min(ranks[parameters], adapter.modules[one.module].rank);
        one.energy = (*figures)[one.module].energy(one.rank);
    }
    return resized;
}

} // namespace loupe
