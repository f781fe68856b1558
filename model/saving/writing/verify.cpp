#include "core/text/quote.h"
#include "core/text/text.h"
#include "saving/writing/file_writer.h"
#include "saving/writing/tensor_data.h"
#include "saving/writing/written_bytes.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr std::size_t mostThreads = 8;

} // namespace

Result<> compareHeader(
    const Recipe& recipe, const PlannedFile& file, const FileContent& content, const std::filesystem::path& path)
{
    if (!content.findings.referenceAccepts())
        return writtenDiffers(path, content.findings.list().front().message);
    if (content.tensors.size() != file.items.size())
        return writtenDiffers(path, "it has " + counted(content.tensors.size(), "tensor"));
    // A reader may order tensors without bytes in any way.
    std::vector<std::uint32_t> found(content.tensors.size());
    std::vector<std::uint32_t> wanted(file.items.size());
    for (std::uint32_t i = 0; i < found.size(); ++i)
        found[i] = wanted[i] = i;
    const auto nameOf = [&](std::uint32_t i) -> std::string_view { return recipe.items[file.items[i]].name; };
    std::sort(found.begin(), found.end(),
        [&](std::uint32_t a, std::uint32_t b) { return content.tensors[a].name < content.tensors[b].name; });
    std::sort(wanted.begin(), wanted.end(), [&](std::uint32_t a, std::uint32_t b) { return nameOf(a) < nameOf(b); });
    for (std::size_t i = 0; i < found.size(); ++i) {
        const Tensor& tensor = content.tensors[found[i]];
        const RecipeItem& item = recipe.items[file.items[wanted[i]]];
        const Tensor& original = item.original();
        if (tensor.name != item.name || tensor.dtype != item.dtype || tensor.bytes != file.ranges[wanted[i]]
            || !std::equal(tensor.shape.begin(), tensor.shape.end(), original.shape.begin(), original.shape.end()))
            return writtenDiffers(path, "tensor " + quote(item.name) + " is described otherwise");
    }
    return {};
}

namespace {

/// Verifies everything except the tensor data.
Result<> verifyStart(const Recipe& recipe, const PlannedFile& file, const Source& source, const Work& work)
{
    const auto content = recipe.format->read(source, Work{work.stop, nullptr});
    if (!content)
        return fail(content.error());
    if (auto described = compareHeader(recipe, file, *content, source.path()); !described)
        return described;
    if (source.size() != file.size)
        return writtenDiffers(source.path(), "it has " + counted(source.size(), "byte"));
    Buffer scratch;
    return checkWritten(source, 0, std::as_bytes(std::span(file.start)), scratch);
}

} // namespace

Result<> verifyHeader(
    const Recipe& recipe, const PlannedFile& file, const std::filesystem::path& path, const Work& work)
{
    return Source::open(path).and_then(
        [&](const std::shared_ptr<const Source>& source) { return verifyStart(recipe, file, *source, work); });
}

Result<> verifyFile(const Recipe& recipe, const PlannedFile& file, const std::filesystem::path& path, const Work& work,
    const WrittenPieces* pieces)
{
    const auto source = Source::open(path);
    if (!source)
        return fail(source.error());
    if (auto started = verifyStart(recipe, file, **source, work); !started)
        return started;
    if (pieces)
        return pieces->check(**source, work);
    std::vector<Buffer> scratch(mostThreads);
    const auto compare = [&](std::size_t thread, std::uint64_t offset, std::span<const std::byte> bytes) -> Result<> {
        if (auto same = checkWritten(**source, offset, bytes, scratch[thread]); !same)
            return same;
        work.advance(bytes.size());
        return {};
    };
    return readData(recipe, file, work,
        {.make =
                [&](std::size_t thread) {
                    return [&, thread](std::uint64_t offset, std::span<const std::byte> bytes) {
                        return compare(thread, offset, bytes);
                    };
                },
            .endRun = {},
            .mostThreads = mostThreads});
}

} // namespace loupe
