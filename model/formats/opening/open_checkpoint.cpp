#include "formats/opening/open_checkpoint.h"

#include "core/remote/remote_files.h"
#include "core/text/quote.h"
#include "formats/opening/beside_model.h"
#include "formats/opening/checkpoint_builder.h"
#include "formats/opening/model_folder.h"
#include "formats/opening/registry.h"
#include "formats/opening/trainer_files.h"
#include "formats/shards/parallel_piece.h"
#include "formats/shards/shard_name.h"

#include <algorithm>
#include <array>
#include <functional>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

namespace {

namespace fs = std::filesystem;

class Opener {
public:
    Opener(const fs::path& path, const Work& work, Source::Access access, const BeforeOpening& before,
        const Secret* secret)
        : m_work(work)
        , m_access(access)
        , m_before(before)
        , m_secret(secret)
        , m_builder(path)
    {
    }

    /// Opens `path`, or the main file that it belongs to. Assumes that a remote path is the main file: looking for one
    /// would request files from the server that rarely exist.
    Result<> openFileOf(const fs::path& path)
    {
        if (isAddress(path))
            return openSingle(path);
        const auto main = mainFileFor(path, false);
        if (!main)
            return fail(main.error());
        return openSingle(main->value_or(path));
    }

    Result<> openSingle(const fs::path& path)
    {
        auto file = open(path);
        if (!file)
            return fail(std::move(file.error()));
        m_builder.addFile(std::move(*file));
        m_builder.addCompanions();
        m_builder.notePieces();
        noteParallelPiece(path);
        m_builder.setWholeModel(wholeModelOf(path, m_builder.havePieces()));
        return {};
    }

    /// Fails with UnknownFormat if no shard is in a known format, and at least one is in an unknown format.
    /// `headerSizes` has the approximate size of each header, if known. `unlessPieces` gives the error if the first
    /// file is not a piece of a model; null if it need not be one.
    Result<> openShards(const std::vector<fs::path>& paths, const std::vector<std::uint64_t>& headerSizes = {},
        const std::function<Error(const fs::path& file)>& unlessPieces = nullptr)
    {
        std::size_t opened = 0;
        std::optional<Error> unknown;
        std::uint64_t headerEnd = 0;
        std::vector<std::shared_ptr<void>> prepared;
        for (std::size_t i = 0; i < paths.size(); ++i) {
            const fs::path& path = paths[i];
            if (m_work.stopped())
                return fail(ErrorCode::Stopped, "stopped while shards were opened", path.string());
            // Prepare many files at first, then one for each that was opened.
            const std::size_t next = prepared.empty() ? i : i + mostPrepared - 1;
            if (next < paths.size() && (i > 0 || !headerSizes.empty())) {
                const auto coming =
                    std::span(paths).subspan(next, std::min(paths.size() - next, prepared.empty() ? mostPrepared : 1));
                prepared.push_back(headerSizes.empty() ? prepare(coming, std::array{headerEnd + headerEnd / 8})
                                                       : prepare(coming, std::span(headerSizes).subspan(next)));
            }
            auto file = open(path);
            if (file) {
                if (unlessPieces && opened == 0 && !file->content.pieces)
                    return fail(unlessPieces(path));
                headerEnd = std::max(headerEnd, file->content.header.end);
                m_builder.addFile(std::move(*file));
                ++opened;
                continue;
            }
            if (file.error().code == ErrorCode::Stopped || file.error().code == ErrorCode::OutOfMemory)
                return fail(std::move(file.error()));
            if (file.error().code == ErrorCode::UnknownFormat && !unknown)
                unknown = file.error();
            m_builder.addMissing(path, file.error());
        }
        if (opened == 0 && unknown)
            return fail(std::move(*unknown));
        m_builder.addCompanions();
        if (auto joined = m_builder.joinPieces(m_work); !joined)
            return joined;
        m_builder.checkShards();
        return {};
    }

    Result<> openIndex(const fs::path& path)
    {
        const auto source = Source::open(path, m_access);
        if (!source)
            return fail(source.error());
        const auto index = readShardIndex(**source, m_work);
        if (!index)
            return fail(index.error());
        std::vector<fs::path> shards;
        for (const std::string& shard : index->shards)
            shards.push_back(inFolder(path.parent_path(), shard));
        if (shards.empty()) {
            const auto& findings = index->findings.list();
            return fail(ErrorCode::Malformed, findings.empty() ? "the index names no shard" : findings.front().message,
                path.string());
        }
        if (auto opened = openShards(shards, headerSizesOf(*index)); !opened)
            return opened;
        m_builder.checkIndex(*index);
        m_builder.setIndex(*source);
        return {};
    }

    Result<> openFolder(const fs::path& path)
    {
        const auto model = findModel(path);
        if (!model)
            return fail(model.error());
        auto opened = openModel(path, *model);
        if (opened)
            opened = refuseEmpty(path, *model);
        if (opened)
            noteOtherModel(path, *model);
        return opened;
    }

    /// Fails if the opened file has no tensors, but folders in the opened folder hold checkpoints: the user wants one
    /// of these.
    Result<> refuseEmpty(const fs::path& path, const ModelFiles& model) const
    {
        if (!m_builder.checkpoint().tensors.empty() || model.index || model.files.size() != 1 || isAddress(path)
            || model.files.front().parent_path() != path || fileRole(model.files.front()) == FileRole::Model)
            return {};
        const auto folders = foldersWithCheckpoints(path);
        if (folders.empty())
            return {};
        return fail(ErrorCode::NotFound,
            model.files.front().filename().string()
                + " in the folder has no tensors, but these folders hold checkpoints, open one of them: "
                + listedNames(folders),
            path.string());
    }

    Result<> openModel(const fs::path& path, const ModelFiles& found)
    {
        const ModelFiles* const model = &found;
        if (model->index)
            return openIndex(*model->index);
        if (model->needPieces)
            return openShards(
                model->files, {}, [&](const fs::path& file) { return withoutPieces(path, model->files, file); });
        if (model->files.size() > 1 || model->ofProcesses)
            return openShards(model->files);
        auto opened = openSingle(model->files.front());
        if (opened && model->files.front().parent_path() != path && !isAddress(path))
            m_builder.addFindings(folderFindings(path));
        return opened;
    }

    /// Adds findings about other contents of the folder: a checkpoint of many files, which is easily mistaken for what
    /// is shown, and files that a trainer writes next to a model.
    void noteOtherModel(const fs::path& path, const ModelFiles& model)
    {
        if (isAddress(path))
            return;
        Findings findings;
        const auto main = mainFileFor(path, true);
        const bool isMain = main && *main && !model.index && model.files.size() == 1 && model.files.front() == **main;
        std::vector<std::string> unread = unreadBeside(path, m_builder.checkpoint());
        m_builder.setBeside(unread);
        if (main && *main && !isMain) {
            const fs::path relative = (*main)->lexically_relative(path);
            std::erase(unread, relative.begin()->string() + (relative.has_parent_path() ? "/" : ""));
            findings.add({.severity = Severity::Warning,
                .code = otherModelCode,
                .message = "the folder also has a checkpoint of many files, of which nothing is shown here: open "
                    + quote(relative.string()) + " to see it",
                .file = Finding::noFile});
        }
        if (!unread.empty())
            findings.add({.severity = Severity::Note,
                .code = unreadBesideCode,
                .message = listedNames(unread)
                    + (unread.size() == 1 ? " is not part of the model; open it by itself"
                                          : " are not part of the model; open each by itself"),
                .file = Finding::noFile});
        m_builder.addFindings(findings);
    }

    void noteParallelPiece(const fs::path& path)
    {
        std::string note = pieceNote(path);
        if (note.empty())
            return;
        Findings findings;
        findings.add({.severity = Severity::Warning, .code = "parallel-piece", .message = std::move(note)});
        m_builder.addFindings(findings);
    }

    std::shared_ptr<const Checkpoint> take() { return m_builder.take(); }

private:
    static constexpr std::size_t mostPrepared = 64;

    /// Requests remote shards at once. `headerSizes` has at least one size per shard, or one size for all.
    static std::shared_ptr<void> prepare(std::span<const fs::path> paths, std::span<const std::uint64_t> headerSizes)
    {
        constexpr std::uint64_t mostBytesEach = std::uint64_t{4} << 20;
        std::vector<ComingFile> files;
        if (!isAddress(paths.front()))
            return nullptr;
        for (std::size_t i = 0; i < paths.size(); ++i) {
            const std::uint64_t bytes = headerSizes.size() == 1 ? headerSizes.front() : headerSizes[i];
            files.push_back({paths[i].string(), std::min(bytes, mostBytesEach)});
        }
        return prepareRemote(std::move(files));
    }

    /// The approximate sizes of the shards' headers, estimated from the names in the index, since headers of
    /// safetensors hold little else. 0 for other formats.
    static std::vector<std::uint64_t> headerSizesOf(const ShardIndex& index)
    {
        constexpr std::uint64_t metadata = 256;
        constexpr std::uint64_t fields =
            84; // ,"":{"dtype":"BF16","shape":[4096,4096],"data_offsets":[1234567890,1234567890]}
        std::vector<std::uint64_t> sizes(index.shards.size(), metadata);
        for (const ShardIndex::Entry& entry : index.entries) {
            if (entry.shard != ShardIndex::noShard)
                sizes[entry.shard] += entry.tensor.size() + fields;
        }
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            if (!index.shards[i].ends_with(".safetensors"))
                sizes[i] = 0;
        }
        return sizes;
    }

    Result<OpenedFile> open(const fs::path& path) const
    {
        auto finding = m_before ? m_before(path) : std::nullopt;
        auto file = openFile(path, m_work, m_access, m_secret);
        if (finding && file)
            file->content.findings.add(std::move(*finding));
        else if (finding)
            file.error().message += "; " + finding->message;
        return file;
    }

    const Work& m_work;
    Source::Access m_access;
    const BeforeOpening& m_before;
    const Secret* m_secret;
    CheckpointBuilder m_builder;
};

} // namespace

Result<std::shared_ptr<const Checkpoint>> openCheckpoint(
    const fs::path& path, const Work& work, Source::Access access, const BeforeOpening& before, const Secret* secret)
{
    try {
        Opener opener(path, work, access, before, secret);
        const auto opened = isFolder(path) ? opener.openFolder(path)
            : isIndexName(path)            ? opener.openIndex(path)
                                           : opener.openFileOf(path);
        if (!opened)
            return fail(opened.error());
        return opener.take();
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "no memory for the checkpoint", path.string());
    } catch (const fs::filesystem_error& error) {
        return fail(ErrorCode::Io, error.what(), path.string());
    }
}

} // namespace loupe
