#include "reports/findings_json.h"

#include <optional>

namespace loupe {

namespace {

void writeAffected(JsonWriter& json, const Finding& finding)
{
    json.member("affected_tensors", finding.affectedCount);
    json.key("affected");
    json.beginArray(JsonWriter::Layout::Lines);
    for (const AffectedTensor& tensor : finding.affected) {
        json.beginObject();
        json.member("name", std::string_view(tensor.name));
        json.member("bytes", tensor.bytes);
        json.member("missing", tensor.missing);
        json.member("offset", tensor.offset);
        json.endObject();
    }
    json.endArray();
}

void writeFinding(JsonWriter& json, const Finding& finding)
{
    json.beginObject();
    json.member("severity", severityName(finding.severity));
    json.member("code", finding.code);
    json.member("message", std::string_view(finding.message));
    json.member("file",
        finding.file == Finding::noFile ? std::optional<std::uint64_t>() : std::optional<std::uint64_t>(finding.file));
    json.member("offset", finding.offset);
    json.member("tensor", finding.aboutTensor ? std::optional<std::string_view>(finding.tensor) : std::nullopt);
    json.member(
        "refused_as", finding.refusedAs.empty() ? std::nullopt : std::optional<std::string_view>(finding.refusedAs));
    if (!finding.affected.empty())
        writeAffected(json, finding);
    json.endObject();
}

} // namespace

std::map<std::string_view, std::uint64_t> suppressedFindings(const Findings& findings, const FindingFilter& shown)
{
    std::map<std::string_view, std::uint64_t> counts;
    for (const Finding& finding : findings.list()) {
        if (shown && !shown(finding))
            continue;
        if (const std::uint64_t count = findings.suppressed(finding.code); count > 0)
            counts[finding.code] = count;
    }
    return counts;
}

void writeFindings(JsonWriter& json, const Findings& findings, const FindingFilter& shown)
{
    json.key("findings");
    json.beginArray(JsonWriter::Layout::Lines);
    for (const Finding& finding : findings.list()) {
        if (!shown || shown(finding))
            writeFinding(json, finding);
    }
    json.endArray();
    const auto suppressed = suppressedFindings(findings, shown);
    if (suppressed.empty())
        return;
    json.key("suppressed");
    json.beginObject();
    for (const auto& [code, count] : suppressed)
        json.member(code, count);
    json.endObject();
}

} // namespace loupe
