#include "remote/s3/ini_file.h"

#include "core/text/ascii.h"

#include <algorithm>

namespace loupe::remote {

namespace {

std::string_view withoutBlanks(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r";
    const std::size_t begin = text.find_first_not_of(blanks);
    return begin == text.npos ? std::string_view() : text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

std::string sectionName(std::string_view header)
{
    std::string name(withoutBlanks(header));
    std::erase(name, '"');
    std::erase(name, '\'');
    // "[profile name]" may contain several spaces, or a tab.
    const std::size_t blank = name.find_first_of(" \t");
    return blank == name.npos ? name : name.substr(0, blank) + " " + std::string(withoutBlanks(name.substr(blank)));
}

} // namespace

IniFile parseIni(std::string_view text)
{
    IniFile file;
    IniSection* section = nullptr;
    std::string block; // the setting that indented lines belong to
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const std::string_view content = withoutBlanks(line);
        if (content.empty() || content.front() == '#' || content.front() == ';')
            continue;
        const bool isIndented = line.front() == ' ' || line.front() == '\t';
        if (!isIndented && content.front() == '[') {
            const std::size_t end = content.find(']');
            section = end == content.npos ? nullptr : &file[sectionName(content.substr(1, end - 1))];
            block.clear();
            continue;
        }
        const std::size_t equals = content.find('=');
        if (!section || equals == content.npos)
            continue;
        const std::string name = asciiLower(withoutBlanks(content.substr(0, equals)));
        const std::string value(withoutBlanks(content.substr(equals + 1)));
        if (isIndented && !block.empty()) {
            (*section)[std::string(block).append(".").append(name)] = value;
        } else {
            (*section)[name] = value;
            block = value.empty() ? name : std::string();
        }
    }
    return file;
}

} // namespace loupe::remote
