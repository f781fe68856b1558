#include "reports/summary_json.h"

#include "analysis/slices/slice.h"

namespace loupe {

namespace {

/// Integers stay integers; a float is written with all its digits, not only those that tell F32 values apart.
void writeScalar(JsonWriter& json, const std::optional<Scalar>& scalar)
{
    switch (scalar ? scalar->kind : Scalar::Kind::None) {
    case Scalar::Kind::Signed:
        json.value(scalar->asSigned);
        return;
    case Scalar::Kind::Unsigned:
        json.value(scalar->asUnsigned);
        return;
    case Scalar::Kind::Float:
        json.value(scalar->real);
        return;
    case Scalar::Kind::Complex: // has no order, so there is no least or greatest
    case Scalar::Kind::None:
        json.value(nullptr);
        return;
    }
}

void writeNumbers(JsonWriter& json, std::span<const std::uint64_t> numbers)
{
    json.beginArray();
    for (const std::uint64_t number : numbers)
        json.value(number);
    json.endArray();
}

} // namespace

void writeBasicFigures(JsonWriter& json, const Summary& summary, std::span<const std::uint64_t> shape)
{
    json.member("null", summary.null);
    json.member("nan", summary.nan);
    json.member("positive_inf", summary.positiveInf);
    json.member("negative_inf", summary.negativeInf);
    json.member("zero", summary.zero);
    json.member("negative", summary.negative);
    json.member("subnormal", summary.subnormal);
    json.key("min");
    writeScalar(json, summary.minimum);
    json.key("max");
    writeScalar(json, summary.maximum);
    json.member("mean", summary.mean);
    json.member("std", summary.standardDeviation);
    json.member("first_nonfinite", summary.firstNonfinite);
    json.key("first_nonfinite_index");
    if (summary.firstNonfinite)
        writeNumbers(json, indexOf(shape, *summary.firstNonfinite));
    else
        json.value(nullptr);
}

void writeTensorHead(JsonWriter& json, const Checkpoint& checkpoint, std::uint32_t tensor)
{
    json.member("name", checkpoint.tensors[tensor].name);
    json.member("dtype", checkpoint.dtypeName(tensor));
    json.key("shape");
    writeNumbers(json, checkpoint.tensors[tensor].shape);
    json.member("elements", elementCount(checkpoint.tensors[tensor].shape));
}

} // namespace loupe
