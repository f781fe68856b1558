#include "app/cli/session.h"

#include "app/cli/remedies.h"
#include "app/cli/waiting_line.h"
#include "core/remote/remote_files.h"
#include "core/stored_numbers.h"
#include "core/text/text.h"
#include "formats/quantized/logical_checkpoint.h"
#include "saving/in_place/edit_recovery.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <ctime>
#include <set>

namespace loupe {

void printErrorLine(std::string_view sentence)
{
    WaitingLine::write(stderr, "tloupe: " + printable(sentence) + '\n');
}

Result<> Session::readSecret()
{
    const bool isKey = !m_options.keyFile.empty();
    const std::string& file = isKey ? m_options.keyFile : m_options.passphraseFile;
    if (file.empty())
        return {};
    auto secret = Secret::read(file == "-" ? "/dev/stdin" : file, isKey ? Secret::Kind::Key : Secret::Kind::Passphrase);
    if (!secret)
        return fail(std::move(secret.error()));
    m_secret.emplace(std::move(*secret));
    return {};
}

Result<std::shared_ptr<const Checkpoint>> Session::open(const std::string& path) const
{
    auto listed = openAsListed(path);
    if (!listed || m_options.stored)
        return listed;
    return quantized::logicalOf(std::move(*listed), work(),
        m_options.ignoresFilesBeside ? quantized::FilesBeside::Ignored : quantized::FilesBeside::Read);
}

Result<std::shared_ptr<const Checkpoint>> Session::openAsListed(const std::string& path) const
{
    auto checkpoint = openRecovered(path, work(), m_secret ? &*m_secret : nullptr);
    return checkpoint && m_options.stored ? storedOf(*checkpoint) : checkpoint;
}

Result<> Session::allowFetching(std::uint64_t bytes, std::span<const std::string> paths) const
{
    constexpr std::uint64_t mostUnasked = std::uint64_t{1} << 30;
    if (bytes <= mostUnasked || m_options.yes || m_collected)
        return {};
    std::string from = paths.empty() ? "" : paths[0];
    if (paths.size() == 2)
        from += " and " + paths[1];
    else if (paths.size() > 2)
        from += " and " + std::to_string(paths.size() - 1) + " others";
    return fail(ErrorCode::InvalidArgument,
        formatBytes(bytes) + " would be read over the network; use --yes to read more than " + formatBytes(mostUnasked),
        from);
}

Result<> Session::allowFetching(std::uint64_t bytes, const std::filesystem::path& path) const
{
    const std::string text = path.string();
    return allowFetching(bytes, std::span(&text, 1));
}

void Session::print(std::string_view text) const
{
    WaitingLine::write(stdout, text);
}

JsonWriter Session::json() const
{
    return JsonWriter([this](std::string_view text) { print(text); });
}

void Session::flush() const
{
    std::fflush(stdout);
}

ExitStatus Session::report(const Error& error) const
{
    if (error.code == ErrorCode::Stopped)
        return ExitStatus::Interrupted;
    flush();
    printErrorLine(describe(withOption(error)));
    return error.code == ErrorCode::InvalidFilter ? ExitStatus::Usage : ExitStatus::Failed;
}

void Session::answer(const Error& error) const
{
    if (!m_options.json)
        return;
    JsonWriter document = json();
    document.beginObject();
    document.key("error");
    writeError(document, withOption(error));
    document.endObject();
    document.finish();
}

ExitStatus Session::reportAsAnswer(const Error& error) const
{
    const ExitStatus status = report(error);
    if (status != ExitStatus::Interrupted)
        answer(error);
    return status;
}

void Session::remark(std::string_view sentence) const
{
    if (m_options.quiet)
        return;
    flush();
    printErrorLine(sentence);
}

void Session::remarkOnTraffic() const
{
    const RemoteTraffic traffic = remoteFiles() ? remoteFiles()->traffic() : RemoteTraffic{};
    if (traffic.requests == 0)
        return;
    // Directory listings and error responses also count as bytes, but not as files.
    const std::string files =
        traffic.fileBytes > 0 && traffic.fileBytes >= traffic.bytes ? " of " + formatBytes(traffic.fileBytes) : "";
    remark(formatBytes(traffic.bytes) + files + " read over the network in " + counted(traffic.requests, "request"));
}

void Session::remarkOnCopies() const
{
    if (!remoteFiles())
        return;
    std::set<std::string> named;
    for (const KeptCopy& copy : remoteFiles()->keptCopies()) {
        // All files of a branch have the same age.
        const std::string& what = copy.revision.empty() ? copy.address : copy.revision;
        if (!named.insert(what).second)
            continue;
        const std::time_t time = copy.confirmed;
        std::tm local{};
        std::array<char, 64> text{};
        if (::localtime_r(&time, &local))
            std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M", &local);
        remark(what + ": read from the cache, as the server had it on " + text.data());
    }
}

ExitStatus Session::finish(ExitStatus status) const
{
    remarkOnCopies();
    remarkOnTraffic();
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0)
        return status;
    return report(systemError(errno, "cannot write the answer", "standard output"));
}

} // namespace loupe
