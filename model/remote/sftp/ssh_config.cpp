#include "remote/sftp/ssh_config.h"

#include "core/text/ascii.h"
#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace loupe::remote {

namespace {

constexpr std::size_t deepestInclude = 16;
constexpr std::size_t mostIncludes = 1000;

/// Whether a name matches a pattern with * and ?.
bool fitsPattern(std::string_view pattern, std::string_view name)
{
    std::size_t at = 0;
    std::size_t star = pattern.npos;
    std::size_t behind = 0; // position in the name after the text that the last * matched
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

/// Matches patterns as Host does: one matches, and none with an exclamation mark does.
bool fitsAny(const std::vector<std::string>& patterns, std::string_view name)
{
    bool fits = false;
    for (const std::string& pattern : patterns) {
        const bool isExcluded = pattern.starts_with('!');
        if (!fitsPattern(std::string_view(pattern).substr(isExcluded ? 1 : 0), name))
            continue;
        if (isExcluded)
            return false;
        fits = true;
    }
    return fits;
}

/// As above for host names, ignoring case.
bool fitsAnyHost(std::vector<std::string> patterns, std::string_view host)
{
    for (std::string& pattern : patterns)
        pattern = asciiLower(pattern);
    return fitsAny(patterns, asciiLower(host));
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

/// Splits a line into words. The first word ends at a space or =. Quotation marks protect spaces. No words for a
/// comment; nothing if a quotation mark is not closed.
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

/// Keywords that decide whom we trust or how we authenticate, and that are not supported here. The values of `harmless`
/// only request what we do anyway.
struct UnsupportedKeyword {
    std::string_view keyword; ///< lowercase
    std::string_view name;
    std::vector<std::string_view> harmless;
};

const UnsupportedKeyword* findUnsupported(std::string_view keyword)
{
    static const std::vector<UnsupportedKeyword> keywords{
        {"canonicalizehostname", "CanonicalizeHostname", {"no"}},
        {"certificatefile", "CertificateFile", {"none"}},
        {"identityagent", "IdentityAgent", {"ssh_auth_sock", "$ssh_auth_sock"}},
        {"proxycommand", "ProxyCommand", {"none"}},
        {"proxyjump", "ProxyJump", {"none"}},
    };
    const auto found = std::ranges::find(keywords, keyword, &UnsupportedKeyword::keyword);
    return found == keywords.end() ? nullptr : &*found;
}

/// Whether the name can be a host in a URL.
bool isPlainName(std::string_view name)
{
    return !name.empty() && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-'
            || c == '_';
    });
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

    Result<SshRoute> read(const SshConfigFile& file)
    {
        if (auto done = readOnce(file); !done)
            return fail(std::move(done.error()));
        if (m_needsFinal) {
            m_hostName = hostName();
            m_isFinal = true;
            m_included = 0;
            if (auto done = readOnce(file); !done)
                return fail(std::move(done.error()));
        }
        finish();
        return std::move(m_route);
    }

private:
    /// The file that is being read, or one whose Include led to it.
    struct Place {
        SshConfigFile file;
        std::size_t position = 0; ///< offset in its text
        std::size_t line = 0; ///< from 1
        std::size_t depth = 0; ///< nesting depth of includes
        bool isActive = true; ///< whether the following lines apply to the host
    };

    Result<> readOnce(const SshConfigFile& file)
    {
        m_places.push_back({.file = file, .position = 0, .line = 0, .depth = 0, .isActive = true});
        while (!m_places.empty()) {
            Place& place = m_places.back();
            const std::string& text = place.file.text;
            if (place.position >= text.size()) {
                m_places.pop_back();
                continue;
            }
            const std::size_t end = std::min(text.find('\n', place.position), text.size());
            const std::string line = text.substr(place.position, end - place.position);
            place.position = end + 1;
            ++place.line;
            if (auto taken = takeLine(line); !taken)
                return taken;
        }
        return {};
    }

    /// An error in the current line.
    tl::unexpected<Error> failHere(ErrorCode code, const std::string& sentence) const
    {
        const Place& place = m_places.back();
        return fail(code, "line " + std::to_string(place.line) + ": " + sentence, place.file.path);
    }

    Result<> takeLine(const std::string& line)
    {
        auto words = wordsOf(line);
        if (!words)
            return failHere(ErrorCode::InvalidArgument, "a quotation mark is not closed");
        if (words->empty())
            return {};
        const std::string name = words->front();
        const std::string keyword = asciiLower(name);
        words->erase(words->begin());
        Place& place = m_places.back();
        if (keyword == "host" || keyword == "match") {
            place.isActive = keyword == "host" ? fitsAnyHost(*words, m_asked) : fitsMatch(*words);
            return {};
        }
        if (!place.isActive)
            return {};
        if (keyword == "include")
            return include(*words);
        const std::string expected = set(keyword, *words);
        if (expected.empty())
            return {};
        const std::string found = words->empty() ? "nothing" : quote(words->front());
        return failHere(
            ErrorCode::InvalidArgument, printable(name) + " is followed by " + found + ", expected " + expected);
    }

    bool fitsMatch(const std::vector<std::string>& words)
    {
        for (std::size_t i = 0; i < words.size(); ++i) {
            std::string criterion = asciiLower(words[i]);
            const bool isNegated = criterion.starts_with('!');
            criterion.erase(0, isNegated ? 1 : 0);
            if (criterion == "all")
                continue;
            bool fits = false;
            if (criterion == "canonical" || criterion == "final") {
                m_needsFinal = m_needsFinal || criterion == "final";
                fits = m_isFinal;
            } else if (++i == words.size()) {
                return false;
            } else if (criterion == "host") {
                fits = fitsAnyHost(splitAtCommas(words[i]), hostName());
            } else if (criterion == "originalhost") {
                fits = fitsAnyHost(splitAtCommas(words[i]), m_asked);
            } else if (criterion == "user") {
                fits = fitsAny(splitAtCommas(words[i]), userName());
            } else if (criterion == "localuser") {
                fits = fitsAny(splitAtCommas(words[i]), m_user.name);
            } else {
                addUnsupported("Match " + criterion);
                return false;
            }
            if (fits == isNegated)
                return false;
        }
        return !words.empty();
    }

    Result<> include(const std::vector<std::string>& patterns)
    {
        std::vector<SshConfigFile> files;
        for (const std::string& pattern : patterns) {
            auto found = m_include(pattern);
            if (!found)
                return fail(std::move(found.error()));
            for (SshConfigFile& file : *found)
                files.push_back(std::move(file));
        }
        const std::size_t depth = m_places.back().depth + 1;
        m_included += files.size();
        if (depth > deepestInclude || m_included > mostIncludes)
            return failHere(ErrorCode::TooLarge,
                "more than " + std::to_string(deepestInclude) + " files include one another, or more than "
                    + std::to_string(mostIncludes) + " are included");
        // The stack is read from the top, so files are pushed in reverse order.
        for (auto file = files.rbegin(); file != files.rend(); ++file)
            m_places.push_back({.file = std::move(*file), .position = 0, .line = 0, .depth = depth, .isActive = true});
        return {};
    }

    /// Applies a setting. Returns what was expected if the line is invalid, otherwise an empty text.
    std::string set(const std::string& keyword, const std::vector<std::string>& words)
    {
        ServerName& server = m_route.server;
        const std::string value = words.empty() ? std::string() : words.front();
        const bool isMissing = value.empty();
        if (keyword == "hostname") {
            m_hostName = m_hostName ? m_hostName : value;
            return isMissing ? "the name of a host" : "";
        }
        if (keyword == "user") {
            server.user = server.user.empty() ? value : server.user;
            return isMissing ? "the name of a user" : "";
        }
        if (keyword == "port") {
            std::uint16_t port = 0;
            const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), port);
            if (error != std::errc() || end != value.data() + value.size() || port == 0)
                return "a number from 1 to 65535";
            server.port = server.port ? server.port : port;
            return {};
        }
        if (keyword == "identityfile") {
            addKeyFile(value);
            return isMissing ? "a file, or \"none\"" : "";
        }
        if (keyword == "identitiesonly") {
            const std::string choice = asciiLower(value);
            const bool isOnly = choice == "yes" || choice == "true";
            if (!isOnly && choice != "no" && choice != "false")
                return "\"yes\" or \"no\"";
            m_identitiesOnly = m_identitiesOnly.value_or(isOnly);
            return {};
        }
        if (keyword == "hostkeyalias") {
            if (!isPlainName(value))
                return "a name of letters, digits, \".\", \"-\" and \"_\"";
            if (m_route.hostKeyAlias.empty())
                m_route.hostKeyAlias = value;
            return {};
        }
        if (keyword == "userknownhostsfile") {
            m_route.knownHosts = m_route.knownHosts ? m_route.knownHosts : words;
            return isMissing ? "files, or \"none\"" : "";
        }
        if (const UnsupportedKeyword* const found = findUnsupported(keyword)) {
            takeUnsupported(*found, value);
            return isMissing ? "a value" : "";
        }
        return {}; // it affects neither the server, the user, nor whom we trust
    }

    void addKeyFile(const std::string& file)
    {
        if (!m_route.keyFiles)
            m_route.keyFiles.emplace();
        // All values count, not only the first; but the final pass repeats each.
        if (asciiLower(file) != "none" && std::ranges::find(*m_route.keyFiles, file) == m_route.keyFiles->end())
            m_route.keyFiles->push_back(file);
    }

    void takeUnsupported(const UnsupportedKeyword& keyword, const std::string& value)
    {
        // ProxyCommand and ProxyJump are one setting: the first of either wins.
        const std::string_view setting = keyword.name.starts_with("Proxy") ? "Proxy" : keyword.name;
        if (std::ranges::find(m_decided, setting) != m_decided.end())
            return;
        m_decided.push_back(setting);
        if (setting == "IdentityAgent" && asciiLower(value) == "none") {
            m_route.usesAgent = false;
            return;
        }
        if (std::ranges::find(keyword.harmless, asciiLower(value)) == keyword.harmless.end())
            addUnsupported(std::string(keyword.name));
    }

    void addUnsupported(std::string what)
    {
        if (std::ranges::find(m_route.unsupported, what) == m_route.unsupported.end())
            m_route.unsupported.push_back(std::move(what));
    }

    const std::string& userName() const { return m_route.server.user.empty() ? m_user.name : m_route.server.user; }

    /// The name of the host to connect to, as currently known.
    std::string hostName() const
    {
        if (!m_hostName)
            return m_asked;
        return m_isFinal ? *m_hostName : asciiLower(expanded(*m_hostName, m_asked));
    }

    /// Expands `%h` and so on.
    std::string expanded(const std::string& text, const std::string& host) const
    {
        std::string result;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] != '%' || i + 1 == text.size()) {
                result += text[i];
                continue;
            }
            ++i;
            switch (text[i]) {
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
                result += userName();
                break;
            case '%':
                result += '%';
                break;
            default:
                result += {'%', text[i]};
                break;
            }
        }
        return result;
    }

    void expandPath(std::string& path) const
    {
        path = expanded(path, m_route.server.host);
        if (path.starts_with("~/"))
            path = m_user.home + path.substr(1);
    }

    void finish()
    {
        m_route.server.host = hostName();
        m_route.usesAgent = m_route.usesAgent && !m_identitiesOnly.value_or(false);
        for (auto* const files : {&m_route.keyFiles, &m_route.knownHosts}) {
            if (*files)
                std::ranges::for_each(**files, [this](std::string& path) { expandPath(path); });
        }
        if (m_route.knownHosts)
            std::erase_if(*m_route.knownHosts, [](const std::string& path) { return asciiLower(path) == "none"; });
    }

    const std::string m_asked; ///< the host of the address
    const SshUser& m_user;
    const SshInclude& m_include;
    std::vector<Place> m_places;
    std::size_t m_included = 0; ///< number of included files
    std::optional<std::string> m_hostName; ///< as written; in the final pass, the name to connect to
    std::optional<bool> m_identitiesOnly;
    std::vector<std::string_view> m_decided; ///< settings of UnsupportedKeyword that occurred
    bool m_needsFinal = false; ///< a Match requires the final name
    bool m_isFinal = false; ///< this is the second, final pass
    SshRoute m_route;
};

} // namespace

Result<SshRoute> readSshConfig(
    const SshConfigFile& file, const ServerName& server, const SshUser& user, const SshInclude& include)
{
    return SshConfig(server, user, include).read(file);
}

} // namespace loupe::remote
