#include "formats/zarr/zarr_layout.h"

#include "core/checked_math.h"
#include "core/remote/remote_files.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/shared/duplicate_names.h"
#include "formats/shared/opaque_name.h"

#include <algorithm>

namespace loupe::zarr {

namespace {

/// Several times more than any checkpoint has.
constexpr std::uint64_t mostEntries = 4'000'000;

std::uint64_t product(std::span<const std::uint64_t> sizes)
{
    std::uint64_t result = 1;
    for (const std::uint64_t size : sizes)
        result *= size; // fits, since there are no more chunks than elements
    return result;
}

/// A chunk's index along each axis.
std::vector<std::uint64_t> placeOf(std::uint64_t number, std::span<const std::uint64_t> counts)
{
    std::vector<std::uint64_t> place(counts.size());
    for (std::size_t i = counts.size(); i-- > 0; number /= counts[i])
        place[i] = number % counts[i];
    return place;
}

} // namespace

ZarrLayout::ZarrLayout(const Source& source, const Work& work, std::size_t mostFiles, FileContent& content)
    : m_source(source)
    , m_work(work)
    , m_content(content)
    , m_filesLeft(mostFiles)
    , m_entriesLeft(mostEntries)
{
}

Result<> ZarrLayout::place(const std::string& name, const std::string& folder, ZarrArray array, std::uint64_t offset)
{
    for (const ZarrFault& fault : array.faults) {
        const bool isKnown = array.isDescribed && !fault.isRefused;
        report(isKnown ? Severity::Warning : Severity::Error, fault.code, name, fault.what, offset, fault.isRefused);
    }
    if (!array.pipeline.unknown().empty()) {
        report(Severity::Warning, "compressor-unknown", name,
            "is stored with " + quote(array.pipeline.unknown())
                + ", which this program does not undo: it is listed, but has no values",
            offset, false);
    }
    if (!array.isDescribed)
        return {};
    Tensor tensor;
    tensor.name = m_content.arena.copy(name);
    tensor.shape = m_shapes.keep(array.shape, m_content.arena);
    tensor.dtype = array.type.dtype;
    tensor.bytes = {m_source.size(), m_source.size()};
    const auto index = static_cast<std::uint32_t>(m_content.tensors.size());
    if (tensor.dtype == DType::Opaque)
        m_content.unknownDTypes.emplace(index, opaqueName(array.type.name));
    Result<> done;
    if (array.hasChunks && tensor.dtype != DType::Opaque)
        done = placeChunks(tensor, folder, std::make_shared<const ZarrArray>(std::move(array)), offset);
    m_content.tensors.push_back(tensor);
    return done;
}

Result<> ZarrLayout::placeChunks(
    Tensor& tensor, const std::string& folder, std::shared_ptr<const ZarrArray> array, std::uint64_t offset)
{
    const ChunkGrid grid = gridOf(*array);
    std::uint64_t fileBytes = 0;
    std::optional<std::vector<std::uint64_t>> present;
    bool isPlain = false;
    if (!m_source.isRemote() && !m_isCut) {
        auto files =
            listChunks(inFolder(m_source.path().parent_path(), folder), *array, grid.counts(), m_entriesLeft, m_work);
        if (!files)
            return fail(std::move(files.error()));
        if (!files->isComplete) {
            m_isCut = true;
        } else {
            checkFiles(tensor, *array, *files, grid.chunkBytes(), offset);
            addFiles(tensor, folder, *array, *files);
            present.emplace();
            for (const ChunkFile& file : files->files) {
                present->push_back(file.number);
                fileBytes = saturatingAdd(fileBytes, file.size);
            }
            isPlain = tensor.file > 0 && array->pipeline.empty() && !array->type.bigEndian
                && (!array->isColumnMajor || array->shape.size() < 2) && array->chunkShape == array->shape
                && tensor.bytes.size() == grid.chunkBytes();
        }
    }
    if (isPlain) // one chunk with all elements as they are
        return {};
    m_unlistedArrays += m_source.isRemote();
    m_content.storages.push_back(std::make_shared<const ZarrStorage>(
        m_source.shared_from_this(), folder, std::move(array), std::move(present), fileBytes, m_cache));
    tensor.storage = m_content.storages.back().get();
    return {};
}

void ZarrLayout::checkFiles(
    const Tensor& tensor, const ZarrArray& array, const ChunkFiles& files, std::uint64_t expected, std::uint64_t offset)
{
    const std::string name(tensor.name);
    const std::uint64_t chunks = product(gridOf(array).counts());
    if (const std::uint64_t missing = chunks - files.files.size(); missing > 0)
        m_content.findings.add(absentChunksFinding(name, missing, chunks, array.hasNoFill, offset));
    if (files.outside > 0) {
        report(Severity::Warning, "chunk-outside", name,
            "has " + counted(files.outside, "chunk") + " outside of its shape " + formatShape(array.shape)
                + ", which are not read",
            offset, false);
    }
    const auto isWrong = [&](const ChunkFile& file) {
        return array.pipeline.empty() ? file.size != expected : file.size == 0;
    };
    const auto wrong = std::ranges::find_if(files.files, isWrong);
    if (wrong == files.files.end())
        return;
    const auto count = static_cast<std::uint64_t>(std::ranges::count_if(files.files, isWrong));
    const auto place =
        array.shape.empty() ? std::vector<std::uint64_t>() : placeOf(wrong->number, gridOf(array).counts());
    report(Severity::Error, "chunk-size", name,
        "has " + counted(count, "chunk") + " of another size than " + counted(expected, "byte")
            + (array.pipeline.empty() ? "" : " once unpacked") + ": the first is " + quote(chunkPath(array, place))
            + " with " + counted(wrong->size, "byte"),
        offset, true);
}

void ZarrLayout::addFiles(Tensor& tensor, const std::string& folder, const ZarrArray& array, const ChunkFiles& files)
{
    if (files.files.empty())
        return;
    if (files.files.size() > m_filesLeft) {
        ++m_arraysWithoutFiles;
        return;
    }
    m_filesLeft -= files.files.size();
    const auto counts = gridOf(array).counts();
    const auto index = static_cast<std::uint32_t>(m_content.tensors.size());
    for (const ChunkFile& file : files.files) {
        const auto companion = static_cast<std::uint32_t>(m_content.companions.size());
        const auto place = array.shape.empty() ? std::vector<std::uint64_t>() : placeOf(file.number, counts);
        m_content.companions.push_back({.path = folder + chunkPath(array, place), .refusedAs = chunkRefusal});
        if (tensor.file == 0) {
            tensor.file = companion + 1;
            tensor.bytes = {0, file.size};
        } else if (file.size > 0) {
            m_laterPieces.push_back({companion + 1, {0, file.size}, index});
        }
    }
}

void ZarrLayout::report(Severity severity, std::string_view code, const std::string& name, const std::string& what,
    std::uint64_t offset, bool isRefused)
{
    const std::string_view refusal = code.starts_with("chunk-") ? chunkRefusal : metadataRefusal;
    m_content.findings.add({.severity = severity,
        .code = code,
        .message = "tensor " + quote(name) + ' ' + what,
        .refusedAs = isRefused ? refusal : std::string_view(),
        .offset = offset,
        .tensor = name,
        .aboutTensor = true});
}

void ZarrLayout::finish()
{
    if (m_arraysWithoutFiles > 0) {
        m_content.findings.add({.severity = Severity::Note,
            .code = "chunks-many",
            .message = "the files of " + counted(m_arraysWithoutFiles, "array")
                + " are too many to list each: a file is opened when its chunk is read"});
    }
    if (m_unlistedArrays > 0) {
        m_content.findings.add({.severity = Severity::Note,
            .code = "chunks-remote",
            .message = "the chunks of " + counted(m_unlistedArrays, "array")
                + " are not listed, for they are on a server: how many bytes they have, and which of them do not "
                  "exist, is known once their values are read"});
    }
    if (m_isCut) {
        m_content.findings.add({.severity = Severity::Warning,
            .code = "chunks-unlisted",
            .message = "no more than " + formatCount(mostEntries)
                + " files were looked for: chunks that are missing after these are not reported"});
    }
    for (const DuplicateName& duplicate : duplicateNames(m_content.tensors)) {
        const std::string name(m_content.tensors[duplicate.later].name);
        report(Severity::Warning, "duplicate-name", name, "has the name of another one", 0, false);
    }
    sortTensorsWithPieces(m_content, m_laterPieces);
}

} // namespace loupe::zarr
