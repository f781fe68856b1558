#include "remote/opening/prepared_openings.h"

#include <utility>

namespace loupe::remote {

bool PreparedOpenings::hasRoomFor(std::uint64_t bytes) const
{
    constexpr std::uint64_t most = std::uint64_t{128} << 20; // memory limit
    for (const auto& [name, opening] : m_openings)
        bytes += opening.bytes;
    return bytes <= most;
}

void PreparedOpenings::add(const std::string& name, Opening opening)
{
    m_openings.emplace(name, std::move(opening));
}

std::optional<Opening> PreparedOpenings::take(const std::string& name)
{
    auto opening = m_openings.extract(name);
    return opening ? std::optional(std::move(opening.mapped())) : std::nullopt;
}

void PreparedOpenings::giveUp(const std::vector<std::shared_ptr<HttpFetch>>& fetches)
{
    for (const auto& fetch : fetches) {
        if (std::erase_if(m_openings, [&](const auto& entry) { return entry.second.fetch == fetch; }) > 0)
            fetch->cancel();
    }
}

} // namespace loupe::remote
