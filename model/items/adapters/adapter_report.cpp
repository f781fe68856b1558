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
    return std::make_shared<const AdapterReport>(
        AdapterReport{std::make_shared<const Adapter>(std::move(*adapter)), std::move(*figures), nullptr, {}});
}

Result<AdapterReportPtr> withBase(AdapterReportPtr report, const std::filesystem::path& base, const Work& work)
{
    auto opened = openCheckpoint(base, work);
    if (!opened)
        return fail(std::move(opened.error()));
    auto targets = fitToBase(*report->adapter, **opened);
    return std::make_shared<const AdapterReport>(
        AdapterReport{report->adapter, report->figures, std::move(*opened), std::move(targets)});
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
