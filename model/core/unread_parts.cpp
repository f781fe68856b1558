#include "core/unread_parts.h"

#include <algorithm>

namespace loupe {

namespace {

/// Whether the file gives no tensor, in itself or in those that it describes.
bool givesNone(const Checkpoint& checkpoint, std::uint32_t file)
{
    return std::ranges::none_of(checkpoint.files, [&](const CheckpointFile& other) {
        return other.tensorCount > 0 && (&other == &checkpoint.files[file] || other.describedBy == file);
    });
}

/// Whether reading of a file's headers ended there, or went on without a tensor.
bool endsReading(const Finding& finding)
{
    static constexpr std::string_view codes[] = {"arrays-unknown", "count-huge", "data-missing", "dtype-unknown",
        "entry-invalid", "footer-invalid", "footer-missing", "hdf5-object", "hdf5-reading", "header-cut",
        "header-invalid", "header-truncated", "json-syntax", "message-cut", "message-invalid", "msgpack-invalid",
        "protobuf-cut", "protobuf-tag", "protobuf-varint", "zip-directory-broken"};
    return !finding.aboutTensor && std::ranges::find(codes, finding.code) != std::end(codes);
}

/// Whether the finding means that tensors are missing from the checkpoint.
bool hidesTensors(const Checkpoint& checkpoint, const Finding& finding)
{
    if (finding.severity != Severity::Error)
        return false;
    if (endsReading(finding))
        return true;
    if (finding.file == Finding::noFile)
        return checkpoint.tensors.empty() || finding.code == "shard-unsafe-path";
    if (finding.code == "shard-missing-tensors")
        return false; // said with the shard
    const CheckpointFile& file = checkpoint.files[finding.file];
    if (file.describedBy)
        return false; // its tensors are listed, and each says that it cannot be read
    return !file.source || givesNone(checkpoint, finding.file) || finding.code == "index-missing-tensor";
}

} // namespace

std::vector<Error> unreadParts(const Checkpoint& checkpoint)
{
    std::vector<Error> errors;
    for (const Finding& finding : checkpoint.findings.list()) {
        if (!hidesTensors(checkpoint, finding))
            continue;
        const bool inIndex = finding.file == Finding::noFile;
        const bool opened = inIndex || checkpoint.files[finding.file].source;
        errors.push_back({opened ? ErrorCode::Malformed : ErrorCode::NotFound, finding.message,
            (inIndex ? checkpoint.path : checkpoint.files[finding.file].path).string(), finding.offset});
    }
    return errors;
}

} // namespace loupe
