#include "items/adapters/adapter_report.h"

#include "adapters/merge.h"
#include "adapters/resized_modules.h"
#include "formats/opening/open_checkpoint.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"
#include "items/language/plural.h"

#include <QCoreApplication>

#include <algorithm>

namespace loupe {

namespace {

class AdapterReportText {
    Q_DECLARE_TR_FUNCTIONS(loupe::AdapterReport)
};

const Format& anyFormat()
{
    return *findOutputFormat("safetensors")->checkpoint; // planOutput() sets that of the output
}

/// How many modules change how many tensors of the base.
QString changesText(const AdapterReport& report, const Recipe& recipe)
{
    const std::uint64_t tensors = std::ranges::count_if(recipe.items,
        [&](const RecipeItem& item) { return item.original().storage != report.base->tensors[item.tensor].storage; });
    const std::size_t modules = report.fitting();
    return AdapterReportText::tr("%1 module(s) change %2 of the base.", nullptr, pluralOf(modules))
        .arg(groupedCount(modules), tensorCountText(tensors));
}

QString unfitText(const AdapterReport& report, std::size_t unfit)
{
    constexpr std::size_t longest = 200;
    const auto first =
        std::ranges::find_if(report.targets, [](const AdapterTarget& target) { return target.fit != Fit::Fits; });
    const auto& module = report.adapter->modules[static_cast<std::size_t>(first - report.targets.begin())];
    return AdapterReportText::tr(
        "%1 module(s) do not fit the base and are not merged. The first is %2: %3.", nullptr, pluralOf(unfit))
        .arg(groupedCount(unfit), shortQString(module.name, longest), toQString(first->why));
}

AlikeModules alikeOf(const std::vector<AdapterModule>& modules)
{
    const auto areAlike = [&](const auto& figure) {
        return std::ranges::all_of(
            modules, [&](const AdapterModule& module) { return figure(module) == figure(modules.front()); });
    };
    const bool haveUpdates = areAlike([](const AdapterModule& module) { return module.hasUpdate(); });
    return {.kind = areAlike([](const AdapterModule& module) { return module.kind; }),
        .rank = haveUpdates && areAlike([](const AdapterModule& module) { return module.rank; }),
        .alpha = haveUpdates && areAlike([](const AdapterModule& module) { return module.alpha; }),
        .scale = haveUpdates && areAlike([](const AdapterModule& module) {
            return module.alpha ? std::optional(module.scale) : std::nullopt;
        })};
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
    const AlikeModules alike = alikeOf(adapter->modules);
    return std::make_shared<const AdapterReport>(
        AdapterReport{.adapter = std::make_shared<const Adapter>(std::move(*adapter)),
            .figures = std::move(*figures),
            .base = nullptr,
            .targets = {},
            .moduleNames = std::move(names),
            .targetNames = nullptr,
            .alike = alike});
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
        .targetNames = std::move(names),
        .alike = report->alike});
}

RecipeMaker mergedAdapter(AdapterReportPtr report, double strength)
{
    return [report = std::move(report), strength](const Work&) -> Result<WantedTensors> {
        for (std::size_t i = 0; i < report->targets.size(); ++i) {
            if (report->targets[i].fit == Fit::Fits && !report->figures[i].isFinite)
                return fail(notFinite(*report->adapter, report->adapter->modules[i], Remedy::WriteNonFinite));
        }
        auto recipe = mergeRecipe(report->adapter, report->targets, report->base, strength, anyFormat());
        if (!recipe)
            return fail(std::move(recipe.error()));
        WantedTensors wanted{.recipe = std::move(*recipe), .unread = {}};
        wanted.notes << changesText(*report, wanted.recipe);
        if (const std::size_t unfit = report->adapter->modules.size() - report->fitting(); unfit > 0)
            wanted.remarks << unfitText(*report, unfit);
        if (const std::size_t others = report->adapter->others.size(); others > 0) {
            wanted.remarks << AdapterReportText::tr(
                "%1 tensor(s) of the adapter belong to no module and are not merged.", nullptr, pluralOf(others))
                                  .arg(groupedCount(others));
        }
        return wanted;
    };
}

} // namespace loupe
