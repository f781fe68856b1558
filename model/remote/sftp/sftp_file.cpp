#include "remote/sftp/sftp_file.h"

#include <algorithm>
#include <utility>

namespace loupe::remote {

namespace {

constexpr std::uint64_t sftpBlock = std::uint64_t{256} << 10;
constexpr std::size_t mostSftpBlocks = 64;

} // namespace

SftpFile::SftpFile(SftpClient& client, SftpAddress file, std::string name, SftpClient::Start start)
    : m_client(client)
    , m_file(std::move(file))
    , m_name(std::move(name))
    , m_size(start.size)
    , m_modified(start.modified)
{
    m_blocks.push_back(std::make_shared<Block>(Block{.offset = 0, .bytes = std::move(start.bytes)}));
}

Result<> SftpFile::read(std::uint64_t offset, std::span<std::byte> target)
{
    if (auto same = checkUnchanged(); !same)
        return same;
    if (target.size() >= sftpBlock)
        return fetch(offset, target);
    while (!target.empty()) {
        const auto block = blockAt(offset);
        if (!block)
            return fail(block.error());
        const std::span<const std::byte> rest = std::span((*block)->bytes).subspan(offset - (*block)->offset);
        const std::size_t count = std::min(rest.size(), target.size());
        std::ranges::copy(rest.first(count), target.begin());
        target = target.subspan(count);
        offset += count;
    }
    return {};
}

Result<std::span<const std::byte>> SftpFile::view(
    ByteRange range, Buffer& scratch, std::shared_ptr<const void>& /*keeper*/)
{
    if (auto room = scratch.resize(range.size()); !room)
        return fail(std::move(room.error()));
    if (auto done = read(range.begin, scratch.bytes()); !done)
        return fail(std::move(done.error()));
    return std::as_const(scratch).bytes();
}

Result<std::shared_ptr<const SftpFile::Block>> SftpFile::blockAt(std::uint64_t offset)
{
    {
        const std::lock_guard lock(m_mutex);
        const auto found = std::ranges::find_if(m_blocks, [offset](const std::shared_ptr<const Block>& block) {
            return block->offset <= offset && offset - block->offset < block->bytes.size();
        });
        if (found != m_blocks.end()) {
            m_blocks.splice(m_blocks.begin(), m_blocks, found);
            return m_blocks.front();
        }
    }
    const auto block = std::make_shared<Block>();
    block->offset = offset / sftpBlock * sftpBlock;
    block->bytes.resize(std::min(sftpBlock, m_size - block->offset));
    if (auto fetched = fetch(block->offset, block->bytes); !fetched)
        return fail(std::move(fetched.error()));
    const std::lock_guard lock(m_mutex);
    m_blocks.push_front(block);
    if (m_blocks.size() > mostSftpBlocks)
        m_blocks.pop_back();
    return block;
}

Result<> SftpFile::fetch(std::uint64_t offset, std::span<std::byte> target)
{
    const auto modified = m_client.read(m_file, m_name, offset, target);
    if (!modified) {
        if (modified.error().code == ErrorCode::Changed)
            m_hasChanged = true;
        return fail(modified.error());
    }
    if (*modified != m_modified)
        m_hasChanged = true;
    return checkUnchanged();
}

Result<> SftpFile::checkUnchanged() const
{
    if (m_hasChanged)
        return fail(ErrorCode::Changed, "the file was changed on the server while it was read", m_name);
    return {};
}

} // namespace loupe::remote
