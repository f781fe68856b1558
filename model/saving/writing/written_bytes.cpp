#include "saving/writing/written_bytes.h"

#include "core/text/text.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace loupe {

tl::unexpected<Error> writtenDiffers(const std::filesystem::path& path, const std::string& what)
{
    return fail(ErrorCode::Io, "is not what was to be written: " + what, path.string());
}

Result<> checkWritten(const Source& written, std::uint64_t offset, std::span<const std::byte> bytes, Buffer& scratch)
{
    if (bytes.empty())
        return {};
    std::optional<std::size_t> first;
    auto visited = written.visit({offset, offset + bytes.size()}, scratch, [&](std::span<const std::byte> there) {
        if (std::memcmp(there.data(), bytes.data(), bytes.size()) != 0) // far faster than searching for the position
            first = static_cast<std::size_t>(
                std::mismatch(there.begin(), there.end(), bytes.begin()).first - there.begin());
    });
    if (!visited)
        return visited;
    written.release({offset, offset + bytes.size()});
    return first ? writtenDiffers(written.path(), "the first difference is at byte " + formatCount(offset + *first))
                 : Result<>();
}

} // namespace loupe
