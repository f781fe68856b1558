#include "reports/health_json.h"

#include "core/text/error_json.h"
#include "reports/beside_json.h"
#include "reports/findings_json.h"
#include "reports/summary_json.h"

#include <utility>

namespace loupe {

HealthDocument::HealthDocument(JsonWriter json)
    : m_json(std::move(json))
{
    m_json.beginObject();
    m_json.key("tensors");
    m_json.beginArray(JsonWriter::Layout::Lines);
}

void HealthDocument::add(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health)
{
    const Health& known = health ? *health : Health{};
    m_json.beginObject();
    writeTensorHead(m_json, checkpoint, tensor);
    writeBasicFigures(m_json, known.summary, checkpoint.tensors[tensor].shape);
    m_json.member("largest_magnitude", known.largestMagnitude);
    m_json.member("constant", known.constant);
    m_json.member("outliers", known.outliers());
    m_json.member("sigmas", known.sigmas);
    m_json.key("duplicate_of");
    if (known.duplicateOf)
        m_json.value(checkpoint.tensors[*known.duplicateOf].name);
    else
        m_json.value(nullptr);
    for (std::size_t i = 0; i < known.summary.parts.size(); ++i) {
        m_json.key(i == 0 ? "real" : "imag");
        m_json.beginObject();
        writeBasicFigures(m_json, known.summary.parts[i], checkpoint.tensors[tensor].shape);
        m_json.endObject();
    }
    if (!known.summary.note.empty())
        m_json.member("note", known.summary.note);
    if (!health) {
        m_json.key("error");
        writeError(m_json, health.error());
    }
    m_json.endObject();
}

void HealthDocument::finish(
    const Checkpoint& checkpoint, const Findings& findings, const std::optional<Error>& firstError)
{
    m_json.endArray();
    writeBeside(m_json, checkpoint);
    writeFindings(m_json, findings);
    if (firstError) {
        m_json.key("error");
        writeError(m_json, *firstError);
    }
    m_json.endObject();
    m_json.finish();
}

} // namespace loupe
