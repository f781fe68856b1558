#include "app/cli/hash/hash_verify.h"

#include "analysis/digests/hub_digest.h"
#include "analysis/digests/stated_check.h"
#include "app/cli/progress_bar.h"
#include "app/cli/tensor_choice.h"
#include "core/checked_math.h"
#include "core/remote/remote_files.h"
#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>

namespace loupe {

namespace {

/// A checkpoint, and the requested tensors.
struct VerifyTarget {
    std::string path;
    std::shared_ptr<const Checkpoint> checkpoint;
    std::vector<std::uint32_t> tensors;
};

/// A file whose digest is stated by a hub.
struct HubTarget {
    std::shared_ptr<const Source> source;
    HubDigest stated;
};

class Verifying {
public:
    Verifying(const HashOptions& options, const Session& session)
        : m_options(options)
        , m_session(session)
        , m_bar(!options.common.quiet)
    {
    }

    ExitStatus run()
    {
        for (const std::string& path : m_options.paths)
            addTarget(path);
        std::vector<std::string> remote = m_options.paths;
        std::erase_if(remote, [](const std::string& path) { return !isAddress(path); });
        if (const auto allowed = m_session.allowFetching(remoteBytesOfTargets(), remote); !allowed) {
            m_session.reportAsAnswer(allowed.error());
            return ExitStatus::Usage;
        }
        std::uint64_t bytes = 0;
        for (const HubTarget& target : m_files)
            bytes = saturatingAdd(bytes, target.source->size());
        for (const VerifyTarget& target : m_targets)
            bytes = saturatingAdd(bytes, bytesOf(target));
        m_bar.expect(bytes);
        std::optional<JsonWriter> json;
        if (m_options.common.json) {
            json = m_session.json();
            json->beginObject();
            json->key("checked");
            json->beginArray(JsonWriter::Layout::Lines);
        }
        for (const HubTarget& target : m_files) {
            m_bar.beginStep(target.source->size());
            const auto found = digestForHub(*target.source, target.stated, m_session.work(&m_bar.progress()));
            if (m_session.stopped())
                return ExitStatus::Interrupted;
            m_bar.without([&] { answer(target, found, json ? &*json : nullptr); });
        }
        for (const VerifyTarget& target : m_targets) {
            m_bar.beginStep(bytesOf(target));
            const auto checked =
                checkStatedDigests(*target.checkpoint, target.tensors, m_session.work(&m_bar.progress()));
            if (m_session.stopped())
                return ExitStatus::Interrupted;
            m_bar.without([&] { answer(target, checked, json ? &*json : nullptr); });
        }
        if (json) {
            json->endArray();
            if (m_firstError) {
                json->key("error");
                writeError(*json, *m_firstError);
            }
            json->endObject();
            json->finish();
        }
        sumUp();
        return m_session.stopped() ? ExitStatus::Interrupted : m_status;
    }

private:
    static std::uint64_t bytesOf(const VerifyTarget& target)
    {
        std::uint64_t bytes = 0;
        for (const std::uint32_t tensor : target.tensors)
            bytes = saturatingAdd(bytes, valueBytes(target.checkpoint->tensors[tensor]));
        return bytes;
    }

    void complain(const Error& error)
    {
        worsen(m_status, m_session.report(error));
        if (!m_firstError)
            m_firstError = error;
    }

    std::uint64_t remoteBytesOfTargets() const
    {
        std::uint64_t bytes = 0;
        for (const HubTarget& target : m_files)
            bytes = saturatingAdd(bytes, target.source->isRemote() ? target.source->size() : 0);
        for (const VerifyTarget& target : m_targets)
            bytes = saturatingAdd(bytes, remoteBytes(*target.checkpoint, target.tensors));
        return bytes;
    }

    /// Adds the whole file if a hub states its digest, and its tensors if the file states their digests.
    void addTarget(const std::string& path)
    {
        const bool isAboutTensors = !m_session.options().filterText.empty();
        const bool isOneFile = !isFolder(path) && !path.ends_with(".index.json");
        std::size_t files = 0;
        if (isOneFile && !isAboutTensors) {
            if (auto source = Source::open(path))
                files += addFile(std::move(*source));
        }
        auto opened = openFiltered(path, m_session);
        if (!opened) {
            // The file need not be a checkpoint.
            if (files == 0)
                complain(opened.error());
            return;
        }
        if (!isOneFile && !isAboutTensors)
            files += addFilesOf(*opened->checkpoint);
        if (!statesDigests(*opened->checkpoint)) {
            if (files == 0)
                complain({ErrorCode::Unsupported, "states no digests of its tensors, and no hub states one of the file",
                    path, std::nullopt});
            return;
        }
        auto chosen = chooseTensors(*opened->checkpoint, opened->kept, {});
        if (!chosen) {
            complain(chosen.error());
            return;
        }
        m_targets.push_back({path, std::move(opened->checkpoint), std::move(*chosen)});
    }

    bool addFile(std::shared_ptr<const Source> source)
    {
        auto stated = findHubDigest(*source);
        if (!stated)
            return false;
        m_files.push_back({std::move(source), std::move(*stated)});
        return true;
    }

    /// Reports files that are not from a hub if others are, and files that cannot be opened.
    std::size_t addFilesOf(const Checkpoint& checkpoint)
    {
        const std::size_t before = m_files.size();
        std::vector<Error> others;
        if (checkpoint.index)
            addFile(checkpoint.index);
        for (const CheckpointFile& file : checkpoint.files) {
            if (file.source && addFile(file.source))
                continue;
            // Finds out why the file could not be opened.
            const auto source =
                file.source ? Result<std::shared_ptr<const Source>>(file.source) : Source::open(file.path);
            others.push_back(source ? Error{ErrorCode::Unsupported, "no hub states a digest of the file",
                                 file.path.string(), std::nullopt}
                                    : source.error());
        }
        if (m_files.size() == before)
            return 0;
        for (const Error& error : others)
            complain(error);
        return m_files.size() - before;
    }

    void answer(const HubTarget& target, const Result<std::string>& found, JsonWriter* json)
    {
        if (!found)
            complain(found.error());
        const bool isSame = found && *found == target.stated.digest;
        m_differentFiles += found && !isSame;
        if (json) {
            json->beginObject();
            json->member("path", std::string_view(target.source->path().native()));
            json->member("ok", isSame);
            json->member("stated_by", std::string_view(target.stated.statedBy));
            if (!found) {
                json->key("error");
                writeError(*json, found.error());
            } else {
                json->key("digests");
                json->beginArray();
                json->beginObject();
                json->member("algorithm", hubDigestName(target.stated.kind));
                json->member("stated", std::string_view(target.stated.digest));
                json->member("found", std::string_view(*found));
                json->endObject();
                json->endArray();
            }
            json->endObject();
        } else if (!isSame || !m_options.common.quiet) {
            const Style& style = m_session.style();
            const std::string name = " (" + std::string(hubDigestName(target.stated.kind)) + " of the hub)";
            m_session.print(printable(target.source->path().native()) + ": "
                + (isSame       ? style.good("OK") + name
                        : found ? style.bad("FAILED") + name
                                : style.bad("FAILED read"))
                + '\n');
        }
        m_session.flush();
    }

    void answer(
        const VerifyTarget& target, const Result<std::vector<Result<CheckedDigests>>>& checked, JsonWriter* json)
    {
        if (!checked) {
            complain(checked.error());
            return;
        }
        for (std::size_t i = 0; i < checked->size(); ++i) {
            const std::string_view name = target.checkpoint->tensors[target.tensors[i]].name;
            const Result<CheckedDigests>& one = (*checked)[i];
            if (!one)
                complain(one.error());
            count(one);
            if (json)
                write(*json, target.path, name, one);
            else
                print(target.path + ':' + std::string(name), one);
        }
        m_session.flush();
    }

    void count(const Result<CheckedDigests>& one)
    {
        m_unreadable += !one;
        m_different += one && !areSame(*one);
        m_differentParts += one && std::ranges::any_of(*one, [](const CheckedDigest& digest) {
            return !digest.isSame() && !digest.stated.whole.empty();
        });
        m_unstated += one && one->empty();
    }

    void print(const std::string& tensor, const Result<CheckedDigests>& one) const
    {
        const std::string target = printable(tensor);
        const Style& style = m_session.style();
        if (!one) {
            m_session.print(target + ": " + style.bad("FAILED read") + '\n');
            return;
        }
        if (one->empty()) {
            if (!m_options.common.quiet)
                m_session.print(target + ": no digest\n");
            return;
        }
        if (!areSame(*one))
            m_session.print(target + ": " + style.bad("FAILED") + " (" + differencesOf(*one) + ")\n");
        else if (!m_options.common.quiet)
            m_session.print(target + ": " + style.good("OK") + " (" + namesOf(*one) + ")\n");
    }

    static std::string namesOf(const CheckedDigests& digests)
    {
        std::string names;
        for (const CheckedDigest& digest : digests)
            names.append(names.empty() ? "" : ", ").append(statedAlgorithmName(digest.stated.algorithm));
        return names;
    }

    /// "crc32 of member m/data/0 at byte 64 of "1.pt", of which it is a part": the tensor itself may be unchanged.
    static std::string differencesOf(const CheckedDigests& digests)
    {
        constexpr std::size_t mostNamed = 4; // a tensor may have several digests: other algorithms, or pieces
        std::string text;
        std::size_t count = 0;
        for (const CheckedDigest& digest : digests) {
            if (digest.isSame() || ++count > mostNamed)
                continue;
            const StatedDigest& stated = digest.stated;
            text.append(text.empty() ? "" : ", ").append(statedAlgorithmName(stated.algorithm));
            if (!stated.whole.empty())
                text += " of " + printable(stated.whole);
            if (!stated.file.empty())
                text += " at byte " + formatCount(stated.offset) + " of " + quote(stated.file);
            if (!stated.whole.empty())
                text += ", of which it is a part";
        }
        return count > mostNamed ? text + ", and " + formatCount(count - mostNamed) + " more" : text;
    }

    static void write(JsonWriter& json, std::string_view path, std::string_view name, const Result<CheckedDigests>& one)
    {
        json.beginObject();
        json.member("path", path);
        json.member("tensor", name);
        json.member("ok", one && !one->empty() && areSame(*one));
        if (!one) {
            json.key("error");
            writeError(json, one.error());
        } else {
            json.key("digests");
            json.beginArray();
            for (const CheckedDigest& digest : *one) {
                json.beginObject();
                json.member("algorithm", statedAlgorithmName(digest.stated.algorithm));
                json.member("stated", std::string_view(digest.stated.digest));
                json.member("found", std::string_view(digest.found));
                if (!digest.stated.whole.empty())
                    json.member("whole", std::string_view(digest.stated.whole));
                if (!digest.stated.file.empty()) {
                    json.member("file", std::string_view(digest.stated.file));
                    json.member("offset", digest.stated.offset);
                }
                json.endObject();
            }
            json.endArray();
        }
        json.endObject();
    }

    void sumUp()
    {
        if (m_differentFiles > 0) {
            worsen(m_status, ExitStatus::No);
            m_session.remark(counted(m_differentFiles, "file does", "files do") + " not match what the hub states");
        }
        if (m_different > 0) {
            worsen(m_status, ExitStatus::No);
            m_session.remark(counted(m_different, "tensor does", "tensors do") + " not match what its file states");
        }
        if (m_differentParts > 0)
            m_session.remark("of " + counted(m_differentParts, "tensor")
                + " the digest covers more than the tensor, so the difference may be elsewhere");
        if (m_unstated > 0) {
            worsen(m_status, ExitStatus::Failed);
            m_session.remark("of " + counted(m_unstated, "tensor") + " the file states no digest");
        }
        if (m_unreadable > 0)
            m_session.remark(counted(m_unreadable, "tensor") + " could not be read");
    }

    const HashOptions& m_options;
    const Session& m_session;
    ProgressBar m_bar;
    std::vector<HubTarget> m_files;
    std::vector<VerifyTarget> m_targets;
    std::optional<Error> m_firstError;
    std::uint64_t m_differentFiles = 0;
    std::uint64_t m_different = 0;
    std::uint64_t m_differentParts = 0; ///< of these, tensors that are only a part of the digested data
    std::uint64_t m_unstated = 0;
    std::uint64_t m_unreadable = 0;
    ExitStatus m_status = ExitStatus::Done;
};

} // namespace

ExitStatus verifyStatedDigests(const HashOptions& options, const Session& session)
{
    return Verifying(options, session).run();
}

} // namespace loupe
