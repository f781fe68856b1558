#include "app/cli/hash/hash_check.h"

#include "analysis/digests/digest.h"
#include "analysis/digests/digest_line.h"
#include "app/cli/progress_bar.h"
#include "core/stored_bytes.h"
#include "core/text/ascii.h"
#include "core/text/text.h"
#include "saving/in_place/edit_recovery.h"

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <unordered_map>

namespace loupe {

namespace {

bool exists(const std::string& path)
{
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

/// Whether a file name says MD5: "MD5SUMS", "model.bt.md5".
bool saysMd5(const std::string& path)
{
    return asciiLower(std::filesystem::path(path).filename().string()).find("md5") != std::string::npos;
}

class DigestChecker {
public:
    DigestChecker(const HashOptions& options, const Session& session)
        : m_options(options)
        , m_session(session)
        , m_plainIsMd5(!options.algorithm && saysMd5(options.check))
    {
    }

    ExitStatus run(std::istream& lines)
    {
        std::optional<JsonWriter> json;
        if (m_options.common.json) {
            json = m_session.json();
            json->beginObject();
            json->key("checked");
            json->beginArray(JsonWriter::Layout::Lines);
        }
        std::uint64_t unreadableLines = 0;
        for (std::string text; std::getline(lines, text);) {
            const auto line = parseDigestLine(text);
            if (isMd5Line(text) || (m_plainIsMd5 && line && isUnnamed(*line))) {
                ++m_md5Lines;
                continue;
            }
            const auto algorithm = line ? algorithmOf(*line, m_options.algorithm) : std::nullopt;
            if (!algorithm) {
                ++unreadableLines;
                continue;
            }
            const auto same = matches(*line, *algorithm);
            if (m_session.stopped())
                return ExitStatus::Interrupted;
            if (json)
                write(*json, *line, *algorithm, same);
            else
                print(*line, same);
            count(same);
            m_maybeMd5 += same && !*same && !m_options.algorithm && isUnnamed(*line);
        }
        if (lines.bad())
            worsen(m_status, m_session.report(systemError(errno, "cannot read on", m_options.check)));
        if (json) {
            json->endArray();
            json->endObject();
            json->finish();
        }
        sumUp(unreadableLines);
        return m_status;
    }

private:
    /// Whether the digest could also be MD5.
    static bool isUnnamed(const DigestLine& line)
    {
        constexpr std::size_t digits = 32;
        return !line.algorithm && line.digest.size() == digits;
    }

    /// Calls `digest` with its own progress bar, because the total of all lines is unknown until they are read.
    template <typename Digest>
    Result<std::string> shown(std::uint64_t bytes, Digest&& digest) const
    {
        ProgressBar bar(!m_options.common.quiet);
        bar.expect(bytes);
        bar.beginStep(bytes);
        return digest(m_session.work(&bar.progress()));
    }

    Result<bool> matches(const DigestLine& line, DigestAlgorithm algorithm)
    {
        for (std::size_t colon = line.target.find(':'); !exists(line.target) && colon != std::string::npos;
             colon = line.target.find(':', colon + 1)) {
            if (const std::string path = line.target.substr(0, colon); exists(path))
                return tensorMatches(path, line.target.substr(colon + 1), line.digest, algorithm);
        }
        if (const auto edited = finishInterruptedEdit(line.target, m_session.work()))
            m_session.remark(line.target + ": " + edited->message);
        const auto source = Source::open(line.target);
        if (!source)
            return fail(source.error());
        const auto digest =
            shown((*source)->size(), [&](const Work& work) { return digestFile(**source, algorithm, work); });
        if (!digest)
            return fail(digest.error());
        return *digest == line.digest;
    }

    /// A broken file may have several tensors of one name; a match of any of them is enough.
    Result<bool> tensorMatches(
        const std::string& path, const std::string& name, const std::string& digest, DigestAlgorithm algorithm)
    {
        if (auto opened = open(path); !opened)
            return fail(std::move(opened.error()));
        const auto [begin, end] = m_byName.equal_range(name);
        if (begin == end)
            return fail(ErrorCode::NotFound, "there is no tensor \"" + name + '"', path);
        for (auto tensor = begin; tensor != end; ++tensor) {
            const auto found = shown(valueBytes(m_checkpoint->tensors[tensor->second]),
                [&](const Work& work) { return digestTensor(*m_checkpoint, tensor->second, algorithm, work); });
            if (!found)
                return fail(found.error());
            if (*found == digest)
                return true;
        }
        return false;
    }

    /// Neighboring lines are usually about the same file.
    Result<> open(const std::string& path)
    {
        if (m_checkpoint && m_opened == path)
            return {};
        m_byName.clear();
        m_checkpoint.reset();
        auto checkpoint = m_session.openAsListed(path);
        if (!checkpoint)
            return fail(std::move(checkpoint.error()));
        m_checkpoint = m_options.values ? std::move(*checkpoint) : storedBytesOf(*checkpoint);
        m_opened = path;
        for (std::uint32_t i = 0; i < m_checkpoint->tensors.size(); ++i)
            m_byName.emplace(m_checkpoint->tensors[i].name, i);
        return {};
    }

    void print(const DigestLine& line, const Result<bool>& same) const
    {
        const std::string target = printable(line.target);
        if (!same) {
            m_session.report(same.error());
            m_session.print(target + ": " + m_session.style().bad("FAILED open or read") + '\n');
        } else if (!*same) {
            m_session.print(target + ": " + m_session.style().bad("FAILED") + '\n');
        } else if (!m_options.common.quiet) {
            m_session.print(target + ": " + m_session.style().good("OK") + '\n');
        }
    }

    static void write(JsonWriter& json, const DigestLine& line, DigestAlgorithm algorithm, const Result<bool>& same)
    {
        json.beginObject();
        json.member("target", std::string_view(line.target));
        json.member("algorithm", digestAlgorithmName(algorithm));
        json.member("ok", same && *same);
        if (!same) {
            json.key("error");
            writeError(json, same.error());
        }
        json.endObject();
    }

    void count(const Result<bool>& same)
    {
        ++m_checked;
        m_different += same && !*same;
        m_unreadable += !same;
    }

    void sumUp(std::uint64_t unreadableLines)
    {
        if (unreadableLines > 0)
            m_session.remark(m_options.check + ": " + counted(unreadableLines, "line is", "lines are")
                + " not a digest line, expected \"DIGEST  PATH\"");
        if (m_md5Lines > 0) {
            m_session.remark(m_options.check + ": " + counted(m_md5Lines, "line is", "lines are")
                + " of MD5, which is not supported");
        }
        if (m_checked == 0 && m_md5Lines > 0) {
            worsen(m_status,
                m_session.report(
                    {ErrorCode::Unsupported, "found only MD5 digests, which are not supported, expected XXH3 or SHA",
                        m_options.check, std::nullopt}));
        } else if (m_checked == 0) {
            worsen(m_status,
                m_session.report({ErrorCode::Malformed, "no digest was found, expected lines of \"DIGEST  PATH\"",
                    m_options.check, std::nullopt}));
        }
        if (m_different > 0) {
            worsen(m_status, ExitStatus::No);
            m_session.remark(counted(m_different, "digest does", "digests do") + " not match");
        }
        if (m_maybeMd5 > 0) {
            m_session.remark(counted(m_maybeMd5, "digest") + " of 32 digits read as xxh3-128; MD5 is not supported");
        }
        if (m_unreadable > 0) {
            worsen(m_status, ExitStatus::Failed);
            m_session.remark(counted(m_unreadable, "target") + " could not be read");
        }
    }

    const HashOptions& m_options;
    const Session& m_session;
    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::string m_opened; ///< path of m_checkpoint
    std::unordered_multimap<std::string_view, std::uint32_t> m_byName; ///< tensors of m_checkpoint
    bool m_plainIsMd5; ///< according to the list's file name
    std::uint64_t m_md5Lines = 0;
    std::uint64_t m_maybeMd5 = 0; ///< mismatches whose length is that of MD5
    std::uint64_t m_checked = 0;
    std::uint64_t m_different = 0;
    std::uint64_t m_unreadable = 0;
    ExitStatus m_status = ExitStatus::Done;
};

} // namespace

ExitStatus checkDigests(const HashOptions& options, const Session& session)
{
    DigestChecker checker(options, session);
    if (options.check == "-")
        return checker.run(std::cin);
    std::error_code ignored;
    if (std::filesystem::is_directory(options.check, ignored))
        return session.reportAsAnswer(
            {ErrorCode::NotAFile, "is a folder, expected a file of digests", options.check, {}});
    std::ifstream file(options.check);
    if (!file)
        return session.reportAsAnswer(systemError(errno, "cannot open", options.check));
    return checker.run(file);
}

} // namespace loupe
