#include "reports/comparison_csv.h"

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

std::string shapeIn(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    return tensor == TensorPair::none ? std::string() : formatShape(checkpoint.tensors[tensor].shape);
}

} // namespace

std::string comparisonCsvHeader()
{
    return "name,name_b,status,dtype,dtype_b,shape,shape_b,elements,moved,differing,max_abs,mean_abs,rms,relative_l2,"
           "cosine,first_difference,differing_bits,max_ulp,nonfinite_only_a,nonfinite_only_b,note,error\n";
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
        .flag(pair.moved)
        .number(delta.differing)
        .number(delta.maximum)
        .number(delta.mean)
        .number(delta.rms)
        .number(delta.relativeL2)
        .number(delta.cosine)
        .number(delta.firstDifference)
        .number(delta.differingBits)
        .number(delta.maximumUlp)
        .number(delta.nonfiniteOnlyA)
        .number(delta.nonfiniteOnlyB)
        .text(delta.note)
        .text(outcome.error ? describe(*outcome.error) : std::string());
    return row.take();
}

} // namespace loupe
