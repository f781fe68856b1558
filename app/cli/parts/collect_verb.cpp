#include "app/cli/command_line/command_line.h"
#include "app/cli/parts/collected_results.h"
#include "app/cli/parts/part_set.h"
#include "app/cli/verbs.h"
#include "core/remote/remote_files.h"
#include "core/text/text.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <filesystem>

namespace loupe {

namespace {

template <typename Options>
concept Collectable = std::same_as<Options, ScanOptions> || std::same_as<Options, StatsOptions> || std::same_as<Options,
    HashOptions> || std::same_as<Options, DiffOptions>;

class Collecting {
public:
    Collecting(const CollectOptions& options, const Session& session)
        : m_options(options)
        , m_session(session)
        , m_html(options.html)
    {
    }

    ExitStatus answer()
    {
        if (const auto read = readParts(); !read)
            return m_session.reportAsAnswer(read.error());
        const auto one = m_parts.empty() ? Result<>() : checkOneRun(m_parts);
        const auto missing = m_parts.empty() || !one ? std::vector<std::uint32_t>() : missingParts(m_parts);
        const bool areAllThere = !m_parts.empty() && one && missing.empty();
        if (areAllThere && std::ranges::none_of(m_unreadable, &Unreadable::isNamed))
            remarkOnOthers();
        else
            reportUnreadable();
        if (m_parts.empty())
            return answerFirstError();
        if (!one) {
            m_session.reportAsAnswer(one.error());
            return ExitStatus::Usage;
        }
        if (!missing.empty())
            return sayMissing(missing);
        if (m_firstError)
            return answerFirstError();
        if (const auto unread = partsWithUnread(m_parts); !unread.empty())
            m_session.remark((unread.size() == 1 ? "part " : "parts ") + foldedNumbers(unread)
                + " could not read all; to try once more, run again: --array=" + foldedNumbers(unread));
        return printAnswer();
    }

private:
    /// A file that is not a complete part.
    struct Unreadable {
        std::string path;
        Error error;
        bool isNamed = false; ///< named by the user, not found in a folder
    };

    /// Continues if one cannot be read, so that the list of missing parts is complete.
    Result<> readParts()
    {
        const auto paths = partPaths(m_options.paths);
        if (!paths)
            return fail(paths.error());
        for (const std::string& path : *paths) {
            auto part = readPart(path);
            if (part) {
                m_parts.push_back({path, std::move(*part)});
                continue;
            }
            const bool isNamed = std::ranges::find(m_options.paths, path) != m_options.paths.end();
            m_unreadable.push_back({path, std::move(part.error()), isNamed});
        }
        return {};
    }

    void reportUnreadable()
    {
        for (const Unreadable& unreadable : m_unreadable)
            worsen(m_status, m_session.report(unreadable.error));
        if (!m_unreadable.empty())
            m_firstError = m_unreadable.front().error;
    }

    /// Remarks on other files in the folders of the parts, if all parts are present.
    void remarkOnOthers() const
    {
        for (const Unreadable& unreadable : m_unreadable)
            m_session.remark(describe(unreadable.error) + "; left out, as all parts are there");
    }

    /// Prints the first error as the answer, after it was reported.
    ExitStatus answerFirstError() const
    {
        m_session.answer(*m_firstError);
        return m_status;
    }

    ExitStatus sayMissing(const std::vector<std::uint32_t>& missing)
    {
        const std::string numbers = foldedNumbers(missing);
        const std::uint32_t of = m_parts.front().part.of;
        m_session.report({ErrorCode::NotFound,
            counted(missing.size(), "part") + " of " + std::to_string(of) + (missing.size() == 1 ? " is" : " are")
                + " missing: " + numbers,
            {}, {}});
        if (m_options.common.json) {
            JsonWriter json = m_session.json();
            json.beginObject();
            json.key("missing");
            json.beginArray();
            for (const std::uint32_t part : missing)
                json.value(part);
            json.endArray();
            json.member("of", of);
            if (!m_unreadable.empty()) {
                json.key("unreadable");
                json.beginArray();
                for (const Unreadable& unreadable : m_unreadable)
                    json.value(std::string_view(unreadable.path));
                json.endArray();
            }
            json.endObject();
            json.finish();
        } else if (!m_options.common.quiet) {
            m_session.print("run again: --array=" + numbers + '\n' + commandToRunAgain(m_parts, missing) + '\n');
        }
        worsen(m_status, ExitStatus::No);
        return m_status;
    }

    /// Runs the verb, with collected results instead of reading.
    ExitStatus printAnswer()
    {
        const PartFile& first = m_parts.front().part;
        const std::string place = m_parts.front().path;
        const auto words = readArguments(first.arguments);
        if (!words)
            return m_session.reportAsAnswer({ErrorCode::Malformed,
                "its command is none of scan, stats, hash and diff that can be collected", place, {}});
        if (const auto gone = goWhereTheyWere(first); !gone)
            return m_session.reportAsAnswer(gone.error());
        std::vector<PartFile> parts;
        for (PartAtPath& named : m_parts)
            parts.push_back(std::move(named.part));
        m_parts.clear();
        const auto collected = std::make_shared<const CollectedResults>(std::move(parts));
        return std::visit(
            [&](auto options) {
                if constexpr (Collectable<decltype(options)>)
                    return runCollected(std::move(options), collected);
                else
                    return ExitStatus::Usage; // readArguments() never returns these
            },
            *words);
    }

    ExitStatus refuse(const char* why) const
    {
        m_session.reportAsAnswer({ErrorCode::InvalidArgument, why, {}, {}});
        return ExitStatus::Usage;
    }

    template <typename Options>
    ExitStatus runCollected(Options options, std::shared_ptr<const CollectedResults> collected)
    {
        options.common.json = m_options.common.json;
        options.common.quiet = m_options.common.quiet;
        options.common.threads = m_options.common.threads;
        options.common.offline = m_options.common.offline;
        if constexpr (!std::same_as<Options, HashOptions>) {
            options.csv = m_options.csv;
        } else if (m_options.csv) {
            return refuse("--csv has no digests, expected parts of scan, stats or diff");
        }
        if constexpr (std::same_as<Options, DiffOptions>) {
            options.html = m_html;
            options.force = m_options.force;
        } else if (!m_options.html.empty()) {
            return refuse("--html is a report of a comparison, expected parts of diff");
        }
        Session session(options.common, m_session, std::move(collected));
        const auto secret = session.readSecret();
        return secret ? run(options, session) : session.reportAsAnswer(secret.error());
    }

    /// Empty if the arguments are not a command that supports --part. A part may come from anyone, so its command must
    /// only read.
    static std::optional<VerbOptions> readArguments(const std::vector<std::string>& arguments)
    {
        constexpr std::array<std::string_view, 4> verbs{"scan", "stats", "hash", "diff"};
        if (std::ranges::find(verbs, arguments.front()) == verbs.end())
            return std::nullopt;
        std::vector<const char*> words{"tloupe"};
        bool isOption = true;
        for (const std::string& argument : arguments) {
            isOption = isOption && argument != "--";
            if (argument.find('\0') != std::string::npos || (isOption && !isRecorded(argument, arguments.front())))
                return std::nullopt;
            words.push_back(argument.c_str());
        }
        auto read = readCommandLine(static_cast<int>(words.size()), words.data());
        auto* const verb = std::get_if<VerbOptions>(&read);
        return verb ? std::optional(std::move(*verb)) : std::nullopt;
    }

    /// Whether the argument is the verb, or an option that affects only the answer.
    static bool isRecorded(std::string_view argument, std::string_view verb)
    {
        constexpr std::array<std::string_view, 20> options{"--filter", "--key-file", "--passphrase-file", "--stored",
            "--sort", "--top", "--columns", "--all", "--sarif", "--bins", "--range", "--quantiles", "--codes",
            "--algorithm", "--tensors", "--values", "--atol", "--rtol", "--map", "--structure"};
        return argument == verb || std::ranges::find(options, argument.substr(0, argument.find('='))) != options.end();
    }

    /// Whether a relative path, from the current folder, leads to a file that may be the input: one of the same size.
    static bool isHere(const InputState& input)
    {
        std::error_code error;
        const std::uint64_t bytes = std::filesystem::file_size(input.path, error);
        return !error && bytes == input.bytes;
    }

    /// Changes to the folder where the parts were made, unless the relative paths work from the current one. Paths
    /// given by the user are kept.
    Result<> goWhereTheyWere(const PartFile& part)
    {
        const auto input = std::ranges::find_if(part.inputs, [](const InputState& each) {
            return !isAddress(each.path) && !std::filesystem::path(each.path).is_absolute();
        });
        if (input == part.inputs.end() || isHere(*input))
            return {};
        std::error_code error;
        if (!m_html.empty()) {
            m_html = std::filesystem::absolute(m_html, error).string();
            if (error)
                return fail(systemError(error.value(), "cannot determine the current folder", m_html));
        }
        std::filesystem::current_path(part.folder, error);
        std::error_code ignored;
        if (error && !std::filesystem::exists(input->path, ignored))
            return fail(
                systemError(error.value(), "cannot enter the folder in which the parts were made", part.folder));
        return {};
    }

    const CollectOptions& m_options;
    const Session& m_session;
    std::string m_html; ///< absolute if the current folder was changed
    std::vector<PartAtPath> m_parts;
    std::vector<Unreadable> m_unreadable;
    std::optional<Error> m_firstError; ///< why a part could not be read
    ExitStatus m_status = ExitStatus::Done;
};

} // namespace

ExitStatus run(const CollectOptions& options, const Session& session)
{
    return Collecting(options, session).answer();
}

} // namespace loupe
