#include "saving/resuming/resume_log.h"

#include "analysis/digests/fingerprint.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "saving/writing/unfinished_files.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <new>
#include <span>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view logMagic = "tensorloupe-resume ";
constexpr std::string_view logVersion = "1";
constexpr std::string_view runWord = "run ";
constexpr std::string_view syncedWord = "synced ";
constexpr std::size_t digestDigits = 32;
constexpr std::uint64_t mostLogBytes = std::uint64_t{512} << 20; // enough for a save of 60 TB

std::string digestOfText(std::string_view text)
{
    return hexText(fingerprint(std::as_bytes(std::span(text))));
}

/// Takes the text up to `end`, and skips `end`; returns false if there is none.
bool takeUntil(std::string_view& text, char end, std::string_view& taken)
{
    const std::size_t size = text.find(end);
    if (size == std::string_view::npos)
        return false;
    taken = text.substr(0, size);
    text.remove_prefix(size + 1);
    return true;
}

bool toNumber(std::string_view text, std::uint64_t& number)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

bool takeNumber(std::string_view& text, std::uint64_t& number)
{
    std::string_view digits;
    return takeUntil(text, ' ', digits) && toNumber(digits, number);
}

bool isDigest(std::string_view text)
{
    return text.size() == digestDigits && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool readLine(std::string_view line, ResumeLog& log)
{
    if (line.starts_with(syncedWord)) {
        std::uint64_t synced = 0;
        const bool isRead = toNumber(line.substr(syncedWord.size()), synced) && synced <= log.runs.size();
        log.synced = isRead ? synced : log.synced;
        return isRead;
    }
    if (!line.starts_with(runWord))
        return false;
    line.remove_prefix(runWord.size());
    WrittenRun run;
    if (!takeNumber(line, run.file) || !takeNumber(line, run.run) || !takeNumber(line, run.bytes) || !isDigest(line))
        return false;
    run.digest = line;
    log.runs.push_back(std::move(run));
    return true;
}

class HeaderReader {
public:
    explicit HeaderReader(std::string_view text)
        : m_json(text)
    {
    }

    bool read(ResumeHeader& header)
    {
        bool isRead = m_json.enterObject();
        std::size_t members = 0;
        for (std::string_view key; isRead && m_json.nextKey(key); ++members) {
            if (key == "version")
                isRead = readText(header.version);
            else if (key == "options")
                isRead = m_json.readElements([&] { return readText(header.options.emplace_back()); });
            else if (key == "inputs")
                isRead = m_json.readElements([&] { return readInputState(m_json, header.inputs.emplace_back()); });
            else if (key == "recipe")
                isRead = readText(header.recipe);
            else
                isRead = key == "files" && m_json.readElements([&] { return readFile(header.files.emplace_back()); });
        }
        return isRead && members == 5 && m_json.finish();
    }

private:
    bool readText(std::string& text)
    {
        std::string_view read;
        const bool isRead = m_json.readString(read);
        text = read;
        return isRead;
    }

    bool readFile(ResumeHeader::File& file)
    {
        return m_json.enterArray() && m_json.nextElement() && readText(file.number)
            && (file.number.empty() || isUnfinishedNumber(file.number)) && m_json.nextElement()
            && m_json.readUnsigned(file.inode) && !m_json.nextElement() && !m_json.failed();
    }

    JsonCursor m_json;
};

std::string joined(const std::vector<std::string>& words)
{
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + word;
    return words.empty() ? "none" : quote(text);
}

} // namespace

std::string resumeHeaderText(const ResumeHeader& header)
{
    std::string text;
    JsonWriter json([&](std::string_view piece) { text += piece; });
    json.beginObject();
    json.member("version", std::string_view(header.version));
    json.key("options");
    json.beginArray();
    for (const std::string& option : header.options)
        json.value(std::string_view(option));
    json.endArray();
    json.key("inputs");
    json.beginArray();
    for (const InputState& input : header.inputs)
        writeInputState(json, input);
    json.endArray();
    json.member("recipe", std::string_view(header.recipe));
    json.key("files");
    json.beginArray();
    for (const ResumeHeader::File& file : header.files) {
        json.beginArray();
        json.value(std::string_view(file.number));
        json.value(file.inode);
        json.endArray();
    }
    json.endArray();
    json.endObject();
    json.finish();
    std::string start(logMagic);
    start.append(logVersion).append(1, ' ').append(digestOfText(text)).append(1, '\n');
    return start + text;
}

std::string writtenRunText(const WrittenRun& run)
{
    std::string text(runWord);
    for (const std::uint64_t number : {run.file, run.run, run.bytes})
        text.append(std::to_string(number)).append(1, ' ');
    return text.append(run.digest).append(1, '\n');
}

std::string syncedText(std::uint64_t runs)
{
    return std::string(syncedWord).append(std::to_string(runs)).append(1, '\n');
}

Result<ResumeLog> parseResumeLog(std::string_view text)
{
    const auto damaged = [] { return fail(ErrorCode::Malformed, "is damaged"); };
    const std::size_t size = text.size();
    std::string_view version;
    std::string_view digest;
    std::string_view line;
    if (!text.starts_with(logMagic))
        return damaged();
    text.remove_prefix(logMagic.size());
    if (!takeUntil(text, ' ', version) || !takeUntil(text, '\n', digest))
        return damaged();
    if (version != logVersion)
        return fail(ErrorCode::Unsupported,
            "is of version " + quote(version) + " of such logs, expected " + std::string(logVersion));
    const std::string_view content = text;
    ResumeLog log;
    if (!takeUntil(text, '\n', line) || digestOfText(content.substr(0, line.size() + 1)) != digest
        || !HeaderReader(line).read(log.header))
        return damaged();
    log.validBytes = size - text.size();
    while (takeUntil(text, '\n', line) && readLine(line, log))
        log.validBytes = size - text.size();
    return log;
}

std::string otherSave(const ResumeHeader& here, const ResumeHeader& expected)
{
    if (here.version != expected.version)
        return differsText("the version of tloupe", here.version, expected.version);
    if (here.options != expected.options)
        return "the options are " + joined(here.options) + ", expected " + joined(expected.options);
    if (auto inputs = otherInputs(here.inputs, expected.inputs); !inputs.empty())
        return inputs;
    if (here.recipe != expected.recipe || here.files.size() != expected.files.size())
        return differsText("the digest of what is to be written", here.recipe, expected.recipe);
    return {};
}

Result<> openResumeLog(const fs::path& path, Descriptor& file)
{
    file.reset(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
    struct stat status { };
    if (file.number() < 0 || ::fstat(file.number(), &status) != 0)
        return fail(systemError(errno, "cannot be opened", path.string()));
    if (!S_ISREG(status.st_mode))
        return fail(ErrorCode::NotAFile, "is no regular file", path.string());
    if (status.st_uid != ::geteuid())
        return fail(ErrorCode::PermissionDenied, "belongs to another user", path.string());
    if (::flock(file.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
        return fail(ErrorCode::Exists, "belongs to another process, which writes the same", path.string());
    return {};
}

Result<ResumeLog> readResumeLog(const fs::path& path, const Descriptor& file)
try {
    struct stat status { };
    if (::fstat(file.number(), &status) != 0)
        return fail(systemError(errno, "cannot be read", path.string()));
    const auto size = static_cast<std::uint64_t>(status.st_size);
    if (size > mostLogBytes)
        return fail(ErrorCode::TooLarge,
            "has " + counted(size, "byte") + ", expected at most " + formatCount(mostLogBytes), path.string());
    std::string text(size, '\0');
    for (std::size_t done = 0; done < size;) {
        const ssize_t count = ::pread(file.number(), text.data() + done, size - done, static_cast<off_t>(done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return fail(systemError(count < 0 ? errno : EIO, "cannot be read", path.string()));
        done += static_cast<std::size_t>(count);
    }
    auto log = parseResumeLog(text);
    if (!log)
        log.error().path = path.string();
    return log;
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "not enough memory to read it", path.string());
}

} // namespace loupe
