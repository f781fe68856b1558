#include "saving/writing/extended_attributes.h"

#include <cerrno>
#include <optional>
#include <string>
#include <string_view>

#include <sys/xattr.h>

namespace loupe {

namespace {

namespace fs = std::filesystem;

constexpr const char* accessList = "system.posix_acl_access";
/// The system's limit, both for a value and for all names together.
constexpr std::size_t most = 65536;

std::optional<std::string> valueOf(const fs::path& file, const char* name)
{
    std::string value(most, '\0');
    const ssize_t size = ::getxattr(file.c_str(), name, value.data(), value.size());
    if (size < 0)
        return std::nullopt;
    value.resize(static_cast<std::size_t>(size));
    return value;
}

} // namespace

void copyExtendedAttributes(const fs::path& from, int to)
{
    if (const auto list = valueOf(from, accessList))
        ::fsetxattr(to, accessList, list->data(), list->size(), 0);
    else if (errno == ENODATA)
        ::fremovexattr(to, accessList); // it may have inherited a list from its folder
    std::string names(most, '\0');
    const ssize_t size = ::listxattr(from.c_str(), names.data(), names.size());
    names.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
    for (std::size_t at = 0; at < names.size();) {
        const char* const name = names.c_str() + at;
        const std::string_view text(name);
        at += text.size() + 1;
        if (!text.starts_with("user."))
            continue;
        if (const auto value = valueOf(from, name))
            ::fsetxattr(to, name, value->data(), value->size(), 0);
    }
}

} // namespace loupe
