#include "formats/opening/open_checkpoint.h"

#include "core/remote_files.h"
#include "formats/opening/checkpoint_builder.h"
#include "formats/opening/model_folder.h"
#include "formats/opening/registry.h"
#include "formats/shards/shard_name.h"

#include <algorithm>
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

    /// Opens `path`, or the main file that it belongs to. An address is that of the main file: looking for it would
    /// ask a server for files that few have.
    Result<> openFileOf(const fs::path& path)
    {
        if (isAddress(path))
            return openSingle(path);
        const auto main = mainFileFor(path);
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
        m_builder.setWholeModel(wholeModelOf(path));
        return {};
    }

    /// Fails with UnknownFormat where no shard is in a known format, and at least one in another.
    Result<> openShards(const std::vector<fs::path>& paths)
    {
        std::size_t opened = 0;
        std::optional<Error> unknown;
        std::uint64_t headerEnd = 0;
        for (std::size_t i = 0; i < paths.size(); ++i) {
            const fs::path& path = paths[i];
            if (m_work.stopped())
                return fail(ErrorCode::Stopped, "stopped while shards were opened", path.string());
            if (i > 0)
                prepare(std::span(paths).subspan(i), headerEnd);
            auto file = open(path);
            if (file) {
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
        if (auto opened = openShards(shards); !opened)
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
        if (model->index)
            return openIndex(*model->index);
        return model->files.size() == 1 ? openSingle(model->files.front()) : openShards(model->files);
    }

    std::shared_ptr<const Checkpoint> take() { return m_builder.take(); }

private:
    /// Asks for the next remote shards at once: their headers are about as large as the ones before.
    static void prepare(std::span<const fs::path> paths, std::uint64_t headerEnd)
    {
        constexpr std::size_t mostAtOnce = 32;
        constexpr std::uint64_t mostBytesEach = std::uint64_t{4} << 20;
        std::vector<std::string> addresses;
        for (const fs::path& path : paths.first(std::min(mostAtOnce, paths.size()))) {
            if (isAddress(path))
                addresses.push_back(path.string());
        }
        if (RemoteFiles* const files = addresses.empty() ? nullptr : remoteFiles())
            files->prepare(addresses, std::min(headerEnd + headerEnd / 8, mostBytesEach));
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
