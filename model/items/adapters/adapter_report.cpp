#include "items/adapters/adapter_report.h"

#include "adapters/merge.h"
#include "formats/opening/open_checkpoint.h"

#include <algorithm>

namespace loupe {

namespace {

const Format& anyFormat()
{
    return *findOutputFormat("safetensors")->checkpoint; // planOutput() sets that of the output
}

} // namespace

std::size_t AdapterReport::fitting() const
{
    return static_cast<std::size_t>(
        std::ranges::count_if(targets, [](const AdapterTarget& target) { return target.fit == Fit::Fits; }));
}

Result<AdapterReportPtr> readReport(const std::shared_ptr<const Checkpoint>& checkpoint, const Work& work)
{
    auto adapter = readAdapter(checkpoint, {}, work);
    if (!adapter)
        return fail(std::move(adapter.error()));
    auto figures = updateFigures(*adapter, work);
    if (!figures)
        return fail(std::move(figures.error()));
    auto names = std::make_shared<NamePatterns>();
    for (const AdapterModule& module : adapter->modules)
        names->add(module.name);
    return std::make_shared<const AdapterReport>(
        AdapterReport{.adapter = std::make_shared<const Adapter>(std::move(*adapter)),
            .figures = std::move(*figures),
            .base = nullptr,
            .targets = {},
            .moduleNames = std::move(names),
            .targetNames = nullptr});
}

Result<AdapterReportPtr> withBase(AdapterReportPtr report, const std::filesystem::path& base, const Work& work)
{
    auto opened = openCheckpoint(base, work);
    if (!opened)
        return fail(std::move(opened.error()));
    auto targets = fitToBase(*report->adapter, **opened);
    auto names = std::make_shared<NamePatterns>();
    for (const AdapterTarget& target : targets) {
        if (target.fit == Fit::Fits)
            names->add((*opened)->tensors[*target.tensor].name);
    }
    return std::make_shared<const AdapterReport>(AdapterReport{.adapter = report->adapter,
        .figures = report->figures,
        .base = std::move(*opened),
        .targets = std::move(targets),
        .moduleNames = report->moduleNames,
        .targetNames = std::move(names)});
}

RecipeMaker mergedAdapter(AdapterReportPtr report)
{
    return [report = std::move(report)](const Work&) -> Result<WantedTensors> {
        auto recipe = mergeRecipe(report->adapter, report->targets, report->base, 1, anyFormat());
        if (!recipe)
            return fail(std::move(recipe.error()));
        return WantedTensors{.recipe = std::move(*recipe), .unread = {}};
    };
}

} // namespace loupe
