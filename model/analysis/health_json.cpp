#include "analysis/health_json.h"

#include "analysis/summary_json.h"
#include "core/error_json.h"

namespace loupe {

void writeTensorHealth(
    JsonWriter& json, const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health)
{
    const Health& known = health ? *health : Health{};
    json.beginObject();
    writeTensorHead(json, checkpoint, tensor);
    writeBasicFigures(json, known.summary);
    json.member("largest_magnitude", known.largestMagnitude);
    json.member("constant", known.constant);
    json.member("outliers", known.outliers);
    json.key("duplicate_of");
    if (known.duplicateOf)
        json.value(checkpoint.tensors[*known.duplicateOf].name);
    else
        json.value(nullptr);
    for (std::size_t i = 0; i < known.summary.parts.size(); ++i) {
        json.key(i == 0 ? "real" : "imag");
        json.beginObject();
        writeBasicFigures(json, known.summary.parts[i]);
        json.endObject();
    }
    if (!known.summary.note.empty())
        json.member("note", known.summary.note);
    if (!health) {
        json.key("error");
        writeError(json, health.error());
    }
    json.endObject();
}

} // namespace loupe
