#include "formats/torch/dcp_item.h"

#include "formats/torch/torch_zip.h"
#include "formats/zip/zip_start.h"

#include <algorithm>
#include <string>
#include <vector>

namespace loupe::torch {

namespace {

/// A range of another file, as a file of its own. Its first and last bytes, where the headers of an archive of one
/// tensor lie, are read once: there may be 100,000 items, and each reading of a file that is not mapped opens it.
class ItemBytes : public RemoteBytes {
public:
    ItemBytes(std::shared_ptr<const Source> file, ByteRange range)
        : m_file(std::move(file))
        , m_range(range)
    {
    }

    Result<> readEnds(DcpWindow& window)
    {
        constexpr std::uint64_t most = 2048;
        m_start.resize(std::min(most, m_range.size()));
        m_end.resize(std::min(most, m_range.size() - m_start.size()));
        const bool isKnown = window.file == m_file.get() && window.begin <= m_range.begin
            && m_range.begin - window.begin + m_start.size() <= window.bytes.size();
        if (isKnown)
            std::ranges::copy(
                std::span(window.bytes).subspan(m_range.begin - window.begin, m_start.size()), m_start.begin());
        else if (auto done = m_file->read(m_range.begin, m_start); !done)
            return done;
        window.file = nullptr;
        window.begin = m_range.end - m_end.size();
        window.bytes.resize(m_end.size() + std::min(most, m_file->size() - m_range.end));
        if (auto done = m_file->read(window.begin, window.bytes); !done)
            return done;
        window.file = m_file.get();
        std::ranges::copy(std::span(window.bytes).first(m_end.size()), m_end.begin());
        return {};
    }
    /// From now on, checkUnchanged() looks at the file. While headers are read, each reading does so.
    void headersAreRead() { m_checks = true; }

    Result<> read(std::uint64_t offset, std::span<std::byte> target) override
    {
        const std::uint64_t end = m_range.size() - m_end.size();
        const auto copy = [&](const std::vector<std::byte>& bytes, std::uint64_t begin) {
            if (offset < begin || offset - begin > bytes.size() || target.size() > bytes.size() - (offset - begin))
                return false;
            std::ranges::copy(std::span(bytes).subspan(offset - begin, target.size()), target.begin());
            return true;
        };
        if (copy(m_start, 0) || copy(m_end, end))
            return {};
        return m_file->read(m_range.begin + offset, target);
    }
    Result<std::span<const std::byte>> view(
        ByteRange range, Buffer& scratch, std::shared_ptr<const void>& /*keeper*/) override
    {
        if (auto room = scratch.resize(range.size()); !room)
            return fail(room.error());
        if (auto done = read(range.begin, scratch.bytes()); !done)
            return fail(done.error());
        return std::span<const std::byte>(scratch.bytes());
    }
    std::shared_ptr<void> expect(std::vector<ByteRange> ranges, const Reading& reading) override
    {
        for (ByteRange& range : ranges)
            range = {m_range.begin + range.begin, m_range.begin + range.end};
        return m_file->expect(std::move(ranges), reading);
    }
    Result<> checkUnchanged() const override { return m_checks ? m_file->checkUnchanged() : Result<>(); }
    std::string version() const override { return m_file->version(); }

private:
    std::shared_ptr<const Source> m_file;
    ByteRange m_range;
    bool m_checks = false;
    std::vector<std::byte> m_start;
    std::vector<std::byte> m_end;
};

} // namespace

Result<DcpItem> readDcpItem(
    const std::shared_ptr<const Source>& file, ByteRange range, const Work& work, DcpWindow& window)
{
    FileIdentity identity = file->identity();
    identity.device = Source::remoteDevice;
    identity.size = range.size();
    const auto bytes = std::make_shared<ItemBytes>(file, range);
    if (auto done = file->isRemote() ? Result<>() : bytes->readEnds(window); !done)
        return fail(done.error());
    DcpItem item{.source = Source::remote(file->path(), identity, bytes), .content = {}};
    // A reader of archives searches for the end, and would find it behind bytes that belong to another item.
    const auto begins = zip::beginsAsZip(*item.source);
    if (!begins)
        return fail(begins.error());
    if (!*begins) {
        item.content.findings.add({.code = "no-archive", .message = "does not begin as an archive", .offset = 0});
        return item;
    }
    auto content = readTorchZip(*item.source, work);
    if (!content)
        return fail(content.error());
    bytes->headersAreRead();
    item.content = std::move(*content);
    return item;
}

} // namespace loupe::torch
