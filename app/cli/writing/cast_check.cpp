#include "app/cli/writing/cast_check.h"

#include "core/checked_math.h"
#include "core/text/text.h"

namespace loupe {

Result<OverflowReport> checkOverflow(
    std::span<const RecipeItem> items, bool force, std::uint64_t writing, ProgressBar& bar, const Session& session)
{
    const std::uint64_t reading = overflowWork(items);
    bar.expect(saturatingAdd(reading, writing));
    if (reading == 0)
        return OverflowReport();
    bar.beginStep(reading);
    const auto costs = overflowCosts(items, session.work(&bar.progress()));
    if (!costs)
        return fail(costs.error());
    OverflowReport report = overflowReport(items, *costs);
    if (auto allowed = force ? Result<>() : checkOverflow(report); !allowed) {
        Error error = std::move(allowed.error());
        error.message += "; use --force to write it, or a --dtype that holds them";
        return fail(std::move(error));
    }
    if (!report.text.empty())
        bar.without([&] { session.remark(report.text); });
    return report;
}

void remarkOnNumbered(std::uint64_t tensors, const Session& session)
{
    if (tensors > 0) {
        session.remark(counted(tensors, "tensor")
            + (tensors == 1 ? " has a duplicate name and got a number" : " have duplicate names and got numbers"));
    }
}

} // namespace loupe
