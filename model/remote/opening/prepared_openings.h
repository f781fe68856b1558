#pragma once

#include "remote/opening/opening.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loupe::remote {

/// Openings that were started before the files are needed, by public name. Not thread-safe; the owner must lock it.
class PreparedOpenings {
public:
    bool contains(const std::string& name) const { return m_openings.contains(name); }
    /// True if this many more bytes may be in flight.
    bool hasRoomFor(std::uint64_t bytes) const;
    void add(const std::string& name, Opening opening);
    std::optional<Opening> take(const std::string& name);
    /// Cancels those of the fetches whose opening was not taken.
    void giveUp(const std::vector<std::shared_ptr<HttpFetch>>& fetches);

private:
    std::map<std::string, Opening> m_openings;
};

} // namespace loupe::remote
