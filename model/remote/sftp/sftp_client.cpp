#include "remote/sftp/sftp_client.h"

#include "core/text/text.h"
#include "remote/sftp/sftp_listing.h"

#include <algorithm>
#include <new>
#include <string_view>

#include <curl/curl.h>

namespace loupe::remote {

namespace {

constexpr std::size_t longestFolder = std::size_t{64} << 20; // bytes of the listing

bool hasSftp()
{
    const curl_version_info_data* const info = curl_version_info(CURLVERSION_NOW);
    for (const char* const* protocol = info->protocols; *protocol; ++protocol) {
        if (std::string_view(*protocol) == "sftp")
            return true;
    }
    return false;
}

} // namespace

SftpClient::SftpClient(const Environment& environment, std::chrono::milliseconds noticedSilence)
    : m_traffic{.bytes = 0, .requests = 0, .silence = Silence(noticedSilence)}
    , m_routes(environment)
{
    static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
    if (started != CURLE_OK)
        throw std::bad_alloc();
}

Result<SftpClient::Start> SftpClient::start(const SftpAddress& file, const std::string& name, std::size_t most)
{
    if (!hasSftp())
        return fail(ErrorCode::Unsupported, "this program's libcurl has no SFTP", name);
    const auto route = m_routes.routeTo(file.server);
    if (!route)
        return fail(route.error());
    Start start;
    SftpTransfer transfer(m_pool, m_traffic, *route, file.path, name);
    // Only a transfer of the whole file reports its size, so that is started and ended after the first bytes.
    const auto ran = transfer.run([&](std::span<const std::byte> bytes, std::uint64_t size) {
        start.size = size;
        const auto wanted = bytes.first(std::min(bytes.size(), most - start.bytes.size()));
        start.bytes.insert(start.bytes.end(), wanted.begin(), wanted.end());
        return start.bytes.size() < most;
    });
    if (!ran) {
        // Servers also open folders and report a size for them.
        const bool isOpened = ran.error().code == ErrorCode::Io && transfer.size() && start.bytes.empty();
        return fail(isOpened ? ErrorCode::NotAFile : ran.error().code, ran.error().message, name);
    }
    start.modified = transfer.modified();
    if (start.bytes.size() < std::min<std::uint64_t>(most, start.size))
        return fail(ErrorCode::NotAFile, "the server sent less of the file than it has", name);
    return start;
}

Result<std::int64_t> SftpClient::read(
    const SftpAddress& file, const std::string& name, std::uint64_t offset, std::span<std::byte> target)
{
    const auto route = m_routes.routeTo(file.server);
    if (!route)
        return fail(route.error());
    std::size_t filled = 0;
    bool isMore = false;
    SftpTransfer transfer(m_pool, m_traffic, *route, file.path, name);
    const auto missing = [&] { return ByteRange{offset + filled, offset + target.size()}; };
    const auto ran = transfer.runRanges(missing, [&](std::span<const std::byte> bytes, std::uint64_t /*size*/) {
        isMore = bytes.size() > target.size() - filled;
        if (isMore)
            return false;
        std::ranges::copy(bytes, target.begin() + static_cast<std::ptrdiff_t>(filled));
        filled += bytes.size();
        return true;
    });
    if (!ran && filled != target.size())
        return fail(ran.error());
    if (isMore)
        return fail(ErrorCode::Io, "the server sends more bytes than it was asked for", name, offset + filled);
    if (filled != target.size())
        return fail(ErrorCode::Changed, "the file has become shorter on the server", name, offset + filled);
    return transfer.modified();
}

Result<FolderContent> SftpClient::list(const SftpAddress& folder, const std::string& name)
{
    if (!hasSftp())
        return fail(ErrorCode::Unsupported, "this program's libcurl has no SFTP", name);
    const auto route = m_routes.routeTo(folder.server);
    if (!route)
        return fail(route.error());
    const std::string path = folder.path + (folder.path.ends_with('/') ? "" : "/");
    std::string text;
    bool isTooLong = false;
    SftpTransfer transfer(m_pool, m_traffic, *route, path, name);
    const auto ran = transfer.run([&](std::span<const std::byte> bytes, std::uint64_t /*size*/) {
        isTooLong = bytes.size() > longestFolder - text.size();
        if (isTooLong)
            return false;
        text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        return true;
    });
    if (!ran)
        return fail(ran.error());
    if (isTooLong)
        return fail(
            ErrorCode::TooLarge, "the listing of the folder is longer than " + formatBytes(longestFolder), name);
    return readLongListing(text);
}

} // namespace loupe::remote
