#include "remote/http/http_exchange.h"

#include "core/text/ascii.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "remote/http/http_url.h"

#include <algorithm>
#include <cstdlib>
#include <new>

#include <arpa/inet.h>
#include <unistd.h>

namespace loupe::remote {

namespace {

/// Smaller requests share a connection; larger ones may each have their own.
constexpr std::uint64_t smallRequest = std::uint64_t{1} << 20;
constexpr long receiveBuffer = 512L << 10;
/// libcurl's own limit includes the time that a request waits for a free connection, so it is practically disabled.
constexpr long longestWaitForConnection = 7L * 24 * 3600;
constexpr std::size_t mostHeaderBytes = std::size_t{256} << 10;
constexpr long slowestBytesPerSecond = 1000;

/// Whether the TLS library says that the server's first bytes are not TLS.
bool speaksNoTls(CURLcode result, std::string_view message)
{
    return result == CURLE_SSL_CONNECT_ERROR
        && (message.find("wrong version number") != message.npos
            || message.find("packet length too long") != message.npos
            || message.find("unknown protocol") != message.npos);
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blanks = " \t\r\n";
    const std::size_t begin = text.find_first_not_of(blanks);
    return begin == text.npos ? std::string_view() : text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

const char* setVariable(const char* name)
{
    const char* const value = std::getenv(name);
    return value && *value ? value : nullptr;
}

bool mayPass(CURLcode result)
{
    switch (result) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT:
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_AGAIN:
        return true;
    default:
        return false;
    }
}

/// The path of the system's trusted certificates, if the library was built for a different one; null if the library
/// knows it.
const char* authoritiesOfSystem()
{
    const auto isThere = [](const char* file) { return file && ::access(file, R_OK) == 0; };
    const curl_version_info_data* const info = curl_version_info(CURLVERSION_NOW);
    if (isThere(info->cainfo) || isThere(info->capath))
        return nullptr;
    for (const char* const file : {"/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt",
             "/etc/ssl/ca-bundle.pem", "/etc/pki/tls/cacert.pem", "/etc/ssl/cert.pem"}) {
        if (isThere(file))
            return file;
    }
    return nullptr;
}

} // namespace

bool isPublicServer(std::string_view address)
{
    const std::string text(address);
    in6_addr six{};
    in_addr four{};
    if (inet_pton(AF_INET6, text.c_str(), &six) == 1) {
        constexpr std::array<std::uint8_t, 12> nat64{0, 0x64, 0xff, 0x9b};
        const bool is6to4 = six.s6_addr[0] == 0x20 && six.s6_addr[1] == 0x02;
        const bool isTranslated = IN6_IS_ADDR_V4MAPPED(&six) || std::equal(nat64.begin(), nat64.end(), six.s6_addr);
        if (!isTranslated && !is6to4) {
            const bool isUniqueLocal = (six.s6_addr[0] & 0xfe) == 0xfc;
            return !IN6_IS_ADDR_LOOPBACK(&six) && !IN6_IS_ADDR_LINKLOCAL(&six) && !IN6_IS_ADDR_UNSPECIFIED(&six)
                && !IN6_IS_ADDR_SITELOCAL(&six) && !IN6_IS_ADDR_MULTICAST(&six) && !isUniqueLocal;
        }
        // It embeds an IPv4 address.
        std::copy_n(six.s6_addr + (is6to4 ? 2 : 12), 4, reinterpret_cast<std::uint8_t*>(&four.s_addr));
    } else if (inet_pton(AF_INET, text.c_str(), &four) != 1) {
        return false;
    }
    const std::uint32_t ip = ntohl(four.s_addr);
    const std::uint32_t a = ip >> 24;
    const std::uint32_t b = (ip >> 16) & 255;
    return a != 0 && a != 10 && a != 127 && !(a == 100 && b >= 64 && b < 128) && !(a == 169 && b == 254)
        && !(a == 172 && b >= 16 && b < 32) && !(a == 192 && b == 168) && !(a == 198 && (b == 18 || b == 19))
        && a < 224;
}

ExchangeEnd stoppedExchange()
{
    return {.failure = Error{ErrorCode::Stopped, "stopped", {}, std::nullopt}, .isPassing = false, .server = {}};
}

HttpExchange::HttpExchange(HttpRequest request, std::shared_ptr<HttpReceiver> receiver,
    const HttpTransport::Settings& settings, const Counters& counters)
    : m_request(std::move(request))
    , m_receiver(std::move(receiver))
    , m_counters(counters)
    , m_easy(curl_easy_init())
    , m_connectTimeout(settings.connectTimeout)
{
    if (!m_easy)
        throw std::bad_alloc();
    setUp(settings);
}

HttpExchange::~HttpExchange()
{
    curl_easy_cleanup(m_easy);
    curl_slist_free_all(m_headers);
}

void HttpExchange::setUp(const HttpTransport::Settings& settings)
{
    const auto set = [this](CURLoption option, auto value) { curl_easy_setopt(m_easy, option, value); };
    set(CURLOPT_URL, m_request.url.c_str());
    set(CURLOPT_PATH_AS_IS, 1L); // otherwise libcurl would change a path with dots
    set(CURLOPT_PROTOCOLS_STR, "https,http");
    set(CURLOPT_FOLLOWLOCATION, 0L);
    set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
    const bool isSmall = !m_request.range || m_request.range->size() < smallRequest;
    set(CURLOPT_PIPEWAIT, isSmall ? 1L : 0L);
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_QUICK_EXIT, 1L); // do not wait for the resolver's thread when cancelled
    set(CURLOPT_BUFFERSIZE, receiveBuffer);
    set(CURLOPT_CONNECTTIMEOUT, longestWaitForConnection);
    set(CURLOPT_RESOLVER_START_FUNCTION, &HttpExchange::onLookUp);
    set(CURLOPT_RESOLVER_START_DATA, this);
    set(CURLOPT_SOCKOPTFUNCTION, &HttpExchange::onSocket);
    set(CURLOPT_SOCKOPTDATA, this);
    set(CURLOPT_LOW_SPEED_LIMIT, slowestBytesPerSecond);
    set(CURLOPT_LOW_SPEED_TIME, static_cast<long>(settings.silence.count()));
    set(CURLOPT_USERAGENT, "tensorloupe");
    set(CURLOPT_ERRORBUFFER, m_message.data());
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    set(CURLOPT_HEADERFUNCTION, &HttpExchange::onHeader);
    set(CURLOPT_HEADERDATA, this);
    set(CURLOPT_WRITEFUNCTION, &HttpExchange::onBody);
    set(CURLOPT_WRITEDATA, this);
    set(CURLOPT_PREREQFUNCTION, &HttpExchange::onConnected);
    set(CURLOPT_PREREQDATA, this);
    if (m_request.range) {
        const std::string range =
            std::to_string(m_request.range->begin) + "-" + std::to_string(m_request.range->end - 1);
        set(CURLOPT_RANGE, range.c_str());
    }
    const auto add = [this](const std::string& header) {
        if (curl_slist* const longer = curl_slist_append(m_headers, header.c_str()))
            m_headers = longer;
        else
            throw std::bad_alloc();
    };
    add("Accept-Encoding: identity"); // offsets must refer to the file's original bytes
    for (const std::string& header : m_request.headers)
        add(header);
    set(CURLOPT_HTTPHEADER, m_headers);
    setCertificates();
}

/// Only the program `curl` reads these variables, not the library.
void HttpExchange::setCertificates()
{
    const char* file = setVariable("CURL_CA_BUNDLE");
    if (!file && !m_request.authorities.empty())
        file = m_request.authorities.c_str();
    if (!file)
        file = setVariable("SSL_CERT_FILE");
    const char* const folder = setVariable("SSL_CERT_DIR");
    static const char* const ofSystem = authoritiesOfSystem();
    if (!file && !folder)
        file = ofSystem;
    if (file)
        curl_easy_setopt(m_easy, CURLOPT_CAINFO, file);
    if (folder)
        curl_easy_setopt(m_easy, CURLOPT_CAPATH, folder);
}

/// Called when a host name is about to be resolved.
int HttpExchange::onLookUp(void*, void*, void* exchange)
{
    auto& self = *static_cast<HttpExchange*>(exchange);
    self.m_isLookingUp = true;
    self.m_connectDeadline = std::chrono::steady_clock::now() + self.m_connectTimeout;
    return 0;
}

/// Called when a connection is started, to the first address of a host or another one.
int HttpExchange::onSocket(void* exchange, curl_socket_t, curlsocktype)
{
    auto& self = *static_cast<HttpExchange*>(exchange);
    if (!self.m_connectDeadline || self.m_isLookingUp)
        self.m_connectDeadline = std::chrono::steady_clock::now() + self.m_connectTimeout;
    self.m_isLookingUp = false;
    return CURL_SOCKOPT_OK;
}

int HttpExchange::onConnected(void* exchange, char* address, char*, int, int)
{
    auto& self = *static_cast<HttpExchange*>(exchange);
    self.m_connectDeadline.reset();
    self.m_isLookingUp = false;
    self.m_isPublic = isPublicServer(address);
    self.m_isRefused = self.m_request.onlyPublicServers && !self.m_isPublic;
    self.m_counters.requestsSent += self.m_isRefused ? 0 : 1;
    return self.m_isRefused ? CURL_PREREQFUNC_ABORT : CURL_PREREQFUNC_OK;
}

template <typename Take>
bool HttpExchange::guarded(Take take)
{
    try {
        return take();
    } catch (const std::bad_alloc&) {
        m_isOutOfMemory = true;
        return false;
    }
}

std::size_t HttpExchange::onHeader(char* data, std::size_t size, std::size_t count, void* exchange)
{
    auto& self = *static_cast<HttpExchange*>(exchange);
    return self.guarded([&] { return self.takeHeader({data, size * count}); }) ? size * count : 0;
}

std::size_t HttpExchange::onBody(char* data, std::size_t size, std::size_t count, void* exchange)
{
    auto& self = *static_cast<HttpExchange*>(exchange);
    return self.guarded([&] { return self.takeBody(std::as_bytes(std::span(data, size * count))); }) ? size * count : 0;
}

bool HttpExchange::takeHeader(std::string_view line)
{
    m_headerBytes += line.size();
    ++m_counters.piecesReceived;
    if (m_headerBytes > mostHeaderBytes)
        return false;
    if (m_hasBegun)
        return true; // a trailer
    if (line.starts_with("HTTP/")) {
        m_answer = {}; // the previous headers were of an interim response
        return true;
    }
    const std::size_t colon = line.find(':');
    if (colon != line.npos)
        m_answer.headers.emplace_back(asciiLower(line.substr(0, colon)), trimmed(line.substr(colon + 1)));
    return true;
}

bool HttpExchange::begin()
{
    if (m_hasBegun)
        return !m_isUnwanted;
    m_hasBegun = true;
    long status = 0;
    curl_easy_getinfo(m_easy, CURLINFO_RESPONSE_CODE, &status);
    m_answer.status = static_cast<int>(status);
    m_answer.fromPublicServer = m_isPublic;
    m_isUnwanted = !m_receiver->begin(m_answer);
    return !m_isUnwanted;
}

bool HttpExchange::takeBody(std::span<const std::byte> bytes)
{
    constexpr int firstError = 300; // includes redirects, whose pages are not needed either
    ++m_counters.piecesReceived;
    const bool isWanted = begin();
    if (m_answer.status < firstError)
        m_counters.bytesReceived += bytes.size();
    if (isWanted && !m_receiver->take(bytes))
        m_isUnwanted = true;
    return !m_isUnwanted;
}

void HttpExchange::finish(CURLcode result)
{
    if (result == CURLE_OK)
        guarded([this] { return begin(); }); // a response without a body
    if (m_isOutOfMemory)
        return m_receiver->end(
            {.failure = Error{ErrorCode::OutOfMemory, "there is not enough memory", {}, std::nullopt},
                .isPassing = false,
                .server = {}});
    m_receiver->end(result == CURLE_OK || m_isUnwanted ? ExchangeEnd{} : failureOf(result));
}

void HttpExchange::stop()
{
    m_receiver->end(stoppedExchange());
}

ExchangeEnd HttpExchange::failureOf(CURLcode result) const
{
    using enum ExchangeEnd::Server;
    const bool isUnreached = result == CURLE_COULDNT_RESOLVE_HOST || result == CURLE_COULDNT_CONNECT || m_isLookingUp;
    return {.failure = Error{ErrorCode::Io, sentence(result), {}, std::nullopt},
        .isPassing = mayPass(result) && !m_isRefused && !speaksNoTls(result, m_message.data()),
        .server = isUnreached                    ? Unreached
            : result == CURLE_OPERATION_TIMEDOUT ? Silent
                                                 : Answers};
}

std::string HttpExchange::sentence(CURLcode result) const
{
    const std::string host = hostOf(m_request.url);
    if (m_isRefused)
        return "a server on the internet redirects to " + quote(host) + ", which is in a private network: not followed";
    if (m_headerBytes > mostHeaderBytes)
        return quote(host) + " sends more than " + formatBytes(mostHeaderBytes) + " of headers";
    const std::string_view message = m_message.data();
    long verified = 0;
    switch (result) {
    case CURLE_COULDNT_RESOLVE_HOST:
        return "there is no host named " + quote(host) + ", or no network";
    case CURLE_COULDNT_RESOLVE_PROXY:
        return "the proxy that the environment names (https_proxy, http_proxy, all_proxy) has an unknown host";
    case CURLE_COULDNT_CONNECT:
        return "cannot connect to " + quote(host);
    case CURLE_OPERATION_TIMEDOUT:
        return m_isLookingUp ? "DNS lookup of " + quote(host) + " timed out; check the network"
                             : quote(host) + " does not answer, or too slowly";
    case CURLE_PARTIAL_FILE:
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
        if (message.find("CONNECT") != message.npos)
            break;
        return "the connection to " + quote(host) + " was lost";
    case CURLE_PEER_FAILED_VERIFICATION:
        curl_easy_getinfo(m_easy, CURLINFO_SSL_VERIFYRESULT, &verified);
        if (verified == 10) // X509_V_ERR_CERT_HAS_EXPIRED
            return "the certificate of " + quote(host) + " has expired";
        // libcurl checks the host name itself, before it reads OpenSSL's result.
        if (verified == 0 || message.find("subject name") != message.npos)
            return "the certificate of " + quote(host) + " is for another host";
        return "the certificate of " + quote(host) + " is signed by an unknown authority";
    case CURLE_SSL_CONNECT_ERROR:
        if (speaksNoTls(result, message))
            return quote(host) + " does not speak TLS, which https:// needs; is it an http:// address?";
        break;
    default:
        break;
    }
    if (message.find("CONNECT") != message.npos)
        return "the proxy that the environment names (https_proxy, http_proxy, all_proxy) refuses: " + quote(message);
    return quote(host) + ": " + (message.empty() ? curl_easy_strerror(result) : printable(message));
}

} // namespace loupe::remote
