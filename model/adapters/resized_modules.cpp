#include "adapters/resized_modules.h"

#include "adapters/cut_factors.h"
#include "adapters/update_figures.h"
#include "core/text/quote.h"

namespace loupe {

Error notFinite(const Adapter& adapter, const AdapterModule& module)
{
    return {ErrorCode::Unsupported, "the factors of " + quote(module.name) + " hold NaN or infinity",
        adapter.checkpoint->path.string(), {}};
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
            return fail(notFinite(adapter, module));
        if (ofModule.singularValues.empty())
            return fail(tooLargeToCut(module.rank));
        const std::size_t kept = ofModule.keptRank(options.rank, options.energy);
        resized.push_back({i, kept, ofModule.energy(kept)});
    }
    return resized;
}

} // namespace loupe
