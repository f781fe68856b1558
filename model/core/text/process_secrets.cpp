#include "core/text/process_secrets.h"

#include <algorithm>
#include <cstring>
#include <sys/resource.h>

namespace loupe {

namespace {

/// Three asterisks, or fewer for a shorter secret, since the result must fit in its place.
std::string asterisksFor(std::string_view secret)
{
    return std::string(std::min<std::size_t>(secret.size(), 3), '*');
}

} // namespace

std::string withHiddenSecrets(std::string_view argument)
{
    constexpr std::string_view mark = "://";
    const std::size_t scheme = argument.find(mark);
    if (scheme == argument.npos)
        return std::string(argument);
    const std::size_t server = scheme + mark.size();
    const std::size_t query = std::min(argument.find('?', server), argument.size());
    std::string_view address = argument.substr(0, query);
    std::string hidden(address.substr(0, server));
    address.remove_prefix(server);
    // A password may contain an unescaped "@" or "/". The address is then invalid, but the password must still be
    // hidden.
    const std::size_t slash = std::min(address.find('/'), address.size());
    std::size_t at = address.substr(0, slash).rfind('@');
    if (at == address.npos && address.substr(0, slash).find(':') != address.npos)
        at = address.rfind('@');
    if (at != address.npos) {
        hidden += asterisksFor(address.substr(0, at));
        address.remove_prefix(at);
    }
    hidden += address;
    if (query < argument.size())
        hidden += '?' + asterisksFor(argument.substr(query + 1));
    return hidden;
}

void hideSecrets(std::span<char* const> arguments)
{
    for (char* const argument : arguments) {
        if (!argument)
            continue;
        const std::span<char> text(argument, std::strlen(argument));
        const std::string hidden = withHiddenSecrets({text.data(), text.size()});
        std::ranges::fill(text, '\0');
        std::ranges::copy(hidden, text.begin());
    }
}

void preventCoreDumps()
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_CORE, &limit) != 0)
        return;
    // A limit of one byte is too small for a file, and also tells the kernel not to pipe a dump to a program. The
    // process stays readable for its own user, which portals for file dialogs need.
    limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, 1);
    ::setrlimit(RLIMIT_CORE, &limit);
}

} // namespace loupe
