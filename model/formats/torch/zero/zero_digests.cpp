#include "formats/torch/zero/zero_digests.h"

#include "core/source.h"
#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>
#include <iterator>

#include <zlib.h>

namespace loupe::torch {

namespace {

/// The content of members of several files, one after the other.
class JoinedStatedBytes : public StatedBytes {
public:
    struct Part {
        std::shared_ptr<const Source> source; ///< null: the tensor's file
        std::shared_ptr<const StatedBytes> content;
    };

    explicit JoinedStatedBytes(std::vector<Part> parts)
        : m_parts(std::move(parts))
    {
    }

    Result<> visit(const Source& source, const Work& work,
        const std::function<void(std::span<const std::byte>)>& add) const override
    {
        for (const Part& part : m_parts) {
            const Source& own = part.source ? *part.source : source;
            if (auto visited = part.content->visit(own, work, add); !visited)
                return visited;
            if (auto unchanged = own.checkUnchanged(); !unchanged)
                return unchanged;
        }
        return {};
    }

private:
    std::vector<Part> m_parts;
};

/// The same members, whose digests also say which file they are in.
std::vector<TorchMember> namedMembers(const std::string& file, std::vector<TorchMember> members)
{
    for (TorchMember& member : members) {
        auto digest = std::make_shared<zip::ZipDigest>(*member.digest);
        digest->member += " of " + quote(file);
        member.digest = std::move(digest);
    }
    return members;
}

} // namespace

void ZeroDigests::setMain(const std::string& name, std::vector<TorchMember> members)
{
    m_files.front().members = namedMembers(name, std::move(members));
}

void ZeroDigests::addFile(
    const std::string& name, std::shared_ptr<const Source> source, std::vector<TorchMember> members)
{
    m_files.push_back({std::move(source), namedMembers(name, std::move(members))});
}

const TorchMember* ZeroDigests::memberAt(std::uint32_t file, std::uint64_t begin) const
{
    if (file >= m_files.size())
        return nullptr;
    const std::vector<TorchMember>& members = m_files[file].members;
    const auto after =
        std::ranges::upper_bound(members, begin, {}, [](const TorchMember& member) { return member.range.begin; });
    return after == members.begin() || begin >= std::prev(after)->range.end ? nullptr : &*std::prev(after);
}

std::shared_ptr<const zip::ZipDigest> ZeroDigests::joined(const std::vector<Part>& parts)
{
    // Stage 3 splits each parameter over all ranks: thousands of tensors lie in the same members.
    auto& known = m_joined[parts];
    if (known)
        return known;
    auto digest = std::make_shared<zip::ZipDigest>();
    std::vector<JoinedStatedBytes::Part> contents;
    for (const Part& part : parts) {
        digest->crc = static_cast<std::uint32_t>(
            crc32_combine(digest->crc, part.member->digest->crc, static_cast<z_off_t>(part.member->size)));
        contents.push_back({m_files[part.file].source, part.member->digest->content});
    }
    digest->member = counted(parts.size(), "member") + " from " + parts.front().member->digest->member + " to "
        + parts.back().member->digest->member;
    digest->content = std::make_shared<const JoinedStatedBytes>(std::move(contents));
    known = std::move(digest);
    return known;
}

void ZeroDigests::add(const Storage* storage, const std::vector<ZeroPiece>& pieces)
{
    std::vector<Part> parts;
    for (const ZeroPiece& piece : pieces) {
        const Part part{piece.file, memberAt(piece.file, piece.range.begin)};
        if (!part.member)
            return; // it states no digest
        if (parts.empty() || parts.back() != part)
            parts.push_back(part);
    }
    m_statements[storage] = {parts.size() == 1 ? parts.front().member->digest : joined(parts), true};
}

zip::ZipStatement ZeroDigests::statementOf(const Tensor& tensor) const
{
    if (const auto found = m_statements.find(tensor.storage); tensor.storage && found != m_statements.end())
        return found->second;
    const TorchMember* const member = memberAt(tensor.file, tensor.bytes.begin);
    if (!member || tensor.bytes.end > member->range.end)
        return {};
    return {member->digest, tensor.storage || tensor.bytes.size() != member->range.size()};
}

void ZeroDigests::state(FileContent& content) const
{
    std::vector<std::vector<zip::ZipStatement>> byFile(content.companions.size() + 1);
    for (const Tensor& tensor : content.tensors)
        byFile[tensor.file].push_back(statementOf(tensor));
    for (std::size_t file = 0; file < byFile.size(); ++file) {
        auto& digests = file == 0 ? content.digests : content.companions[file - 1].digests;
        const auto isStated = [](const zip::ZipStatement& statement) { return statement.digest != nullptr; };
        digests = std::ranges::any_of(byFile[file], isStated)
            ? std::make_shared<const zip::ZipDigests>(std::move(byFile[file]), std::string_view())
            : nullptr;
    }
}

} // namespace loupe::torch
