#include "formats/torch.h"

#include "formats/out_of_memory.h"
#include "formats/torch_legacy.h"
#include "formats/torch_zip.h"
#include "formats/zip_bytes.h"

#include <array>

namespace loupe {

namespace {

constexpr std::string_view suffixes[] = {".pt", ".pth", ".bin", ".ckpt"};

bool isArchive(std::span<const std::byte> start)
{
    return start.size() >= 4 && zipNumber<std::uint32_t>(start, 0) == zipLocalSignature;
}

/// Walks over the local headers that the start of the file shows, as far as they tell where the next one is.
Match probeArchive(std::span<const std::byte> bytes)
{
    while (bytes.size() >= zipLocalSize && zipNumber<std::uint32_t>(bytes, 0) == zipLocalSignature) {
        const std::size_t nameSize = zipNumber<std::uint16_t>(bytes, 26);
        if (bytes.size() - zipLocalSize < nameSize)
            break;
        const std::string_view name(reinterpret_cast<const char*>(bytes.data()) + zipLocalSize, nameSize);
        if (name == "data.pkl" || name.ends_with("/data.pkl"))
            return Match::Certain;
        const std::uint64_t next = zipLocalSize + nameSize + zipNumber<std::uint16_t>(bytes, 28)
            + std::uint64_t{zipNumber<std::uint32_t>(bytes, 18)};
        if (next > bytes.size())
            break;
        bytes = bytes.subspan(next);
    }
    return Match::No;
}

Match probe(const FileStart& start)
{
    if (isArchive(start.bytes))
        return probeArchive(start.bytes);
    const std::string_view text(reinterpret_cast<const char*>(start.bytes.data()), start.bytes.size());
    return startsAsTorchLegacy(text) ? Match::Certain : Match::No;
}

Result<bool> readsAsArchive(const Source& source)
{
    std::array<std::byte, 4> start{};
    if (source.size() < start.size())
        return false;
    if (auto read = source.read(0, start); !read)
        return fail(std::move(read.error()));
    return isArchive(start);
}

Result<FileContent> read(const Source& source, const Work& work)
{
    return orOutOfMemory(source, [&]() -> Result<FileContent> {
        const auto archive = readsAsArchive(source);
        if (!archive)
            return fail(archive.error());
        return *archive ? readTorchZip(source, work) : readTorchLegacy(source, work);
    });
}

Result<std::vector<HeaderField>> headerFields(const Source& source, ByteRange window, const Work& work)
{
    return orOutOfMemory(source, [&]() -> Result<std::vector<HeaderField>> {
        const auto archive = readsAsArchive(source);
        if (!archive)
            return fail(archive.error());
        return *archive ? torchZipFields(source, window, work) : torchLegacyFields(source, window, work);
    });
}

} // namespace

constinit const Format torchFormat{.id = "torch",
    .title = "PyTorch checkpoint",
    .suffixes = suffixes,
    .mimeType = "application/x-pytorch",
    .probe = probe,
    .read = read,
    .headerFields = headerFields};

} // namespace loupe
