#include "reports/comparison_csv.h"

#include "analysis/comparison/delta_figure.h"
#include "core/text/text.h"
#include "reports/csv_row.h"

namespace loupe {

namespace {

std::string_view nameIn(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    return tensor == TensorPair::none ? std::string_view() : checkpoint.tensors[tensor].name;
}

std::string_view dtypeIn(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    return tensor == TensorPair::none ? std::string_view() : checkpoint.dtypeName(tensor);
}

std::optional<double> bitsIn(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    return tensor == TensorPair::none ? std::nullopt : bitsPerWeight(checkpoint.tensors[tensor]);
}

std::string shapeIn(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    return tensor == TensorPair::none ? std::string() : formatShape(checkpoint.tensors[tensor].shape);
}

} // namespace

std::string comparisonCsvHeader()
{
    std::string header = "name,name_b,status,dtype,dtype_b,shape,shape_b,elements,moved,";
    for (const DeltaFigure& figure : deltaFigures)
        header.append(figure.key).append(",");
    return header + "bits,bits_b,note,error\n";
}

std::string comparisonCsvRow(
    const Checkpoint& a, const Checkpoint& b, const TensorPair& pair, const PairOutcome& outcome)
{
    const bool inA = pair.a != TensorPair::none;
    const Tensor& tensor = inA ? a.tensors[pair.a] : b.tensors[pair.b];
    const Delta delta = outcome.delta.value_or(Delta{});
    CsvRow row;
    row.text(nameIn(a, pair.a))
        .text(nameIn(b, pair.b))
        .text(pairStatusName(statusOf(pair, outcome)))
        .text(dtypeIn(a, pair.a))
        .text(dtypeIn(b, pair.b))
        .text(shapeIn(a, pair.a))
        .text(shapeIn(b, pair.b))
        .number(elementCount(tensor.shape))
        .flag(pair.moved);
    for (const DeltaFigure& figure : deltaFigures)
        figure.visit(delta, [&](const auto& value) { row.number(value); });
    row.number(bitsIn(a, pair.a)).number(bitsIn(b, pair.b));
    row.text(delta.note).text(outcome.error ? describe(*outcome.error) : std::string());
    return row.take();
}

} // namespace loupe
