#include "reports/summary_json.h"

#include "analysis/statistics/statistic.h"
#include "core/text/place.h"

namespace loupe {

namespace {

/// Integers stay integers. A float is written with all digits of a double, even if fewer would identify an F32.
void writeFigure(JsonWriter& json, const std::optional<Scalar>& scalar)
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
    case Scalar::Kind::Complex: // not ordered, so there is no minimum or maximum
    case Scalar::Kind::None:
        json.value(nullptr);
        return;
    }
}

template <typename Number>
void writeFigure(JsonWriter& json, const std::optional<Number>& number)
{
    if (number)
        json.value(*number);
    else
        json.value(nullptr);
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
    for (const Statistic& statistic : statistics) {
        if (statistic.place)
            continue;
        json.key(statistic.key);
        statistic.visit(summary, [&](const auto& figure) { writeFigure(json, figure); });
    }
    for (const Statistic& statistic : statistics) {
        if (!statistic.place)
            continue;
        const std::optional<std::uint64_t> place = summary.*statistic.place;
        json.member(statistic.key, place);
        json.key(std::string(statistic.key) + "_index");
        if (place)
            writeNumbers(json, indexOf(shape, *place));
        else
            json.value(nullptr);
    }
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
