#include "formats/gguf/gguf_names.h"

#include "core/text/utf8.h"

namespace loupe::gguf {

std::string ggufSpelled(std::string_view name)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    const auto spell = [&](char character) {
        const auto byte = static_cast<unsigned char>(character);
        text.append("\\x").append(1, digits[byte >> 4]).append(1, digits[byte & 15]);
    };
    while (!name.empty()) {
        const std::size_t escape = name.find("\\x");
        const std::size_t sound = validUtf8Prefix(name.substr(0, escape));
        text += name.substr(0, sound);
        name.remove_prefix(sound);
        if (name.empty())
            break;
        spell(name.front());
        name.remove_prefix(1);
    }
    return text;
}

std::string_view ggufWholeCharacters(std::string_view name)
{
    constexpr std::size_t longestCharacter = 4;
    const std::size_t sound = validUtf8Prefix(name);
    return name.size() - sound < longestCharacter ? name.substr(0, sound) : name;
}

} // namespace loupe::gguf
