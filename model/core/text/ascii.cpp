#include "core/text/ascii.h"

namespace loupe {

std::string asciiLower(std::string_view text)
{
    std::string result(text);
    for (char& c : result)
        c = asciiLower(c);
    return result;
}

} // namespace loupe
