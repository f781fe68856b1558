#include "formats/torch/dcp/dcp_item.h"

#include "formats/torch/torch_zip.h"
#include "formats/zip/zip_start.h"

#include <algorithm>
#include <cerrno>
#include <string>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace loupe::torch {

namespace {

/// A range of another file, as a file of its own. Its first and last bytes are already in memory.
class ItemBytes : public RemoteBytes {
public:
    ItemBytes(std::shared_ptr<const Source> file, ByteRange range, DcpItemEnds ends)
        : m_file(std::move(file))
        , m_range(range)
        , m_ends(std::move(ends))
    {
    }

    /// From now on, checkUnchanged() checks the file. While headers are read, each read does so.
    void headersAreRead() { m_checks = true; }

    Result<> read(std::uint64_t offset, std::span<std::byte> target) override
    {
        const auto known = m_ends.at({offset, offset + target.size()});
        if (known.size() == target.size()) {
            std::ranges::copy(known, target.begin());
            return {};
        }
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
    DcpItemEnds m_ends;
    bool m_checks = false;
};

std::shared_ptr<const Source> itemSource(
    const std::shared_ptr<const Source>& file, ByteRange range, const std::shared_ptr<ItemBytes>& bytes)
{
    FileIdentity identity = file->identity();
    identity.device = Source::remoteDevice;
    identity.size = range.size();
    return Source::remote(file->path(), identity, bytes);
}

} // namespace

Result<DcpItem> readDcpArchive(std::shared_ptr<const Source> source, const Work& work)
{
    DcpItem item{.source = std::move(source), .content = std::make_shared<FileContent>()};
    // An archive reader searches for the end record, and could find one after the bytes of another item.
    const auto begins = zip::beginsAsZip(*item.source);
    if (!begins)
        return fail(begins.error());
    if (!*begins) {
        item.content->findings.add({.code = "no-archive", .message = "does not begin as an archive", .offset = 0});
        return item;
    }
    auto content = readTorchZip(*item.source, work);
    if (!content)
        return fail(content.error());
    *item.content = std::move(*content);
    return item;
}

Result<DcpItem> readDcpArchive(const std::shared_ptr<const Source>& file, ByteRange range, const Work& work)
{
    const auto bytes = std::make_shared<ItemBytes>(file, range, DcpItemEnds{});
    auto item = readDcpArchive(itemSource(file, range, bytes), work);
    bytes->headersAreRead();
    return item;
}

void DcpItemReader::close()
{
    m_open.reset();
    m_file = nullptr;
    m_window.clear();
}

Result<> DcpItemReader::readBytes(const Source& file, std::uint64_t offset, std::span<std::byte> target)
{
    if (file.mapped())
        return file.read(offset, target);
    if (m_file != &file) {
        close();
        m_open.reset(::open(file.path().c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
        if (m_open.number() < 0)
            return fail(systemError(errno, "cannot open", file.path().string()));
        m_file = &file;
    }
    if (offset > file.size() || target.size() > file.size() - offset)
        return file.read(offset, target); // says what is wrong
    std::size_t done = 0;
    while (done < target.size()) {
        const ssize_t count =
            ::pread(m_open.number(), target.data() + done, target.size() - done, static_cast<off_t>(offset + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return file.read(offset, target); // reads the same, or says what is wrong
        done += static_cast<std::size_t>(count);
    }
    return {};
}

Result<> DcpItemReader::readEnds(const Source& file, ByteRange range, DcpItemEnds& ends)
{
    ends.size = range.size();
    ends.start.resize(std::min(DcpItemEnds::most, ends.size));
    ends.end.resize(ends.start.size());
    const bool isKnown = m_file == &file && m_windowBegin <= range.begin
        && range.begin - m_windowBegin + ends.start.size() <= m_window.size();
    if (isKnown)
        std::ranges::copy(
            std::span(m_window).subspan(range.begin - m_windowBegin, ends.start.size()), ends.start.begin());
    else if (auto done = readBytes(file, range.begin, ends.start); !done)
        return done;
    m_windowBegin = range.end - ends.end.size();
    m_window.resize(ends.end.size() + std::min(DcpItemEnds::most, file.size() - range.end));
    if (auto done = readBytes(file, m_windowBegin, m_window); !done) {
        m_window.clear();
        return done;
    }
    std::ranges::copy(std::span(m_window).first(ends.end.size()), ends.end.begin());
    return {};
}

Result<DcpItem> DcpItemReader::read(
    const std::shared_ptr<const Source>& file, const DcpStored& stored, const Work& work)
{
    if (stored.transform.any())
        return readPacked(file, stored, work);
    const ByteRange range = *stored.range;
    const bool isTensor = stored.begins.has_value();
    DcpItemEnds ends;
    ends.size = range.size();
    if (!file->isRemote()) {
        if (auto done = readEnds(*file, range, ends); !done)
            return fail(done.error());
        if (const DcpForm* const form = isTensor ? m_forms.find(ends) : nullptr)
            return DcpItem{.form = form};
    }
    const auto bytes = std::make_shared<ItemBytes>(file, range, ends);
    auto item = readDcpArchive(itemSource(file, range, bytes), work);
    if (item && isTensor && !ends.start.empty())
        m_forms.add(ends, *item->source, *item->content, work);
    bytes->headersAreRead();
    return item;
}

Result<DcpItem> DcpItemReader::readPacked(
    const std::shared_ptr<const Source>& file, const DcpStored& stored, const Work& work)
{
    // A small item may unpack to a thousand times as much, and there may be many.
    constexpr std::uint64_t mostAltogether = std::uint64_t{64} << 30;
    if (!m_kept)
        m_kept = std::make_shared<KeptArrays>();
    const std::uint64_t most = std::min(KeptArrays::most, mostAltogether - m_unpacked);
    const auto source = unpackDcpItem(file, *stored.range, stored.transform, m_kept, most, work);
    if (source) {
        m_unpacked += (*source)->size();
        return readDcpArchive(*source, work);
    }
    const Error& error = source.error();
    if (error.code != ErrorCode::Malformed && error.code != ErrorCode::TooLarge)
        return fail(error);
    DcpItem item{.content = std::make_shared<FileContent>()};
    item.content->findings.add({.code = "item-transform", .message = error.message, .offset = 0});
    return item;
}

} // namespace loupe::torch
