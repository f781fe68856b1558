#include "remote/sftp/sftp_listing.h"

#include <algorithm>

namespace loupe::remote {

namespace {

/// The rest of a line after eight words, such as "-rw-r--r-- 1 user group 12 Nov 26 21:17"; empty if there are fewer.
std::string_view nameOfLine(std::string_view line)
{
    constexpr int wordsBefore = 8;
    for (int word = 0; word < wordsBefore; ++word) {
        const std::size_t end = std::min(line.find(' '), line.size());
        line.remove_prefix(end);
        // Exactly one space follows the last word, since a name may begin with spaces.
        line.remove_prefix(word + 1 < wordsBefore ? std::min(line.find_first_not_of(' '), line.size())
                                                  : std::min<std::size_t>(1, line.size()));
    }
    return line;
}

} // namespace

FolderContent readLongListing(std::string_view text)
{
    FolderContent content;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        std::string_view name = nameOfLine(line);
        const bool isLink = line.starts_with('l');
        if (isLink)
            name = name.substr(0, name.find(" -> "));
        if (name.empty() || name == "." || name == ".." || name.find('/') != name.npos)
            continue;
        (line.starts_with('d') ? content.folders : content.files).emplace_back(name);
    }
    return content;
}

} // namespace loupe::remote
