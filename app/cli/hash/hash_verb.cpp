#include "analysis/digests/digest.h"
#include "analysis/digests/digest_line.h"
#include "app/cli/findings/finding_remarks.h"
#include "app/cli/hash/hash_check.h"
#include "app/cli/hash/hash_verify.h"
#include "app/cli/parts/collected_results.h"
#include "app/cli/progress_bar.h"
#include "app/cli/tensor_choice.h"
#include "app/cli/verbs.h"
#include "core/checked_math.h"
#include "core/remote/remote_files.h"
#include "core/stored_bytes.h"
#include "formats/opening/file_hints.h"
#include "formats/opening/unread_parts.h"
#include "saving/in_place/edit_recovery.h"

#include <algorithm>
#include <cstddef>
#include <unistd.h>

namespace loupe {

namespace {

/// One file to digest.
struct Target {
    std::string path;
    std::shared_ptr<const Source> source;
    std::shared_ptr<const Checkpoint> checkpoint; ///< with --tensors only
    std::vector<std::uint32_t> tensors;
    ByteRange header; ///< with --tensors only

    std::uint64_t tensorBytes() const
    {
        std::uint64_t bytes = 0;
        for (const std::uint32_t tensor : tensors)
            bytes = saturatingAdd(bytes, valueBytes(checkpoint->tensors[tensor]));
        return bytes;
    }
};

struct Answer {
    std::optional<Result<std::string>> digest; ///< digest of the file
    std::vector<Result<std::string>> tensors;
};

class Hashing {
public:
    Hashing(const HashOptions& options, const Session& session)
        : m_options(options)
        , m_session(session)
        , m_algorithm(options.algorithm.value_or(defaultDigestAlgorithm))
        , m_bar(!options.common.quiet)
    {
    }

    ExitStatus run()
    {
        for (const std::string& path : m_options.paths)
            addTargets(path);
        std::vector<std::string> remote = m_options.paths;
        std::erase_if(remote, [](const std::string& path) { return !isAddress(path); });
        if (const auto allowed = m_session.allowFetching(remoteBytesOfTargets(), remote); !allowed) {
            m_session.reportAsAnswer(allowed.error());
            return ExitStatus::Usage;
        }
        if (m_options.common.part || m_session.collected()) {
            auto plan = makePlan();
            if (!plan)
                return m_session.reportAsAnswer(plan.error());
            if (m_options.common.part) {
                worsen(m_status, writePart(std::move(*plan)));
                return m_status;
            }
            if (const auto same = m_session.collected()->check(*plan); !same)
                return m_session.reportAsAnswer(same.error());
        }
        m_bar.expect(expectedBytes());
        std::optional<JsonWriter> json;
        if (m_options.common.json)
            json = beginDocument();
        std::size_t unit = 0;
        for (const Target& target : m_targets) {
            const auto found = m_session.collected() ? digestOfParts(target, unit) : Result<Answer>(digest(target));
            if (m_session.stopped())
                return ExitStatus::Interrupted;
            if (!found)
                return m_session.report(found.error());
            const Answer& answer = *found;
            m_bar.without([&] {
                complain(answer);
                if (json)
                    write(*json, target, answer);
                else
                    print(target, answer);
            });
        }
        if (json)
            endDocument(*json);
        return m_session.stopped() ? ExitStatus::Interrupted : m_status;
    }

private:
    bool digestsFiles() const { return !m_options.tensors || m_options.common.json; }

    /// The units are, for each target, the file and then its tensors. The file is always included, because JSON output
    /// has the digests of files even with --tensors.
    Result<PartPlan> makePlan() const
    {
        PartPlan plan;
        for (const Target& target : m_targets) {
            auto input = inputStateOf(target.path, *target.source, target.header);
            if (!input)
                return fail(std::move(input.error()));
            plan.inputs.push_back(std::move(*input));
            plan.units.push_back({target.path, target.source->size()});
            if (target.checkpoint) {
                const auto units = tensorUnits(*target.checkpoint, target.tensors);
                plan.units.insert(plan.units.end(), units.begin(), units.end());
            }
        }
        return plan;
    }

    ExitStatus writePart(PartPlan plan)
    {
        std::uint64_t bytes = 0;
        const std::vector<WorkUnit> units = plan.units;
        return PartRun::run(m_session, std::move(plan), [&](PartRun& part) -> Result<> {
            for (const std::size_t unit : part.own())
                bytes = saturatingAdd(bytes, units[unit].bytes);
            m_bar.expect(bytes);
            std::size_t first = 0; // first unit of the target
            for (const Target& target : m_targets) {
                digestOwn(target, first, part);
                if (m_session.stopped())
                    return fail(ErrorCode::Stopped, "stopped");
                first += 1 + target.tensors.size();
            }
            return {};
        });
    }

    /// Digests the units of a target that belong to the part. `first`: the target's first unit.
    void digestOwn(const Target& target, std::size_t first, PartRun& part)
    {
        const auto add = [&](std::size_t unit, const Result<std::string>& digest) {
            if (!digest)
                m_bar.without([&] { m_session.report(digest.error()); });
            part.add(unit, recordOf(digest), digest ? nullptr : &digest.error());
        };
        const Work work = m_session.work(&m_bar.progress());
        const std::size_t firstTensor = first + 1;
        const auto begin = std::ranges::lower_bound(part.own(), first);
        const auto beginTensors = std::ranges::lower_bound(part.own(), firstTensor);
        const auto end = std::ranges::lower_bound(part.own(), firstTensor + target.tensors.size());
        if (begin != beginTensors) {
            m_bar.beginStep(target.source->size());
            add(first, digestFile(*target.source, m_algorithm, work));
        }
        if (beginTensors == end || m_session.stopped())
            return;
        Target some = target;
        some.tensors.clear();
        for (auto unit = beginTensors; unit != end; ++unit)
            some.tensors.push_back(target.tensors[*unit - firstTensor]);
        m_bar.beginStep(some.tensorBytes());
        const auto digests = digestTensors(*some.checkpoint, some.tensors, m_algorithm, work);
        for (std::size_t i = 0; i < some.tensors.size() && !m_session.stopped(); ++i)
            add(*(beginTensors + static_cast<std::ptrdiff_t>(i)), digests ? (*digests)[i] : fail(digests.error()));
    }

    /// As digest(), with results collected from parts. `unit`: the target's first one on entry, one past its last on
    /// return.
    Result<Answer> digestOfParts(const Target& target, std::size_t& unit) const
    {
        Answer answer;
        auto ofFile = m_session.collected()->digest(unit++);
        if (!ofFile)
            return fail(std::move(ofFile.error()));
        if (digestsFiles())
            answer.digest = std::move(*ofFile);
        for (std::size_t i = 0; i < target.tensors.size(); ++i) {
            auto digest = m_session.collected()->digest(unit++);
            if (!digest)
                return fail(std::move(digest.error()));
            answer.tensors.push_back(std::move(*digest));
        }
        return answer;
    }

    void complain(const Error& error)
    {
        worsen(m_status, m_session.report(error));
        if (!m_firstError)
            m_firstError = error;
    }

    void complain(const Answer& answer)
    {
        if (answer.digest && !*answer.digest)
            complain(answer.digest->error());
        for (const auto& digest : answer.tensors) {
            if (!digest)
                complain(digest.error());
        }
    }

    void addTargets(const std::string& path)
    {
        const bool several = path.ends_with(".index.json") || isFolder(path);
        if (!m_options.tensors && !several) {
            addFile(path, nullptr);
            return;
        }
        auto checkpoint = m_session.openAsListed(path);
        if (!checkpoint) {
            complain(checkpoint.error());
            return;
        }
        remarkOnBeside(**checkpoint, m_session);
        for (const std::string& name : (*checkpoint)->beside)
            m_beside.push_back((std::filesystem::path(path) / name).string());
        if (!m_options.tensors) {
            for (const CheckpointFile& file : (*checkpoint)->files)
                addFile(file.path.native(), file.source);
            return;
        }
        complainOfUnread(**checkpoint);
        auto kept = filterTensors(*checkpoint, m_session);
        if (!kept) {
            complain(kept.error());
            return;
        }
        if (kept->count() == 0 && !(*checkpoint)->tensors.empty())
            m_session.remark(
                (*checkpoint)->path.string() + ": " + noMatchText(**checkpoint, m_session.options().filter));
        const auto digested = m_options.values ? *checkpoint : storedBytesOf(*checkpoint);
        for (const CheckpointFile& file : (*checkpoint)->files) {
            addFile(file.path.native(), file.source);
            if (m_targets.empty() || m_targets.back().path != file.path.native())
                continue;
            Target& target = m_targets.back();
            target.checkpoint = digested;
            target.header = file.header;
            for (std::uint32_t i = file.firstTensor; i < file.firstTensor + file.tensorCount; ++i) {
                if (kept->contains(i))
                    target.tensors.push_back(i);
            }
        }
    }

    /// Reports tensors that are missing because of a damaged header. Files that cannot be opened are reported by
    /// addFile().
    void complainOfUnread(const Checkpoint& checkpoint)
    {
        for (const Error& error : unreadParts(checkpoint)) {
            if (error.code != ErrorCode::NotFound)
                complain(error);
        }
    }

    /// Opens the file unless there is a source already; reports failure.
    void addFile(std::string path, std::shared_ptr<const Source> source)
    {
        if (!source) {
            if (const auto edited = finishInterruptedEdit(path, m_session.work()))
                m_session.remark(path + ": " + edited->message);
            auto opened = Source::open(path);
            if (!opened) {
                complain(opened.error());
                return;
            }
            source = std::move(*opened);
        }
        if (!m_options.tensors)
            remarkOnPointer(path, *source);
        m_targets.push_back({std::move(path), std::move(source), nullptr, {}, {}});
    }

    /// Remarks that the file is an LFS pointer, so its digest is not that of the model.
    void remarkOnPointer(const std::string& path, const Source& source) const
    {
        constexpr std::uint64_t mostOfPointer = 1024; // limit in the LFS specification
        std::vector<std::byte> text(std::min(source.size(), mostOfPointer));
        if (source.size() > mostOfPointer || !source.read(0, text))
            return; // read errors are reported when the file is digested
        const auto hint = hintAt(text);
        if (hint && hint->code == lfsPointerCode)
            m_session.remark(path + ": " + hint->message);
    }

    std::uint64_t expectedBytes() const
    {
        std::uint64_t bytes = 0;
        for (const Target& target : m_targets)
            bytes =
                saturatingAdd(bytes, saturatingAdd(digestsFiles() ? target.source->size() : 0, target.tensorBytes()));
        return bytes;
    }

    std::uint64_t remoteBytesOfTargets() const
    {
        std::uint64_t bytes = 0;
        for (const Target& target : m_targets) {
            if (digestsFiles() && target.source->isRemote())
                bytes = saturatingAdd(bytes, target.source->size());
            if (target.checkpoint)
                bytes = saturatingAdd(bytes, remoteBytes(*target.checkpoint, target.tensors));
        }
        return bytes;
    }

    Answer digest(const Target& target)
    {
        Answer answer;
        const Work work = m_session.work(&m_bar.progress());
        if (digestsFiles()) {
            m_bar.beginStep(target.source->size());
            answer.digest = digestFile(*target.source, m_algorithm, work);
        }
        if (target.checkpoint && !m_session.stopped()) {
            m_bar.beginStep(target.tensorBytes());
            auto digests = digestTensors(*target.checkpoint, target.tensors, m_algorithm, work);
            if (digests)
                answer.tensors = std::move(*digests);
            else
                answer.tensors.assign(target.tensors.size(), fail(digests.error()));
        }
        return answer;
    }

    void print(const Target& target, const Answer& answer) const
    {
        if (m_options.common.quiet)
            return;
        if (answer.digest && *answer.digest)
            m_session.print(digestLine(**answer.digest, target.path, isTerminal(STDOUT_FILENO)));
        for (std::size_t i = 0; i < answer.tensors.size(); ++i) {
            const std::string_view name = target.checkpoint->tensors[target.tensors[i]].name;
            if (answer.tensors[i])
                m_session.print(digestLine(*answer.tensors[i], target.path + ':' + std::string(name), true));
        }
        m_session.flush();
    }

    JsonWriter beginDocument() const
    {
        JsonWriter json = m_session.json();
        json.beginObject();
        json.member("algorithm", digestAlgorithmName(m_algorithm));
        json.key("files");
        json.beginArray(JsonWriter::Layout::Lines);
        return json;
    }

    static void writeDigest(JsonWriter& json, const Result<std::string>& digest)
    {
        json.member("digest", digest ? std::optional<std::string_view>(*digest) : std::nullopt);
        if (!digest) {
            json.key("error");
            writeError(json, digest.error());
        }
    }

    static void write(JsonWriter& json, const Target& target, const Answer& answer)
    {
        json.beginObject();
        json.member("path", std::string_view(target.path));
        writeDigest(json, *answer.digest);
        if (target.checkpoint) {
            json.key("tensors");
            json.beginArray(JsonWriter::Layout::Lines);
            for (std::size_t i = 0; i < answer.tensors.size(); ++i) {
                json.beginObject();
                json.member("name", target.checkpoint->tensors[target.tensors[i]].name);
                writeDigest(json, answer.tensors[i]);
                json.endObject();
            }
            json.endArray();
        }
        json.endObject();
    }

    void endDocument(JsonWriter& json) const
    {
        json.endArray();
        if (!m_beside.empty()) {
            json.key("unread");
            json.beginArray();
            for (const std::string& beside : m_beside)
                json.value(std::string_view(beside));
            json.endArray();
        }
        if (m_firstError) {
            json.key("error");
            writeError(json, *m_firstError);
        }
        json.endObject();
        json.finish();
    }

    const HashOptions& m_options;
    const Session& m_session;
    DigestAlgorithm m_algorithm;
    ProgressBar m_bar;
    std::vector<Target> m_targets;
    std::vector<std::string> m_beside; ///< paths of other files next to models in folders
    std::optional<Error> m_firstError;
    ExitStatus m_status = ExitStatus::Done;
};

} // namespace

ExitStatus run(const HashOptions& options, const Session& session)
{
    if (options.verify)
        return verifyStatedDigests(options, session);
    return options.check.empty() ? Hashing(options, session).run() : checkDigests(options, session);
}

} // namespace loupe
