#include "reports/health_csv.h"

#include "core/text/text.h"
#include "reports/csv_row.h"

namespace loupe {

std::string healthCsvHeader()
{
    return "name,dtype,shape,elements,nan,positive_inf,negative_inf,zero,negative,subnormal,min,max,mean,std,"
           "first_nonfinite,largest_magnitude,constant,outliers,duplicate_of,note,error,null\n";
}

std::string healthCsvRow(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health)
{
    const Health& known = health ? *health : Health{};
    const Summary& summary = known.summary;
    CsvRow row;
    row.text(checkpoint.tensors[tensor].name)
        .text(checkpoint.dtypeName(tensor))
        .text(formatShape(checkpoint.tensors[tensor].shape))
        .number(elementCount(checkpoint.tensors[tensor].shape))
        .number(summary.nan)
        .number(summary.positiveInf)
        .number(summary.negativeInf)
        .number(summary.zero)
        .number(summary.negative)
        .number(summary.subnormal)
        .scalar(summary.minimum)
        .scalar(summary.maximum)
        .number(summary.mean)
        .number(summary.standardDeviation)
        .number(summary.firstNonfinite)
        .number(known.largestMagnitude)
        .flag(known.constant)
        .flag(known.outliers)
        .text(known.duplicateOf ? checkpoint.tensors[*known.duplicateOf].name : std::string_view())
        .text(summary.note)
        .text(health ? std::string() : describe(health.error()))
        .number(summary.null);
    return row.take();
}

} // namespace loupe
