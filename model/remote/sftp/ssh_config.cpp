#include "remote/sftp/ssh_config.h"

#include "core/text/ascii.h"
#include "core/text/quote.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace loupe::remote {

namespace {

constexpr std::size_t deepestInclude = 16;
constexpr std::size_t mostIncludes = 1000;

/// Whether a name fits a pattern with * and ?.
bool fitsPattern(std::string_view pattern, std::string_view name)
{
    std::size_t at = 0;
    std::size_t star = pattern.npos;
    std::size_t behind = 0; // of the name, where the last * ends
    std::size_t i = 0;
    while (i < name.size()) {
        if (at < pattern.size() && (pattern[at] == '?' || pattern[at] == name[i]) && pattern[at] != '*') {
            ++at;
            ++i;
        } else if (at < pattern.size() && pattern[at] == '*') {
            star = at++;
            behind = i;
        } else if (star != pattern.npos) {
            at = star + 1;
            i = ++behind;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', at) == pattern.npos;
}

/// As Host has them: one fits, and none with an exclamation mark does.
bool fitsAny(const std::vector<std::string>& patterns, std::string_view name)
{
    bool fits = false;
    for (const std::string& pattern : patterns) {
        const bool isExcluded = pattern.starts_with('!');
        if (!fitsPattern(asciiLower(std::string_view(pattern).substr(isExcluded ? 1 : 0)), asciiLower(name)))
            continue;
        if (isExcluded)
            return false;
        fits = true;
    }
    return fits;
}

std::vector<std::string> splitAtCommas(std::string_view text)
{
    std::vector<std::string> parts;
    while (true) {
        const std::size_t comma = text.find(',');
        parts.emplace_back(text.substr(0, comma));
        if (comma == text.npos)
            return parts;
        text.remove_prefix(comma + 1);
    }
}

/// The words of a line: the first one ends at a blank or =. Quotation marks keep blanks. Nothing of a comment, and
/// nothing where a quotation mark is not closed.
std::optional<std::vector<std::string>> wordsOf(std::string_view line)
{
    constexpr std::string_view blanks = " \t\r\f";
    std::vector<std::string> words;
    while (true) {
        line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
        if (words.size() == 1 && line.starts_with('=')) {
            line.remove_prefix(1);
            line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
        }
        if (line.empty() || line.front() == '#')
            return words;
        std::string word;
        bool isQuoted = false;
        std::size_t i = 0;
        for (; i < line.size(); ++i) {
            const bool isEnd = blanks.find(line[i]) != blanks.npos || (words.empty() && line[i] == '=');
            if (line[i] == '"')
                isQuoted = !isQuoted;
            else if (isEnd && !isQuoted)
                break;
            else
                word += line[i];
        }
        if (isQuoted)
            return std::nullopt;
        words.push_back(std::move(word));
        line.remove_prefix(i);
    }
}

class SshConfig {
public:
    SshConfig(const ServerName& server, const SshUser& user, const SshInclude& include)
        : m_asked(server.host)
        , m_user(user)
        , m_include(include)
    {
        m_route.server = server;
    }

    Result<SshRoute> read(std::string_view text)
    {
        m_places.push_back({.text = std::string(text), .position = 0, .depth = 0, .isActive = true});
        while (!m_places.empty()) {
            Place& place = m_places.back();
            if (place.position >= place.text.size()) {
                m_places.pop_back();
                continue;
            }
            const std::size_t end = std::min(place.text.find('\n', place.position), place.text.size());
            const std::string line = place.text.substr(place.position, end - place.position);
            place.position = end + 1;
            if (auto taken = takeLine(line); !taken)
                return fail(std::move(taken.error()));
        }
        finish();
        return std::move(m_route);
    }

private:
    /// A file that is read, or one that includes the next.
    struct Place {
        std::string text;
        std::size_t position = 0;
        std::size_t depth = 0; ///< how many files have included it
        bool isActive = true; ///< what comes is for the host
    };

    static tl::unexpected<Error> wrong(const std::string& line)
    {
        return fail(ErrorCode::InvalidArgument, "the line " + quote(line) + " cannot be understood");
    }

    Result<> takeLine(const std::string& line)
    {
        auto words = wordsOf(line);
        if (!words)
            return wrong(line);
        if (words->empty())
            return {};
        const std::string keyword = asciiLower(words->front());
        words->erase(words->begin());
        Place& place = m_places.back();
        if (keyword == "host" || keyword == "match") {
            place.isActive = keyword == "host" ? fitsAny(*words, m_asked) : fitsMatch(*words);
            return {};
        }
        if (!place.isActive)
            return {};
        if (keyword == "include")
            return include(*words);
        return set(keyword, *words) ? Result<>() : wrong(line);
    }

    bool fitsMatch(const std::vector<std::string>& words)
    {
        for (std::size_t i = 0; i < words.size(); ++i) {
            std::string criterion = asciiLower(words[i]);
            const bool isNegated = criterion.starts_with('!');
            criterion.erase(0, isNegated ? 1 : 0);
            if (criterion == "all")
                continue;
            if (criterion == "canonical" || criterion == "final")
                return isNegated; // the file is read once
            if (++i == words.size())
                return false;
            const auto patterns = splitAtCommas(words[i]);
            bool fits = false;
            if (criterion == "host")
                fits = fitsAny(patterns, m_hostName.value_or(m_asked));
            else if (criterion == "originalhost")
                fits = fitsAny(patterns, m_asked);
            else if (criterion == "user")
                fits = fitsAny(patterns, m_route.server.user.empty() ? m_user.name : m_route.server.user);
            else if (criterion == "localuser")
                fits = fitsAny(patterns, m_user.name);
            else {
                noteUnsupported("Match " + criterion);
                return false;
            }
            if (fits == isNegated)
                return false;
        }
        return !words.empty();
    }

    Result<> include(const std::vector<std::string>& patterns)
    {
        std::vector<std::string> texts;
        for (const std::string& pattern : patterns) {
            for (std::string& text : m_include(pattern))
                texts.push_back(std::move(text));
        }
        const std::size_t depth = m_places.back().depth + 1;
        m_included += texts.size();
        if (depth > deepestInclude || m_included > mostIncludes)
            return fail(ErrorCode::TooLarge, "files include others without end");
        // The last one is read first: it goes on the stack last.
        for (auto text = texts.rbegin(); text != texts.rend(); ++text)
            m_places.push_back({.text = std::move(*text), .position = 0, .depth = depth, .isActive = true});
        return {};
    }

    bool set(const std::string& keyword, const std::vector<std::string>& words)
    {
        ServerName& server = m_route.server;
        const std::string value = words.empty() ? std::string() : words.front();
        if (keyword == "hostname") {
            m_hostName = m_hostName ? m_hostName : value;
        } else if (keyword == "user") {
            server.user = server.user.empty() ? value : server.user;
        } else if (keyword == "port") {
            std::uint16_t port = 0;
            const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), port);
            if (error != std::errc() || end != value.data() + value.size() || port == 0)
                return false;
            server.port = server.port ? server.port : port;
        } else if (keyword == "identityfile") {
            if (asciiLower(value) != "none")
                m_route.keyFiles.push_back(value);
        } else if (keyword == "proxycommand" || keyword == "proxyjump") {
            const bool isFirst = !std::exchange(m_hasProxy, true);
            if (isFirst && asciiLower(value) != "none")
                noteUnsupported(keyword == "proxyjump" ? "ProxyJump" : "ProxyCommand");
        } else {
            return true; // what this program has no use for
        }
        return !value.empty();
    }

    void noteUnsupported(std::string what)
    {
        if (std::ranges::find(m_route.unsupported, what) == m_route.unsupported.end())
            m_route.unsupported.push_back(std::move(what));
    }

    /// What stands for `%h` and so on.
    std::string expanded(const std::string& text, const std::string& host) const
    {
        const ServerName& server = m_route.server;
        std::string result;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const char next = text[i] == '%' && i + 1 < text.size() ? text[i + 1] : '\0';
            i += next != '\0' ? 1 : 0;
            switch (next) {
            case 'h':
                result += host;
                break;
            case 'n':
                result += m_asked;
                break;
            case 'd':
                result += m_user.home;
                break;
            case 'u':
                result += m_user.name;
                break;
            case 'r':
                result += server.user.empty() ? m_user.name : server.user;
                break;
            case '%':
                result += '%';
                break;
            default:
                result += text[i - (next != '\0' ? 1 : 0)];
                i -= next != '\0' ? 1 : 0;
                break;
            }
        }
        return result;
    }

    void finish()
    {
        std::string& host = m_route.server.host;
        if (m_hostName)
            host = asciiLower(expanded(*m_hostName, m_asked));
        for (std::string& file : m_route.keyFiles) {
            file = expanded(file, host);
            if (file.starts_with("~/"))
                file = m_user.home + file.substr(1);
        }
    }

    const std::string m_asked; ///< the host of the address
    const SshUser& m_user;
    const SshInclude& m_include;
    std::vector<Place> m_places;
    std::size_t m_included = 0; ///< files
    std::optional<std::string> m_hostName;
    bool m_hasProxy = false;
    SshRoute m_route;
};

} // namespace

Result<SshRoute> readSshConfig(
    std::string_view text, const ServerName& server, const SshUser& user, const SshInclude& include)
{
    return SshConfig(server, user, include).read(text);
}

} // namespace loupe::remote
