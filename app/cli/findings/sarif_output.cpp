#include "app/cli/findings/sarif_output.h"

#include "app/cli/findings/finding_rules.h"
#include "core/remote/remote_files.h"
#include "core/text/text.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

namespace loupe {

namespace {

/// A path as a URI reference, which is relative if the path is. An address is returned as is.
std::string uriOf(std::string_view path)
{
    if (isAddress(path))
        return std::string(path);
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string uri;
    if (path.starts_with('/'))
        uri = "file://";
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        const bool isPlain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z')
            || (byte >= '0' && byte <= '9') || std::string_view("-._~/").find(c) != std::string_view::npos;
        if (isPlain)
            uri += c;
        else
            uri.append(1, '%').append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
    }
    return uri;
}

std::string_view levelOf(Severity severity)
{
    return severity == Severity::Error ? "error" : severity == Severity::Warning ? "warning" : "note";
}

void writeText(JsonWriter& json, std::string_view key, std::string_view text)
{
    json.key(key);
    json.beginObject();
    json.member("text", text);
    json.endObject();
}

} // namespace

SarifDocument::SarifDocument(JsonWriter json)
    : m_json(std::move(json))
{
    m_json.beginObject();
    m_json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    m_json.member("version", "2.1.0");
    m_json.key("runs");
    m_json.beginArray();
    m_json.beginObject();
    m_json.key("results");
    m_json.beginArray(JsonWriter::Layout::Lines);
}

void SarifDocument::add(const Checkpoint& checkpoint, const Findings& findings, const FindingFilter& shown)
{
    std::map<std::string_view, Finding> more; // a summary for each code that has suppressed findings
    for (const Finding& finding : findings.list()) {
        if (shown && !shown(finding))
            continue;
        writeResult(checkpoint, finding);
        if (const std::uint64_t count = findings.suppressed(finding.code); count > 0) {
            more.emplace(finding.code,
                Finding{.severity = finding.severity,
                    .code = finding.code,
                    .message = counted(count, "more finding") + " of this kind",
                    .file = finding.file});
        }
    }
    for (const auto& [code, finding] : more)
        writeResult(checkpoint, finding);
}

void SarifDocument::writeResult(const Checkpoint& checkpoint, const Finding& finding)
{
    m_json.beginObject();
    m_rules.insert(finding.code);
    m_json.member("ruleId", finding.code);
    m_json.member("level", levelOf(finding.severity));
    writeText(m_json, "message", finding.message);
    const bool isInFile = finding.file < checkpoint.files.size();
    writeLocation(isInFile ? checkpoint.files[finding.file].path.native() : checkpoint.path.native(), finding);
    if (!finding.refusedAs.empty()) {
        m_json.key("properties");
        m_json.beginObject();
        m_json.member("refused_as", finding.refusedAs);
        m_json.endObject();
    }
    m_json.endObject();
}

void SarifDocument::writeLocation(std::string_view path, const Finding& finding)
{
    m_json.key("locations");
    m_json.beginArray();
    m_json.beginObject();
    m_json.key("physicalLocation");
    m_json.beginObject();
    m_json.key("artifactLocation");
    m_json.beginObject();
    m_json.member("uri", std::string_view(uriOf(path)));
    m_json.endObject();
    m_json.key("region");
    m_json.beginObject();
    m_json.member("startLine", 1); // code review services reject a location without a line
    if (finding.offset)
        m_json.member("byteOffset", *finding.offset);
    m_json.endObject();
    m_json.endObject();
    if (finding.aboutTensor) {
        m_json.key("logicalLocations");
        m_json.beginArray();
        m_json.beginObject();
        m_json.member("fullyQualifiedName", std::string_view(finding.tensor));
        m_json.member("kind", "tensor");
        m_json.endObject();
        m_json.endArray();
    }
    m_json.endObject();
    m_json.endArray();
}

/// Describes the tool and the rule for each code that occurs. The members other than the id are required by GitHub,
/// which shows "help" next to a result.
void SarifDocument::writeTool()
{
    m_json.key("tool");
    m_json.beginObject();
    m_json.key("driver");
    m_json.beginObject();
    m_json.member("name", "tloupe");
    m_json.member("version", LOUPE_VERSION);
    m_json.key("rules");
    m_json.beginArray(JsonWriter::Layout::Lines);
    for (const std::string_view code : m_rules) {
        std::string words(code);
        std::ranges::replace(words, '-', ' ');
        m_json.beginObject();
        m_json.member("id", code);
        writeText(m_json, "shortDescription", words);
        writeText(m_json, "fullDescription", findingRule(code));
        writeText(m_json, "help", findingRule(code));
        m_json.endObject();
    }
    m_json.endArray();
    m_json.endObject();
    m_json.endObject();
}

void SarifDocument::writeNotification(
    Severity severity, std::string_view path, std::string_view text, std::optional<std::uint64_t> offset)
{
    m_json.beginObject();
    m_json.member("level", levelOf(severity));
    writeText(m_json, "message", text);
    writeLocation(path, Finding{.code = {}, .message = {}, .offset = offset});
    m_json.endObject();
}

void SarifDocument::finish()
{
    m_json.endArray();
    writeTool();
    m_json.key("invocations");
    m_json.beginArray();
    m_json.beginObject();
    m_json.member("executionSuccessful", m_errors.empty());
    m_json.key("toolExecutionNotifications");
    m_json.beginArray(JsonWriter::Layout::Lines);
    for (const auto& [path, error] : m_errors)
        writeNotification(Severity::Error, path, error.message, error.offset);
    for (const auto& [path, text] : m_unchecked)
        writeNotification(Severity::Note, path, text, std::nullopt);
    m_json.endArray();
    m_json.endObject();
    m_json.endArray();
    m_json.endObject();
    m_json.endArray();
    m_json.endObject();
    m_json.finish();
}

} // namespace loupe
