#include "formats/zarr/zarr.h"

#include "core/text/text.h"
#include "formats/shared/header_field_list.h"
#include "formats/zarr/zarr_content.h"
#include "formats/zarr/zarr_folder.h"

#include <array>

namespace loupe::zarr {

namespace {

/// Whole file names: names that begin with a dot have no suffix.
constexpr std::string_view suffixes[] = {"zmetadata", "zarray", "zarr.json", "manifest.ocdbt"};
constexpr std::array<std::string_view, 3> harmlessErrors{"chunk-size", "fill-invalid", "order-invalid"};

bool isOcdbt(std::span<const std::byte> start)
{
    const std::string_view text(reinterpret_cast<const char*>(start.data()), start.size());
    return text.starts_with(ocdbtMagic);
}

Match probe(const FileStart& start)
{
    if (isOcdbt(start.bytes))
        return Match::Certain;
    return probeDescription({reinterpret_cast<const char*>(start.bytes.data()), start.bytes.size()});
}

Result<FileContent> read(const Source& source, const Work& work)
{
    std::array<std::byte, ocdbtMagic.size()> start{};
    if (source.size() >= start.size()) {
        if (auto done = source.read(0, start); !done)
            return fail(std::move(done.error()));
    }
    return isOcdbt(start) ? readOcdbt(source, work) : readDescription(source, work);
}

Result<std::vector<HeaderField>> headerFields(const Source& source, ByteRange window, const Work& work)
{
    HeaderFieldList fields(window, work);
    std::array<std::byte, ocdbtMagic.size()> start{};
    if (source.size() >= start.size()) {
        if (auto done = source.read(0, start); !done)
            return fail(std::move(done.error()));
    }
    if (isOcdbt(start)) {
        fields.add(start.size(), "signature", [] { return std::string("OCDBT"); });
        fields.add(source.size(), "manifest", [&] { return counted(source.size() - start.size(), "byte"); });
    } else if (source.size() > 0) {
        fields.add(source.size(), "JSON", [&] { return counted(source.size(), "byte"); });
    }
    return fields.take();
}

} // namespace

constinit const Format zarrFormat{.id = "zarr",
    .title = "Zarr arrays",
    .suffixes = suffixes,
    .mimeType = "application/x-zarr+json",
    .probe = probe,
    .read = read,
    .headerFields = headerFields,
    .mainFile = zarrMainFile,
    .folderParts = zarrParts,
    .harmlessErrors = harmlessErrors};

} // namespace loupe::zarr
