#include "formats/torch/zero/zero_reader.h"

#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/shared/confined_source.h"
#include "formats/shared/duplicate_names.h"
#include "formats/torch/torch_zip.h"
#include "formats/torch/zero/zero_layout.h"
#include "formats/torch/zero/zero_parameters.h"

#include <algorithm>
#include <iterator>
#include <type_traits>

namespace loupe::torch {

namespace {

std::string_view variantOf(const ZeroWorld& world)
{
    if (world.isByParameter)
        return "ZeRO 3";
    if (!world.stage)
        return "BF16_Optimizer";
    return *world.stage == 1 ? "ZeRO 1" : "ZeRO 2";
}

/// Reads the files of a checkpoint, one after the other: the main one first.
class ZeroReader {
public:
    ZeroReader(const Source& source, const Work& work, const ZeroFolder& folder)
        : m_source(source)
        , m_work(work)
        , m_folder(folder)
        , m_mainName(folder.mainName())
        , m_headers{source.shared_from_this()}
        , m_tensors(m_content)
    {
    }

    Result<FileContent> read()
    {
        std::vector<ZeroPart> parts;
        for (const ZeroFiles& files : m_folder.parts) {
            auto part = readPart(files);
            if (!part)
                return fail(part.error());
            parts.push_back(std::move(*part));
        }
        ZeroCopies copies(std::move(m_headers));
        for (ZeroPart& part : parts) {
            if (m_folder.isUniversal())
                break;
            const ZeroWorld world = checkZeroRanks(part, m_findings);
            if (&part == &parts.front())
                m_content.variant = variantOf(world);
            if (!part.models.empty())
                ZeroLayout(part, world, m_tensors, copies, m_findings).place();
        }
        if (m_folder.isUniversal()) {
            m_content.variant = "ZeRO universal";
            if (auto done = placeZeroParameters(m_source, m_folder.parameters, m_work, m_tensors, m_findings); !done)
                return fail(done.error());
        }
        reportOthers();
        reportDuplicates();
        m_content.findings.append(m_findings);
        m_tensors.finish();
        return std::move(m_content);
    }

private:
    struct Opened {
        std::shared_ptr<const Source> values;
        std::shared_ptr<const Source> headers; ///< not mapped: reading a header in a map would also read MiB of values
    };

    Result<ZeroPart> readPart(const ZeroFiles& files)
    {
        ZeroPart part;
        part.modelRank = files.modelRank;
        part.doubled = files.doubled;
        if (m_folder.parts.size() > 1)
            part.prefix = modelRankName(files.modelRank) + '.';
        // All of these have the same buffers and names, so only one is shown.
        for (const ZeroName& name : files.models) {
            ZeroModelFile& file = part.models.emplace_back(ZeroModelFile{.name = name});
            const ZeroShown shown{.isShown = part.models.size() == 1, .prefix = part.prefix};
            auto done = readFile(file, shown.isShown,
                [&](const Source& source) { return readZeroModel(source, name, shown, m_work, file.states); });
            if (!done)
                return fail(done.error());
        }
        for (const ZeroName& name : files.optimizers) {
            ZeroOptimizerFile& file = part.optimizers.emplace_back(ZeroOptimizerFile{.name = name});
            const bool isShown = part.optimizers.size() == 1 && part.modelRank == m_folder.parts.front().modelRank;
            auto done = readFile(
                file, isShown, [&](const Source& source) { return readZeroOptimizer(source, m_work, file.states); });
            if (!done)
                return fail(done.error());
        }
        return part;
    }

    /// `isShown` says whether to show its tensors and metadata.
    template <typename File, typename Read>
    Result<> readFile(File& file, bool isShown, Read&& readIt)
    {
        if (m_work.stopped())
            return fail(ErrorCode::Stopped, "stopped while the checkpoint was read", m_source.path().string());
        const bool isMain = file.name.name == m_mainName;
        const auto opened = isMain ? Opened{} : open(file.name.name);
        auto content = isMain ? readIt(m_source)
            : opened.headers  ? readIt(*opened.headers)
                              : Result<FileContent>(FileContent());
        if (!content)
            return fail(content.error());
        if (isMain) {
            file.isWhole = !content->findings.hasErrors();
            m_content = std::move(*content);
            m_tensors.setMainMembers(m_mainName, file.states.members);
            return {};
        }
        file.isWhole = opened.headers && report(file.name.name, content->findings);
        file.file =
            m_tensors.addFile(file.name.name, opened.values, std::move(content->parts), std::move(file.states.members));
        m_headers.push_back(opened.headers);
        m_content.tensorsShare = true;
        if (!isShown)
            return {};
        if constexpr (std::is_same_v<File, ZeroModelFile>)
            m_tensors.adopt(*content, file.file);
        else if (content->metadata && m_content.metadata)
            m_content.metadata->insert(m_content.metadata->end(), std::make_move_iterator(content->metadata->begin()),
                std::make_move_iterator(content->metadata->end()));
        return {};
    }

    Opened open(const std::string& name) const
    {
        Opened opened;
        const auto access = m_source.mapped() ? Source::Access::Automatic : Source::Access::Read;
        opened.values = openConfined(m_source, name, access).value_or(nullptr);
        opened.headers = opened.values;
        if (opened.values && opened.values->mapped())
            opened.headers = openConfined(m_source, name, Source::Access::Read).value_or(opened.values);
        return opened;
    }

    /// Reports another file's findings. Returns whether its archive is whole.
    bool report(const std::string& name, const Findings& findings)
    {
        const auto error = torchZipFault(findings);
        for (const Finding& finding : findings.list()) {
            if (finding.severity == Severity::Warning && finding.code != "more-archives") {
                m_findings.add({.severity = finding.severity,
                    .code = finding.code,
                    .message = "file " + quote(name) + ' ' + finding.message,
                    .refusedAs = finding.refusedAs});
            }
        }
        if (!error)
            return true;
        m_findings.add({.code = "archive-broken",
            .message = "file " + quote(name) + " is no whole archive of torch.save: " + *error,
            .refusedAs = "RuntimeError"});
        return false;
    }

    /// Reports parameters that are in two groups, or twice in one group.
    void reportDuplicates()
    {
        reportDuplicateNames(m_content.tensors, "is listed more than once: each has its own numbers", m_findings);
    }

    void reportOthers()
    {
        if (m_folder.others.empty())
            return;
        m_findings.add({.severity = Severity::Warning,
            .code = "layers-apart",
            .message = counted(m_folder.others.size(), "file") + ", the first of them " + quote(m_folder.others.front())
                + ", with layers of a pipeline or with experts: they are not part of what is shown here, and each can "
                  "be opened by itself"});
    }

    const Source& m_source;
    const Work& m_work;
    const ZeroFolder& m_folder;
    std::string m_mainName;
    std::vector<std::shared_ptr<const Source>> m_headers; ///< by file, as Opened::headers
    FileContent m_content;
    Findings m_findings; ///< about all files
    ZeroTensors m_tensors;
};

} // namespace

std::optional<ZeroFolder> zeroFolderOf(const Source& source)
{
    const std::string name = source.path().filename().string();
    if (source.isRemote() || !parseZeroName(name))
        return std::nullopt;
    ZeroFolder folder = listZeroFolder(source.path().parent_path());
    return folder.mainName() == name ? std::optional(std::move(folder)) : std::nullopt;
}

Result<FileContent> readZero(const Source& source, const ZeroFolder& folder, const Work& work)
{
    return ZeroReader(source, work, folder).read();
}

} // namespace loupe::torch
