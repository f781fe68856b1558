#include "reports/summary_csv.h"

#include "analysis/statistics/statistic.h"
#include "core/text/text.h"
#include "reports/csv_row.h"

#include <array>
#include <charconv>
#include <cstddef>

namespace loupe {

std::string summaryCsvHeader(const std::vector<double>& quantiles)
{
    std::string header = "name,dtype,shape,elements";
    for (const Statistic& statistic : statistics)
        header.append(1, ',').append(statistic.key);
    for (const double fraction : quantiles) {
        std::array<char, 32> digits;
        header.append(",q").append(digits.data(), std::to_chars(digits.begin(), digits.end(), fraction).ptr);
    }
    return header + ",note,error\n";
}

std::string summaryCsvRow(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Summary>& summary,
    const std::vector<double>& quantiles)
{
    const Summary& known = summary ? *summary : Summary{};
    CsvRow row;
    row.text(checkpoint.tensors[tensor].name)
        .text(checkpoint.dtypeName(tensor))
        .text(formatShape(checkpoint.tensors[tensor].shape))
        .number(elementCount(checkpoint.tensors[tensor].shape));
    for (const Statistic& statistic : statistics)
        statistic.visit(known, [&](const auto& figure) { row.number(figure); });
    for (std::size_t i = 0; i < quantiles.size(); ++i)
        row.number(i < known.quantiles.size() ? known.quantiles[i].value : std::optional<double>());
    row.text(known.note).text(summary ? std::string() : describe(summary.error()));
    return row.take();
}

} // namespace loupe
