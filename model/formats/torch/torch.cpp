#include "formats/torch/torch.h"

#include "formats/shared/out_of_memory.h"
#include "formats/torch/dcp/dcp_reader.h"
#include "formats/torch/torch_legacy.h"
#include "formats/torch/torch_zip.h"
#include "formats/torch/zero/zero_reader.h"
#include "formats/zip/zip_start.h"

#include <algorithm>
#include <array>

namespace loupe::torch {

namespace {

constexpr std::string_view suffixes[] = {".pt", ".pth", ".bin", ".ckpt", ".distcp"};
constexpr std::array<std::string_view, 8> harmlessErrors{"byteorder", "state-refused", "storage-long",
    "storage-missing", "storage-short", "storages-broken", "top-folder", "torch-version"};

/// Whether the file is the metadata of a distributed checkpoint.
Result<bool> isDistributed(const Source& source)
{
    constexpr std::size_t looked = 256;
    std::string start(std::min<std::uint64_t>(looked, source.size()), '\0');
    if (auto read = source.read(0, std::as_writable_bytes(std::span(start))); !read)
        return fail(read.error());
    return startsAsDcp(start);
}

Match probeArchive(std::span<const std::byte> start)
{
    const auto isPickle = [](std::string_view name) { return name == "data.pkl" || name.ends_with("/data.pkl"); };
    return std::ranges::any_of(zip::zipNamesAtStart(start), isPickle) ? Match::Certain : Match::No;
}

Match probe(const FileStart& start)
{
    if (zip::beginsAsZip(start.bytes))
        return probeArchive(start.bytes);
    const std::string_view text(reinterpret_cast<const char*>(start.bytes.data()), start.bytes.size());
    return startsAsTorchLegacy(text) || startsAsDcp(text) ? Match::Certain : Match::No;
}

Result<FileContent> read(const Source& source, const Work& work)
{
    return orOutOfMemory(source, [&]() -> Result<FileContent> {
        const auto archive = zip::beginsAsZip(source);
        if (!archive)
            return fail(archive.error());
        if (*archive) {
            const auto zero = zeroFolderOf(source);
            return zero ? readZero(source, *zero, work) : readTorchZip(source, work);
        }
        const auto distributed = isDistributed(source);
        if (!distributed)
            return fail(distributed.error());
        return *distributed ? readDcp(source, work) : readTorchLegacy(source, work);
    });
}

Result<std::vector<HeaderField>> headerFields(const Source& source, ByteRange window, const Work& work)
{
    return orOutOfMemory(source, [&]() -> Result<std::vector<HeaderField>> {
        const auto archive = zip::beginsAsZip(source);
        if (!archive)
            return fail(archive.error());
        if (*archive)
            return torchZipFields(source, window, work);
        const auto distributed = isDistributed(source);
        if (!distributed)
            return fail(distributed.error());
        return *distributed ? dcpFields(source, window, work) : torchLegacyFields(source, window, work);
    });
}

/// The main file of a distributed checkpoint, or of one that DeepSpeed wrote.
Result<std::optional<std::filesystem::path>> mainFile(const std::filesystem::path& path, bool isFolder)
{
    auto found = dcpMetadataFor(path, isFolder);
    return !found || *found ? found : zeroMainFileFor(path, isFolder);
}

} // namespace

constinit const Format torchFormat{.id = "torch",
    .title = "PyTorch checkpoint",
    .suffixes = suffixes,
    .mimeType = "application/x-pytorch",
    .probe = probe,
    .read = read,
    .headerFields = headerFields,
    .mainFile = mainFile,
    .folderFindings = zeroFolderFindings,
    .harmlessErrors = harmlessErrors};

} // namespace loupe::torch
