#pragma once

#include "formats/opening/open_checkpoint.h"
#include "formats/opening/registry.h"
#include "support/file_content.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <algorithm>
#include <cstring>
#include <string>

#include <nlohmann/json.hpp>

namespace loupe::test {

inline nlohmann::json readJson(std::string_view relative)
{
    return nlohmann::json::parse(readFile(dataPath(relative)));
}

/// Opens a checkpoint. Returns null and fails the test if it cannot be opened.
inline std::shared_ptr<const Checkpoint> open(const std::filesystem::path& path)
{
    auto checkpoint = openCheckpoint(path);
    EXPECT_TRUE(checkpoint.has_value()) << (checkpoint ? "" : describe(checkpoint.error()));
    return checkpoint ? *checkpoint : nullptr;
}

/// The bytes of a file in the layout that the formats share: length field, header, data.
inline std::string framed(std::string_view header, std::string_view data = {})
{
    const std::uint64_t length = header.size();
    std::string file(8, '\0');
    std::memcpy(file.data(), &length, 8);
    return file.append(header).append(data);
}

inline bool hasFinding(const Checkpoint& checkpoint, std::string_view code)
{
    const auto& list = checkpoint.findings.list();
    return std::any_of(list.begin(), list.end(), [&](const Finding& finding) { return finding.code == code; });
}

inline std::string codes(const Checkpoint& checkpoint)
{
    std::string text;
    for (const Finding& finding : checkpoint.findings.list())
        text.append(text.empty() ? "" : " ").append(finding.code);
    return text;
}

inline const Format* findFormatOf(const Checkpoint& checkpoint)
{
    return findFormat(checkpoint.format);
}

/// The first rejection; empty if the reference accepts the file.
inline std::string_view refusal(const Checkpoint& checkpoint)
{
    for (const Finding& finding : checkpoint.findings.list()) {
        if (!finding.refusedAs.empty())
            return finding.refusedAs;
    }
    return {};
}

} // namespace loupe::test
