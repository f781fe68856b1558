#include "app/cli/findings_output.h"

#include "core/text/text.h"

#include <map>

namespace loupe {

namespace {

/// Code -> how many findings of it were not kept; of codes of which one is shown.
std::map<std::string_view, std::uint64_t> suppressedFindings(const Findings& findings, const FindingFilter& shown = {})
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

std::string findingLine(const Checkpoint& checkpoint, const Finding& finding, const Style& style)
{
    const std::string name(severityName(finding.severity));
    std::string text = finding.severity == Severity::Error ? style.bad(name)
        : finding.severity == Severity::Warning            ? style.warning(name)
                                                           : name;
    text += ": ";
    if (checkpoint.files.size() > 1 && finding.file < checkpoint.files.size())
        text += printable(checkpoint.files[finding.file].path.filename().string()) + ": ";
    text += printable(finding.message);
    if (finding.offset)
        text += " (byte " + std::to_string(*finding.offset) + ')';
    return text + " [" + std::string(finding.code) + "]\n";
}

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

void writeFindings(JsonWriter& json, const Checkpoint& checkpoint, const FindingFilter& shown)
{
    json.key("findings");
    json.beginArray(JsonWriter::Layout::Lines);
    for (const Finding& finding : checkpoint.findings.list()) {
        if (!shown || shown(finding))
            writeFinding(json, finding);
    }
    json.endArray();
    const auto suppressed = suppressedFindings(checkpoint.findings, shown);
    if (suppressed.empty())
        return;
    json.key("suppressed");
    json.beginObject();
    for (const auto& [code, count] : suppressed)
        json.member(code, count);
    json.endObject();
}

std::string findingLines(
    const Checkpoint& checkpoint, const Style& style, std::string_view indent, const FindingFilter& shown)
{
    return findingLines(checkpoint, checkpoint.findings, style, indent, shown);
}

std::string findingLines(const Checkpoint& checkpoint, const Findings& findings, const Style& style,
    std::string_view indent, const FindingFilter& shown)
{
    std::string text;
    for (const bool notes : {false, true}) {
        for (const Finding& finding : findings.list()) {
            if ((finding.severity == Severity::Note) == notes && (!shown || shown(finding)))
                text.append(indent).append(findingLine(checkpoint, finding, style));
        }
    }
    for (const auto& [code, count] : suppressedFindings(findings, shown))
        text += std::string(indent) + formatCount(count) + " more [" + std::string(code) + "]\n";
    return text;
}

std::string findingCounts(const Checkpoint& checkpoint)
{
    std::map<Severity, std::uint64_t> counts;
    std::map<std::string_view, Severity> severities;
    for (const Finding& finding : checkpoint.findings.list()) {
        ++counts[finding.severity];
        severities.emplace(finding.code, finding.severity);
    }
    for (const auto& [code, count] : suppressedFindings(checkpoint.findings))
        counts[severities[code]] += count;
    std::string text;
    for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Note}) {
        if (counts[severity] > 0)
            text += (text.empty() ? "" : ", ") + counted(counts[severity], severityName(severity));
    }
    return text.empty() ? "none" : text;
}

} // namespace loupe
