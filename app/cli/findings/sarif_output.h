#pragma once

#include "app/cli/findings/findings_output.h"
#include "core/checkpoint.h"
#include "core/finding.h"
#include "core/result.h"
#include "core/text/json_writer.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

/// Writes findings as SARIF 2.1.0, which code review services show next to a change.
class SarifDocument {
public:
    explicit SarifDocument(JsonWriter json);

    /// Adds the findings from opening the checkpoint.
    void add(const Checkpoint& checkpoint, const FindingFilter& shown) { add(checkpoint, checkpoint.findings, shown); }
    void add(const Checkpoint& checkpoint, const Findings& findings, const FindingFilter& shown = {});
    /// Reports a file that could not be read. Written at the end.
    void addError(const std::string& path, const Error& error) { m_errors.emplace_back(path, error); }
    /// Reports a file that was not checked, and why. Written at the end.
    void addUnchecked(const std::string& path, const std::string& text) { m_unchecked.emplace_back(path, text); }
    void finish();

private:
    void writeResult(const Checkpoint& checkpoint, const Finding& finding);
    void writeTool();
    void writeLocation(std::string_view path, const Finding& finding);
    void writeNotification(
        Severity severity, std::string_view path, std::string_view text, std::optional<std::uint64_t> offset);

    JsonWriter m_json;
    std::set<std::string_view> m_rules; ///< codes of the results, which are static text
    std::vector<std::pair<std::string, Error>> m_errors;
    std::vector<std::pair<std::string, std::string>> m_unchecked;
};

} // namespace loupe
