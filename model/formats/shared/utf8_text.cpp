#include "formats/shared/utf8_text.h"

#include "core/text/utf8.h"

namespace loupe {

std::string utf8Of(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const std::size_t valid = validUtf8Prefix(text);
        result += text.substr(0, valid);
        text.remove_prefix(valid);
        if (!text.empty()) {
            result += "\xef\xbf\xbd";
            text.remove_prefix(1);
        }
    }
    return result;
}

} // namespace loupe
