#include "formats/hdf5/hdf5.h"

#include "formats/hdf5/hdf5_content.h"
#include "formats/hdf5/hdf5_superblock.h"
#include "formats/hdf5/keras_archive.h"
#include "formats/shared/out_of_memory.h"
#include "formats/zip/zip_start.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace loupe::hdf5 {

namespace {

constexpr std::string_view suffixes[] = {".h5", ".hdf5", ".keras"};
constexpr std::array<std::string_view, 1> harmlessErrors{"file-truncated"};
constexpr std::array<std::string_view, 1> listEnds{"hdf5-cut"};

Match probe(const FileStart& start)
{
    if (zip::beginsAsZip(start.bytes))
        return probeKerasArchive(start.bytes);
    for (std::size_t offset = 0; offset < start.bytes.size(); offset = offset == 0 ? 512 : 2 * offset) {
        if (startsWithHdf5Signature(start.bytes.subspan(offset)))
            return Match::Certain;
    }
    return Match::No;
}

Result<FileContent> readPlain(const Source& source, const Work& work)
{
    FileContent content;
    const Hdf5Stream stream{.source = source, .range = {0, source.size()}, .size = source.size()};
    if (auto added = addHdf5Content(stream, work, content); !added)
        return fail(std::move(added.error()));
    if (!content.parts.empty())
        content.data = {0, source.size()};
    return content;
}

Result<FileContent> read(const Source& source, const Work& work)
{
    return orOutOfMemory(source, [&]() -> Result<FileContent> {
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped while the file was read", source.path().string());
        const auto archive = zip::beginsAsZip(source);
        if (!archive)
            return fail(archive.error());
        auto content = *archive ? readKerasArchive(source, work) : readPlain(source, work);
        if (!content)
            return content;
        if (auto unchanged = source.checkUnchanged(); !unchanged)
            return fail(std::move(unchanged.error()));
        std::uint64_t headers = 0;
        for (const FilePart& part : content->parts)
            headers += part.kind == RegionKind::Header ? part.range.size() : 0;
        work.expect(headers);
        work.advance(headers);
        return content;
    });
}

Result<std::vector<HeaderField>> plainFields(const Source& source, ByteRange window, const Work& work)
{
    HeaderFieldList list(window, work);
    const Hdf5Stream stream{.source = source, .range = {0, source.size()}, .size = source.size()};
    const auto offset = findHdf5Signature(stream);
    if (!offset)
        return fail(offset.error());
    if (*offset) {
        if (auto added = addHdf5Fields(stream, **offset, list); !added)
            return fail(std::move(added.error()));
    }
    return list.take();
}

Result<std::vector<HeaderField>> headerFields(const Source& source, ByteRange window, const Work& work)
{
    return orOutOfMemory(source, [&]() -> Result<std::vector<HeaderField>> {
        const auto archive = zip::beginsAsZip(source);
        if (!archive)
            return fail(archive.error());
        return *archive ? kerasArchiveFields(source, window, work) : plainFields(source, window, work);
    });
}

} // namespace

constinit const Format hdf5Format{.id = "hdf5",
    .title = "HDF5",
    .suffixes = suffixes,
    .mimeType = "application/x-hdf",
    .probe = probe,
    .read = read,
    .headerFields = headerFields,
    .harmlessErrors = harmlessErrors,
    .listEnds = listEnds};

} // namespace loupe::hdf5
