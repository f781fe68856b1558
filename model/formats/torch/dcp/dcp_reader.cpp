#include "formats/torch/dcp/dcp_reader.h"

#include "formats/pickle/pickle_fields.h"
#include "formats/pickle/pickle_findings.h"
#include "formats/pickle/pickle_stream.h"
#include "formats/shards/latest_iteration.h"
#include "formats/torch/dcp/dcp_layout.h"
#include "formats/torch/dcp/dcp_metadata.h"
#include "formats/torch/dcp/dcp_rank_metadata.h"
#include "formats/torch/dcp/dcp_trust.h"

#include <algorithm>
#include <system_error>

namespace loupe::torch {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view metadataName = ".metadata";
constexpr std::string_view pieceSuffix = ".distcp";
constexpr pickle::PickleLoader dcpLoader{.name = "this program", .trust = dcpTrust};

/// Adds findings about the imports and the end of a pickle.
void checkMetadata(pickle::PickleReading& reading, std::uint64_t size, FileContent& content)
{
    distrustMisuse(reading);
    const pickle::PickledObject object{reading, size, 0, true};
    const TorchRecords records(reading.values);
    pickle::addPickleImports(object, records, dcpLoader, content);
    pickle::addPickleFault(object, "the metadata", content);
}

Result<> readContent(std::string_view stream, const Source& source, const Work& work, FileContent& content)
{
    pickle::PickleReading reading = pickle::readPickle(stream, work);
    if (reading.stopped)
        return fail(ErrorCode::Stopped, "stopped while the metadata was read", source.path().string());
    checkMetadata(reading, stream.size(), content);
    auto metadata = readDcpMetadata(reading);
    if (!metadata) {
        content.findings.add({.code = "metadata-invalid",
            .message = "the pickle is no metadata of torch.distributed.checkpoint",
            .refusedAs = dcpRefusal,
            .offset = 0});
        return {};
    }
    reading.values.forgetAllButTexts(); // most of the memory, and no longer needed
    DcpRankMetadata others(source, work, content, checkMetadata);
    if (rankOfMetadata(source.path())) {
        if (auto added = others.addOthers(*metadata); !added)
            return added;
    }
    if (metadata->isCut) {
        content.findings.add({.code = "object-too-large",
            .message = "the metadata repeats more names or chunks than its size allows: the rest is not shown",
            .offset = 0});
    }
    return DcpLayout(*metadata, source, work, content).place();
}

/// The rest of a sentence about pieces in a folder without metadata.
std::string missing(const fs::path& folder)
{
    std::error_code ignored;
    const bool isUnfinished = fs::is_regular_file(folder / ".metadata.tmp", ignored);
    return std::string(" of a checkpoint whose list of tensors, the hidden file .metadata, is missing")
        + (isUnfinished
                ? ": writing it did not end, .metadata.tmp is there. If that is whole, a copy of it named .metadata "
                  "opens; otherwise take an earlier checkpoint"
                : ": copies by \"*\" leave it out. Copy it from the folder that the run wrote, on the machine of "
                  "its first process");
}

/// Whether pieces of a checkpoint are in the folder.
bool hasPieces(const fs::path& folder)
{
    constexpr std::size_t mostLookedAt = 10'000;
    std::error_code error;
    fs::directory_iterator file(folder, error);
    for (std::size_t looked = 0; !error && file != fs::directory_iterator() && looked < mostLookedAt; ++looked) {
        if (file->path().extension() == pieceSuffix)
            return true;
        file.increment(error);
    }
    return false;
}

/// Whether the files of a distributed checkpoint of PaddlePaddle are in the folder, which have the same suffixes, but
/// names without "__": "0.metadata", "0_0.distcp".
bool isOfPaddle(const fs::path& folder)
{
    std::error_code ignored;
    return fs::is_regular_file(folder / "0.metadata", ignored) && fs::is_regular_file(folder / "0_0.distcp", ignored);
}

Error ofPaddle(const fs::path& path)
{
    return {ErrorCode::Unsupported,
        "belongs to a distributed checkpoint of PaddlePaddle, which this program does not read: load it in "
        "PaddlePaddle, and save whole tensors",
        path.string(), {}};
}

/// `.metadata` in a folder; nothing if the folder is not a checkpoint. Fails with NotFound if it has pieces of a
/// checkpoint, but no `.metadata`.
Result<std::optional<fs::path>> metadataIn(const fs::path& folder)
{
    std::error_code ignored;
    const fs::path metadata = folder / metadataName;
    if (fs::is_regular_file(metadata, ignored))
        return metadata;
    if (auto ofRank = firstRankMetadata(folder))
        return ofRank;
    if (!hasPieces(folder))
        return std::nullopt;
    if (isOfPaddle(folder))
        return fail(ofPaddle(folder));
    return fail(ErrorCode::NotFound, "holds pieces" + missing(folder), folder.string());
}

} // namespace

Result<FileContent> readDcp(const Source& source, const Work& work)
{
    FileContent content;
    content.variant = "distributed";
    content.tensorsShare = true;
    content.header = content.headerContent = {0, source.size()};
    content.data = {source.size(), source.size()};
    Buffer scratch;
    Result<> done;
    const ByteRange range{0, std::min(source.size(), pickle::largestPickle + 1)};
    auto visited = source.visit(range, scratch, [&](std::span<const std::byte> bytes) {
        done = readContent({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, source, work, content);
    });
    if (!visited || !done)
        return fail(visited ? done.error() : visited.error());
    if (auto unchanged = source.checkUnchanged(); !unchanged)
        return fail(unchanged.error());
    work.expect(source.size());
    work.advance(source.size());
    return content;
}

bool startsAsDcp(std::string_view start)
{
    return start.starts_with('\x80') && start.find("checkpoint.metadata") < 128;
}

Result<std::vector<HeaderField>> dcpFields(const Source& source, ByteRange window, const Work& work)
{
    HeaderFieldList fields(window, work);
    auto done = pickle::visitPickle(source, {0, source.size()}, pickle::largestPickle, [&](std::string_view text) {
        if (text.size() < std::min(source.size(), pickle::largestPickle))
            return true; // parsing needs all bytes at once
        pickle::addPickleFields(text, fields);
        return false;
    });
    if (!done)
        return fail(done.error());
    if (!fields.done() && fields.position() < source.size())
        fields.add(source.size(), "unread", [] { return std::string(); });
    return fields.take();
}

Result<std::optional<fs::path>> dcpMetadataFor(const fs::path& path, bool isFolder)
{
    if (isFolder) {
        auto own = metadataIn(path);
        if (!own || *own)
            return own;
        const auto latest = latestIteration(path);
        return latest ? metadataIn(*latest) : own;
    }
    if (path.extension() != pieceSuffix)
        return std::nullopt;
    fs::path metadata = path.parent_path() / metadataName;
    std::error_code ignored;
    if (fs::is_regular_file(metadata, ignored))
        return metadata;
    auto ofRank = firstRankMetadata(path.has_parent_path() ? path.parent_path() : fs::path("."));
    if (!ofRank && isOfPaddle(path.parent_path()))
        return fail(ofPaddle(path));
    if (!ofRank)
        return fail(ErrorCode::NotFound, "is a piece" + missing(path.parent_path()), path.string());
    return ofRank;
}

} // namespace loupe::torch
