#include "remote/http/http_url.h"

#include "core/text/ascii.h"

#include <memory>
#include <new>

#include <curl/curl.h>

namespace loupe::remote {

namespace {

constexpr unsigned keepPath = CURLU_PATH_AS_IS;

class Url {
public:
    Url()
        : m_url(curl_url(), &curl_url_cleanup)
    {
        if (!m_url)
            throw std::bad_alloc();
    }

    bool set(const std::string& url)
    {
        return curl_url_set(m_url.get(), CURLUPART_URL, url.c_str(), keepPath) == CURLUE_OK;
    }
    void put(CURLUPart part, const std::string& text) { curl_url_set(m_url.get(), part, text.c_str(), 0); }
    void clear(CURLUPart part) { curl_url_set(m_url.get(), part, nullptr, 0); }
    /// The text of the part; empty if there is none.
    std::string get(CURLUPart part, unsigned flags = 0) const
    {
        char* text = nullptr;
        if (curl_url_get(m_url.get(), part, &text, flags) != CURLUE_OK)
            return {};
        const std::unique_ptr<char, decltype(&curl_free)> owned(text, &curl_free);
        return text;
    }

private:
    std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> m_url;
};

} // namespace

std::string hostOf(const std::string& url)
{
    Url parsed;
    return parsed.set(url) ? asciiLower(parsed.get(CURLUPART_HOST)) : "";
}

std::string originOf(const std::string& url)
{
    Url parsed;
    if (!parsed.set(url))
        return {};
    return asciiLower(parsed.get(CURLUPART_SCHEME)) + "://" + asciiLower(parsed.get(CURLUPART_HOST)) + ":"
        + parsed.get(CURLUPART_PORT, CURLU_DEFAULT_PORT);
}

Result<std::string> redirected(const std::string& url, std::string_view location)
{
    Url parsed;
    if (location.empty() || !parsed.set(url))
        return fail(ErrorCode::Io, "the server redirects to something that is no address");
    const std::string user = parsed.get(CURLUPART_USER);
    const std::string password = parsed.get(CURLUPART_PASSWORD);
    if (!parsed.set(std::string(location)))
        return fail(ErrorCode::Io, "the server redirects to something that is no address");
    const std::string scheme = parsed.get(CURLUPART_SCHEME);
    if (scheme != "https" && scheme != "http")
        return fail(ErrorCode::Io, "the server redirects to an address that is not http or https: not followed");
    if (asciiLower(std::string_view(url).substr(0, 6)) == "https:" && scheme != "https")
        return fail(ErrorCode::Io, "the server redirects from https to http, which anybody could read: not followed");
    parsed.clear(CURLUPART_FRAGMENT);
    if (!user.empty() && parsed.get(CURLUPART_USER).empty() && originOf(parsed.get(CURLUPART_URL)) == originOf(url)) {
        parsed.put(CURLUPART_USER, user);
        parsed.put(CURLUPART_PASSWORD, password);
    }
    return parsed.get(CURLUPART_URL);
}

} // namespace loupe::remote
