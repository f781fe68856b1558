#include "items/adapters/computed_adapter.h"

#include "adapters/computed_tensors.h"
#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"
#include "items/language/plural.h"

#include <QCoreApplication>

#include <algorithm>
#include <span>
#include <system_error>

namespace loupe {

namespace {

class ComputedAdapterText {
    Q_DECLARE_TR_FUNCTIONS(loupe::ComputedAdapter)
};

const Format& formatForNow()
{
    return *findOutputFormat("safetensors")->checkpoint; // planOutput() sets that of the output
}

/// Where factors lie until they are written: with the checkpoint, where files can be made there.
std::filesystem::path folderBeside(const std::filesystem::path& path)
{
    std::error_code ignored;
    return scratchFolder(std::filesystem::is_directory(path, ignored) ? path : path.parent_path());
}

QString shortName(const std::string& name)
{
    constexpr std::size_t longest = 200;
    return shortQString(name, longest);
}

LeftOut leftOutOf(const std::vector<LostChange>& lost)
{
    LeftOut left;
    if (lost.empty())
        return left;
    left.text = ComputedAdapterText::tr(
        "%1 tensor(s) differ and are not in the adapter. The first is %2 (%3).", nullptr, pluralOf(lost.size()))
                    .arg(groupedCount(lost.size()), shortName(lost.front().tensor), toQString(lost.front().why));
    const std::size_t listed = std::min(lost.size(), LeftOut::mostListed);
    for (const LostChange& change : std::span(lost).first(listed))
        left.list << QStringLiteral("%1 %2").arg(shortName(change.tensor), toQString(printable(change.why)));
    left.unlisted = lost.size() - listed;
    left.namesAll = lost.size() == 1;
    return left;
}

} // namespace

double ComputedAdapter::energy() const
{
    double all = 0;
    double kept = 0;
    for (const KeptModule& module : modules) {
        const double square = module.norm * module.norm;
        all += square;
        kept += square * module.energy;
    }
    return all > 0 ? kept / all : 1;
}

Result<ComputedAdapterPtr> rewrittenAdapter(
    const AdapterReport& report, const RewriteOptions& options, const Work& work)
{
    const Adapter& adapter = *report.adapter;
    auto rewritten = rewriteAdapter(
        adapter, options, report.base, report.targets, formatForNow(), folderBeside(adapter.checkpoint->path), work);
    if (!rewritten)
        return fail(std::move(rewritten.error()));
    auto computed = std::make_shared<ComputedAdapter>();
    computed->recipe = std::move(rewritten->recipe);
    computed->config = std::move(rewritten->config);
    computed->of = adapter.checkpoint->path;
    std::uint64_t smaller = 0;
    for (const RewrittenModule& module : rewritten->modules) {
        const AdapterModule& before = adapter.modules[module.module];
        smaller += module.rank < before.rank ? 1 : 0;
        computed->modules.push_back(
            {before.name, before.rank, module.rank, report.figures[module.module].norm, module.energy});
    }
    if (options.resizes()) {
        const std::size_t all = computed->modules.size();
        computed->notes << (smaller == all
                ? ComputedAdapterText::tr("All %1 module(s) shrink.", nullptr, pluralOf(all)).arg(groupedCount(all))
                : ComputedAdapterText::tr("%1 of %2 module(s) shrink.", nullptr, pluralOf(all))
                      .arg(groupedCount(smaller), groupedCount(all)));
    }
    if (options.spelling) {
        computed->notes << ComputedAdapterText::tr("%1 names instead of %2 names.")
                               .arg(toQString(spellingTitle(*options.spelling)),
                                   toQString(spellingTitle(adapter.spelling)));
    }
    return computed;
}

Result<ComputedAdapterPtr> extractedAdapter(const std::shared_ptr<const Checkpoint>& base,
    const std::shared_ptr<const Checkpoint>& tuned, const ExtractOptions& options, const Work& work)
{
    auto extraction = extractAdapter(base, tuned, options, formatForNow(), folderBeside(tuned->path), work);
    if (!extraction)
        return fail(std::move(extraction.error()));
    auto computed = std::make_shared<ComputedAdapter>();
    computed->recipe = std::move(extraction->recipe);
    computed->config = std::move(extraction->config);
    for (ExtractedModule& module : extraction->modules)
        computed->modules.push_back({std::move(module.tensor), std::nullopt, module.rank, module.norm, module.energy});
    computed->notes << ComputedAdapterText::tr(
        "%1 tensor(s) are the same in both.", nullptr, pluralOf(extraction->unchanged))
                           .arg(groupedCount(extraction->unchanged));
    computed->leftOut = leftOutOf(extraction->lost);
    return computed;
}

RecipeMaker recipeOf(ComputedAdapterPtr adapter)
{
    return [adapter = std::move(adapter)](const Work&) -> Result<WantedTensors> {
        return WantedTensors{.recipe = adapter->recipe,
            .unread = {},
            .leftOut = adapter->leftOut,
            .notes = adapter->notes,
            .adapterConfig = adapter->config,
            .adapter = adapter->of};
    };
}

} // namespace loupe
