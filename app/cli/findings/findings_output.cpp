#include "app/cli/findings/findings_output.h"

#include "core/text/text.h"

#include <algorithm>
#include <cstdint>
#include <map>

namespace loupe {

namespace {

/// Whether a truncated file still has an intact tensor. The hint is added here, not in the finding: the window shows
/// the same finding above a button that salvages.
bool canBeSalvaged(const Checkpoint& checkpoint, const Finding& finding)
{
    const auto ofFile = std::ranges::count(checkpoint.tensors, finding.file, &Tensor::file);
    return finding.affectedCount > 0 && finding.affectedCount < static_cast<std::uint64_t>(ofFile);
}

std::string findingLine(const Checkpoint& checkpoint, const Finding& finding, const Style& style)
{
    const std::string name(severityName(finding.severity));
    std::string text = finding.severity == Severity::Error ? style.bad(name)
        : finding.severity == Severity::Warning            ? style.warning(name)
                                                           : name;
    text += ": ";
    if (checkpoint.files.size() > 1 && finding.file < checkpoint.files.size()) {
        const std::string file = checkpoint.files[finding.file].path.filename().string();
        text += printable(file) + ": " + printable(messageBehindFile(finding.message, file));
    } else {
        text += printable(finding.message);
    }
    if (canBeSalvaged(checkpoint, finding))
        text += " (tloupe convert --salvage)";
    if (finding.offset)
        text += " (byte " + std::to_string(*finding.offset) + ')';
    return text + " [" + std::string(finding.code) + "]\n";
}

} // namespace

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
