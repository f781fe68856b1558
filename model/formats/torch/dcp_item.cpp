#include "formats/torch/dcp_item.h"

#include "formats/torch/torch_zip.h"
#include "formats/zip/zip_start.h"

#include <string>

namespace loupe::torch {

namespace {

/// A range of another file, as a file of its own.
class ItemBytes : public RemoteBytes {
public:
    ItemBytes(std::shared_ptr<const Source> file, ByteRange range)
        : m_file(std::move(file))
        , m_range(range)
    {
    }

    Result<> read(std::uint64_t offset, std::span<std::byte> target) override
    {
        return m_file->read(m_range.begin + offset, target);
    }
    Result<std::span<const std::byte>> view(
        ByteRange range, Buffer& scratch, std::shared_ptr<const void>& /*keeper*/) override
    {
        if (auto room = scratch.resize(range.size()); !room)
            return fail(room.error());
        if (auto done = m_file->read(m_range.begin + range.begin, scratch.bytes()); !done)
            return fail(done.error());
        return std::span<const std::byte>(scratch.bytes());
    }
    std::shared_ptr<void> expect(std::vector<ByteRange> ranges, const Reading& reading) override
    {
        for (ByteRange& range : ranges)
            range = {m_range.begin + range.begin, m_range.begin + range.end};
        return m_file->expect(std::move(ranges), reading);
    }
    Result<> checkUnchanged() const override { return m_file->checkUnchanged(); }
    std::string version() const override { return m_file->version(); }

private:
    std::shared_ptr<const Source> m_file;
    ByteRange m_range;
};

} // namespace

Result<DcpItem> readDcpItem(const std::shared_ptr<const Source>& file, ByteRange range, const Work& work)
{
    FileIdentity identity = file->identity();
    identity.device = Source::remoteDevice;
    identity.size = range.size();
    DcpItem item{
        .source = Source::remote(file->path(), identity, std::make_shared<ItemBytes>(file, range)), .content = {}};
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
    item.content = std::move(*content);
    return item;
}

} // namespace loupe::torch
