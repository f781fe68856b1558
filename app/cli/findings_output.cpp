#include "app/cli/findings_output.h"

#include "core/text.h"

#include <map>

namespace loupe {

namespace {

/// Code -> how many findings of it were not kept.
std::map<std::string_view, std::uint64_t> suppressedFindings(const Findings& findings)
{
    std::map<std::string_view, std::uint64_t> counts;
    for (const Finding& finding : findings.list()) {
        if (const std::uint64_t count = findings.suppressed(finding.code); count > 0)
            counts[finding.code] = count;
    }
    return counts;
}

void writeFinding(JsonWriter& json, const Finding& finding)
{
    json.beginObject();
    json.member("severity", finding.severity == Severity::Error ? "error" : "warning");
    json.member("code", finding.code);
    json.member("message", std::string_view(finding.message));
    json.member("file",
        finding.file == Finding::noFile ? std::optional<std::uint64_t>() : std::optional<std::uint64_t>(finding.file));
    json.member("offset", finding.offset);
    json.member("tensor", finding.aboutTensor ? std::optional<std::string_view>(finding.tensor) : std::nullopt);
    json.member(
        "refused_as", finding.refusedAs.empty() ? std::nullopt : std::optional<std::string_view>(finding.refusedAs));
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
    const auto suppressed = suppressedFindings(checkpoint.findings);
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
    std::string text;
    for (const Finding& finding : checkpoint.findings.list()) {
        if (shown && !shown(finding))
            continue;
        text += indent;
        text += finding.severity == Severity::Error ? style.bad("error") : style.warning("warning");
        text += ": ";
        if (checkpoint.files.size() > 1 && finding.file < checkpoint.files.size())
            text += printable(checkpoint.files[finding.file].path.filename().string()) + ": ";
        text += printable(finding.message);
        if (finding.offset)
            text += " (byte " + std::to_string(*finding.offset) + ')';
        text += " [" + std::string(finding.code) + "]\n";
    }
    for (const auto& [code, count] : suppressedFindings(checkpoint.findings))
        text += std::string(indent) + formatCount(count) + " more [" + std::string(code) + "]\n";
    return text;
}

std::string findingCounts(const Checkpoint& checkpoint)
{
    std::uint64_t errors = 0;
    std::uint64_t warnings = 0;
    std::map<std::string_view, Severity> severities;
    for (const Finding& finding : checkpoint.findings.list()) {
        ++(finding.severity == Severity::Error ? errors : warnings);
        severities.emplace(finding.code, finding.severity);
    }
    for (const auto& [code, count] : suppressedFindings(checkpoint.findings))
        (severities[code] == Severity::Error ? errors : warnings) += count;
    if (errors + warnings == 0)
        return "none";
    std::string text;
    if (errors > 0)
        text = counted(errors, "error");
    if (warnings > 0)
        text += (errors > 0 ? ", " : "") + counted(warnings, "warning");
    return text;
}

} // namespace loupe
