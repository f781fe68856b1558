#pragma once

#include "remote/opening/opening.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loupe::remote {

/// Openings that were begun before anybody needs the files, by public name. Has no lock: its owner's guards it.
class PreparedOpenings {
public:
    bool contains(const std::string& name) const { return m_openings.contains(name); }
    /// Whether this many bytes more may be on their way.
    bool hasRoomFor(std::uint64_t bytes) const;
    void add(const std::string& name, Opening opening);
    std::optional<Opening> take(const std::string& name);
    /// Ends those of the fetches whose opening nobody has taken.
    void giveUp(const std::vector<std::shared_ptr<HttpFetch>>& fetches);

private:
    std::map<std::string, Opening> m_openings;
};

} // namespace loupe::remote
