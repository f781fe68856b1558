#include "core/text/quote.h"

namespace loupe {

std::string quote(std::string_view name)
{
    constexpr std::size_t longest = 200;
    if (name.size() <= longest)
        return '"' + std::string(name) + '"';
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xc0) == 0x80)
        --end;
    return '"' + std::string(name.substr(0, end)) + "…\"";
}

} // namespace loupe
