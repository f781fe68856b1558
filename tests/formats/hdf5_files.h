#pragma once

#include "numpy_files.h"

#include <string>
#include <vector>

namespace loupe::test {

/// The messages of the findings with this code.
inline std::vector<std::string> messagesOf(const Checkpoint& checkpoint, std::string_view code)
{
    std::vector<std::string> messages;
    for (const Finding& finding : checkpoint.findings.list()) {
        if (finding.code == code)
            messages.push_back(finding.message);
    }
    return messages;
}

/// The metadata value of this key; "no such key" if there is none.
inline const MetadataValue& metadataOf(const Checkpoint& checkpoint, std::string_view key)
{
    static const MetadataValue none("no such key");
    for (const auto& [name, value] : *checkpoint.metadata) {
        if (name == key)
            return value;
    }
    return none;
}

} // namespace loupe::test
