#include "reports/health_csv.h"

#include "analysis/statistics/statistic.h"
#include "core/text/text.h"
#include "reports/csv_row.h"

namespace loupe {

namespace {

/// Calls `use` with each statistic except nulls, in column order. Positions come after all others.
template <typename Use>
void forEachColumn(Use&& use)
{
    for (const bool places : {false, true}) {
        for (const Statistic& statistic : statistics) {
            if ((statistic.place != nullptr) == places && !isNullCount(statistic))
                use(statistic);
        }
    }
}

} // namespace

std::string healthCsvHeader()
{
    std::string header = "name,dtype,shape,elements";
    forEachColumn([&](const Statistic& statistic) { header.append(1, ',').append(statistic.key); });
    return header + ",largest_magnitude,constant,outliers,duplicate_of,note,error,null,sigmas\n";
}

std::string healthCsvRow(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health)
{
    const Health& known = health ? *health : Health{};
    const Summary& summary = known.summary;
    CsvRow row;
    row.text(checkpoint.tensors[tensor].name)
        .text(checkpoint.dtypeName(tensor))
        .text(formatShape(checkpoint.tensors[tensor].shape))
        .number(elementCount(checkpoint.tensors[tensor].shape));
    forEachColumn(
        [&](const Statistic& statistic) { statistic.visit(summary, [&](const auto& figure) { row.number(figure); }); });
    row.number(known.largestMagnitude)
        .flag(known.constant)
        .flag(known.outliers())
        .text(known.duplicateOf ? checkpoint.tensors[*known.duplicateOf].name : std::string_view())
        .text(summary.note)
        .text(health ? std::string() : describe(health.error()))
        .number(summary.null) // this and the next column are last because they were added later
        .number(known.sigmas);
    return row.take();
}

} // namespace loupe
