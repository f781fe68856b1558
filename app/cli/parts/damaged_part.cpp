#include "app/cli/parts/damaged_part.h"

#include "app/cli/parts/part_file.h"
#include "core/source.h"

#include <algorithm>

namespace loupe {

namespace {

/// The common beginning of all parts of a command: everything before the folder.
std::string beginningOf(std::span<const std::string> arguments)
{
    PartFile part;
    part.version = LOUPE_VERSION;
    part.arguments.assign(arguments.begin(), arguments.end());
    std::string text = partText(part);
    text.resize(text.find("\"folder\":")); // no argument has this: quotes inside of them are escaped
    return text;
}

} // namespace

bool isDamagedPart(const std::string& path, std::span<const std::string> arguments)
{
    const auto source = Source::open(path);
    if (!source)
        return false;
    const std::string expected = beginningOf(arguments);
    std::string begin(std::min<std::uint64_t>((*source)->size(), expected.size()), '\0');
    if (auto read = (*source)->read(0, std::as_writable_bytes(std::span(begin))); !read || !expected.starts_with(begin))
        return false;
    const auto part = readPart(path);
    return !part && part.error().code == ErrorCode::Malformed;
}

} // namespace loupe
